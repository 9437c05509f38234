// Ad sets: created, changed, removed.
// https://developers.facebook.com/docs/marketing-api/reference/ad-campaign

import { nextNumber } from '../core/state.ts'
import { requireAdsWrite } from './access.ts'
import {
  checkEdits,
  checkedChange,
  checkMinimum,
  noteEdit,
  onTwoLevels,
  presentBudget,
  readBudget,
  spentOf,
} from './budget.ts'
import { append, cannotEdit, carryOut, changeStatus, isTrial, readStatus } from './changes.ts'
import { invalid, missing } from './errors.ts'
import type { Write } from './nodes.ts'
import { accountOf, addAdSet, campaignOf, entryOf } from './relations.ts'
import type { GraphRequest } from './request.ts'
import { type AdAccount, type AdSet, statusOf } from './state.ts'
import { readTime } from './times.ts'

const goals = [
  'LINK_CLICKS',
  'LANDING_PAGE_VIEWS',
  'IMPRESSIONS',
  'REACH',
  'POST_ENGAGEMENT',
  'LEAD_GENERATION',
  'QUALITY_LEAD',
  'OFFSITE_CONVERSIONS',
  'VALUE',
  'THRUPLAY',
  'AD_RECALL_LIFT',
  'APP_INSTALLS',
  'PAGE_LIKES',
  'CONVERSATIONS',
]
const billings = ['IMPRESSIONS', 'LINK_CLICKS', 'THRUPLAY', 'APP_INSTALLS', 'PAGE_LIKES', 'POST_ENGAGEMENT']

const updatable = [
  'name',
  'status',
  'daily_budget',
  'lifetime_budget',
  'bid_amount',
  'end_time',
  'targeting',
  'execution_options',
]

export const updateAdSet: Write<AdSet> = {
  params: updatable,
  run(adSet, request) {
    const { params, now } = request
    const account = accountOf(request.social, adSet)
    const campaign = campaignOf(request.social, adSet)
    requireAdsWrite(request, account)
    const status = readStatus(request)
    if (statusOf(adSet) === 'DELETED') throw cannotEdit('ad set', 'deleted')
    const asked = readBudget(request)
    if (
      statusOf(adSet) === 'ARCHIVED' &&
      (asked !== undefined || status === 'ACTIVE' || status === 'PAUSED')
    ) {
      throw cannotEdit('ad set', 'archived')
    }
    const endText = params.text('end_time')
    const endAt =
      endText === undefined || endText === '' || endText === '0'
        ? undefined
        : readTime('end_time', endText, account)
    if (endAt !== undefined && endAt <= now) {
      throw invalid('Invalid parameter', {
        userTitle: 'End time is in the past',
        userMessage: 'The end of the ad set must be in the future.',
        blame: ['end_time'],
      })
    }
    const budget = presentBudget(adSet)
    let change: ReturnType<typeof checkedChange>
    if (asked !== undefined) {
      if (campaign.budget.length > 0) {
        if (asked.daily !== 0) throw onTwoLevels(asked)
      } else if (budget !== undefined) {
        const spent = () => spentOf(request, account, campaign, adSet)
        change = checkedChange(account, 'ad set', budget, asked, spent, {
          start: adSet.startAt,
          end: endAt ?? adSet.endAt,
          now,
        })
      }
    } else if (endAt !== undefined && budget?.lifetime !== undefined) {
      change = { at: now, lifetime: budget.lifetime, end: endAt }
    }
    const targeting = readTargeting(request)
    const bidAmount = params.integer('bid_amount')
    const name = params.text('name')
    if (name !== undefined && name.trim() === '')
      throw invalid('The parameter name is required.', { blame: ['name'] })
    if (isTrial(request)) return { success: true }
    if (asked !== undefined && change !== undefined) {
      checkEdits(adSet, now)
      noteEdit(adSet, now)
    }
    return carryOut(request, 'adset.update', adSet.campaign, adSet, summary, () => {
      if (name !== undefined) adSet.name = name
      if (targeting !== undefined) adSet.targeting = targeting
      if (bidAmount !== undefined) adSet.bidAmount = bidAmount
      if (endAt !== undefined && endAt !== adSet.endAt) {
        if (adSet.endAt !== undefined && adSet.endAt <= now)
          adSet.gaps = [...(adSet.gaps ?? []), { from: adSet.endAt, to: now }]
        adSet.endAt = endAt
      }
      if (change !== undefined) append(adSet.budget, change)
      changeStatus(adSet, status, now)
    })
  },
}

