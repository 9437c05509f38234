// What the ways back of several platforms have in common.

import { ServiceError } from '../base/errors.ts'
import type { Plan } from './plan.ts'

export function undoRefused(problem: string): ServiceError {
  return new ServiceError('UNDO_REFUSED', { values: { problem } })
}

/** Refuses where something is not any more as the write left it. */
export function requireAsLeft(what: string, present: unknown, left: unknown): void {
  if (present !== left) throw undoRefused(`${what} was changed since.`)
}

interface StatusChange {
  readonly id: string
  readonly from: string
  readonly to: string
}

/** The plan that sets a status back, made by the platform's own way of changing it. */
export async function undoStatus(
  changes: readonly StatusChange[],
  deleted: string,
  planStatus: (campaignId: string, status: string) => Promise<Plan>,
): Promise<Plan> {
  const [change] = changes
  if (!change || change.from === change.to) throw undoRefused('it changed nothing.')
  if (change.to === deleted) throw undoRefused('a deleted campaign cannot be brought back.')
  const plan = await planStatus(change.id, change.from)
  requireAsLeft('the status of the campaign', statusIn(plan), change.to)
  return plan
}

/** The status from which the one planned step leads away; nothing where it is there already. */
function statusIn({ steps: [only] }: Plan): unknown {
  const data = only?.data
  return typeof data === 'object' && data !== null && 'from' in data ? data.from : undefined
}

/** The plan that deletes a campaign which a write made, while it is as it was made. */
export function undoCreation(removal: Plan, made: Plan): Plan {
  const [before, left] = [removal.spend?.before, made.spend?.after]
  requireAsLeft('the status of the campaign', before?.runs, left?.runs)
  requireAsLeft('the budget of the campaign', before?.budgetMicros, left?.budgetMicros)
  return removal
}
