// Answers of platforms that are the same for everybody. Whoever is to ask says so first, so that of all processes one asks.

import type { Selectable } from 'kysely'
import type { Db, LookupTable } from './tables.ts'

/** The answer is empty as long as somebody is asking for it. */
export type KeptLookup = Pick<Selectable<LookupTable>, 'answer' | 'keep_until'>

export async function findLookup(db: Db, nameHash: string, now: number): Promise<KeptLookup | undefined> {
  return await db
    .selectFrom('lookups')
    .select(['answer', 'keep_until'])
    .where('name_hash', '=', nameHash)
    .where('keep_until', '>', now)
    .executeTakeFirst()
}

/** Whether nobody else has the answer or asks for it; then it is ours to ask, until the time. */
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

/** Keeps the answer, unless another one was to ask by then. */
export async function keepLookup(db: Db, nameHash: string, askedBy: string, kept: KeptLookup): Promise<void> {
  await db
    .updateTable('lookups')
    .set(kept)
    .where('name_hash', '=', nameHash)
    .where('asked_by', '=', askedBy)
    .execute()
}

/** There was no answer: whoever asks next asks anew. */
export async function dropLookup(db: Db, nameHash: string, askedBy: string): Promise<void> {
  await db.deleteFrom('lookups').where('name_hash', '=', nameHash).where('asked_by', '=', askedBy).execute()
}

/** Forgets some of those whose time is over; how many. */
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

/** Forgets some of those beyond the number, first what would end first; how many. */
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
