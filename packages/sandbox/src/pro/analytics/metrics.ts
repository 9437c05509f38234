// The metrics of an analytics row. Counts are numbers, money is text.
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/ads-reporting-schema

import { textHash } from '../../delivery/chance.ts'
import { type Count, emptyCells, reachOf, type Tally, tallyOf } from '../../delivery/delivery.ts'
import { decimalsOf, usCents } from './currencies.ts'
import { type CountedCreative, isForLeads } from './pools.ts'

/** What was delivered, by what it means: a conversion is a form sent here and a visit there, a message has no impressions. */
export interface Sums {
  readonly currency: string
  readonly all: Float64Array
  readonly leads: Float64Array
  readonly messages: Float64Array
  /** Of the row, so that equal questions get equal answers. */
  readonly hash: number
  readonly isOneDay: boolean
}

export function emptySums(currency: string, name: string, isOneDay: boolean): Sums {
  const [all, leads, messages] = [emptyCells(), emptyCells(), emptyCells()]
  return { currency, all, leads, messages, hash: textHash(name), isOneDay }
}

export function addTo(sums: Sums, { campaign }: CountedCreative, cells: Float64Array): void {
  add(sums.all, cells)
  if (isForLeads(campaign)) add(sums.leads, cells)
  if (campaign.type === 'SPONSORED_INMAILS') add(sums.messages, cells)
}

function add(sum: Float64Array, cells: Float64Array): void {
  for (const [cell, value] of cells.entries()) sum[cell] = (sum[cell] ?? 0) + value
}

interface Tallies {
  readonly all: Tally
  readonly leads: Tally
  readonly messages: Tally
  readonly sums: Sums
}

type Metric = (tallies: Tallies) => number | string

const audience = 240_000
const shown = ({ all, messages }: Tallies) => all.impressions - messages.impressions
const onSite = ({ all, leads }: Tallies) => all.conversions - leads.conversions
const afterClick = (tallies: Tallies) => Math.floor(onSite(tallies) * 0.8)
const count = (name: Count) => (tallies: Tallies) => tallies.all[name]

const metrics: Readonly<Record<string, Metric>> = {
  impressions: shown,
  clicks: count('clicks'),
  landingPageClicks: count('linkClicks'),
  costInLocalCurrency: ({ all, sums }) => money(all.spend, sums.currency, sums),
  costInUsd: ({ all, sums }) => money(usCents(all.spend, sums.currency), 'USD', sums),
  externalWebsiteConversions: onSite,
  externalWebsitePostClickConversions: afterClick,
  externalWebsitePostViewConversions: (tallies) => onSite(tallies) - afterClick(tallies),
  conversionValueInLocalCurrency: ({ all, leads, sums }) =>
    money(all.value - leads.value, sums.currency, sums),
  oneClickLeads: ({ leads }) => leads.conversions,
  oneClickLeadFormOpens: ({ leads }) => leads.steps,
  approximateMemberReach: (tallies) => reachOf(shown(tallies), audience),
  sends: ({ messages }) => messages.impressions,
  opens: ({ messages }) => Math.floor(messages.impressions / 2),
  reactions: count('reactions'),
  likes: ({ all }) => Math.floor(all.reactions * 0.8),
  comments: count('comments'),
  shares: count('shares'),
  follows: count('follows'),
  totalEngagements: ({ all }) => all.clicks + all.reactions + all.comments + all.shares + all.follows,
  videoStarts: count('videoPlays'),
  videoViews: count('videoViews'),
  videoFirstQuartileCompletions: count('videoQuarter'),
  videoMidpointCompletions: count('videoHalf'),
  videoThirdQuartileCompletions: count('videoThreeQuarters'),
  videoCompletions: count('videoWhole'),
}

export const metricNames: readonly string[] = Object.keys(metrics)

export function metricsOf(sums: Sums, names: readonly string[]): Record<string, number | string> {
  const tallies = {
    all: tallyOf(sums.all),
    leads: tallyOf(sums.leads),
    messages: tallyOf(sums.messages),
    sums,
  }
  return Object.fromEntries(names.map((name) => [name, metrics[name]?.(tallies) ?? 0]))
}

export function isNothing(value: number | string): boolean {
  return Number(value) === 0
}

/** Sums over days carry the dust of the floats they were added up with: `576.05000000000014868`. */
function money(units: number, currency: string, { hash, isOneDay }: Sums): string {
  const decimals = decimalsOf(currency)
  const text = (units / 10 ** decimals).toFixed(decimals)
  if (units === 0) return '0.0'
  if (isOneDay || hash % 3 === 0) return text
  return `${text}${decimals === 0 ? '.' : ''}00000000000${String(hash % 100_000).padStart(5, '0')}`
}
