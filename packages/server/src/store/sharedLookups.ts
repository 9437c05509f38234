// Responses of platforms that are the same for all users. A process claims a lookup before it queries the
// platform, so that only one of all processes queries.

import type { Selectable } from 'kysely'
import type { Db, LookupTable } from './tables.ts'

/** The response is empty while a process is requesting it. */
export type StoredLookup = Pick<Selectable<LookupTable>, 'answer' | 'keep_until'>

export async function findLookup(db: Db, nameHash: string, now: number): Promise<StoredLookup | undefined> {
  return await db
    .selectFrom('lookups')
    .select(['answer', 'keep_until'])
    .where('name_hash', '=', nameHash)
    .where('keep_until', '>', now)
    .executeTakeFirst()
}

/**
 * Claims the lookup until a time. Returns false when another process has the response or is requesting it.
 */
export async function claimLookup(
  db: Db,
  claim: { readonly name_hash: string; readonly asked_by: string; readonly keep_until: number },
  now: number,
): Promise<boolean> {
  const { name_hash, ...row } = { ...claim, answer: '' }
  const claimed = await db
    .insertInto('lookups')
    .values({ name_hash, ...row })
    .onConflict((conflict) =>
      conflict.column('name_hash').doUpdateSet(row).where('lookups.keep_until', '<=', now),
    )
    .returning('name_hash')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Stores the response, unless another process has claimed the lookup since. */
export async function saveLookup(
  db: Db,
  nameHash: string,
  claimId: string,
  lookup: StoredLookup,
): Promise<void> {
  await db
    .updateTable('lookups')
    .set(lookup)
    .where('name_hash', '=', nameHash)
    .where('asked_by', '=', claimId)
    .execute()
}

/** The query failed: the next caller queries again. */
export async function deleteLookup(db: Db, nameHash: string, claimId: string): Promise<void> {
  await db.deleteFrom('lookups').where('name_hash', '=', nameHash).where('asked_by', '=', claimId).execute()
}

/** Deletes lookups that have expired. Returns their number. */
export async function pruneLookups(db: Db, now: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('lookups')
    .where('name_hash', 'in', (eb) =>
      eb
        .selectFrom('lookups')
        .select('name_hash')
        .where('keep_until', '<=', now)
        .orderBy('keep_until')
        .orderBy('name_hash')
        .limit(limit),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/**
 * Deletes lookups beyond the maximum number, those that expire first before the others. Returns their number.
 */
export async function limitLookups(db: Db, maxRows: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('lookups')
    .where('name_hash', 'in', (eb) =>
      eb
        .selectFrom('lookups')
        .select('name_hash')
        .orderBy('keep_until', 'desc')
        .orderBy('name_hash', 'desc')
        .limit(limit)
        .offset(maxRows),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
