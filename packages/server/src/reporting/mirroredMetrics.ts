// Builds metrics from the mirror's recent reads of an account, in the form in which its platform returns
// them.

import type { Platform } from '@adrail/contract'
import { parseDecimal, zero } from '../money/money.ts'
import { type AdditiveMetrics, addMetrics, zeroMetrics } from '../platforms/connector-kit/additiveMetrics.ts'
import type {
  AccountMetrics,
  AdMetrics,
  MetricsQuery,
  MetricsRow,
} from '../platforms/connector-kit/adMetrics.ts'
import { listMirrorCampaigns, type MirrorCampaign } from '../store/mirrorCampaigns.ts'
import { listDaysBetween, type MirrorDay } from '../store/mirrorDays.ts'
import { findMirror, type Mirror } from '../store/mirrors.ts'
import type { Db } from '../store/tables.ts'

export interface MirroredMetrics {
  readonly metrics: AccountMetrics
  readonly asOf: number
}

export interface MirrorOwner {
  readonly workspaceId: string
  readonly userId: string
  readonly platform: Platform
}

/**
 * Returns undefined if the mirror cannot serve the query: another level, earlier days, or data that is too
 * old.
 */
export async function readMirroredMetrics(
  db: Db,
  { workspaceId, userId, platform }: MirrorOwner,
  query: MetricsQuery,
  readSince: number,
): Promise<MirroredMetrics | undefined> {
  const { level, since, until } = query
  if (level !== 'ACCOUNT' && level !== 'CAMPAIGN') return undefined
  const mirror = await findMirror(db, workspaceId, userId, platform)
  const asOf = mirror?.figures_at ?? 0
  if (!mirror || asOf === 0 || asOf < readSince || since < mirror.figures_since) return undefined
  const days = await listDaysBetween(db, mirror.id, since, until)
  const campaigns = new Map<string, MirrorCampaign>()
  for (const row of await listMirrorCampaigns(db, mirror.id)) campaigns.set(row.campaign_id, row)
  return { metrics: toAccountMetrics(mirror, days, campaigns, { ...query, level }), asOf }
}

function toAccountMetrics(
  mirror: Mirror,
  days: readonly MirrorDay[],
  campaigns: ReadonlyMap<string, MirrorCampaign>,
  { level, byDay, campaignIds, includeDeleted }: MetricsQuery & { readonly level: 'ACCOUNT' | 'CAMPAIGN' },
): AccountMetrics {
  const hasCampaignFilter = campaignIds.length > 0
  const campaignDays = days.filter(
    ({ campaign_id: id }) => id !== '' && (!hasCampaignFilter || campaignIds.includes(id)),
  )
  // An account's total can exceed the sum of its campaigns, except for a query about some campaigns.
  const accountDays = hasCampaignFilter ? campaignDays : days.filter(({ campaign_id }) => campaign_id === '')
  const isShown = ({ campaign_id }: MirrorDay) =>
    includeDeleted || campaigns.get(campaign_id)?.status !== 'DELETED'
  const rowDays = level === 'ACCOUNT' ? accountDays : campaignDays.filter(isShown)
  const groups = Map.groupBy(
    rowDays,
    ({ day, campaign_id }) => `${byDay ? day : ''} ${level === 'ACCOUNT' ? '' : campaign_id}`,
  )
  return {
    accountId: mirror.account_id,
    accountName: mirror.account_name,
    currencyCode: mirror.currency_code,
    timeZone: mirror.time_zone,
    platformLevel: level === 'ACCOUNT' ? mirror.account_level : mirror.campaign_level,
    attribution: combineAttributions(days),
    openDays: mirror.open_days,
    totals: sumDays(accountDays),
    rows: [...groups.values()].map((group): MetricsRow => {
      const [{ day = '', campaign_id = '' } = {}] = group
      const { name = '', status = '' } = campaigns.get(campaign_id) ?? {}
      return {
        ...(level === 'ACCOUNT' ? {} : { campaignId: campaign_id, campaignName: name, status }),
        ...(byDay ? { date: day } : {}),
        ...sumDays(group),
        attribution: combineAttributions(group),
      }
    }),
  }
}

function sumDays(days: readonly MirrorDay[]): AdMetrics {
  const views = days.flatMap(({ video_views }) => (video_views === null ? [] : [video_views]))
  return {
    ...days
      .map((day) => parseSums({ ...day, conversionsValue: day.conversions_value }))
      .reduce(addMetrics, zeroMetrics),
    ...(views.length === 0 ? {} : { videoViews: views.reduce((sum, count) => sum + count, 0) }),
  }
}

/** Sums as stored, with amounts as decimal text. */
export type StoredSums = {
  readonly [Name in keyof AdditiveMetrics]: AdditiveMetrics[Name] extends number ? number : string
}

export function parseSums(stored: StoredSums): AdditiveMetrics {
  const parseAmount = (text: string) => parseDecimal(text) ?? zero
  return {
    impressions: stored.impressions,
    clicks: stored.clicks,
    spend: parseAmount(stored.spend),
    conversions: parseAmount(stored.conversions),
    conversionsValue: parseAmount(stored.conversionsValue),
    leads: parseAmount(stored.leads),
  }
}

/** Days with different attributions are marked as mixed, as in the platforms' own reports. */
function combineAttributions(days: readonly MirrorDay[]): string {
  const attributions = new Set(days.map(({ attribution }) => attribution))
  const [first = ''] = attributions
  return attributions.size > 1 ? `${first.split(':')[0]}:MIXED` : first
}
