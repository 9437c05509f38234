// Campaigns: created, changed, removed.
// https://developers.facebook.com/docs/marketing-api/reference/ad-campaign-group

import { nextNumber } from '../core/state.ts'
import type { BudgetChange } from '../delivery/delivery.ts'
import { requireAdsWrite } from './access.ts'
import {
  type AskedBudget,
  checkedChange,
  checkMinimum,
  onTwoLevels,
  presentBudget,
  readBudget,
  spentOf,
} from './budget.ts'
import {
  append,
  cannotEdit,
  carryOut,
  changeStatus,
  isTrial,
  readStatus,
  specialCategories,
} from './changes.ts'
import { invalid } from './errors.ts'
import { minimumDaily } from './money.ts'
import type { Write } from './nodes.ts'
import { accountOf, addCampaign } from './relations.ts'
import type { GraphRequest } from './request.ts'
import { type AdAccount, type Campaign, statusOf } from './state.ts'
import { readTime } from './times.ts'

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

const updatable = [
  'name',
  'status',
  'daily_budget',
  'lifetime_budget',
  'spend_cap',
  'bid_strategy',
  'stop_time',
  'special_ad_categories',
  'execution_options',
  'objective',
]

export const updateCampaign: Write<Campaign> = {
  params: updatable,
  run(campaign, request) {
    const { params, now } = request
    const account = accountOf(request.social, campaign)
    requireAdsWrite(request, account)
    const status = readStatus(request)
    if (statusOf(campaign) === 'DELETED') throw cannotEdit('campaign', 'deleted')
    const asked = readBudget(request)
    if (
      statusOf(campaign) === 'ARCHIVED' &&
      (asked !== undefined || status === 'ACTIVE' || status === 'PAUSED')
    ) {
      throw cannotEdit('campaign', 'archived')
    }
    if (params.has('objective') && params.text('objective') !== campaign.objective) {
      throw invalid('Invalid parameter', {
        userTitle: 'Objective cannot be changed',
        userMessage: 'The objective of a campaign cannot be changed.',
        blame: ['objective'],
      })
    }
    const bidStrategy = params.choice('bid_strategy', bidStrategies)
    const categories = params.choices('special_ad_categories', specialCategories)
    const spendCap = params.integer('spend_cap')
    if (spendCap !== undefined && spendCap < minimumDaily(account.currency) * 100) {
      throw invalid('Invalid parameter', {
        subcode: 2446307,
        userTitle: 'Spending limit is too low',
        userMessage: 'The campaign spending limit is below the minimum.',
        blame: ['spend_cap'],
      })
    }
    const stopText = params.text('stop_time')
    const stopAt =
      stopText === undefined || stopText === '' || stopText === '0'
        ? undefined
        : readTime('stop_time', stopText, account)
    if (stopAt !== undefined && stopAt <= now) {
      throw invalid('Invalid parameter', {
        userTitle: 'End time is in the past',
        userMessage: 'The end of the campaign must be in the future.',
        blame: ['stop_time'],
      })
    }
    const change = asked === undefined ? undefined : budgetChange(request, account, campaign, asked, stopAt)
    const name = params.text('name')
    if (name !== undefined && name.trim() === '')
      throw invalid('The parameter name is required.', { blame: ['name'] })
    if (isTrial(request)) return { success: true }

    return carryOut(request, 'campaign.update', campaign.id, campaign, summary, () => {
      if (name !== undefined) campaign.name = name
      if (bidStrategy !== undefined) campaign.bidStrategy = bidStrategy
      if (categories !== undefined) campaign.specialAdCategories = categories
      if (spendCap !== undefined) campaign.spendCap = spendCap
      if (stopAt !== undefined && stopAt !== campaign.stopAt) {
        if (campaign.stopAt !== undefined && campaign.stopAt <= now) {
          campaign.gaps = [...(campaign.gaps ?? []), { from: campaign.stopAt, to: now }]
        }
        campaign.stopAt = stopAt
      }
      if (change !== undefined) append(campaign.budget, change)
      changeStatus(campaign, status, now)
    })
  },
}

