// Responses of platforms that are the same for all users. A process claims a lookup before it queries the
// platform, so that only one of all processes queries.

import type { Selectable } from 'kysely'
import type { Db, LookupTable } from './tables.ts'

/** The response is empty while a process is requesting it. */
export type KeptLookup = Pick<Selectable<LookupTable>, 'answer' | 'keep_until'>

export async function findLookup(db: Db, nameHash: string, now: number): Promise<KeptLookup | undefined> {
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
  const { name_hash, ...mine } = { ...claim, answer: '' }
  const claimed = await db
    .insertInto('lookups')
    .values({ name_hash, ...mine })
    .onConflict((conflict) =>
      conflict.column('name_hash').doUpdateSet(mine).where('lookups.keep_until', '<=', now),
    )
    .returning('name_hash')
    .executeTakeFirst()
  return claimed !== undefined
}

/** Stores the response, unless another process has claimed the lookup since. */
export async function keepLookup(db: Db, nameHash: string, askedBy: string, kept: KeptLookup): Promise<void> {
  await db
    .updateTable('lookups')
    .set(kept)
    .where('name_hash', '=', nameHash)
    .where('asked_by', '=', askedBy)
    .execute()
}

/** The query failed: the next caller queries again. */
export async function dropLookup(db: Db, nameHash: string, askedBy: string): Promise<void> {
  await db.deleteFrom('lookups').where('name_hash', '=', nameHash).where('asked_by', '=', askedBy).execute()
}

/** Deletes lookups that have expired. Returns their number. */
export async function pruneLookups(db: Db, now: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('lookups')
    .where('name_hash', 'in', (ended) =>
      ended
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
export async function boundLookups(db: Db, most: number, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('lookups')
    .where('name_hash', 'in', (beyond) =>
      beyond
        .selectFrom('lookups')
        .select('name_hash')
        .orderBy('keep_until', 'desc')
        .orderBy('name_hash', 'desc')
        .limit(limit)
        .offset(most),
    )
    .executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}
