// Decides which process executes a request: this one from now on, or an earlier one whose stored response is
// returned.

import { ServiceError } from '../runtime/errors.ts'
import { makeId } from '../runtime/runtime.ts'
import { firstFence, type NewEntry } from '../store/columnMeanings.ts'
import { acquireLease, deletePendingEntry, type EntryLease, insertEntry } from '../store/entryOwnership.ts'
import {
  findEntry,
  findEntryByIdempotencyKey,
  findEqualEntry,
  hasEnded,
  hasSucceededEqual,
  isAwaitingApproval,
  type JournalEntry,
} from '../store/journalEntries.ts'
import { readClock } from '../store/readClock.ts'
import { computeFingerprint } from './fingerprint.ts'
import type { JournalDeps, WriteRequest } from './journalDeps.ts'
import { deadlineMs, leaseMs } from './lease.ts'
import type { LeasedEntry } from './lossMonitor.ts'
import { overtakeHolder } from './overtake.ts'
import { type PersistDeps, persist } from './persist.ts'
import { undoOperationName, type Write } from './write.ts'

/** About five seconds in total. */
const maxAttempts = 50
const pauseMs = 100
/** Attempts between two tries to overtake the holder of the target. */
const attemptsPerOvertake = 10

type ClaimDeps = PersistDeps & Pick<JournalDeps, 'accounts' | 'markers' | 'lossMonitor'>

/** The properties of a write that a claim needs. A write without a target waits for no other write. */
type ClaimableWrite = Write | Pick<Write, 'target' | 'replayWindowMs'>

/** Returns an entry that `owner` has leased, that has ended, or that needs approval. */
export async function claim(
  deps: ClaimDeps,
  owner: string,
  write: ClaimableWrite,
  request: WriteRequest,
): Promise<LeasedEntry> {
  const { store, runtime, lossMonitor } = deps
  const fingerprint = computeFingerprint(request)
  const { workspaceId } = request.caller
  // Without a key, concurrent equal requests are one request. An entry that ended after this request arrived
  // is its outcome.
  const criteria = {
    fingerprint,
    endedSince: request.idempotencyKey === undefined ? await readClock(store) : 0,
  }
  let awaitedId: string | undefined
  for (let attempt = 0; ; attempt++) {
    const existingEntry =
      awaitedId === undefined
        ? await findEqualRequest(deps, write, request, criteria)
        : await findEntry(store.db, workspaceId, awaitedId)
    if (existingEntry) {
      if (existingEntry.fingerprint !== fingerprint) throw new ServiceError('IDEMPOTENCY_KEY_REUSED')
      if (hasEnded(existingEntry) || isAwaitingApproval(existingEntry)) return existingEntry
      const ownedEntry = await lossMonitor.acquireEntry((evidence) =>
        acquireLease(store.db, store.clock, existingEntry.id, owner, leaseMs, evidence),
      )
      if (ownedEntry && ownedEntry.plan !== undefined) return ownedEntry
      // No intent was written, so nothing was sent. The request starts again with its own deadline.
      if (ownedEntry) await releaseClaim(deps, ownedEntry)
      else if (request.idempotencyKey !== undefined || attempt >= maxAttempts)
        throw inProgressError(existingEntry)
      awaitedId = ownedEntry ? undefined : existingEntry.id
    } else {
      awaitedId = undefined
      const entry = buildEntry(deps, owner, write, request, fingerprint)
      const insertion = lossMonitor.acquireEntry((evidence) =>
        insertEntry(store.db, store.clock, entry, leaseMs, evidence),
      )
      const insertedEntry = await insertion.catch(async (error) => {
        // The insert may have been committed although its confirmation was lost.
        await releaseClaim(deps, { id: entry.id, fence: firstFence })
        throw error
      })
      if (insertedEntry)
        return (await findConcurrentlyEnded(deps, write, request, criteria, insertedEntry)) ?? insertedEntry
      // Either an equal request was inserted first, which the next attempt finds. Or another write has the
      // target, and the claim waits for it.
      const shouldOvertake = attempt % attemptsPerOvertake === 0 && 'plan' in write
      if (shouldOvertake && (await overtakeHolder(deps, owner, write, request))) continue
      if (attempt >= maxAttempts) throw new ServiceError('TARGET_BUSY', { retryAfterSeconds: 2 })
    }
    await runtime.pause(pauseMs)
  }
}

