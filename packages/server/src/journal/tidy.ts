// What the journal forgets: entries that are over for long, and what ended ones tell about deleted users.

import { inPieces } from '../base/pieces.ts'
import type { Runtime } from '../base/runtime.ts'
import { type Erasure, endErasure, erasuresAfter } from '../store/erasures.ts'
import { eraseRequests, pruneEntries } from '../store/journalEntries.ts'
import { pruneRaises } from '../store/raises.ts'
import type { Store } from '../store/tables.ts'

/** Answers are kept this long for requests that are repeated under the same key. */
export const keepMs = 30 * 24 * 60 * 60 * 1000
/** Limits look back a day; the clocks of processes and database may differ. */
const keepRaisesMs = 26 * 60 * 60 * 1000
/** Longer than a deleted user can be remembered by any process, and begin something. */
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

/** Empties what the ended entries of a deleted user tell; others are emptied once they have ended. */
async function erase({ db }: Store, runtime: Runtime, erasure: Erasure): Promise<void> {
  const { workspace_id, user_id, deleted_at } = erasure
  await inPieces(runtime.rest, (most) => eraseRequests(db, workspace_id, user_id, most))
  if (deleted_at < runtime.now() - lateMs) await endErasure(db, erasure)
}
