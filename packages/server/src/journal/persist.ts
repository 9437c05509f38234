// What happened at a platform must be written down, even when the database is away for a while.

import { storeFailure } from '../store/failures.ts'
import type { Store } from '../store/tables.ts'
import type { JournalParts } from './parts.ts'

const longestMs = 20_000
const pauseMs = 250

/** Writes, and tries again while the database cannot be reached. The work must be safe to repeat. */
export async function persist<Result>(
  { store, runtime, log }: JournalParts,
  work: (db: Store['db']) => Promise<Result>,
): Promise<Result> {
  const beganAt = runtime.monotonic()
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(store.db)
    } catch (error) {
      const over = runtime.monotonic() - beganAt > longestMs || attempt > longestMs / pauseMs
      if (over || storeFailure(error) === undefined) throw error
      if (attempt === 1) log.error('journal.write.store_failed', error)
      await runtime.pause(pauseMs)
    }
  }
}
