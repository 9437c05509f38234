// Builds metrics from the mirror's recent reads of an account, in the form in which its platform returns
// them.

import type { Platform } from '@adrail/contract'
import { parseDecimal, zero } from '../base/money.ts'
import type { AccountFigures, Figures, FiguresQuestion, FiguresRow } from '../platforms/kit/figures.ts'
import { noSums, plus, type Sums } from '../platforms/kit/sums.ts'
import { campaignsOfMirror, type MirrorCampaign } from '../store/mirrorCampaigns.ts'
import { daysBetween, type MirrorDay } from '../store/mirrorDays.ts'
import { findMirror, type Mirror } from '../store/mirrors.ts'
import type { Db } from '../store/tables.ts'

export interface MirroredFigures {
  readonly figures: AccountFigures
  readonly asOf: number
}

export interface Whose {
  readonly workspaceId: string
  readonly userId: string
  readonly platform: Platform
}

/**
 * Returns undefined if the mirror cannot serve the query: another level, earlier days, or data that is too
 * old.
 */
export async function mirroredFigures(
  db: Db,
  { workspaceId, userId, platform }: Whose,
  question: FiguresQuestion,
  readSince: number,
): Promise<MirroredFigures | undefined> {
  const { level, since, until } = question
  if (level !== 'ACCOUNT' && level !== 'CAMPAIGN') return undefined
  const mirror = await findMirror(db, workspaceId, userId, platform)
  const asOf = mirror?.figures_at ?? 0
  if (!mirror || asOf === 0 || asOf < readSince || since < mirror.figures_since) return undefined
  const days = await daysBetween(db, mirror.id, since, until)
  const campaigns = new Map<string, MirrorCampaign>()
  for (const row of await campaignsOfMirror(db, mirror.id)) campaigns.set(row.campaign_id, row)
  return { figures: figuresOf(mirror, days, campaigns, { ...question, level }), asOf }
}

function figuresOf(
  mirror: Mirror,
  days: readonly MirrorDay[],
  campaigns: ReadonlyMap<string, MirrorCampaign>,
  { level, byDay, campaignIds, includeDeleted }: FiguresQuestion & { readonly level: 'ACCOUNT' | 'CAMPAIGN' },
): AccountFigures {
  const ofSome = campaignIds.length > 0
  const ofCampaigns = days.filter(({ campaign_id: id }) => id !== '' && (!ofSome || campaignIds.includes(id)))
  // An account's total can exceed the sum of its campaigns, except for a query about some campaigns.
  const ofAccount = ofSome ? ofCampaigns : days.filter(({ campaign_id }) => campaign_id === '')
  const isShown = ({ campaign_id }: MirrorDay) =>
    includeDeleted || campaigns.get(campaign_id)?.status !== 'DELETED'
  const ofRows = level === 'ACCOUNT' ? ofAccount : ofCampaigns.filter(isShown)
  const groups = Map.groupBy(
    ofRows,
    ({ day, campaign_id }) => `${byDay ? day : ''} ${level === 'ACCOUNT' ? '' : campaign_id}`,
  )
  return {
    accountId: mirror.account_id,
    accountName: mirror.account_name,
    currencyCode: mirror.currency_code,
    timeZone: mirror.time_zone,
    platformLevel: level === 'ACCOUNT' ? mirror.account_level : mirror.campaign_level,
    attribution: attributionOf(days),
    openDays: mirror.open_days,
    totals: sumOf(ofAccount),
    rows: [...groups.values()].map((group): FiguresRow => {
      const [{ day = '', campaign_id = '' } = {}] = group
      const { name = '', status = '' } = campaigns.get(campaign_id) ?? {}
      return {
        ...(level === 'ACCOUNT' ? {} : { campaignId: campaign_id, campaignName: name, status }),
        ...(byDay ? { date: day } : {}),
        ...sumOf(group),
        attribution: attributionOf(group),
      }
    }),
  }
}

function sumOf(days: readonly MirrorDay[]): Figures {
  const views = days.flatMap(({ video_views }) => (video_views === null ? [] : [video_views]))
  return {
    ...days.map((day) => sumsIn({ ...day, conversionsValue: day.conversions_value })).reduce(plus, noSums),
    ...(views.length === 0 ? {} : { videoViews: views.reduce((sum, each) => sum + each, 0) }),
  }
}

/** Sums as stored, with amounts as decimal text. */
export type StoredSums = { readonly [Name in keyof Sums]: Sums[Name] extends number ? number : string }

export function sumsIn(stored: StoredSums): Sums {
  const decimal = (text: string) => parseDecimal(text) ?? zero
  return {
    impressions: stored.impressions,
    clicks: stored.clicks,
    spend: decimal(stored.spend),
    conversions: decimal(stored.conversions),
    conversionsValue: decimal(stored.conversionsValue),
    leads: decimal(stored.leads),
  }
}

/** Days with different attributions are marked as mixed, as in the platforms' own reports. */
function attributionOf(days: readonly MirrorDay[]): string {
  const ways = new Set(days.map(({ attribution }) => attribution))
  const [first = ''] = ways
  return ways.size > 1 ? `${first.split(':')[0]}:MIXED` : first
}
