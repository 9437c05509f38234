// An operator resolves a write whose outcome adrail cannot find out. Nothing is sent to a platform.

import { declarationOf, type OperationName } from '@adrail/contract'
import { emitEvents, makeEvent, type NewEvent } from '../events/emit.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { acquireLease, endEntry, releaseEntry } from '../store/entryOwnership.ts'
import { hasEnded, type JournalEntry } from '../store/journalEntries.ts'
import { listSteps, saveStep } from '../store/journalSteps.ts'
import { releaseRaise } from '../store/raises.ts'
import type { Db, Store } from '../store/tables.ts'
import { toWriteEventData } from './attention.ts'
import { parseOutcome, parsePinnedConnection } from './plan.ts'
import { abandonedRefusal } from './refusal.ts'
import type { WriteResponse } from './writeOutcome.ts'

export interface Resolution {
  readonly hasSucceeded: boolean
  /**
   * The results of the operation when it was done, such as the id of the created object. Empty where the
   * operation returns none.
   */
  readonly results: Readonly<Record<string, unknown>>
  /** How the operator knows the outcome. */
  readonly reason: string
  /** An API key, or `admin` for the command line. */
  readonly actor: string
}

/** The write cannot be resolved. The message is a sentence with the next step. */
export class ResolutionError extends Error {}

/** The given results do not match the results that the operation declares. */
export class InvalidResultsError extends ResolutionError {}

/** Longer than the resolution takes. An execution that waits meanwhile finds the entry ended. */
const resolveLeaseMs = 10_000
/** About five seconds in total. */
const maxAttempts = 50
const pauseMs = 100

interface ResolveDeps {
  readonly store: Store
  readonly runtime: Runtime
  /** Writes the audit entry in the transaction that ends the write. */
  recordAuditEntry(transaction: Db, auditRecord: ReturnType<typeof buildResolutionAudit>): Promise<void>
}

/** Parses results that an operator typed. Returns undefined for anything but a JSON object. */
export function parseResultsJson(text: string): Record<string, unknown> | undefined {
  try {
    const results: unknown = JSON.parse(text)
    return typeof results === 'object' && results !== null && !Array.isArray(results)
      ? { ...results }
      : undefined
  } catch {
    return undefined
  }
}

export async function resolveWrite(
  { store, runtime, recordAuditEntry }: ResolveDeps,
  entry: JournalEntry,
  resolution: Resolution,
): Promise<WriteResponse> {
  requireAttention(entry)
  const response = resolution.hasSucceeded
    ? buildSuccessResponse(entry, resolution)
    : buildAbandonedResponse(entry)
  const ownedEntry = await acquireEntry({ store, runtime }, entry, resolution)
  if (!ownedEntry)
    throw new ResolutionError(
      'adrail is checking this write on the platform. Nothing changed. Retry in a minute.',
    )
  if (ownedEntry.state !== 'NEEDS_ATTENTION') {
    await releaseEntry(store.db, ownedEntry)
    requireAttention(ownedEntry)
  }
  await store.db.transaction().execute(async (transaction) => {
    const isEnded = await endEntry(transaction, store.clock, ownedEntry, {
      state: resolution.hasSucceeded ? 'SUCCEEDED' : 'FAILED',
      response: { status: response.status, results: JSON.stringify(response.results) },
      reason: '',
      updatedAt: runtime.now(),
    })
    if (!isEnded) throw new ResolutionError('Someone else has just resolved this write. Check its state.')
    const upstreamId = await resolveSteps(transaction, runtime.now(), ownedEntry, resolution.hasSucceeded)
    await emitEvents(transaction, ownedEntry.workspaceId, [
      buildResolutionEvent(runtime, ownedEntry, resolution.hasSucceeded, upstreamId),
    ])
    // A write that did not happen increases no spend.
    if (!resolution.hasSucceeded) await releaseRaise(transaction, ownedEntry.id)
    await recordAuditEntry(transaction, buildResolutionAudit(ownedEntry, resolution))
  })
  return response
}

