// Prunes the journal: deletes old entries, and erases data about deleted users from ended entries.

import { inPieces } from '../base/pieces.ts'
import type { Runtime } from '../base/runtime.ts'
import { type Erasure, endErasure, erasuresAfter } from '../store/erasures.ts'
import { eraseRequests, pruneEntries } from '../store/journalEntries.ts'
import { pruneRaises } from '../store/raises.ts'
import type { Store } from '../store/tables.ts'

/** Responses are stored this long for requests that are retried under the same key. */
export const keepMs = 30 * 24 * 60 * 60 * 1000
/** Limits cover one day. The margin allows for different clocks of processes and database. */
const keepRaisesMs = 26 * 60 * 60 * 1000
/** Longer than any process can cache a deleted user and begin a write for that user. */
const lateMs = 60 * 1000

export async function tidy(store: Store, runtime: Runtime, isOver: () => boolean): Promise<void> {
  const { db } = store
  const begunBefore = runtime.now() - keepMs
  await inPieces(runtime.rest, (most) => pruneEntries(db, begunBefore, most), isOver)
  const raisedBefore = runtime.now() - keepRaisesMs
  await inPieces(runtime.rest, (most) => pruneRaises(db, raisedBefore, most), isOver)
  let last = { workspace_id: '', user_id: '' }
  await inPieces(
    runtime.rest,
    async (most) => {
      const erasures = await erasuresAfter(db, last, most)
      for (const erasure of erasures) await erase(store, runtime, erasure)
      last = erasures.at(-1) ?? last
      return erasures.length
    },
    isOver,
  )
}

/** Erases the data of a deleted user from ended entries. Open entries are erased after they have ended. */
async function erase({ db }: Store, runtime: Runtime, erasure: Erasure): Promise<void> {
  const { workspace_id, user_id, deleted_at } = erasure
  await inPieces(runtime.rest, (most) => eraseRequests(db, workspace_id, user_id, most))
  if (deleted_at < runtime.now() - lateMs) await endErasure(db, erasure)
}
