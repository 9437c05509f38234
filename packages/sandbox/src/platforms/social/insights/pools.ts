// Maps campaigns to the delivery model: ads with their activations, in pools that share a budget.

import type { State } from '../../../core/state.ts'
import {
  type DeliveryKind,
  type DeliveryLedger,
  type OnOffChange,
  openDeliveryLedger,
  type Pool,
  type PoolAd,
} from '../../../delivery/delivery.ts'
import { unitsPerEuro } from '../money.ts'
import { getRelations } from '../relations.ts'
import type { Ad, AdAccount, AdSet, Campaign, Gap, StatusChange } from '../state.ts'
import { reviewMs } from '../status.ts'

export interface AdWithLedger {
  readonly ad: Ad
  readonly adSet: AdSet
  readonly campaign: Campaign
  readonly ledger: DeliveryLedger
  readonly index: number
}

/**
 * Conversions are counted for 28 days after the impression or click.
 * https://developers.facebook.com/docs/marketing-api/insights
 */
const conversionLagDays = 28

const kindByObjective: Readonly<Record<string, DeliveryKind>> = {
  OUTCOME_AWARENESS: 'awareness',
  OUTCOME_TRAFFIC: 'traffic',
  OUTCOME_ENGAGEMENT: 'engagement',
  OUTCOME_LEADS: 'leads',
  OUTCOME_SALES: 'sales',
  OUTCOME_APP_PROMOTION: 'app',
  CONVERSIONS: 'sales',
  LINK_CLICKS: 'traffic',
}

export function toDeliveryKind(campaign: Campaign): DeliveryKind {
  return kindByObjective[campaign.objective] ?? 'traffic'
}

/**
 * Returns every ad of a campaign, or the selected ad, or the ads of the selected ad set, each with its
 * ledger.
 */
export function openPools(
  state: State,
  account: AdAccount,
  campaign: Campaign,
  selection: { readonly adSet?: string; readonly ad?: string } = {},
): AdWithLedger[] {
  const relations = getRelations(state.social)
  const revision = String(relations.revisionByCampaign.get(campaign.id) ?? 0)
  const adSets = relations.adSetsByCampaign.get(campaign.id) ?? []
  const groups = campaign.budget.length > 0 ? [adSets] : adSets.map((adSet) => [adSet])
  return groups.flatMap((group) => {
    const poolAdEntries = group.flatMap((adSet) =>
      (relations.adsByAdSet.get(adSet.id) ?? []).map((ad) => ({ ad, adSet })),
    )
    const budgetHolder = campaign.budget.length > 0 ? campaign : group[0]
    if (budgetHolder === undefined || poolAdEntries.length === 0) return []
    const ledger = relations.ledgerCache.getOrOpen(budgetHolder.id, revision, () =>
      openDeliveryLedger(state.seed, {
        id: budgetHolder.id,
        kind: toDeliveryKind(campaign),
        timeZone: account.timeZone,
        start: Math.max(campaign.startAt, budgetHolder.startAt),
        unitsPerEuro: unitsPerEuro(account.currency),
        budget: budgetHolder.budget,
        ads: poolAds(state, campaign, poolAdEntries),
        // https://developers.facebook.com/docs/marketing-api/adset/budget-limits
        hasBusyDays: true,
        // Leads are submitted on the platform itself and reported at once.
        ...(toDeliveryKind(campaign) === 'leads' ? {} : { conversionLagDays }),
      } satisfies Pool),
    )
    const adsWithLedgers: AdWithLedger[] = []
    poolAdEntries.forEach(({ ad, adSet }, index) => {
      const isSelected = (selection.ad ?? ad.id) === ad.id && (selection.adSet ?? adSet.id) === adSet.id
      if (isSelected) adsWithLedgers.push({ ad, adSet, campaign, ledger, index })
    })
    return adsWithLedgers
  })
}

function poolAds(
  state: State,
  campaign: Campaign,
  poolAdEntries: readonly { readonly ad: Ad; readonly adSet: AdSet }[],
): PoolAd[] {
  return poolAdEntries.map(({ ad, adSet }) => {
    const ends = [campaign.stopAt, adSet.endAt].filter((end) => end !== undefined)
    return {
      id: ad.id,
      video: state.social.creatives[ad.creative]?.video !== undefined,
      start: Math.max(campaign.startAt, adSet.startAt, ad.createdAt + reviewMs),
      ...(ends.length === 0 ? {} : { end: Math.min(...ends) }),
      switches:
        ad.disapproved || ad.issue?.isHard
          ? []
          : combineActivations(
              [campaign.statuses, adSet.statuses, ad.statuses],
              [...(campaign.gaps ?? []), ...(adSet.gaps ?? [])],
            ),
    }
  })
}

/** An ad is on while all of its levels are active and no gap applies. */
function combineActivations(
  histories: readonly (readonly StatusChange[])[],
  gaps: readonly Gap[],
): OnOffChange[] {
  if (gaps.length === 0 && histories.every((history) => history.length === 1)) {
    const isOn = histories.every((history) => history[0]?.status === 'ACTIVE')
    return isOn ? [{ at: Math.max(...histories.map((history) => history[0]?.at ?? 0)), on: isOn }] : []
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
