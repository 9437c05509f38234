// The right to execute a journal entry. A lease has a duration and is renewed in the database. It is not used
// when it may have expired.

import { ServiceError } from '../base/errors.ts'
import { sendPermission } from '../platforms/kit/upstream.ts'
import type { JournalEntry } from '../store/journalEntries.ts'
import type { Db } from '../store/tables.ts'
import type { JournalParts } from './parts.ts'
import { persist } from './persist.ts'

export const leaseMs = 45_000
/** After this time no caller waits for the outcome any more, and half-done writes are compensated. */
export const deadlineMs = 15 * 60 * 1000
/** A request may leave only while a whole call to a platform (30 s) and a margin fit into the lease. */
const latestSendMs = leaseMs - 35_000

/** When the write was accepted, or approved if it needed approval. The execution starts at this time. */
export function begunAt({ created_at, deadline_at }: JournalEntry): number {
  return Math.max(created_at, deadline_at - deadlineMs)
}
/**
 * A send is permitted only when the last check for a reason to stop is younger than this. So a freeze takes
 * effect within a second.
 */
const freshMs = 250

/** Another process has the entry and will finish it. This process must not send or write anything more. */
export class LeaseLost extends Error {}

/** The request failed, or was stopped, before it left the process. The platform did nothing. */
export class NothingLeft extends Error {
  readonly failure: ServiceError

  constructor(failure: ServiceError) {
    super(failure.message)
    // A timeout error implies that the write may have been done. This write was not sent.
    const isLate = failure.code === 'UPSTREAM_TIMEOUT'
    this.failure = isLate ? new ServiceError('UPSTREAM_UNAVAILABLE', failure.details) : failure
  }
}

export class Lease {
  readonly #parts: JournalParts
  readonly #renewRow: (db: Db) => Promise<boolean>
  #renewedAt = Number.NEGATIVE_INFINITY

  /**
   * `renewRow` extends the lease in the database. It returns false when the lease has passed to another
   * owner, or has expired.
   */
  constructor(parts: JournalParts, renewRow: (db: Db) => Promise<boolean>) {
    this.#parts = parts
    this.#renewRow = renewRow
  }

  /** Renews the lease in one transaction with the writes of `alongside`. */
  async renew(alongside: (transaction: Db) => Promise<void> = async () => {}): Promise<void> {
    const { runtime } = this.#parts
    await persist(this.#parts, async (db) => {
      // Read before the query, because the process may stall before it receives the result.
      const renewedAt = runtime.monotonic()
      await db.transaction().execute(async (transaction) => {
        if (!(await this.#renewRow(transaction))) throw new LeaseLost()
        await alongside(transaction)
      })
      this.#renewedAt = renewedAt
    })
  }

  /**
   * Lets requests leave only while the lease lasts, so that a process that stalled sends nothing afterwards.
   * A request that waited since the last renewal leaves only if `stop` returns no error.
   */
  async within<Result>(
    work: () => Promise<Result>,
    stop?: () => Promise<ServiceError | undefined>,
  ): Promise<Result> {
    const { runtime } = this.#parts
    let [forbidden, left, lookedAt] = [false, false, this.#renewedAt]
    let stopped: ServiceError | undefined
    const requireTime = () => {
      forbidden ||= runtime.monotonic() - this.#renewedAt > latestSendMs
      if (forbidden) throw new LeaseLost()
    }
    const permission = async () => {
      requireTime()
      while (stop && runtime.monotonic() - lookedAt > freshMs) {
        lookedAt = runtime.monotonic()
        stopped = await stop()
        if (stopped) throw stopped
        requireTime()
      }
      left = true
    }
    try {
      return await sendPermission.run(permission, work)
    } catch (error) {
      // On the way here the error may have been wrapped as a network failure.
      if (forbidden) throw new LeaseLost()
      const failure = stopped ?? (isTrouble(error) ? error : undefined)
      throw failure && !left ? new NothingLeft(failure) : (stopped ?? error)
    }
  }
}

/** Whether the platform, or the network on the way to it, failed. A bug in adrail is no such failure. */
function isTrouble(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code.startsWith('UPSTREAM_')
}
