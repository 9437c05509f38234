// The outcome at a platform must be recorded, even when the database is unavailable for a while.

import { toStoreError } from '../store/failures.ts'
import type { Store } from '../store/tables.ts'
import type { JournalDeps } from './journalDeps.ts'

const maxRetryMs = 20_000
const pauseMs = 250

export type PersistDeps = Pick<JournalDeps, 'store' | 'runtime' | 'log'>

/** Runs the work, and retries it while the database is unavailable. The work must be idempotent. */
export async function persist<Result>(
  { store, runtime, log }: PersistDeps,
  work: (db: Store['db']) => Promise<Result>,
): Promise<Result> {
  const startedAt = runtime.monotonic()
  for (let attempt = 1; ; attempt++) {
    try {
      return await work(store.db)
    } catch (error) {
      const isExhausted = runtime.monotonic() - startedAt > maxRetryMs || attempt > maxRetryMs / pauseMs
      if (isExhausted || toStoreError(error) === undefined) throw error
      if (attempt === 1) log.error('journal.write.store_failed', error)
      await runtime.pause(pauseMs)
    }
  }
}
