// Records which key lines have seen another line's secret: they created its first key, or rotated one of its
// keys.

import { sql } from 'kysely'
import type { Db } from './tables.ts'

/** A line that rotates one of its own keys learns no other line's secret. */
export async function recordCreator(db: Db, line: string, creator: string): Promise<void> {
  if (line === creator) return
  await db
    .insertInto('key_creators')
    .values({ line, creator })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/**
 * Whether the line of a key was created by the line of another, directly or through the creators of its
 * creators.
 */
export async function wasCreatedBy(db: Db, keyId: string, creatorId: string): Promise<boolean> {
  const selectLine = (id: string) =>
    sql`(select case line when '' then id else line end from api_keys where id = ${id})`
  // `union` visits each line once: two lines can have rotated each other's keys.
  const { rows } = await sql`
    with recursive ancestors (line) as (
      select creator from key_creators where line = ${selectLine(keyId)}
      union
      select key_creators.creator from key_creators join ancestors on key_creators.line = ancestors.line
    )
    select line from ancestors where line = ${selectLine(creatorId)} limit 1`.execute(db)
  return rows.length > 0
}
