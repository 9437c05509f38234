// The metrics of an analytics row. Counts are numbers, amounts are text.
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/ads-reporting-schema

import {
  computeReachedPeople,
  createCells,
  type DeliveryMetric,
  type DeliveryTotals,
  toDeliveryTotals,
} from '../../../delivery/delivery.ts'
import { hashText } from '../../../delivery/seededRandom.ts'
import { currencyDecimals } from '../money.ts'
import { toUsCents } from './currencies.ts'
import { type CreativeWithLedger, isLeadCampaign } from './pools.ts'

/**
 * Delivery totals by meaning. A conversion is a lead or a website conversion, and messages have no
 * impressions.
 */
export interface MetricSums {
  readonly currency: string
  readonly all: Float64Array
  readonly leads: Float64Array
  readonly messages: Float64Array
  /** Hash of the row, so that equal queries get equal responses. */
  readonly hash: number
  readonly isOneDay: boolean
}

export function createSums(currency: string, name: string, isOneDay: boolean): MetricSums {
  const [all, leads, messages] = [createCells(), createCells(), createCells()]
  return { currency, all, leads, messages, hash: hashText(name), isOneDay }
}

export function addCreative(sums: MetricSums, { campaign }: CreativeWithLedger, cells: Float64Array): void {
  addCells(sums.all, cells)
  if (isLeadCampaign(campaign)) addCells(sums.leads, cells)
  if (campaign.type === 'SPONSORED_INMAILS') addCells(sums.messages, cells)
}

function addCells(sum: Float64Array, cells: Float64Array): void {
  for (const [cell, value] of cells.entries()) sum[cell] = (sum[cell] ?? 0) + value
}

interface Tallies {
  readonly all: DeliveryTotals
  readonly leads: DeliveryTotals
  readonly messages: DeliveryTotals
  readonly sums: MetricSums
}

type Metric = (tallies: Tallies) => number | string

const audienceSize = 240_000
const impressionCount = ({ all, messages }: Tallies) => all.impressions - messages.impressions
const websiteConversions = ({ all, leads }: Tallies) => all.conversions - leads.conversions
const postClickConversions = (tallies: Tallies) => Math.floor(websiteConversions(tallies) * 0.8)
const tallyMetric = (name: DeliveryMetric) => (tallies: Tallies) => tallies.all[name]

const metricFunctions: Readonly<Record<string, Metric>> = {
  impressions: impressionCount,
  clicks: tallyMetric('clicks'),
  landingPageClicks: tallyMetric('linkClicks'),
  costInLocalCurrency: ({ all, sums }) => formatMoney(all.spend, sums.currency, sums),
  costInUsd: ({ all, sums }) => formatMoney(toUsCents(all.spend, sums.currency), 'USD', sums),
  externalWebsiteConversions: websiteConversions,
  externalWebsitePostClickConversions: postClickConversions,
  externalWebsitePostViewConversions: (tallies) =>
    websiteConversions(tallies) - postClickConversions(tallies),
  conversionValueInLocalCurrency: ({ all, leads, sums }) =>
    formatMoney(all.value - leads.value, sums.currency, sums),
  oneClickLeads: ({ leads }) => leads.conversions,
  oneClickLeadFormOpens: ({ leads }) => leads.steps,
  approximateMemberReach: (tallies) => computeReachedPeople(impressionCount(tallies), audienceSize),
  sends: ({ messages }) => messages.impressions,
  opens: ({ messages }) => Math.floor(messages.impressions / 2),
  reactions: tallyMetric('reactions'),
  likes: ({ all }) => Math.floor(all.reactions * 0.8),
  comments: tallyMetric('comments'),
  shares: tallyMetric('shares'),
  follows: tallyMetric('follows'),
  totalEngagements: ({ all }) => all.clicks + all.reactions + all.comments + all.shares + all.follows,
  videoStarts: tallyMetric('videoPlays'),
  videoViews: tallyMetric('videoViews'),
  videoFirstQuartileCompletions: tallyMetric('videoQuarter'),
  videoMidpointCompletions: tallyMetric('videoHalf'),
  videoThirdQuartileCompletions: tallyMetric('videoThreeQuarters'),
  videoCompletions: tallyMetric('videoWhole'),
}

export const metricNames: readonly string[] = Object.keys(metricFunctions)

export function computeMetrics(sums: MetricSums, names: readonly string[]): Record<string, number | string> {
  const tallies = {
    all: toDeliveryTotals(sums.all),
    leads: toDeliveryTotals(sums.leads),
    messages: toDeliveryTotals(sums.messages),
    sums,
  }
  return Object.fromEntries(names.map((name) => [name, metricFunctions[name]?.(tallies) ?? 0]))
}

export function isZero(value: number | string): boolean {
  return Number(value) === 0
}

/** Sums over several days show floating-point noise, as on the platform: `576.05000000000014868`. */
function formatMoney(units: number, currency: string, { hash, isOneDay }: MetricSums): string {
  const decimals = currencyDecimals(currency)
  const text = (units / 10 ** decimals).toFixed(decimals)
  if (units === 0) return '0.0'
  if (isOneDay || hash % 3 === 0) return text
  return `${text}${decimals === 0 ? '.' : ''}00000000000${String(hash % 100_000).padStart(5, '0')}`
}
