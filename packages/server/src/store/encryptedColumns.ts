// The columns with encrypted secrets. Each value begins with the id of its key and a dot, and is empty when
// there is no secret.

import { sql } from 'kysely'
import type { Db } from './tables.ts'

export const encryptedColumns = [
  ['credentials', 'access_token'],
  ['credentials', 'refresh_token'],
  ['connections', 'page_token'],
  ['links', 'caller_state'],
  ['links', 'pkce_verifier'],
  ['links', 'draft'],
  ['webhook_endpoints', 'secrets'],
  ['lead_sources', 'hook_key'],
  ['leads', 'content'],
  ['service_secrets', 'secret'],
] as const

export type EncryptedColumn = (typeof encryptedColumns)[number]

export interface EncryptedValue {
  readonly id: string
  readonly workspace_id: string
  readonly ciphertext: string
}

/** Lists values that none of the given keys encrypted, in the order of their row ids. */
export async function listEncryptedByOtherKeys(
  db: Db,
  [table, column]: EncryptedColumn,
  keyIds: readonly string[],
  after: string,
  limit: number,
): Promise<EncryptedValue[]> {
  const conditions = keyIds.map((keyId) => sql`${sql.ref(column)} like ${`${keyId}.%`}`)
  const { rows } = await sql<EncryptedValue>`
    select id, workspace_id, ${sql.ref(column)} as ciphertext from ${sql.table(table)}
    where id > ${after} and ${sql.ref(column)} <> '' and not (${sql.join(conditions, sql` or `)})
    order by id limit ${limit}`.execute(db)
  return rows
}

/** Returns any one value of a column, to check whether it can be decrypted. The query may read every row. */
export async function findAnyEncrypted(
  db: Db,
  [table, column]: EncryptedColumn,
): Promise<EncryptedValue | undefined> {
  const { rows } = await sql<EncryptedValue>`
    select id, workspace_id, ${sql.ref(column)} as ciphertext from ${sql.table(table)}
    where ${sql.ref(column)} <> '' limit 1`.execute(db)
  return rows[0]
}

/** Replaces the value only if it is still the one that was read. Returns whether it was. */
export async function replaceEncrypted(
  db: Db,
  [table, column]: EncryptedColumn,
  { id, ciphertext }: EncryptedValue,
  replacement: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${replacement}
    where id = ${id} and ${sql.ref(column)} = ${ciphertext}`.execute(db)
  return (numAffectedRows ?? 0n) > 0n
}

/**
 * Recorded before the first secret is encrypted under a key, so that no scan of all secrets has to find the
 * keys in use.
 */
export async function recordEncryptionKey(db: Db, id: string): Promise<void> {
  await db
    .insertInto('sealing_keys')
    .values({ id })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

export async function listEncryptionKeys(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('sealing_keys').select('id').orderBy('id').execute()
  return rows.map(({ id }) => id)
}

export async function deleteEncryptionKey(db: Db, id: string): Promise<void> {
  await db.deleteFrom('sealing_keys').where('id', '=', id).execute()
}
