// What happened at a platform must be written down, even when the database is away for a while.

import { storeFailure } from '../store/failures.ts'
import type { JournalParts } from './parts.ts'

const tries = 40
const pauseMs = 500

/** Writes, and tries again while the database cannot be reached. The work must be safe to repeat. */
export async function persist<Result>(
  { runtime, log }: JournalParts,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= tries || storeFailure(error) === undefined) throw error
      if (attempt === 1) log.fault('the journal cannot be written', error)
      await runtime.pause(pauseMs)
    }
  }
}