/** Waits for an execution that is reconciling at this moment. */
async function acquireEntry(
  { store, runtime }: Pick<ResolveDeps, 'store' | 'runtime'>,
  { id }: JournalEntry,
  { actor }: Resolution,
) {
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const ownedEntry = await acquireLease(store.db, store.clock, id, `resolved by ${actor}`, resolveLeaseMs)
    if (ownedEntry) return ownedEntry
    await runtime.pause(pauseMs)
  }
  return undefined
}

function requireAttention(entry: JournalEntry): void {
  if (entry.state === 'NEEDS_ATTENTION') return
  throw new ResolutionError(
    hasEnded(entry)
      ? `This write has already ended (${entry.state}). Nothing changed.`
      : 'adrail is still determining the outcome of this write. Nothing changed. Operators resolve only writes in the state NEEDS_ATTENTION.',
  )
}

/** The response from now on: the declared results with the values that the operator found at the platform. */
function buildSuccessResponse(
  { id, name }: JournalEntry,
  { results: foundResults, reason }: Resolution,
): WriteResponse {
  // The journal writes only names of operations.
  const resultsSchema = declarationOf(name as OperationName).results
  const warnings = [`An operator confirmed that the write succeeded: ${reason}`]
  const parsedResults = resultsSchema.strict().safeParse({ ...foundResults, operationId: id, warnings })
  if (!parsedResults.success) {
    const problems = parsedResults.error.issues.map((issue) =>
      issue.code === 'unrecognized_keys'
        ? `${issue.keys.join(', ')}: unknown`
        : `${issue.path.join('.')}: missing, or of another type`,
    )
    const ownFields = Object.keys(resultsSchema.shape).filter(
      (field) => !['operationId', 'warnings'].includes(field),
    )
    const expectedResults = ownFields.length === 0 ? '{}' : `an object with ${ownFields.join(', ')}`
    throw new InvalidResultsError(
      `The results do not match ${name} (${problems.join(', ')}). Nothing changed. Send ${expectedResults} as results.`,
    )
  }
  const results = { success: true, error: '', ...foundResults, operationId: id, warnings }
  return { status: 200, results, headers: {} }
}

function buildAbandonedResponse({ id }: JournalEntry): WriteResponse {
  return {
    status: abandonedRefusal.status,
    results: { ...abandonedRefusal.results, operationId: id },
    headers: {},
  }
}

/**
 * Steps with an unknown outcome get the outcome that the operator stated. Known outcomes stay. Returns the
 * last known id.
 */
async function resolveSteps(
  transaction: Db,
  resolvedAt: number,
  { id, fence }: JournalEntry,
  hasSucceeded: boolean,
): Promise<string> {
  const stepChange = hasSucceeded
    ? ({ state: 'DONE', outcome: JSON.stringify({ upstreamId: '' }) } as const)
    : ({ state: 'REJECTED', outcome: undefined } as const)
  let upstreamId = ''
  for (const step of await listSteps(transaction, id)) {
    if (step.state === 'DONE') upstreamId = parseOutcome(step).upstreamId
    if (step.state === 'INTENT' || step.state === 'UNKNOWN')
      await saveStep(transaction, {
        ...step,
        ...stepChange,
        note: 'resolved by an operator',
        fence,
        finishedAt: resolvedAt,
      })
  }
  return upstreamId
}

/** The event is the same as if adrail had found the outcome. */
function buildResolutionEvent(
  runtime: Runtime,
  entry: JournalEntry,
  hasSucceeded: boolean,
  upstreamId: string,
): NewEvent {
  const eventData = toWriteEventData(entry, parsePinnedConnection(entry).platform)
  return hasSucceeded
    ? makeEvent(runtime, 'operation.succeeded', entry.userId, { ...eventData, upstreamId })
    : makeEvent(runtime, 'operation.failed', entry.userId, { ...eventData, code: 'OPERATION_ABANDONED' })
}

function buildResolutionAudit(
  { id, userId, reason: before }: JournalEntry,
  { hasSucceeded, reason }: Resolution,
) {
  return {
    operationId: id,
    userId,
    subject: id,
    before: { reason: before },
    after: { done: hasSucceeded, reason },
  }
}
