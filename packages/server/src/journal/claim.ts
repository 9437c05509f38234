// Decides which process executes a request: this one from now on, or an earlier one whose stored response is
// returned.

import { createHash } from 'node:crypto'
import { canonical } from '../base/canonical.ts'
import { ServiceError } from '../base/errors.ts'
import { makeId } from '../base/runtime.ts'
import { timeOf } from '../store/clock.ts'
import {
  findEntry,
  findEntryByKey,
  findEqualEntry,
  forgetEntry,
  type Hold,
  hasEnded,
  hasSucceeded,
  insertEntry,
  type JournalEntry,
  takeOver,
  waitsForApproval,
} from '../store/journalEntries.ts'
import { deadlineMs, leaseMs } from './lease.ts'
import type { HeldEntry } from './losses.ts'
import type { JournalParts, WriteRequest } from './parts.ts'
import { passHolder } from './passing.ts'
import { persist } from './persist.ts'
import { undoing, type Write } from './write.ts'

/** About five seconds in total. */
const mostLooks = 50
const pauseMs = 100
/** Attempts between two tries to overtake the holder of the target. */
const looksPerTry = 10

/** The properties of a write that a claim needs. A write without a target waits for no other write. */
type Claimed = Write | Pick<Write, 'target' | 'replayForMs'>

/** Returns an entry that `owner` has leased, that has ended, or that needs approval. */
export async function claim(
  parts: JournalParts,
  owner: string,
  write: Claimed,
  request: WriteRequest,
): Promise<HeldEntry> {
  const { store, runtime, losses } = parts
  const fingerprint = fingerprintOf(request)
  const { workspaceId } = request.caller
  // Without a key, concurrent equal requests are one request. An entry that ended after this request arrived
  // is its outcome.
  const same = { fingerprint, endedSince: request.idempotencyKey === undefined ? await timeOf(store) : 0 }
  let joined: string | undefined
  for (let look = 0; ; look++) {
    const existing =
      joined === undefined
        ? await findSame(parts, write, request, same)
        : await findEntry(store.db, workspaceId, joined)
    if (existing) {
      if (existing.fingerprint !== fingerprint) throw new ServiceError('IDEMPOTENCY_KEY_REUSED')
      if (hasEnded(existing) || waitsForApproval(existing)) return existing
      const taken = await losses.hold((evidence) =>
        takeOver(store.db, store.clock, existing.id, owner, leaseMs, evidence),
      )
      if (taken && taken.plan !== '') return taken
      // No intent was written, so nothing was sent. The request starts again with its own deadline.
      if (taken) await forget(parts, taken)
      else if (request.idempotencyKey !== undefined || look >= mostLooks) throw inProgress(existing)
      joined = taken ? undefined : existing.id
    } else {
      joined = undefined
      const entry = newEntry(parts, owner, write, request, fingerprint)
      const inserting = losses.hold((evidence) =>
        insertEntry(store.db, store.clock, entry, leaseMs, evidence),
      )
      const inserted = await inserting.catch(async (error) => {
        // The insert may have been committed although its confirmation was lost.
        await forget(parts, entry)
        throw error
      })
      if (inserted) return (await overtaken(parts, write, request, same, inserted)) ?? inserted
      // Either an equal request was inserted first, which the next attempt finds. Or another write has the
      // target, and the claim waits for it.
      const triesToPass = look % looksPerTry === 0 && 'plan' in write
      if (triesToPass && (await passHolder(parts, owner, write, request))) continue
      if (look >= mostLooks) throw new ServiceError('TARGET_BUSY', { retryAfterSeconds: 2 })
    }
    await runtime.pause(pauseMs)
  }
}

/**
 * Deletes an entry without an intent, which frees its idempotency key. While the database is unavailable, the
 * deletion is retried. Returns false when another process has taken the entry over, so that the outcome of
 * the request is unknown here.
 */
export async function forget(parts: JournalParts, hold: Hold): Promise<boolean> {
  try {
    return await forgetEntry(parts.store.db, hold)
  } catch {
    // The caller does not wait for the retries. If this process ends first, the runner of another process
    // deletes the entry.
    void persist(parts, (db) => forgetEntry(db, hold)).catch(() => {})
    return true
  }
}

/** The criteria by which a request without a key equals another one. */
interface Same {
  readonly fingerprint: string
  /** When the request arrived, by the database's clock. */
  readonly endedSince: number
}

async function findSame(
  { store, runtime }: JournalParts,
  { replayForMs = 0 }: Claimed,
  { caller, idempotencyKey }: WriteRequest,
  { fingerprint, endedSince }: Same,
): Promise<JournalEntry | undefined> {
  const { workspaceId } = caller
  if (idempotencyKey !== undefined) return await findEntryByKey(store.db, workspaceId, idempotencyKey)
  const succeededSince = replayForMs === 0 ? Number.MAX_SAFE_INTEGER : runtime.now() - replayForMs
  const except: string[] = []
  for (;;) {
    const given = { endedSince, succeededSince, keyId: caller.keyId, except }
    const found = await findEqualEntry(store.db, store.clock, workspaceId, fingerprint, given)
    if (found?.state !== 'SUCCEEDED') return found
    // A write that was undone no longer counts: an equal request is a new write.
    if (!(await hasSucceeded(store.db, workspaceId, fingerprintOfUndo(found)))) return found
    except.push(found.id)
  }
}

function fingerprintOfUndo({ id, user_id }: JournalEntry): string {
  return fingerprintOf({ operation: undoing, user: { id: user_id }, body: { operationId: id } })
}

/**
 * Finds an equal request that began and ended between the first read and the insert of this entry. After the
 * insert no other equal request can begin, so no further read is needed.
 */
async function overtaken(
  parts: JournalParts,
  write: Claimed,
  request: WriteRequest,
  same: Same,
  begun: JournalEntry,
): Promise<JournalEntry | undefined> {
  if (request.idempotencyKey !== undefined) return undefined
  const found = await findSame(parts, write, request, same)
  if (!found || found.id === begun.id || !(hasEnded(found) || waitsForApproval(found))) return undefined
  await forget(parts, begun)
  return found
}

export function inProgress({ id }: JournalEntry): ServiceError {
  return new ServiceError('IDEMPOTENCY_IN_PROGRESS', { retryAfterSeconds: 1, operationId: id })
}

function newEntry(
  { runtime, markers }: JournalParts,
  owner: string,
  write: Claimed,
  { operation, caller, user, body, requestId, surface, idempotencyKey }: WriteRequest,
  fingerprint: string,
) {
  const now = runtime.now()
  return {
    id: makeId('op', runtime),
    workspace_id: caller.workspaceId,
    user_id: user?.id ?? '',
    key_id: caller.keyId,
    request_id: requestId,
    surface,
    name: operation,
    idempotency_key: idempotencyKey ?? null,
    fingerprint,
    request: JSON.stringify(body),
    plan: '',
    pin: '',
    credential_id: '',
    marker: markers.of({ workspaceId: caller.workspaceId, operation, idempotencyKey, at: now }),
    target: write.target(body),
    state: 'PENDING',
    reason: '',
    owner,
    fence: 1,
    attempts: 0,
    next_run_at: now,
    deadline_at: now + deadlineMs,
    status: 0,
    results: '',
    created_at: now,
    updated_at: now,
  }
}

/** Equal requests by a caller for the same user have the same fingerprint. */
export function fingerprintOf({
  operation,
  user,
  body,
}: Pick<WriteRequest, 'operation' | 'user' | 'body'>): string {
  return createHash('sha256')
    .update(canonical([operation, user?.id ?? '', body]))
    .digest('hex')
}
