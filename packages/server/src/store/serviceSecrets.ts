import type { Db } from './tables.ts'

/** Returns the encrypted secret as stored, or undefined when there is none. */
export async function findServiceSecret(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('service_secrets').select('secret').where('id', '=', id).executeTakeFirst()
  return row?.secret
}

/** Stores an encrypted secret, unless another process was first. */
export async function insertServiceSecret(db: Db, id: string, secret: string): Promise<void> {
  await db
    .insertInto('service_secrets')
    .values({ id, workspace_id: '', secret })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}
