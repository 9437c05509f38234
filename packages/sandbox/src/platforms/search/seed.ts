// Seeds the search platform: accounts, their resources, and who has access to them.

import { readJson } from '../../core/dataFiles.ts'
import type { State } from '../../core/state.ts'
import { addSearchAccounts, grantAccess } from './seed/accounts.ts'
import { placeResource } from './seed/apply.ts'
import { addConversions } from './seed/conversions.ts'
import { addDetails } from './seed/details.ts'
import { type CampaignPlan, launchCampaign } from './seed/launch.ts'
import type { WireObject } from './wire.ts'

interface PlacedResource {
  readonly customer: string
  readonly kind: string
  readonly resource: WireObject
}

interface Trade {
  readonly keywords: readonly string[]
  readonly headlines: readonly string[]
  readonly descriptions: readonly string[]
}

/** A campaign with the keywords and ads that all businesses of a trade share. */
interface TradeCampaign
  extends Pick<
    CampaignPlan,
    'customer' | 'dailyBudget' | 'startedDaysAgo' | 'locations' | 'languages' | 'undeclared'
  > {
  readonly trade: string
  readonly url: string
}

export function seedSearch(state: State): void {
  addSearchAccounts(state)
  addConversions(state)
  for (const { customer, kind, resource } of readJson<PlacedResource[]>('search/world/resources.json')) {
    placeResource(state, customer, kind, resource)
  }
  const trades = readJson<Record<string, Trade>>('search/world/trades.json')
  for (const plan of readJson<(CampaignPlan | TradeCampaign)[]>('search/world/campaigns.json')) {
    launchCampaign(state, 'trade' in plan ? tradePlan(plan, trades) : plan)
  }
  addDetails(state)
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
