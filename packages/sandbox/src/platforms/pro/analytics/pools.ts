// Builds the pools of the delivery model: creatives with their run times, on the budget of their campaign.

import type { State } from '../../../core/state.ts'
import {
  type BudgetChange,
  type DeliveryLedger,
  type OnOffChange,
  openDeliveryLedger,
  type PoolAd,
} from '../../../delivery/delivery.ts'
import { createLedgerCaches } from '../../../delivery/ledgerCache.ts'
import { accountServingStatuses } from '../accounts.ts'
import { currencyDecimals, parseMicros } from '../money.ts'
import type {
  CampaignGroup,
  Money,
  PastVersion,
  ProAdAccount,
  ProCampaign,
  ProCreative,
  ProState,
} from '../state.ts'
import { minorUnitsPerEuro } from './currencies.ts'

/** A creative with the ledger that contains its metrics. */
export interface CreativeWithLedger {
  readonly creative: ProCreative
  readonly campaign: ProCampaign
  readonly group: CampaignGroup
  readonly account: ProAdAccount
  readonly ledger: DeliveryLedger
  readonly index: number
}

/**
 * A conversion follows a click by at most 30 days.
 * https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversion-tracking
 */
const conversionLagDays = 30

const ledgerCacheFor = createLedgerCaches<ProState>(2_000_000)

/** Returns the creatives of an account. Test accounts and accounts on hold deliver nothing. */
export function listCreativesWithLedgers(state: State, account: ProAdAccount): CreativeWithLedger[] {
  if (account.test || accountServingStatuses(account)[0] !== 'RUNNABLE') return []
  const { pro } = state
  const ledgerCache = ledgerCacheFor(pro)
  const creativesByCampaign = Map.groupBy(
    Object.values(pro.creatives).filter((creative) => creative.account === account.id),
    (creative) => creative.campaign,
  )
  return [...creativesByCampaign].flatMap(([campaignId, creatives]) => {
    const campaign = pro.campaigns[campaignId]
    const group = campaign && pro.groups[campaign.campaignGroup]
    if (campaign === undefined || group === undefined || campaign.holds.length > 0) return []
    const version = JSON.stringify(
      [group, campaign, creatives]
        .flat()
        .map(({ id, lastModified, past = [] }) => [id, lastModified, past.length]),
    )
    const ledger = ledgerCache.getOrOpen(String(campaign.id), version, () =>
      openDeliveryLedger(state.seed, {
        id: String(campaign.id),
        kind: isLeadCampaign(campaign) ? 'professionalLeads' : 'professional',
        // The platform's days are UTC days, regardless of the account's location.
        timeZone: 'UTC',
        start: campaign.runSchedule.start,
        unitsPerEuro: minorUnitsPerEuro(account.currency),
        budget: budgetChanges(campaign, account.currency),
        ads: creatives.map((creative) => toPoolAd(creative, campaign, group)),
        ...(isLeadCampaign(campaign) ? {} : { conversionLagDays }),
      }),
    )
    return creatives.map((creative, index) => ({ creative, campaign, group, account, ledger, index }))
  })
}

/** The conversions of a lead campaign are form submissions, which are known immediately. */
export function isLeadCampaign({ objectiveType }: ProCampaign): boolean {
  return objectiveType === 'LEAD_GENERATION'
}

function toPoolAd(creative: ProCreative, campaign: ProCampaign, group: CampaignGroup): PoolAd {
  const activeRuns = [
    activeIntervals({ ...creative, status: creative.intendedStatus }),
    activeIntervals(campaign),
    activeIntervals(group),
  ].reduce(intersectRuns)
  return {
    id: String(creative.id),
    video: campaign.format === 'SINGLE_VIDEO' || campaign.objectiveType === 'VIDEO_VIEW',
    // A rejected creative never ran. Every other creative ran after its review.
    start: creative.rejectionReasons === undefined ? creative.reviewedAt : Number.POSITIVE_INFINITY,
    switches: activeRuns.flatMap(([from, to]): OnOffChange[] => [
      { at: from, on: true },
      ...(to === Number.POSITIVE_INFINITY ? [] : [{ at: to, on: false }]),
    ]),
  }
}

type RunInterval = readonly [from: number, to: number]

interface EntityPeriod extends Omit<PastVersion, 'until'> {
  readonly from: number
  readonly to: number
}

function listPeriods(
  entity: Omit<PastVersion, 'until'> & { readonly created: number; readonly past?: readonly PastVersion[] },
): EntityPeriod[] {
  const periods: EntityPeriod[] = []
  let from = entity.created
  for (const { until, ...past } of entity.past ?? []) {
    periods.push({ ...past, from, to: until })
    from = until
  }
  return [...periods, { ...entity, from, to: Number.POSITIVE_INFINITY }]
}

/** Returns the intervals in which an entity was active and within its schedule. */
function activeIntervals(entity: Parameters<typeof listPeriods>[0]): RunInterval[] {
  return listPeriods(entity).flatMap(({ status, runSchedule, from, to }) => {
    const start = Math.max(from, runSchedule?.start ?? from)
    const end = Math.min(to, runSchedule?.end ?? to)
    return status === 'ACTIVE' && start < end ? [[start, end] as const] : []
  })
}

/** Returns the intervals that two lists have in common. */
function intersectRuns(left: readonly RunInterval[], right: readonly RunInterval[]): RunInterval[] {
  return left
    .flatMap(([from, to]) =>
      right.map(([start, end]): RunInterval => [Math.max(from, start), Math.min(to, end)]),
    )
    .filter(([from, to]) => from < to)
}

function budgetChanges(campaign: ProCampaign, currency: string): BudgetChange[] {
  return listPeriods(campaign).map(({ from, dailyBudget, totalBudget, runSchedule }) => {
    if (dailyBudget !== undefined || totalBudget === undefined)
      return { at: from, daily: toMinorUnits(dailyBudget, currency) }
    const { end } = runSchedule ?? {}
    return { at: from, lifetime: toMinorUnits(totalBudget, currency), ...(end === undefined ? {} : { end }) }
  })
}

function toMinorUnits(money: Money | undefined, currency: string): number {
  const amountMicros = money && parseMicros(money.amount)
  return amountMicros === undefined ? 0 : Number(amountMicros / 10n ** BigInt(6 - currencyDecimals(currency)))
}
