// The status transitions of campaigns and campaign groups.

import { type InputError, ruleError, schemaError } from './errors.ts'
import type { RunSchedule } from './state.ts'

/** An entity in one of these statuses cannot change. */
const finalStatuses = ['CANCELED', 'PENDING_DELETION', 'REMOVED']

export function assertModifiable(status: string): void {
  if (!finalStatuses.includes(status)) return
  throw ruleError([
    {
      code: 'ACTION_NOT_ALLOWED_FOR_CANCELLED_STATUS',
      fieldPath: '/status',
      description: `The entity is ${status} and cannot be changed`,
    },
  ])
}

export function parseStatus<Status extends string>(text: string, allowedValues: readonly Status[]): Status {
  const normalized = text === 'CANCELLED' ? 'CANCELED' : text
  const match = allowedValues.find((candidate) => candidate === normalized)
  if (match === undefined) throw schemaError([`/status :: "${text}" is not an enum symbol`])
  return match
}

/** No status changes back to DRAFT, and only the platform sets REMOVED. */
function transitionProblems(from: string, to: string): InputError[] {
  const isAllowed = from === to || (to !== 'DRAFT' && to !== 'REMOVED')
  if (isAllowed) return []
  return [
    {
      code: 'STATUS_CHANGE_NOT_ALLOWED',
      fieldPath: '/status',
      description: `status can't be changed from ${from} to ${to}`,
    },
  ]
}

/** The status rules that campaigns and campaign groups share. */
export function statusLifecycle(allowedValues: readonly string[]) {
  return {
    field: 'status',
    allowedValues,
    problems: (_: unknown, previous: { readonly status: string }, to: string) =>
      transitionProblems(previous.status, to),
  }
}

/** A request can arrive this long after its start time, because clocks differ. */
const startToleranceMs = 5 * 60_000

export function startProblem({ start }: RunSchedule, now: number): InputError | undefined {
  if (start >= now - startToleranceMs) return undefined
  const description = `runSchedule start ${start} can't be in the past`
  return { code: 'DATE_TOO_EARLY', fieldPath: '/runSchedule/start', description }
}
