// Prunes the journal: deletes old entries, and erases data about deleted users from ended entries.

import { inBatches } from '../concurrency/inBatches.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { eraseRequests, pruneEntries } from '../store/entryMaintenance.ts'
import { type Erasure, endErasure, listErasuresAfter } from '../store/erasures.ts'
import { pruneRaises } from '../store/raises.ts'
import type { Store } from '../store/tables.ts'

/** Responses are stored this long for requests that are retried under the same key. */
export const entryRetentionMs = 30 * 24 * 60 * 60 * 1000
/** Limits cover one day. The margin allows for different clocks of processes and database. */
const raiseRetentionMs = 26 * 60 * 60 * 1000
/** Longer than any process can cache a deleted user and begin a write for that user. */
const erasureGraceMs = 60 * 1000

export async function pruneJournal(store: Store, runtime: Runtime, isStopped: () => boolean): Promise<void> {
  const { db } = store
  const begunBefore = runtime.now() - entryRetentionMs
  await inBatches(runtime.yieldInBackground, (limit) => pruneEntries(db, begunBefore, limit), isStopped)
  const raisedBefore = runtime.now() - raiseRetentionMs
  await inBatches(runtime.yieldInBackground, (limit) => pruneRaises(db, raisedBefore, limit), isStopped)
  let last = { workspace_id: '', user_id: '' }
  await inBatches(
    runtime.yieldInBackground,
    async (limit) => {
      const erasures = await listErasuresAfter(db, last, limit)
      for (const erasure of erasures) await eraseEntries(store, runtime, erasure)
      last = erasures.at(-1) ?? last
      return erasures.length
    },
    isStopped,
  )
}

/** Erases the data of a deleted user from ended entries. Open entries are erased after they have ended. */
async function eraseEntries({ db }: Store, runtime: Runtime, erasure: Erasure): Promise<void> {
  const { workspace_id, user_id, deleted_at } = erasure
  await inBatches(runtime.yieldInBackground, (limit) => eraseRequests(db, workspace_id, user_id, limit))
  if (deleted_at < runtime.now() - erasureGraceMs) await endErasure(db, erasure)
}
