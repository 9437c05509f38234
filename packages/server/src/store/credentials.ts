import type { Platform } from '@adrail/contract'
import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { changesRow } from './changesRow.ts'
import { isCredentialInUse } from './journalEntries.ts'
import { acquireNamed, hasLeaseEnded, isOwner, unowned } from './leases.ts'
import type { CredentialHealth, CredentialTable, Db } from './tables.ts'

/** The labels by which credentials are counted. They contain no data of callers. */
export interface CredentialKind {
  readonly platform: Platform
  readonly health: CredentialHealth
}

export type Credential = Selectable<CredentialTable>

export async function findCredential(db: Db, id: string): Promise<Credential | undefined> {
  return await db.selectFrom('credentials').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findCredentialOfPerson(
  db: Db,
  workspaceId: string,
  platform: Platform,
  upstreamUserId: string,
): Promise<Credential | undefined> {
  return await db
    .selectFrom('credentials')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .where('platform', '=', platform)
    .where('upstream_user_id', '=', upstreamUserId)
    .executeTakeFirst()
}

/**
 * Returns whether the row was inserted. Returns false when the person has a credential in the workspace
 * already.
 */
export async function insertCredential(
  db: Db,
  credential: Omit<Insertable<CredentialTable>, keyof typeof unowned>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('credentials')
    .values({ ...credential, ...unowned })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** A new consent takes precedence over every concurrent change, and ends the lease. */
export async function renewCredential(
  db: Db,
  id: string,
  change: Updateable<CredentialTable>,
): Promise<void> {
  await db
    .updateTable('credentials')
    .set(change)
    .set((set) => ({ version: set('version', '+', 1), look_at: 0, ...unowned }))
    .where('id', '=', id)
    .execute()
}

/** Changes the credential only if it still has the version that was read. Returns whether it had. */
export async function updateCredential(
  db: Db,
  { id, version }: Pick<Credential, 'id' | 'version'>,
  change: Updateable<CredentialTable>,
): Promise<boolean> {
  return await changesRow(
    db.updateTable('credentials').set(change).where('id', '=', id).where('version', '=', version),
  )
}

/**
 * Records that the users were notified of an expiry, and when to check the credential next. Returns whether
 * the notice was still due.
 */
export async function recordExpiryNotice(
  db: Db,
  { id, version }: Pick<Credential, 'id' | 'version'>,
  expiry: number,
  nextCheckAt: number,
): Promise<boolean> {
  return await changesRow(
    db
      .updateTable('credentials')
      .set({ end_told: expiry, look_at: nextCheckAt })
      .where('id', '=', id)
      .where('version', '=', version)
      .where((where) => where.or([where('end_told', 'is', null), where('end_told', '<>', expiry)])),
  )
}

/**
 * Leases the credential for a duration, by the database's clock, or extends the owner's lease. Returns
 * whether the owner has the lease.
 */
export async function leaseCredential(
  db: Db,
  clock: RawBuilder<number>,
  id: string,
  owner: string,
  durationMs: number,
): Promise<boolean> {
  return await changesRow(
    db
      .updateTable('credentials')
      .set(acquireNamed(owner, clock, durationMs))
      .where('id', '=', id)
      .where((where) => where.or([hasLeaseEnded(clock), isOwner(owner)])),
  )
}

/** Ends only the owner's own lease: an owner whose lease has expired must not end its successor's. */
export async function releaseCredentialLease(db: Db, id: string, owner: string): Promise<void> {
  await db.updateTable('credentials').set(unowned).where('id', '=', id).where(isOwner(owner)).execute()
}

/** Ends all leases, whose owners are known to be dead. */
export async function releaseAllCredentialLeases(db: Db): Promise<void> {
  await db
    .updateTable('credentials')
    .set(unowned)
    .where(sql<boolean>`lease_until > ${sql.lit(unowned.lease_until)}`)
    .execute()
}

/**
 * Deletes a credential that nothing uses any more, and returns the deleted row. While open writes need the
 * credential to find their outcomes, it stays without data about its person. The call must be part of a
 * transaction.
 */
export async function discardCredential(db: Db, id: string, now: number): Promise<Credential | undefined> {
  // Waits for a transaction that begins to use the credential at this moment, so that the next statements see
  // its result.
  await lockCredential(db, id).execute()
  const connection = await db
    .selectFrom('connections')
    .select('id')
    .where('credential_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (connection) return undefined
  if (!(await isCredentialInUse(db, id)))
    return await db.deleteFrom('credentials').where('id', '=', id).returningAll().executeTakeFirst()
  await db
    .updateTable('credentials')
    .set((set) => ({ user_name: '', email: '', orphaned_at: set.fn.coalesce('orphaned_at', set.val(now)) }))
    .where('id', '=', id)
    .execute()
  return undefined
}

/** Returns whether the credential exists. If so, it stays until the transaction ends. */
export async function retainCredential(db: Db, id: string): Promise<boolean> {
  return await changesRow(lockCredential(db, id))
}

/** Lists credentials that wait only for open writes. They are discarded once the writes have ended. */
export async function listOrphanedCredentials(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('credentials')
    .select('id')
    .where('orphaned_at', 'is not', null)
    .orderBy('orphaned_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Locks by a column without change notification: the statement invalidates no cache. */
function lockCredential(db: Db, id: string) {
  return db
    .updateTable('credentials')
    .set((set) => ({ lease_until: set.ref('lease_until') }))
    .where('id', '=', id)
}

/**
 * Counts the credentials of a person at a platform in all workspaces. A revocation at the platform ends all
 * of them.
 */
export async function countCredentialsOfPerson(
  db: Db,
  platform: Platform,
  upstreamUserId: string,
): Promise<number> {
  const { count } = await db
    .selectFrom('credentials')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('platform', '=', platform)
    .where('upstream_user_id', '=', upstreamUserId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Lists the credentials that a person granted at a platform until a time, in all workspaces. */
export async function listCredentialsOfPerson(
  db: Db,
  platform: Platform,
  upstreamUserId: string,
  until: number,
): Promise<Pick<Credential, 'id' | 'workspace_id'>[]> {
  return await db
    .selectFrom('credentials')
    .select(['id', 'workspace_id'])
    .where('platform', '=', platform)
    .where('upstream_user_id', '=', upstreamUserId)
    // Platforms report times in whole seconds.
    .where('issued_at', '<', until + 1000)
    .execute()
}

/**
 * Marks the credentials as revoked that the person granted before removing the app at the platform. Returns
 * those that were not marked before.
 */
export async function markCredentialsRevoked(
  db: Db,
  platform: Platform,
  upstreamUserId: string,
  at: number,
): Promise<{ id: string; workspace_id: string }[]> {
  return await db
    .updateTable('credentials')
    .set({ health: 'revoked', health_reason: 'user_revoked' })
    .where('platform', '=', platform)
    .where('upstream_user_id', '=', upstreamUserId)
    // Platforms report times in whole seconds.
    .where('issued_at', '<', at + 1000)
    // A message that arrives twice emits one event.
    .where('health', '<>', 'revoked')
    .returning(['id', 'workspace_id'])
    .execute()
}

/** Counts the credentials of each platform and health, up to a limit. */
export async function countCredentials(
  db: Db,
  kinds: readonly CredentialKind[],
  limit: number,
): Promise<(CredentialKind & { readonly count: number })[]> {
  const selectCount = ({ platform, health }: CredentialKind) =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('credentials')
          .select('platform')
          .where('platform', '=', platform)
          .where('health', '=', health)
          .limit(limit)
          .as('some'),
      )
      .select((select) => [
        sql<Platform>`${sql.lit(platform)}`.as('platform'),
        sql<CredentialHealth>`${sql.lit(health)}`.as('health'),
        select.fn.countAll<number>().as('count'),
      ])
  const [first, ...others] = kinds
  if (!first) return []
  return await others.reduce((query, kind) => query.unionAll(selectCount(kind)), selectCount(first)).execute()
}

/** Lists credentials of a platform that maintenance has to check, those that are due longest first. */
export async function listDueCredentials(
  db: Db,
  platform: Platform,
  now: number,
  limit: number,
): Promise<Credential[]> {
  return await db
    .selectFrom('credentials')
    .selectAll()
    .where('platform', '=', platform)
    .where('look_at', '<=', now)
    .orderBy('look_at')
    .limit(limit)
    .execute()
}

/**
 * Makes credentials due whose next check is later than a time, and permits a retry. A clock that was set back
 * would delay them for long. Returns their number.
 */
export async function wakeCredentials(
  db: Db,
  platform: Platform,
  latest: number,
  limit: number,
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('credentials')
    .set({ look_at: 0, retry_at: 0, refreshed_at: 0 })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('credentials')
        .select('id')
        .where('platform', '=', platform)
        .where('look_at', '>', latest)
        .orderBy('look_at')
        .limit(limit),
    )
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/**
 * Postpones the next check. Returns whether the credential still was due as read, so only one of several
 * processes gets true.
 */
export async function postponeCredential(
  db: Db,
  { id, look_at }: Pick<Credential, 'id' | 'look_at'>,
  until: number,
): Promise<boolean> {
  return await changesRow(
    db.updateTable('credentials').set({ look_at: until }).where('id', '=', id).where('look_at', '=', look_at),
  )
}
