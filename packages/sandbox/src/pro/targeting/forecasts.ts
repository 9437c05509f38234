// What the platform foretells of an audience: how many members it has, and what reaching them costs.

import type { Call } from '../../core/exchange.ts'
import { accountOf } from '../access.ts'
import { restCall } from '../call.ts'
import { badParam, queryRefusal } from '../errors.ts'
import { smallestDailyOf } from '../money.ts'
import type { RestRequest } from '../request.ts'
import { type Aim, aimOf, reachOf } from './criteria.ts'

function askedAim(request: RestRequest): Aim {
  const criteria = request.params['targetingCriteria']
  const aim = aimOf(criteria)
  if (aim === undefined) throw badParam('targetingCriteria')
  return aim
}

const bidTypes = ['CPM', 'CPC', 'CPV'] as const

export const forecastCalls: readonly Call[] = [
  restCall({
    name: 'audienceCounts.targetingCriteriaV2',
    path: '/audienceCounts',
    method: 'FINDER',
    finder: 'targetingCriteriaV2',
    resource: 'audienceCounts',
    scopes: [],
    params: ['targetingCriteria'],
    source:
      'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/advertising-targeting/audience-counts',
    answer(request) {
      const total = reachOf(request.exchange.state.pro, askedAim(request))
      return { body: { elements: [{ active: 0, total }], paging: { start: 0, count: 10, links: [] } } }
    },
  }),
  restCall({
    name: 'adBudgetPricing.criteriaV2',
    path: '/adBudgetPricing',
    method: 'FINDER',
    finder: 'criteriaV2',
    resource: 'adBudgetPricing',
    scopes: ['r_ads', 'rw_ads'],
    params: [
      'account',
      'bidType',
      'campaignType',
      'matchType',
      'currency',
      'objectiveType',
      'optimizationTargetType',
      'targetingCriteria',
      'dailyBudget',
    ],
    source:
      'https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/ad-budget-pricing',
    answer(request) {
      const account = accountOf(request, request.required('account'))
      const bidType = request.choice('bidType', bidTypes, 'CPM')
      request.required('campaignType')
      request.choice('matchType', ['EXACT', 'AUDIENCE_EXPANDED'], 'EXACT')
      askedAim(request)
      const { currency } = account
      const asked = request.text('currency')
      if (asked !== undefined && asked !== currency)
        throw queryRefusal({ code: 'CURRENCY_MISMATCH', fieldPath: 'currency' })
      const floor = Number(smallestDailyOf(currency))
      const money = (amount: number) => ({
        amount: amount.toFixed(floor >= 100 ? 0 : 2),
        currencyCode: currency,
      })
      // A bid for a click is a fifth of the smallest budget, one for a view a hundredth, one for a thousand showings the half.
      const bid = { CPC: floor / 5, CPV: floor / 100, CPM: floor / 2 }[bidType]
      const limits = { min: money(bid), max: money(bid * 400) }
      return {
        body: {
          elements: [
            {
              bidLimits: limits,
              suggestedBid: { min: money(bid * 2), default: money(bid * 3), max: money(bid * 6) },
              dailyBudgetLimits: {
                min: money(floor),
                default: money(floor * 5),
                max: money(floor * 100_000),
              },
            },
          ],
          paging: { start: 0, count: 10, links: [] },
        },
      }
    },
  }),
]
