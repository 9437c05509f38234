// Who carries a request out: this process from now on, or one that had it before, whose answer is given again.

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

/** Some five seconds. */
const mostLooks = 50
const pauseMs = 100
/** So often is tried whether the target's holder may be passed. */
const looksPerTry = 10

/** What a claim needs to know of a write. One without a target waits for no other. */
type Claimed = Write | Pick<Write, 'target' | 'replayForMs'>

/** The entry, held by `owner`, ended already, or waiting for somebody to approve it. */
export async function claim(
  parts: JournalParts,
  owner: string,
  write: Claimed,
  request: WriteRequest,
): Promise<HeldEntry> {
  const { store, runtime, losses } = parts
  const fingerprint = fingerprintOf(request)
  const { workspaceId } = request.caller
  // Without a key, equal requests are one when they meet: what ended after this one came in is its own outcome.
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
      // Nothing was intended yet, so nothing was sent: it begins anew, with a deadline of its own.
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
        // It may have been written although nobody said so.
        await forget(parts, entry)
        throw error
      })
      if (inserted) return (await overtaken(parts, write, request, same, inserted)) ?? inserted
      // An equal request has the place, and is found next time round, or another one the target, which is waited for.
      const triesToPass = look % looksPerTry === 0 && 'plan' in write
      if (triesToPass && (await passHolder(parts, owner, write, request))) continue
      if (look >= mostLooks) throw new ServiceError('TARGET_BUSY', { retryAfterSeconds: 2 })
    }
    await runtime.pause(pauseMs)
  }
}

/**
 * Frees the key of an entry of which nothing was intended; while the database is away, as soon as it is back. Whether it was
 * ours to free, as far as is known: whoever lost it knows nothing of what became of the request since.
 */
export async function forget(parts: JournalParts, hold: Hold): Promise<boolean> {
  try {
    return await forgetEntry(parts.store.db, hold)
  } catch {
    // The caller need not wait for it; should this process end before, the runner of another one does it.
    void persist(parts, (db) => forgetEntry(db, hold)).catch(() => {})
    return true
  }
}

/** What makes a request without a key the same as another one. */
interface Same {
  readonly fingerprint: string
  /** When it came in, by the database's clock. */
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
    // What was taken back is not there any more: whoever asks for it again wants it again.
    if (!(await hasSucceeded(store.db, workspaceId, fingerprintOfUndo(found)))) return found
    except.push(found.id)
  }
}

function fingerprintOfUndo({ id, user_id }: JournalEntry): string {
  return fingerprintOf({ operation: undoing, user: { id: user_id }, body: { operationId: id } })
}

/**
 * The equal request that began and ended between our look and our own beginning. From the beginning on no further one
 * can: the place is ours, so this look is the last that is needed.
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

/** The same request by the same caller for the same user has the same fingerprint. */
export function fingerprintOf({
  operation,
  user,
  body,
}: Pick<WriteRequest, 'operation' | 'user' | 'body'>): string {
  return createHash('sha256')
    .update(canonical([operation, user?.id ?? '', body]))
    .digest('hex')
}
