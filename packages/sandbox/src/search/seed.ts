// The starting world of the search platform: accounts, what they hold, and who reaches them.

import { readTree } from '../core/dataFiles.ts'
import type { State } from '../core/state.ts'
import { addAccounts, grantAccess } from './seed/accounts.ts'
import { place } from './seed/apply.ts'
import { addConversions } from './seed/conversions.ts'
import { type CampaignPlan, launch } from './seed/launch.ts'
import type { Wire } from './wire.ts'

interface PlacedResource {
  readonly customer: string
  readonly kind: string
  readonly resource: Wire
}

interface Trade {
  readonly keywords: readonly string[]
  readonly headlines: readonly string[]
  readonly descriptions: readonly string[]
}

/** A campaign like every other business of the trade has one. */
interface TradeCampaign
  extends Pick<
    CampaignPlan,
    'customer' | 'dailyBudget' | 'startedDaysAgo' | 'locations' | 'languages' | 'undeclared'
  > {
  readonly trade: string
  readonly url: string
}

export function seedSearch(state: State): void {
  addAccounts(state)
  addConversions(state)
  for (const { customer, kind, resource } of readTree<PlacedResource[]>('search/world/resources.json')) {
    place(state, customer, kind, resource)
  }
  const trades = readTree<Record<string, Trade>>('search/world/trades.json')
  for (const plan of readTree<(CampaignPlan | TradeCampaign)[]>('search/world/campaigns.json')) {
    launch(state, 'trade' in plan ? tradePlan(plan, trades) : plan)
  }
  grantAccess(state)
}

function tradePlan(
  { trade: name, url, ...plan }: TradeCampaign,
  trades: Readonly<Record<string, Trade>>,
): CampaignPlan {
  const trade = trades[name]
  if (trade === undefined) throw new Error(`The starting world has no trade ${name}.`)
  const { keywords, headlines, descriptions } = trade
  return {
    ...plan,
    name: `${name} search`,
    bidding: 'targetSpend',
    callouts: ['Open on Saturdays'],
    adGroups: [{ name, keywords, ads: [{ url, headlines, descriptions }] }],
  }
}
