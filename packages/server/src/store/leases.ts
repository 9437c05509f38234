// Leases: the exclusive right of one process to work on a row until a time. The database's clock applies, so a
// process with a wrong clock neither extends its lease nor takes another one over.
//
// A fenced lease counts its owners: every later statement of an owner names the fence that the acquisition
// returned, so a former owner changes nothing. A named lease stores the name of its owner instead, which is
// random or unique per process. These parts of statements are the only code that reads and writes the columns.

import { type RawBuilder, sql } from 'kysely'

type Clock = RawBuilder<number>

/** The end of a lease that begins now. */
export function leaseEnd(clock: Clock, durationMs: number): RawBuilder<number> {
  return sql<number>`${clock} + ${durationMs}`
}

/** The columns of a row that no process has leased. */
export const unleased = { lease_until: 0 } as const
export const unowned = { lease_owner: '', ...unleased } as const

/** Acquires a fenced lease. The former owner of the row has a lower fence. */
export function acquireFenced(clock: Clock, durationMs: number) {
  return { fence: sql<number>`fence + 1`, lease_until: leaseEnd(clock, durationMs) }
}

/** Acquires or renews a named lease. */
export function acquireNamed(owner: string, clock: Clock, durationMs: number) {
  return { lease_owner: owner, lease_until: leaseEnd(clock, durationMs) }
}

/**
 * Whether the lease has ended, so that another process may acquire the row. The owner of a fenced lease renews
 * it only before its end, so at the end itself the lease is neither renewed nor acquired.
 */
export function hasLeaseEnded(clock: Clock): RawBuilder<boolean> {
  return sql<boolean>`lease_until < ${clock}`
}

/** Whether a fenced lease lasts, so that its owner may renew it. */
export function isLeaseValid(clock: Clock): RawBuilder<boolean> {
  return sql<boolean>`lease_until > ${clock}`
}

/**
 * Whether the lease has ended or ends now. A release with `releaseNow` frees the row in the same millisecond.
 */
export function isLeaseOver(clock: Clock): RawBuilder<boolean> {
  return sql<boolean>`lease_until <= ${clock}`
}

/** Ends a named lease and stores when it ended, so that the rows can be served in the order of their ends. */
export function releaseNow(clock: Clock) {
  return { lease_owner: '', lease_until: clock }
}

/** The conditions under which a statement acts as the owner. */
export function isFence(fence: number): RawBuilder<boolean> {
  return sql<boolean>`fence = ${fence}`
}

export function isOwner(owner: string): RawBuilder<boolean> {
  return sql<boolean>`lease_owner = ${owner}`
}
