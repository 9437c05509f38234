// Campaigns as the delivery model sees them: creatives, each with the time in which it ran, on the budget of their campaign.

import type { State } from '../../core/state.ts'
import {
  type BudgetChange,
  type Ledger,
  openLedger,
  type PoolAd,
  type Switch,
} from '../../delivery/delivery.ts'
import { shelvesBeside } from '../../delivery/shelves.ts'
import { accountServing } from '../accounts.ts'
import { micros } from '../money.ts'
import type { AdAccount, Campaign, CampaignGroup, Creative, Money, Past, ProState } from '../state.ts'
import { decimalsOf, unitsPerEuro } from './currencies.ts'

/** A creative with the ledger that counts it. */
export interface CountedCreative {
  readonly creative: Creative
  readonly campaign: Campaign
  readonly group: CampaignGroup
  readonly account: AdAccount
  readonly ledger: Ledger
  readonly index: number
}

/** Conversions follow a click by 30 days at most. https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversion-tracking */
const settleDays = 30

const shelfOf = shelvesBeside<ProState>(2_000_000)

/** Every creative of an account. Test accounts deliver nothing, nor do accounts that are on hold. */
export function countedCreatives(state: State, account: AdAccount): CountedCreative[] {
  if (account.test || accountServing(account)[0] !== 'RUNNABLE') return []
  const { pro } = state
  const shelf = shelfOf(pro)
  const byCampaign = Map.groupBy(
    Object.values(pro.creatives).filter((creative) => creative.account === account.id),
    (creative) => creative.campaign,
  )
  return [...byCampaign].flatMap(([campaignId, creatives]) => {
    const campaign = pro.campaigns[campaignId]
    const group = campaign && pro.groups[campaign.campaignGroup]
    if (campaign === undefined || group === undefined || campaign.holds.length > 0) return []
    const stamp = JSON.stringify(
      [group, campaign, creatives]
        .flat()
        .map(({ id, lastModified, past = [] }) => [id, lastModified, past.length]),
    )
    const ledger = shelf.take(String(campaign.id), stamp, () =>
      openLedger(state.seed, {
        id: String(campaign.id),
        kind: isForLeads(campaign) ? 'professionalLeads' : 'professional',
        // The platform's days are those of UTC, wherever the account is.
        timeZone: 'UTC',
        start: campaign.runSchedule.start,
        unitsPerEuro: unitsPerEuro(account.currency),
        budget: budgetOf(campaign, account.currency),
        ads: creatives.map((creative) => poolAd(creative, campaign, group)),
        ...(isForLeads(campaign) ? {} : { settleDays }),
      }),
    )
    return creatives.map((creative, index) => ({ creative, campaign, group, account, ledger, index }))
  })
}

/** Its conversions are sent forms, which are known at once. */
export function isForLeads({ objectiveType }: Campaign): boolean {
  return objectiveType === 'LEAD_GENERATION'
}

function poolAd(creative: Creative, campaign: Campaign, group: CampaignGroup): PoolAd {
  const runs = [
    runsOf({ ...creative, status: creative.intendedStatus }),
    runsOf(campaign),
    runsOf(group),
  ].reduce(both)
  return {
    id: String(creative.id),
    video: campaign.format === 'SINGLE_VIDEO' || campaign.objectiveType === 'VIDEO_VIEW',
    // What is rejected never ran; everything else ran once it was reviewed.
    start: creative.rejectionReasons === undefined ? creative.reviewedAt : Number.POSITIVE_INFINITY,
    switches: runs.flatMap(([from, to]): Switch[] => [
      { at: from, on: true },
      ...(to === Number.POSITIVE_INFINITY ? [] : [{ at: to, on: false }]),
    ]),
  }
}

type Run = readonly [from: number, to: number]

interface Chapter extends Omit<Past, 'until'> {
  readonly from: number
  readonly to: number
}

function chaptersOf(
  entity: Omit<Past, 'until'> & { readonly created: number; readonly past?: readonly Past[] },
): Chapter[] {
  const chapters: Chapter[] = []
  let from = entity.created
  for (const { until, ...past } of entity.past ?? []) {
    chapters.push({ ...past, from, to: until })
    from = until
  }
  return [...chapters, { ...entity, from, to: Number.POSITIVE_INFINITY }]
}

/** When an entity was active and within its schedule. */
function runsOf(entity: Parameters<typeof chaptersOf>[0]): Run[] {
  return chaptersOf(entity).flatMap(({ status, runSchedule, from, to }) => {
    const begin = Math.max(from, runSchedule?.start ?? from)
    const end = Math.min(to, runSchedule?.end ?? to)
    return status === 'ACTIVE' && begin < end ? [[begin, end] as const] : []
  })
}

/** The time in which both ran. */
function both(one: readonly Run[], other: readonly Run[]): Run[] {
  return one
    .flatMap(([from, to]) => other.map(([start, end]): Run => [Math.max(from, start), Math.min(to, end)]))
    .filter(([from, to]) => from < to)
}

function budgetOf(campaign: Campaign, currency: string): BudgetChange[] {
  return chaptersOf(campaign).map(({ from, dailyBudget, totalBudget, runSchedule }) => {
    if (dailyBudget !== undefined || totalBudget === undefined)
      return { at: from, daily: unitsOf(dailyBudget, currency) }
    const { end } = runSchedule ?? {}
    return { at: from, lifetime: unitsOf(totalBudget, currency), ...(end === undefined ? {} : { end }) }
  })
}

function unitsOf(money: Money | undefined, currency: string): number {
  const millionths = money && micros(money.amount)
  return millionths === undefined ? 0 : Number(millionths / 10n ** BigInt(6 - decimalsOf(currency)))
}
