import type { Insertable, Selectable } from 'kysely'
import type { BrandTable, Db } from './tables.ts'

/** A brand without the bytes of its logo. */
export type BrandRow = Omit<Selectable<BrandTable>, 'workspace_id' | 'logo'>

const columns = ['name', 'colour', 'privacy_url', 'support_url', 'logo_hash', 'logo_type'] as const

export async function findBrand(db: Db, workspaceId: string): Promise<BrandRow | undefined> {
  return await db
    .selectFrom('brands')
    .select(columns)
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
}

/** Finds the logo with this hash in any workspace: the same hash means the same picture. */
export async function findLogo(
  db: Db,
  hash: string,
): Promise<Pick<Selectable<BrandTable>, 'logo' | 'logo_type'> | undefined> {
  return await db
    .selectFrom('brands')
    .select(['logo', 'logo_type'])
    .where('logo_hash', '=', hash)
    .limit(1)
    .executeTakeFirst()
}

/** Sets the given values and leaves the others unchanged. */
export async function changeBrand(
  db: Db,
  workspaceId: string,
  change: Partial<Omit<Insertable<BrandTable>, 'workspace_id'>>,
): Promise<void> {
  const empty = {
    name: '',
    colour: '',
    privacy_url: '',
    support_url: '',
    logo_hash: '',
    logo_type: '',
    logo: '',
  }
  await db
    .insertInto('brands')
    .values({ workspace_id: workspaceId, ...empty, ...change })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(change))
    .execute()
}
