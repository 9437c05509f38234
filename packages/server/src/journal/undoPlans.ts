// Parts of undo plans that several platforms share.

import { createHash } from 'node:crypto'
import { canonicalJson } from '../runtime/canonicalJson.ts'
import { ServiceError } from '../runtime/errors.ts'
import type { Plan } from './plan.ts'

export function undoRefusedError(problem: string): ServiceError {
  return new ServiceError('UNDO_REFUSED', { values: { problem } })
}

/** Refuses the undo when a value has changed since the write. */
export function requireUnchanged(subject: string, currentValue: unknown, expected: unknown): void {
  if (currentValue !== expected) throw undoRefusedError(`${subject} has changed since the write.`)
}

interface StatusChange {
  readonly id: string
  readonly from: string
  readonly to: string
}

/** Plans the change back to the earlier status with the platform's own status plan. */
export async function planStatusUndo(
  changes: readonly StatusChange[],
  deletedStatus: string,
  planStatus: (campaignId: string, status: string) => Promise<Plan>,
): Promise<Plan> {
  const [change] = changes
  if (!change || change.from === change.to) throw undoRefusedError('the write changed nothing.')
  if (change.to === deletedStatus) throw undoRefusedError('a deleted campaign cannot be restored.')
  const plan = await planStatus(change.id, change.from)
  requireUnchanged('the status of the campaign', getPlannedFromStatus(plan), change.to)
  return plan
}

/** Returns the status from which the only planned step leads away, or undefined when no step is needed. */
function getPlannedFromStatus({ steps: [step] }: Plan): unknown {
  const data = step?.data
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
export function computeDigest(value: unknown): string {
  return createHash('sha256')
    .update(canonicalJson(sortDeep(value)))
    .digest('hex')
    .slice(0, 16)
}

function sortDeep(value: unknown): unknown {
  if (Array.isArray(value))
    return value.map(sortDeep).sort((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, sortDeep(field)]))
}

/** The number of differences that a refusal names. */
const maxNamedDifferences = 3

/**
 * Returns the plan that deletes a created campaign, if the campaign is unchanged since the write. Otherwise
 * additions and changes by someone else would be lost.
 */
export function planCreationUndo(
  removal: Plan,
  creation: Plan,
  tree: { readonly currentParts: readonly TreePart[]; readonly expectedParts: readonly TreePart[] },
): Plan {
  const changes = listDifferences(tree.currentParts, tree.expectedParts)
  const more =
    changes.length > maxNamedDifferences
      ? ` There are ${changes.length - maxNamedDifferences} more differences.`
      : ''
  if (changes.length > 0)
    throw undoRefusedError(`${changes.slice(0, maxNamedDifferences).join(', ')}.${more}`)
  const [before, expected] = [removal.spend?.before, creation.spend?.after]
  requireUnchanged('the status of the campaign', before?.runs, expected?.runs)
  requireUnchanged('the budget of the campaign', before?.budgetMicros, expected?.budgetMicros)
  return removal
}

export function listDifferences(
  currentParts: readonly TreePart[],
  expectedParts: readonly TreePart[],
): string[] {
  const toPartKey = ({ kind, id }: TreePart) => `${kind} ${id}`
  const expectedByKey = new Map(expectedParts.map((part) => [toPartKey(part), part]))
  const presentKeys = new Set(currentParts.map(toPartKey))
  const changeTexts = currentParts.flatMap((part) => {
    const before = expectedByKey.get(toPartKey(part))
    if (before === undefined) return [`the ${formatLabel(part)} was added after the write`]
    const digests = Object.entries(part.digests ?? {})
      .filter(([name, digest]) => (before.digests?.[name] ?? digest) !== digest)
      .map(([name]) => `the ${name} of the ${toPartKey(part)} has changed since the write`)
    const values = Object.entries(part.values)
      .filter(([name, value]) => before.values[name] !== value)
      .map(
        ([name, value]) =>
          `the ${name} of the ${toPartKey(part)} has changed from ${JSON.stringify(before.values[name])} to ${JSON.stringify(value)}`,
      )
    return [...values, ...digests]
  })
  const deletedParts = expectedParts.filter((part) => !presentKeys.has(toPartKey(part)))
  return [
    ...changeTexts,
    ...deletedParts.map((part) => `the ${formatLabel(part)} was deleted after the write`),
  ]
}

function formatLabel({ kind, id, values: { name } }: TreePart): string {
  return name === undefined ? `${kind} ${JSON.stringify(id)}` : `${kind} ${JSON.stringify(name)} (${id})`
}
