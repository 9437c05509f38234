// Forecasts for an audience: its size, and the bids and budgets that it needs.

import type { Call } from '../../../core/exchange.ts'
import { getVisibleAccount } from '../access.ts'
import { restCall } from '../call.ts'
import { invalidParam, paramError } from '../errors.ts'
import { minDailyBudget } from '../money.ts'
import type { RestRequest } from '../request.ts'
import { estimateReach, type ParsedTargeting, parseTargeting } from './criteria.ts'

function parseTargetingParam(request: RestRequest): ParsedTargeting {
  const criteria = request.params['targetingCriteria']
  const targeting = parseTargeting(criteria)
  if (targeting === undefined) throw invalidParam('targetingCriteria')
  return targeting
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
    respond(request) {
      const total = estimateReach(request.exchange.state.pro, parseTargetingParam(request))
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
    respond(request) {
      const account = getVisibleAccount(request, request.requiredText('account'))
      const bidType = request.oneOf('bidType', bidTypes, 'CPM')
      request.requiredText('campaignType')
      request.oneOf('matchType', ['EXACT', 'AUDIENCE_EXPANDED'], 'EXACT')
      parseTargetingParam(request)
      const { currency } = account
      const requestedCurrency = request.text('currency')
      if (requestedCurrency !== undefined && requestedCurrency !== currency)
        throw paramError({ code: 'CURRENCY_MISMATCH', fieldPath: 'currency' })
      const minBudget = Number(minDailyBudget(currency))
      const toMoney = (amount: number) => ({
        amount: amount.toFixed(minBudget >= 100 ? 0 : 2),
        currencyCode: currency,
      })
      // A click bid is a fifth of the minimum budget, a view bid a hundredth, a bid per thousand impressions
      // a half.
      const bid = { CPC: minBudget / 5, CPV: minBudget / 100, CPM: minBudget / 2 }[bidType]
      const limits = { min: toMoney(bid), max: toMoney(bid * 400) }
      return {
        body: {
          elements: [
            {
              bidLimits: limits,
              suggestedBid: { min: toMoney(bid * 2), default: toMoney(bid * 3), max: toMoney(bid * 6) },
              dailyBudgetLimits: {
                min: toMoney(minBudget),
                default: toMoney(minBudget * 5),
                max: toMoney(minBudget * 100_000),
              },
            },
          ],
          paging: { start: 0, count: 10, links: [] },
        },
      }
    },
  }),
]
