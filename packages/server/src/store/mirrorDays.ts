// The metrics of campaigns and of their accounts, per day.

import type { Insertable, Selectable } from 'kysely'
import type { Db, MirrorDayTable } from './tables.ts'

export type MirrorDay = Selectable<MirrorDayTable>

/** Lists days in order, including both bounds. */
export async function listDaysBetween(
  db: Db,
  mirrorId: string,
  since: string,
  until: string,
): Promise<MirrorDay[]> {
  return await db
    .selectFrom('mirror_days')
    .selectAll()
    .where('mirror_id', '=', mirrorId)
    .where('day', '>=', since)
    .where('day', '<=', until)
    .orderBy('day')
    .orderBy('campaign_id')
    .execute()
}

/** Inserts days, or replaces their earlier metrics. */
export async function upsertDays(db: Db, days: readonly Insertable<MirrorDayTable>[]): Promise<void> {
  if (days.length === 0) return
  await db
    .insertInto('mirror_days')
    .values(days)
    .onConflict((conflict) =>
      conflict.columns(['mirror_id', 'day', 'campaign_id']).doUpdateSet((set) => ({
        impressions: set.ref('excluded.impressions'),
        clicks: set.ref('excluded.clicks'),
        spend: set.ref('excluded.spend'),
        conversions: set.ref('excluded.conversions'),
        conversions_value: set.ref('excluded.conversions_value'),
        leads: set.ref('excluded.leads'),
        video_views: set.ref('excluded.video_views'),
        attribution: set.ref('excluded.attribution'),
      })),
    )
    .execute()
}

export async function deleteDay(
  db: Db,
  { mirror_id, day, campaign_id }: Pick<MirrorDay, 'mirror_id' | 'day' | 'campaign_id'>,
): Promise<void> {
  await db
    .deleteFrom('mirror_days')
    .where('mirror_id', '=', mirror_id)
    .where('day', '=', day)
    .where('campaign_id', '=', campaign_id)
    .execute()
}

/** Deletes days of an account: all of them, or those before a day. Returns their number. */
export async function deleteMirrorDays(
  db: Db,
  mirrorId: string,
  before: string | undefined,
  limit: number,
): Promise<number> {
  const rowsToDelete = db
    .selectFrom('mirror_days')
    .select(['day', 'campaign_id'])
    .where('mirror_id', '=', mirrorId)
    .$if(before !== undefined, (query) => query.where('day', '<', before ?? ''))
    .orderBy('day')
    .limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('mirror_days')
    .where('mirror_id', '=', mirrorId)
    .where(({ eb, refTuple }) =>
      eb(refTuple('day', 'campaign_id'), 'in', rowsToDelete.$asTuple('day', 'campaign_id')),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
