// Parts of undo plans that several platforms share.

import { createHash } from 'node:crypto'
import { canonical } from '../base/canonical.ts'
import { ServiceError } from '../base/errors.ts'
import type { Plan } from './plan.ts'

export function undoRefused(problem: string): ServiceError {
  return new ServiceError('UNDO_REFUSED', { values: { problem } })
}

/** Refuses the undo when a value has changed since the write. */
export function requireAsLeft(what: string, present: unknown, left: unknown): void {
  if (present !== left) throw undoRefused(`${what} was changed since.`)
}

interface StatusChange {
  readonly id: string
  readonly from: string
  readonly to: string
}

/** Plans the change back to the earlier status with the platform's own status plan. */
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

/** Returns the status from which the only planned step leads away, or undefined when no step is needed. */
function statusIn({ steps: [only] }: Plan): unknown {
  const data = only?.data
  return typeof data === 'object' && data !== null && 'from' in data ? data.from : undefined
}

/** An object of a campaign, or the campaign itself. */
export interface TreePart {
  readonly kind:
    | 'campaign'
    | 'ad group'
    | 'ad'
    | 'keyword'
    | 'negative keyword'
    | 'criterion'
    | 'asset'
    | 'location group'
  /** The platform's id. For keywords and criteria, their unique properties. */
  readonly id: string
  /** Values that someone else may change, such as the name and the status. */
  readonly values: Readonly<Record<string, string>>
  /**
   * Digests of values that are too long to show, such as the targeting. Absent where the write recorded none.
   */
  readonly digests?: Readonly<Record<string, string>> | undefined
}

/** Equal values have equal digests, regardless of the order of lists. */
export function digestOf(value: unknown): string {
  return createHash('sha256')
    .update(canonical(sorted(value)))
    .digest('hex')
    .slice(0, 16)
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted).sort((a, b) => (canonical(a) < canonical(b) ? -1 : 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, sorted(member)]))
}

/** The number of differences that a refusal names. */
const maxNamed = 3

/**
 * Returns the plan that deletes a created campaign, if the campaign is unchanged since the write. Otherwise
 * additions and changes by someone else would be lost.
 */
export function undoCreation(
  removal: Plan,
  made: Plan,
  tree: { readonly present: readonly TreePart[]; readonly left: readonly TreePart[] },
): Plan {
  const found = differences(tree.present, tree.left)
  const more = found.length > maxNamed ? ` There are ${found.length - maxNamed} more differences.` : ''
  if (found.length > 0) throw undoRefused(`${found.slice(0, maxNamed).join(', ')}.${more}`)
  const [before, left] = [removal.spend?.before, made.spend?.after]
  requireAsLeft('the status of the campaign', before?.runs, left?.runs)
  requireAsLeft('the budget of the campaign', before?.budgetMicros, left?.budgetMicros)
  return removal
}

export function differences(present: readonly TreePart[], left: readonly TreePart[]): string[] {
  const keyOf = ({ kind, id }: TreePart) => `${kind} ${id}`
  const known = new Map(left.map((part) => [keyOf(part), part]))
  const there = new Set(present.map(keyOf))
  const changed = present.flatMap((part) => {
    const before = known.get(keyOf(part))
    if (before === undefined) return [`the ${labelOf(part)} was added since`]
    const digests = Object.entries(part.digests ?? {})
      .filter(([name, digest]) => (before.digests?.[name] ?? digest) !== digest)
      .map(([name]) => `the ${name} of the ${keyOf(part)} was changed since`)
    const values = Object.entries(part.values)
      .filter(([name, value]) => before.values[name] !== value)
      .map(
        ([name, value]) =>
          `the ${name} of the ${keyOf(part)} was changed since from ${JSON.stringify(before.values[name])} to ${JSON.stringify(value)}`,
      )
    return [...values, ...digests]
  })
  const gone = left.filter((part) => !there.has(keyOf(part)))
  return [...changed, ...gone.map((part) => `the ${labelOf(part)} was deleted since`)]
}

function labelOf({ kind, id, values: { name } }: TreePart): string {
  return name === undefined ? `${kind} ${JSON.stringify(id)}` : `${kind} ${JSON.stringify(name)} (${id})`
}
