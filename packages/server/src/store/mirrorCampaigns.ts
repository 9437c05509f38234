// The campaigns of connected ad accounts, as of the latest read.

import type { Platform } from '@adrail/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, MirrorCampaignTable } from './tables.ts'
import { selectUserName } from './users.ts'

export type MirrorCampaign = Selectable<MirrorCampaignTable>

export async function listMirrorCampaigns(db: Db, mirrorId: string): Promise<MirrorCampaign[]> {
  return await db.selectFrom('mirror_campaigns').selectAll().where('mirror_id', '=', mirrorId).execute()
}

/**
 * Lists when campaigns of an ad account run, as of the latest read through a user's link. Campaigns of other
 * accounts are left out.
 */
export async function listRunTimes(
  db: Db,
  { workspaceId, userId, platform }: { workspaceId: string; userId: string; platform: Platform },
  accountId: string,
  campaignIds: readonly string[],
) {
  return await db
    .selectFrom('mirrors')
    .innerJoin('mirror_campaigns as campaign', 'campaign.mirror_id', 'mirrors.id')
    .select(['campaign.campaign_id', 'campaign.status', 'campaign.starts_at', 'campaign.ends_at'])
    .where('mirrors.workspace_id', '=', workspaceId)
    .where('mirrors.user_id', '=', userId)
    .where('mirrors.platform', '=', platform)
    .where('mirrors.account_id', '=', accountId)
    .where('mirrors.ended_at', 'is', null)
    .where('campaign.campaign_id', 'in', campaignIds)
    .execute()
}

/** Inserts campaigns, or replaces their earlier state. */
export async function upsertCampaigns(
  db: Db,
  campaigns: readonly Insertable<MirrorCampaignTable>[],
): Promise<void> {
  if (campaigns.length === 0) return
  await db
    .insertInto('mirror_campaigns')
    .values(campaigns)
    .onConflict((conflict) =>
      conflict.columns(['mirror_id', 'campaign_id']).doUpdateSet((set) => ({
        name: set.ref('excluded.name'),
        sort_name: set.ref('excluded.sort_name'),
        status: set.ref('excluded.status'),
        effective_status: set.ref('excluded.effective_status'),
        issues: set.ref('excluded.issues'),
        daily_budget: set.ref('excluded.daily_budget'),
        lifetime_budget: set.ref('excluded.lifetime_budget'),
        recent: set.ref('excluded.recent'),
        gone_at: set.ref('excluded.gone_at'),
        starts_at: set.ref('excluded.starts_at'),
        ends_at: set.ref('excluded.ends_at'),
      })),
    )
    .execute()
}

/**
 * Deletes campaigns of an account: all of them, or those that were deleted before a time. Returns their
 * number.
 */
export async function deleteMirrorCampaigns(
  db: Db,
  mirrorId: string,
  goneBefore: number | undefined,
  limit: number,
): Promise<number> {
  const rowsToDelete = db
    .selectFrom('mirror_campaigns')
    .select('campaign_id')
    .where('mirror_id', '=', mirrorId)
    .$if(goneBefore !== undefined, (query) => query.where('gone_at', '<', goneBefore ?? 0))
    .limit(limit)
  const { numDeletedRows } = await db
    .deleteFrom('mirror_campaigns')
    .where('mirror_id', '=', mirrorId)
    .where('campaign_id', 'in', rowsToDelete)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** The columns of each order. Equal rows are ordered by user, platform and id. */
const leadingColumns = {
  USER: [],
  NAME: ['sort_name'],
  STATUS: ['status', 'sort_name'],
} as const

export type CampaignOrder = keyof typeof leadingColumns

/** The position of a campaign in the list of a workspace. */
export type CampaignPosition = Pick<
  MirrorCampaign,
  'user_id' | 'platform' | 'campaign_id' | 'sort_name' | 'status'
>

export interface CampaignListQuery {
  readonly userId?: string | undefined
  /** Without a status, the list contains all campaigns that are not deleted. */
  readonly status?: string | undefined
  readonly order?: CampaignOrder
  readonly descending?: boolean
  readonly after?: CampaignPosition
  readonly before?: CampaignPosition
}

/**
 * The user under whom a list over all users already contains the campaigns of an ad account. Null means the
 * campaign's own user. Of several users the first by id counts, once the campaigns were read for that user.
 */
const duplicateOfUser = sql<string | null>`(
  select min(other.user_id) from mirrors as other
  where other.workspace_id = mirrors.workspace_id and other.platform = mirrors.platform
    and other.account_id = mirrors.account_id and other.user_id < mirrors.user_id
    and other.ended_at is null and other.read_at is not null
)`.as('duplicate_of')

/** Lists campaigns of a workspace in an order, each with properties of its account. */
export async function listCampaigns(
  db: Db,
  workspaceId: string,
  { userId, status, order = 'USER', descending = false, after, before }: CampaignListQuery,
  limit: number,
) {
  const columns = [...leadingColumns[order], 'user_id', 'platform', 'campaign_id'] as const
  const isAscending = (before === undefined) !== descending
  const position = after ?? before
  let rows = db
    .selectFrom('mirror_campaigns as campaign')
    .innerJoin('mirrors', 'mirrors.id', 'campaign.mirror_id')
    .selectAll('campaign')
    .select([
      'mirrors.account_id',
      'mirrors.currency_code',
      'mirrors.time_zone',
      'mirrors.read_at',
      'mirrors.figures_at',
    ])
    .select(selectUserName('campaign'))
    .select(userId === undefined ? duplicateOfUser : sql<null>`null`.as('duplicate_of'))
    .where('campaign.workspace_id', '=', workspaceId)
    .where('mirrors.ended_at', 'is', null)
    .$if(userId !== undefined, (query) => query.where('campaign.user_id', '=', userId ?? ''))
    .where('campaign.status', status === undefined ? '<>' : '=', status ?? 'DELETED')
    .limit(limit)
  if (position) {
    const [rowTuple, positionTuple] = [
      sql.join(columns.map((column) => sql.ref(`campaign.${column}`))),
      sql.join(columns.map((column) => position[column])),
    ]
    rows = rows.where(
      isAscending
        ? sql<boolean>`(${rowTuple}) > (${positionTuple})`
        : sql<boolean>`(${rowTuple}) < (${positionTuple})`,
    )
  }
  for (const column of columns) rows = rows.orderBy(`campaign.${column}`, isAscending ? 'asc' : 'desc')
  const page = await rows.execute()
  return before === undefined ? page : page.reverse()
}

export type ListedCampaign = Awaited<ReturnType<typeof listCampaigns>>[number]
