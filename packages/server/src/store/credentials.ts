import { type Insertable, type RawBuilder, type Selectable, sql, type Updateable } from 'kysely'
import { foundRow } from './foundRow.ts'
import { holdsCredential } from './journalEntries.ts'
import type { CredentialHealth, CredentialTable, Db } from './tables.ts'

/** What credentials are counted by; names of ours, not of callers. */
export interface CredentialKind {
  readonly platform: string
  readonly health: CredentialHealth
}

export type Credential = Selectable<CredentialTable>

export async function findCredential(db: Db, id: string): Promise<Credential | undefined> {
  return await db.selectFrom('credentials').selectAll().where('id', '=', id).executeTakeFirst()
}

export async function findCredentialOfPerson(
  db: Db,
  workspaceId: string,
  platform: string,
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

/** Whether it was made; not when the person has one in the workspace by now. */
export async function insertCredential(db: Db, credential: Insertable<CredentialTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('credentials')
    .values(credential)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return (numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** A new consent counts, whatever was written meanwhile. */
export async function renewCredential(
  db: Db,
  id: string,
  change: Updateable<CredentialTable>,
): Promise<void> {
  await db
    .updateTable('credentials')
    .set(change)
    .set((set) => ({ version: set('version', '+', 1), look_at: 0 }))
    .where('id', '=', id)
    .execute()
}

/** Writes only over the version that was read; whether it was still that one. */
export async function updateCredential(
  db: Db,
  { id, version }: Pick<Credential, 'id' | 'version'>,
  change: Updateable<CredentialTable>,
): Promise<boolean> {
  return await foundRow(
    db.updateTable('credentials').set(change).where('id', '=', id).where('version', '=', version),
  )
}

/** Its users are told of its end, and it is looked at again at that time; whether that was still to be told. */
export async function noteEndTold(
  db: Db,
  { id, version }: Pick<Credential, 'id' | 'version'>,
  end: number,
  lookAgainAt: number,
): Promise<boolean> {
  return await foundRow(
    db
      .updateTable('credentials')
      .set({ end_told: end, look_at: lookAgainAt })
      .where('id', '=', id)
      .where('version', '=', version)
      .where((where) => where.or([where('end_told', 'is', null), where('end_told', '<>', end)])),
  )
}

/** Gives the lease to one owner for a while, by the database's clock, or leaves it with that owner; whether it has it. */
export async function leaseCredential(
  db: Db,
  clock: RawBuilder<number>,
  id: string,
  owner: string,
  durationMs: number,
): Promise<boolean> {
  return await foundRow(
    db
      .updateTable('credentials')
      .set((set) => ({ lease_owner: owner, lease_until: set(clock, '+', durationMs) }))
      .where('id', '=', id)
      .where((where) => where.or([where('lease_until', '<', clock), where('lease_owner', '=', owner)])),
  )
}

/** Only the owner's own lease: one that ran over must not end its successor's. */
export async function releaseCredential(db: Db, id: string, owner: string): Promise<void> {
  await db
    .updateTable('credentials')
    .set({ lease_owner: '', lease_until: 0 })
    .where('id', '=', id)
    .where('lease_owner', '=', owner)
    .execute()
}

/** Ends all leases, whose owners are known to be dead. */
export async function freeCredentials(db: Db): Promise<void> {
  await db
    .updateTable('credentials')
    .set({ lease_owner: '', lease_until: 0 })
    .where(sql<boolean>`lease_until > 0`)
    .execute()
}

/**
 * Deletes a credential that nothing uses any more; the deleted row, if it was one. While open writes need it to find out
 * what became of them, it stays without a word about its person. Within a transaction.
 */
export async function discardCredential(db: Db, id: string, now: number): Promise<Credential | undefined> {
  // Waits for whoever begins to use it at this moment, so that the next statements see that.
  await lockCredential(db, id).execute()
  const connection = await db
    .selectFrom('connections')
    .select('id')
    .where('credential_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (connection) return undefined
  if (!(await holdsCredential(db, id)))
    return await db.deleteFrom('credentials').where('id', '=', id).returningAll().executeTakeFirst()
  await db
    .updateTable('credentials')
    .set((set) => ({ user_name: '', email: '', orphaned_at: set.fn.coalesce('orphaned_at', set.val(now)) }))
    .where('id', '=', id)
    .execute()
  return undefined
}

/** Whether it is there; then it stays until the transaction ends. */
export async function keepCredential(db: Db, id: string): Promise<boolean> {
  return await foundRow(lockCredential(db, id))
}

/** Credentials that only waited for open writes, to be discarded once those have ended. */
export async function orphanedCredentials(db: Db, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('credentials')
    .select('id')
    .where('orphaned_at', 'is not', null)
    .orderBy('orphaned_at')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** By a column whose changes nobody is told of: every write does this, and no process has to forget anything for it. */
function lockCredential(db: Db, id: string) {
  return db
    .updateTable('credentials')
    .set((set) => ({ lease_until: set.ref('lease_until') }))
    .where('id', '=', id)
}

/** How many credentials, in all workspaces, the same person has at a platform: revoking there ends them all. */
export async function countCredentialsOfPerson(
  db: Db,
  platform: string,
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

/** What the same person granted at a platform until a time, in all workspaces. */
export async function credentialsOfPerson(
  db: Db,
  platform: string,
  upstreamUserId: string,
  until: number,
): Promise<Pick<Credential, 'id' | 'workspace_id'>[]> {
  return await db
    .selectFrom('credentials')
    .select(['id', 'workspace_id'])
    .where('platform', '=', platform)
    .where('upstream_user_id', '=', upstreamUserId)
    // Platforms tell the time in whole seconds.
    .where('issued_at', '<', until + 1000)
    .execute()
}

/** The person removed the app at the platform at that time: what was granted until then is gone. What was still there. */
export async function markRemoved(
  db: Db,
  platform: string,
  upstreamUserId: string,
  at: number,
): Promise<{ id: string; workspace_id: string }[]> {
  return await db
    .updateTable('credentials')
    .set({ health: 'revoked', health_reason: 'user_revoked' })
    .where('platform', '=', platform)
    .where('upstream_user_id', '=', upstreamUserId)
    // Platforms tell the time in whole seconds.
    .where('issued_at', '<', at + 1000)
    // A message that comes twice is told once.
    .where('health', '<>', 'revoked')
    .returning(['id', 'workspace_id'])
    .execute()
}

/** How many credentials of each platform have each health, counted so far and no further. */
export async function countCredentials(
  db: Db,
  kinds: readonly CredentialKind[],
  most: number,
): Promise<(CredentialKind & { readonly count: number })[]> {
  const countOf = ({ platform, health }: CredentialKind) =>
    db
      .selectFrom((some) =>
        some
          .selectFrom('credentials')
          .select('platform')
          .where('platform', '=', platform)
          .where('health', '=', health)
          .limit(most)
          .as('some'),
      )
      .select((select) => [
        sql<string>`${sql.lit(platform)}`.as('platform'),
        sql<CredentialHealth>`${sql.lit(health)}`.as('health'),
        select.fn.countAll<number>().as('count'),
      ])
  const [first, ...others] = kinds
  if (!first) return []
  return await others.reduce((all, kind) => all.unionAll(countOf(kind)), countOf(first)).execute()
}

/** Credentials of a platform that upkeep has to look at, those that wait longest first. */
export async function dueCredentials(
  db: Db,
  platform: string,
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
 * Has upkeep look at some of what waits beyond a time, and lets it be tried again: a clock was turned back, and it would
 * wait long. How many there were.
 */
export async function lookAgain(db: Db, platform: string, latest: number, limit: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('credentials')
    .set({ look_at: 0, retry_at: 0, refreshed_at: 0 })
    .where('id', 'in', (waiting) =>
      waiting
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

/** Says when to look next; whether it was still due as it was read. Of several processes only one gets true. */
export async function putOffLook(
  db: Db,
  { id, look_at }: Pick<Credential, 'id' | 'look_at'>,
  until: number,
): Promise<boolean> {
  return await foundRow(
    db.updateTable('credentials').set({ look_at: until }).where('id', '=', id).where('look_at', '=', look_at),
  )
}
