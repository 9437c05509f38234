// The writable parameters of a campaign.
// https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group

import { invalidParameter } from '../errors.ts'
import type { GraphRequest } from '../graph/request.ts'
import { minDailyBudgetUnits } from '../money.ts'
import { addCampaign } from '../relations.ts'
import { specialCategories } from '../specialCategories.ts'
import type { AdAccount, Campaign } from '../state.ts'
import { computeSpend } from './budget.ts'
import {
  type BaseFields,
  createWrites,
  missingParameter,
  nameField,
  readStatus,
  writableField,
} from './engine.ts'
import { readLabels } from './labels.ts'
import { budgetField, endField, readSchedule, type Schedule, scheduledSummary } from './schedule.ts'

const objectives = [
  'OUTCOME_APP_PROMOTION',
  'OUTCOME_AWARENESS',
  'OUTCOME_ENGAGEMENT',
  'OUTCOME_LEADS',
  'OUTCOME_SALES',
  'OUTCOME_TRAFFIC',
]
const bidStrategies = [
  'LOWEST_COST_WITHOUT_CAP',
  'LOWEST_COST_WITH_BID_CAP',
  'COST_CAP',
  'LOWEST_COST_WITH_MIN_ROAS',
]

const schedule: Schedule<Campaign> = {
  noun: 'campaign',
  endParam: 'stop_time',
  getEnd: (campaign) => campaign.stopAt,
  setEnd: (campaign, end) => {
    campaign.stopAt = end
  },
  computeSpent: ({ request, account, item }) => computeSpend(request, account, item),
  redistributesBudget: false,
}

export const campaignWrites = createWrites<Campaign>({
  noun: 'campaign',
  slug: 'campaign',
  firstId: 120_250_000_000_000_000n,
  isArchiveFinal: true,
  fields: [
    writableField(
      'objective',
      (params, { item }) => {
        if (!params.has('objective') || params.text('objective') === item.objective) return undefined
        throw invalidParameter('Invalid parameter', {
          userTitle: 'Objective cannot be changed',
          userMessage: 'The objective of a campaign cannot be changed.',
          blame: ['objective'],
        })
      },
      () => {},
    ),
    writableField(
      'bid_strategy',
      (params) => params.choice('bid_strategy', bidStrategies),
      (campaign, strategy) => {
        campaign.bidStrategy = strategy
      },
    ),
    writableField(
      'special_ad_categories',
      (params) => params.choices('special_ad_categories', specialCategories),
      (campaign, categories) => {
        campaign.specialAdCategories = categories
      },
    ),
    writableField(
      'spend_cap',
      (params, { account }) => {
        const cap = params.integer('spend_cap')
        if (cap === undefined || cap >= minDailyBudgetUnits(account.currency) * 100) return cap
        throw invalidParameter('Invalid parameter', {
          subcode: 2446307,
          userTitle: 'Spending limit is too low',
          userMessage: 'The campaign spending limit is below the minimum.',
          blame: ['spend_cap'],
        })
      },
      (campaign, cap) => {
        campaign.spendCap = cap
      },
    ),
    endField(schedule),
    budgetField(schedule),
    nameField,
  ],
  creation: {
    params: [
      'start_time',
      'buying_type',
      'is_adset_budget_sharing_enabled',
      'special_ad_category_country',
      'adlabels',
    ],
    read: readCampaign,
  },
  add: addCampaign,
  getCampaignId: (campaign) => campaign.id,
  summary: scheduledSummary,
  parents: (campaign) => ({ account: campaign.account }),
})

/** Validates the parameters of a new campaign, then returns a function that creates it. */
export function readCampaign(account: AdAccount, request: GraphRequest): (base: BaseFields) => Campaign {
  const { params, now } = request
  const name = params.requiredText('name')
  params.requiredText('objective')
  const objective = params.choice('objective', objectives) ?? ''
  const categories = params.choices('special_ad_categories', specialCategories)
  if (categories === undefined) throw missingParameter('special_ad_categories')
  const countries = params.list('special_ad_category_country')
  const status = readStatus(request) ?? 'PAUSED'
  if (status !== 'ACTIVE' && status !== 'PAUSED')
    throw invalidParameter('Param status must be one of {ACTIVE, PAUSED}', { blame: ['status'] })
  const { startAt, end, budget } = readSchedule(schedule, account, request)
  const bidStrategy = params.choice('bid_strategy', bidStrategies)
  params.choice('buying_type', ['AUCTION'])
  const budgetSharing = params.boolean('is_adset_budget_sharing_enabled')
  checkSharing(budget.length > 0, budgetSharing)
  const createLabels = readLabels(account, params)
  return (base) => ({
    ...base,
    name,
    objective,
    startAt,
    ...(end === undefined ? {} : { stopAt: end }),
    statuses: [{ at: now, status }],
    budget,
    ...(bidStrategy === undefined ? {} : { bidStrategy }),
    ...(budgetSharing === undefined ? {} : { budgetSharing }),
    specialAdCategories: categories.filter((category) => category !== 'NONE'),
    ...(countries === undefined ? {} : { specialAdCountries: countries }),
    ...(createLabels === undefined ? {} : { labels: createLabels(request.exchange.state) }),
  })
}

/** Only ad sets with budgets of their own can share them. */
function checkSharing(hasBudget: boolean, sharing: boolean | undefined): void {
  if (!hasBudget || sharing !== true) return
  throw invalidParameter('Invalid parameter', {
    subcode: 3858418,
    transient: false,
    userTitle: 'Budget sharing not available',
    userMessage: 'Ad sets can only share their budgets when the campaign has none.',
    blame: ['is_adset_budget_sharing_enabled'],
  })
}
