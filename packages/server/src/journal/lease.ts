// The right to work on a journal entry: for a time, renewed in the database, and not used when it may have run out.

import { ServiceError } from '../base/errors.ts'
import { sendPermission } from '../platforms/kit/upstream.ts'
import type { JournalEntry } from '../store/journalEntries.ts'
import type { Db } from '../store/tables.ts'
import type { JournalParts } from './parts.ts'
import { persist } from './persist.ts'

export const leaseMs = 45_000
/** Later than this nobody waits for the outcome any more: what is half done is taken back. */
export const deadlineMs = 15 * 60 * 1000
/** A request may still leave while a whole call to a platform (30 s) and a little fit into the lease. */
const latestSendMs = leaseMs - 35_000

/** When it was accepted, or approved where somebody had to: from then on it is carried out. */
export function begunAt({ created_at, deadline_at }: JournalEntry): number {
  return Math.max(created_at, deadline_at - deadlineMs)
}
/** A reason to stop is looked for again when the last look is older than this: so a freeze holds within a second. */
const freshMs = 250

/** The entry has passed to somebody else, who will finish it: nothing more may be sent or written. */
export class LeaseLost extends Error {}

/** It failed, or was stopped, before anything of it left: nothing happened at the platform. */
export class NothingLeft extends Error {
  readonly failure: ServiceError

  constructor(failure: ServiceError) {
    super(failure.message)
    // A time that is over says of a write that it may have been done; this one was not.
    const isLate = failure.code === 'UPSTREAM_TIMEOUT'
    this.failure = isLate ? new ServiceError('UPSTREAM_UNAVAILABLE', failure.details) : failure
  }
}

export class Lease {
  readonly #parts: JournalParts
  readonly #renewRow: (db: Db) => Promise<boolean>
  #renewedAt = Number.NEGATIVE_INFINITY

  /** `renewRow` extends the lease in the database; false when it has passed to another owner, or expired. */
  constructor(parts: JournalParts, renewRow: (db: Db) => Promise<boolean>) {
    this.#parts = parts
    this.#renewRow = renewRow
  }

  /** Holds on for longer, together with what is written in the same transaction. */
  async renew(alongside: (transaction: Db) => Promise<void> = async () => {}): Promise<void> {
    const { runtime } = this.#parts
    await persist(this.#parts, async (db) => {
      // Taken before the database is asked: a process may stand still before it hears the answer.
      const renewedAt = runtime.monotonic()
      await db.transaction().execute(async (transaction) => {
        if (!(await this.#renewRow(transaction))) throw new LeaseLost()
        await alongside(transaction)
      })
      this.#renewedAt = renewedAt
    })
  }

  /**
   * Lets requests leave only while the lease lasts: a process that stood still must not send what it was about to send. What
   * had to wait since the lease was renewed leaves only if `stop` has no reason against it.
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
      // On its way here it may have been taken for a failure of the network.
      if (forbidden) throw new LeaseLost()
      const failure = stopped ?? (isTrouble(error) ? error : undefined)
      throw failure && !left ? new NothingLeft(failure) : (stopped ?? error)
    }
  }
}

/** Of the platform, or on the way to it; a mistake of ours is none. */
function isTrouble(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code.startsWith('UPSTREAM_')
}