/**
 * Deletes an entry without an intent, which frees its idempotency key. While the database is unavailable, the
 * deletion is retried. Returns false when another process has taken the entry over, so that the outcome of
 * the request is unknown here.
 */
export async function releaseClaim(deps: PersistDeps, lease: EntryLease): Promise<boolean> {
  try {
    return await deletePendingEntry(deps.store.db, lease)
  } catch {
    // The caller does not wait for the retries. If this process ends first, the runner of another process
    // deletes the entry.
    void persist(deps, (db) => deletePendingEntry(db, lease)).catch(() => {})
    return true
  }
}

/** The criteria by which a request without a key equals another one. */
interface EqualCriteria {
  readonly fingerprint: string
  /** When the request arrived, by the database's clock. */
  readonly endedSince: number
}

async function findEqualRequest(
  { store, runtime }: Pick<JournalDeps, 'store' | 'runtime'>,
  { replayWindowMs = 0 }: ClaimableWrite,
  { caller, idempotencyKey }: WriteRequest,
  { fingerprint, endedSince }: EqualCriteria,
): Promise<JournalEntry | undefined> {
  const { workspaceId } = caller
  if (idempotencyKey !== undefined)
    return await findEntryByIdempotencyKey(store.db, workspaceId, idempotencyKey)
  const succeededSince = replayWindowMs === 0 ? Number.MAX_SAFE_INTEGER : runtime.now() - replayWindowMs
  const excludedIds: string[] = []
  for (;;) {
    const filter = { endedSince, succeededSince, keyId: caller.keyId, excludedIds }
    const entry = await findEqualEntry(store.db, store.clock, workspaceId, fingerprint, filter)
    if (entry?.state !== 'SUCCEEDED') return entry
    // A write that was undone no longer counts: an equal request is a new write.
    if (!(await hasSucceededEqual(store.db, workspaceId, computeUndoFingerprint(entry)))) return entry
    excludedIds.push(entry.id)
  }
}

function computeUndoFingerprint({ id, userId }: JournalEntry): string {
  return computeFingerprint({
    operation: undoOperationName,
    user: { id: userId },
    body: { operationId: id },
  })
}

/**
 * Finds an equal request that began and ended between the first read and the insert of this entry. After the
 * insert no other equal request can begin, so no further read is needed.
 */
async function findConcurrentlyEnded(
  deps: PersistDeps,
  write: ClaimableWrite,
  request: WriteRequest,
  criteria: EqualCriteria,
  ownEntry: JournalEntry,
): Promise<JournalEntry | undefined> {
  if (request.idempotencyKey !== undefined) return undefined
  const endedEntry = await findEqualRequest(deps, write, request, criteria)
  if (
    !endedEntry ||
    endedEntry.id === ownEntry.id ||
    !(hasEnded(endedEntry) || isAwaitingApproval(endedEntry))
  )
    return undefined
  await releaseClaim(deps, ownEntry)
  return endedEntry
}

export function inProgressError({ id }: JournalEntry): ServiceError {
  return new ServiceError('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 1, operationId: id })
}

/**
 * The outcome is unknown here, or not known yet. A platform quota may delay the next attempt to reconcile.
 */
export function pendingError(
  { id }: JournalEntry,
  { retryAfterSeconds: quotaDelaySeconds = 0 }: { readonly retryAfterSeconds?: number | undefined } = {},
): ServiceError {
  const retryAfterSeconds = Math.max(5, quotaDelaySeconds)
  return new ServiceError('OPERATION_PENDING', { retryAfterSeconds, operationId: id })
}

function buildEntry(
  { runtime, markers }: Pick<JournalDeps, 'runtime' | 'markers'>,
  owner: string,
  write: ClaimableWrite,
  { operation, caller, user, body, requestId, surface, idempotencyKey }: WriteRequest,
  fingerprint: string,
): NewEntry {
  const now = runtime.now()
  return {
    id: makeId('op', runtime),
    workspaceId: caller.workspaceId,
    userId: user?.id ?? '',
    keyId: caller.keyId,
    requestId,
    surface,
    name: operation,
    idempotencyKey,
    fingerprint,
    request: JSON.stringify(body),
    marker: markers.create({ workspaceId: caller.workspaceId, operation, idempotencyKey, at: now }),
    target: write.target(body),
    owner,
    deadlineAt: now + deadlineMs,
    createdAt: now,
  }
}