function readTargeting(request: GraphRequest): Record<string, unknown> | undefined {
  const value = request.params.json('targeting')
  if (value === undefined) return undefined
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw invalid('Param targeting must be an object.', { blame: ['targeting'] })
  }
  const targeting = Object.fromEntries(Object.entries(value))
  const places = targeting['geo_locations']
  const audiences = targeting['custom_audiences']
  if (
    (typeof places !== 'object' || places === null || Object.keys(places).length === 0) &&
    audiences === undefined
  ) {
    throw invalid('Invalid parameter', {
      subcode: 1885364,
      userTitle: 'Location missing',
      userMessage: 'Your audience needs at least one location or custom audience.',
      blame: ['targeting'],
    })
  }
  return targeting
}

function textMembers(value: object): Record<string, string> {
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, String(member)]))
}

function summary(adSet: AdSet): Record<string, unknown> {
  const budget = presentBudget(adSet)
  return {
    name: adSet.name,
    status: statusOf(adSet),
    ...(budget?.daily === undefined ? {} : { daily_budget: budget.daily }),
    ...(budget?.lifetime === undefined ? {} : { lifetime_budget: budget.lifetime }),
  }
}

export const createAdSet: Write<AdAccount> = {
  params: [
    ...updatable,
    'campaign_id',
    'start_time',
    'optimization_goal',
    'billing_event',
    'promoted_object',
  ],
  run(account, request) {
    const { params, now, social } = request
    requireAdsWrite(request, account)
    const name = params.requiredText('name')
    const campaign = entryOf(social.campaigns, params.requiredText('campaign_id'))
    if (campaign === undefined || campaign.account !== account.id)
      throw missing('post', params.requiredText('campaign_id'))
    if (statusOf(campaign) === 'DELETED' || statusOf(campaign) === 'ARCHIVED')
      throw cannotEdit('campaign', statusOf(campaign).toLowerCase())
    params.requiredText('optimization_goal')
    params.requiredText('billing_event')
    const optimizationGoal = params.choice('optimization_goal', goals) ?? ''
    const billingEvent = params.choice('billing_event', billings) ?? ''
    const targeting = readTargeting(request)
    if (targeting === undefined)
      throw invalid('The parameter targeting is required.', { blame: ['targeting'] })
    const asked = readBudget(request)
    const startText = params.text('start_time')
    const endText = params.text('end_time')
    const startAt =
      startText === undefined || startText === '' ? now : readTime('start_time', startText, account)
    const endAt =
      endText === undefined || endText === '' || endText === '0'
        ? undefined
        : readTime('end_time', endText, account)
    if (endAt !== undefined && endAt <= Math.max(now, startAt))
      throw invalid('The end time must be after the start time.', { blame: ['end_time'] })
    if (campaign.budget.length > 0 && asked !== undefined) throw onTwoLevels(asked)
    if (campaign.budget.length === 0) {
      if (asked === undefined) {
        throw invalid('Invalid parameter', {
          userTitle: 'Budget missing',
          userMessage: 'Your ad set needs a daily budget or a lifetime budget.',
          blame: ['daily_budget'],
        })
      }
      if (asked.lifetime !== undefined && endAt === undefined)
        throw invalid('A lifetime budget needs an end time.', { blame: ['end_time'] })
      checkMinimum(account, asked, 'ad set', startAt, endAt)
    }
    const status = readStatus(request) ?? 'PAUSED'
    const bidAmount = params.integer('bid_amount')
    const promoted = params.json('promoted_object')
    if (isTrial(request)) return { success: true }
    const adSet: AdSet = {
      id: String(120_250_100_000_000_000n + BigInt(nextNumber(request.exchange.state, 'social.adset')) * 10n),
      account: account.id,
      campaign: campaign.id,
      name,
      createdAt: now,
      updatedAt: now,
      startAt,
      ...(endAt === undefined ? {} : { endAt }),
      statuses: [{ at: now, status }],
      budget:
        asked === undefined
          ? []
          : [
              {
                at: now,
                ...asked,
                ...(asked.lifetime === undefined || endAt === undefined ? {} : { end: endAt }),
              },
            ],
      budgetEdits: [],
      optimizationGoal,
      billingEvent,
      ...(bidAmount === undefined ? {} : { bidAmount }),
      targeting,
      ...(typeof promoted === 'object' && promoted !== null ? { promotedObject: textMembers(promoted) } : {}),
    }
    addAdSet(social, adSet)
    request.exchange.effect('adset.create', adSet.id, { campaign: campaign.id, ...summary(adSet) })
    return { id: adSet.id }
  },
}

export const removeAdSet: Write<AdSet> = {
  params: [],
  run(adSet, request) {
    requireAdsWrite(request, accountOf(request.social, adSet))
    return carryOut(request, 'adset.delete', adSet.campaign, adSet, summary, () =>
      changeStatus(adSet, 'DELETED', request.now),
    )
  },
}
