// Maps the bid and the budget of an ad set to adrail's form.
// https://developers.facebook.com/docs/marketing-api/bidding/overview/bid-strategy

import type { AdGroupSettings } from '../connector-kit/adContent.ts'
import { asText, valueAt } from '../connector-kit/values.ts'
import type { AdSetRow } from './adRows.ts'
import { toSocialAudience } from './adSetAudience.ts'

/** A return of 1.0 is written as 10000. */
const roasUnit = 10_000

export function toAdSetSettings(
  row: AdSetRow,
  localeNames: ReadonlyMap<string, string>,
  formatAmount: (units: bigint | undefined) => string,
): AdGroupSettings {
  const { campaign, targeting, bid_strategy, bid_amount, bid_constraints } = row
  const hasOwnBudget = isSet(row.daily_budget) || isSet(row.lifetime_budget)
  const budgetOwner = hasOwnBudget ? row : campaign
  return {
    audience: toSocialAudience(targeting, localeNames),
    bid: {
      strategy: bid_strategy ?? campaign?.bid_strategy ?? '',
      amount: formatAmount(bid_amount),
      targetRoas: formatRoas(asText(valueAt(bid_constraints, 'roas_average_floor'))),
    },
    budget: {
      level: hasOwnBudget ? 'AD_GROUP' : 'CAMPAIGN',
      daily: formatAmount(budgetOwner?.daily_budget),
      lifetime: formatAmount(budgetOwner?.lifetime_budget),
    },
  }
}

const isSet = (amount: bigint | undefined) => amount !== undefined && amount > 0n

const formatRoas = (floor: string) => (/^\d+$/.test(floor) ? String(Number(floor) / roasUnit) : '')
