// The right to execute a journal entry. A lease has a duration and is renewed in the database. It is not used
// when it may have expired.

import { sendPermission } from '../platforms/connector-kit/upstream.ts'
import { ServiceError } from '../runtime/errors.ts'
import type { JournalEntry } from '../store/journalEntries.ts'
import type { Db } from '../store/tables.ts'
import { type PersistDeps, persist } from './persist.ts'

export const leaseMs = 45_000
/** After this time no caller waits for the outcome any more, and half-done writes are compensated. */
export const deadlineMs = 15 * 60 * 1000
/** A request may leave only while a whole call to a platform (30 s) and a margin fit into the lease. */
const sendWindowMs = leaseMs - 35_000

/** When the write was accepted, or approved if it needed approval. The execution starts at this time. */
export function acceptedAt({ createdAt, deadlineAt }: JournalEntry): number {
  return deadlineAt === undefined ? createdAt : Math.max(createdAt, deadlineAt - deadlineMs)
}

/** Whether no new step of the write may start. */
export function isPastDeadline({ deadlineAt }: JournalEntry, now: number): boolean {
  return deadlineAt === undefined || deadlineAt <= now
}

/**
 * A send is permitted only when the last check for a reason to stop is younger than this. So a freeze takes
 * effect within a second.
 */
const maxStopCheckAgeMs = 250

/** Another process has the entry and will finish it. This process must not send or write anything more. */
export class LeaseLost extends Error {}

/** The request failed, or was stopped, before it left the process. The platform did nothing. */
export class NotSent extends Error {
  readonly failure: ServiceError

  constructor(failure: ServiceError) {
    super(failure.message)
    // A timeout error implies that the write may have been done. This write was not sent.
    const isTimeout = failure.code === 'UPSTREAM_TIMEOUT'
    this.failure = isTimeout ? new ServiceError('UPSTREAM_UNAVAILABLE', failure.details) : failure
  }
}

export class Lease {
  readonly #deps: PersistDeps
  readonly #renewRow: (db: Db) => Promise<boolean>
  #renewedAt = Number.NEGATIVE_INFINITY

  /**
   * `renewRow` extends the lease in the database. It returns false when the lease has passed to another
   * owner, or has expired.
   */
  constructor(deps: PersistDeps, renewRow: (db: Db) => Promise<boolean>) {
    this.#deps = deps
    this.#renewRow = renewRow
  }

  /** Renews the lease in one transaction with the writes of `extraWrites`. */
  async renew(extraWrites: (transaction: Db) => Promise<void> = async () => {}): Promise<void> {
    const { runtime } = this.#deps
    await persist(this.#deps, async (db) => {
      // Read before the query, because the process may stall before it receives the result.
      const renewedAt = runtime.monotonic()
      await db.transaction().execute(async (transaction) => {
        if (!(await this.#renewRow(transaction))) throw new LeaseLost()
        await extraWrites(transaction)
      })
      this.#renewedAt = renewedAt
    })
  }

  /**
   * Lets requests leave only while the lease lasts, so that a process that stalled sends nothing afterwards.
   * A request that waited since the last renewal leaves only if `checkStop` returns no error.
   */
  async guardSends<Result>(
    work: () => Promise<Result>,
    checkStop?: () => Promise<ServiceError | undefined>,
  ): Promise<Result> {
    const { runtime } = this.#deps
    let [isForbidden, hasSent, checkedAt] = [false, false, this.#renewedAt]
    let stopError: ServiceError | undefined
    const requireLease = () => {
      isForbidden ||= runtime.monotonic() - this.#renewedAt > sendWindowMs
      if (isForbidden) throw new LeaseLost()
    }
    const permitSend = async () => {
      requireLease()
      while (checkStop && runtime.monotonic() - checkedAt > maxStopCheckAgeMs) {
        checkedAt = runtime.monotonic()
        stopError = await checkStop()
        if (stopError) throw stopError
        requireLease()
      }
      hasSent = true
    }
    try {
      return await sendPermission.run(permitSend, work)
    } catch (error) {
      // On the way here the error may have been wrapped as a network failure.
      if (isForbidden) throw new LeaseLost()
      const failure = stopError ?? (isUpstreamFailure(error) ? error : undefined)
      throw failure && !hasSent ? new NotSent(failure) : (stopError ?? error)
    }
  }
}

/** Whether the platform, or the network on the way to it, failed. A bug in adrail is no such failure. */
function isUpstreamFailure(error: unknown): error is ServiceError {
  return error instanceof ServiceError && error.code.startsWith('UPSTREAM_')
}
