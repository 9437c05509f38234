// Maps campaigns to the delivery model: ads with their activations, in pools that share a budget.

import type { State } from '../../core/state.ts'
import {
  type DeliveryKind,
  type Ledger,
  openLedger,
  type Pool,
  type PoolAd,
  type Switch,
} from '../../delivery/delivery.ts'
import { unitsPerEuro } from '../money.ts'
import { relationsOf } from '../relations.ts'
import type { Ad, AdAccount, AdSet, Campaign, Gap, StatusChange } from '../state.ts'
import { reviewMs } from '../status.ts'

export interface CountedAd {
  readonly ad: Ad
  readonly adSet: AdSet
  readonly campaign: Campaign
  readonly ledger: Ledger
  readonly index: number
}

/**
 * Conversions are counted for 28 days after the impression or click.
 * https://developers.facebook.com/docs/marketing-api/insights
 */
const settleDays = 28

const kinds: Readonly<Record<string, DeliveryKind>> = {
  OUTCOME_AWARENESS: 'awareness',
  OUTCOME_TRAFFIC: 'traffic',
  OUTCOME_ENGAGEMENT: 'engagement',
  OUTCOME_LEADS: 'leads',
  OUTCOME_SALES: 'sales',
  OUTCOME_APP_PROMOTION: 'app',
  CONVERSIONS: 'sales',
  LINK_CLICKS: 'traffic',
}

export function kindOf(campaign: Campaign): DeliveryKind {
  return kinds[campaign.objective] ?? 'traffic'
}

/**
 * Returns every ad of a campaign, or the selected ad, or the ads of the selected ad set, each with its
 * ledger.
 */
export function openPools(
  state: State,
  account: AdAccount,
  campaign: Campaign,
  only: { readonly adSet?: string; readonly ad?: string } = {},
): CountedAd[] {
  const relations = relationsOf(state.social)
  const revision = String(relations.revisions.get(campaign.id) ?? 0)
  const adSets = relations.adSetsOf.get(campaign.id) ?? []
  const groups = campaign.budget.length > 0 ? [adSets] : adSets.map((adSet) => [adSet])
  return groups.flatMap((group) => {
    const members = group.flatMap((adSet) =>
      (relations.adsOf.get(adSet.id) ?? []).map((ad) => ({ ad, adSet })),
    )
    const holder = campaign.budget.length > 0 ? campaign : group[0]
    if (holder === undefined || members.length === 0) return []
    const ledger = relations.shelf.take(holder.id, revision, () =>
      openLedger(state.seed, {
        id: holder.id,
        kind: kindOf(campaign),
        timeZone: account.timeZone,
        start: Math.max(campaign.startAt, holder.startAt),
        unitsPerEuro: unitsPerEuro(account.currency),
        budget: holder.budget,
        ads: poolAds(state, campaign, members),
        // https://developers.facebook.com/docs/marketing-api/adset/budget-limits
        hasBusyDays: true,
        // Leads are submitted on the platform itself and reported at once.
        ...(kindOf(campaign) === 'leads' ? {} : { settleDays }),
      } satisfies Pool),
    )
    const counted: CountedAd[] = []
    members.forEach(({ ad, adSet }, index) => {
      const asked = (only.ad ?? ad.id) === ad.id && (only.adSet ?? adSet.id) === adSet.id
      if (asked) counted.push({ ad, adSet, campaign, ledger, index })
    })
    return counted
  })
}

function poolAds(
  state: State,
  campaign: Campaign,
  members: readonly { readonly ad: Ad; readonly adSet: AdSet }[],
): PoolAd[] {
  return members.map(({ ad, adSet }) => {
    const ends = [campaign.stopAt, adSet.endAt].filter((end) => end !== undefined)
    return {
      id: ad.id,
      video: state.social.creatives[ad.creative]?.video !== undefined,
      start: Math.max(campaign.startAt, adSet.startAt, ad.createdAt + reviewMs),
      ...(ends.length === 0 ? {} : { end: Math.min(...ends) }),
      switches:
        ad.disapproved || ad.issue?.isHard
          ? []
          : together(
              [campaign.statuses, adSet.statuses, ad.statuses],
              [...(campaign.gaps ?? []), ...(adSet.gaps ?? [])],
            ),
    }
  })
}

/** An ad is on while all of its levels are active and no gap applies. */
function together(histories: readonly (readonly StatusChange[])[], gaps: readonly Gap[]): Switch[] {
  if (gaps.length === 0 && histories.every((history) => history.length === 1)) {
    const on = histories.every((history) => history[0]?.status === 'ACTIVE')
    return on ? [{ at: Math.max(...histories.map((history) => history[0]?.at ?? 0)), on }] : []
  }
  const instants = new Set(histories.flat().map((change) => change.at))
  for (const gap of gaps) {
    instants.add(gap.from)
    instants.add(gap.to)
  }
  return [...instants]
    .sort((a, b) => a - b)
    .map((at) => ({
      at,
      on:
        histories.every((history) => history.findLast((change) => change.at <= at)?.status === 'ACTIVE') &&
        !gaps.some((gap) => gap.from <= at && at < gap.to),
    }))
}