function budgetChange(
  request: GraphRequest,
  account: AdAccount,
  campaign: Campaign,
  asked: AskedBudget,
  stopAt: number | undefined,
): BudgetChange | undefined {
  const budget = presentBudget(campaign)
  if (budget === undefined) {
    // Zero says "none", which is what a campaign whose ad sets hold the budgets has.
    if (asked.daily === 0) return undefined
    throw onTwoLevels(asked)
  }
  const bounds = { start: campaign.startAt, end: stopAt ?? campaign.stopAt, now: request.now }
  return checkedChange(account, 'campaign', budget, asked, () => spentOf(request, account, campaign), bounds)
}

function summary(campaign: Campaign): Record<string, unknown> {
  const budget = presentBudget(campaign)
  return {
    name: campaign.name,
    status: statusOf(campaign),
    ...(budget?.daily === undefined ? {} : { daily_budget: budget.daily }),
    ...(budget?.lifetime === undefined ? {} : { lifetime_budget: budget.lifetime }),
  }
}

export const createCampaign: Write<AdAccount> = {
  params: [...updatable, 'start_time', 'buying_type', 'is_adset_budget_sharing_enabled'],
  run(account, request) {
    const { params, now, social } = request
    requireAdsWrite(request, account)
    const name = params.requiredText('name')
    params.requiredText('objective')
    const objective = params.choice('objective', objectives) ?? ''
    const categories = params.choices('special_ad_categories', specialCategories)
    if (categories === undefined)
      throw invalid('The parameter special_ad_categories is required.', { blame: ['special_ad_categories'] })
    const status = readStatus(request) ?? 'PAUSED'
    if (status !== 'ACTIVE' && status !== 'PAUSED')
      throw invalid('Param status must be one of {ACTIVE, PAUSED}', { blame: ['status'] })
    const asked = readBudget(request)
    const startText = params.text('start_time')
    const stopText = params.text('stop_time')
    const startAt =
      startText === undefined || startText === '' ? now : readTime('start_time', startText, account)
    const stopAt =
      stopText === undefined || stopText === '' ? undefined : readTime('stop_time', stopText, account)
    if (stopAt !== undefined && stopAt <= Math.max(now, startAt))
      throw invalid('The end time must be after the start time.', { blame: ['stop_time'] })
    if (asked !== undefined) {
      if (asked.lifetime !== undefined && stopAt === undefined)
        throw invalid('A lifetime budget needs an end time.', { blame: ['stop_time'] })
      checkMinimum(account, asked, 'campaign', startAt, stopAt)
    }
    const bidStrategy = params.choice('bid_strategy', bidStrategies)
    params.choice('buying_type', ['AUCTION'])
    const budgetSharing = params.boolean('is_adset_budget_sharing_enabled')
    if (isTrial(request)) return { success: true }
    const campaign: Campaign = {
      id: String(
        120_250_000_000_000_000n + BigInt(nextNumber(request.exchange.state, 'social.campaign')) * 10n,
      ),
      account: account.id,
      name,
      objective,
      createdAt: now,
      updatedAt: now,
      startAt,
      ...(stopAt === undefined ? {} : { stopAt }),
      statuses: [{ at: now, status }],
      budget:
        asked === undefined
          ? []
          : [
              {
                at: now,
                ...asked,
                ...(asked.lifetime === undefined || stopAt === undefined ? {} : { end: stopAt }),
              },
            ],
      ...(bidStrategy === undefined ? {} : { bidStrategy }),
      ...(budgetSharing === undefined ? {} : { budgetSharing }),
      specialAdCategories: categories.filter((category) => category !== 'NONE'),
    }
    addCampaign(social, campaign)
    request.exchange.effect('campaign.create', campaign.id, { account: account.id, ...summary(campaign) })
    return { id: campaign.id }
  },
}

export const removeCampaign: Write<Campaign> = {
  params: [],
  run(campaign, request) {
    requireAdsWrite(request, accountOf(request.social, campaign))
    return carryOut(request, 'campaign.delete', campaign.id, campaign, summary, () =>
      changeStatus(campaign, 'DELETED', request.now),
    )
  },
}
