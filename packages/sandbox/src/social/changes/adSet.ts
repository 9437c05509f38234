// What callers may write of an ad set.
// https://developers.facebook.com/docs/marketing-api/reference/ad-campaign

import { invalid } from '../errors.ts'
import type { Params } from '../graph/request.ts'
import { addAdSet, campaignOf, ownEntry } from '../relations.ts'
import { type AdSet, statusOf } from '../state.ts'
import { checkEdits, noteEdit, onTwoLevels, spentOf } from './budget.ts'
import { cannotEdit, field, lacks, nameField, readStatus, writesOf } from './engine.ts'
import { budgetField, endField, readSchedule, type Schedule, scheduledSummary } from './schedule.ts'

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

const schedule: Schedule<AdSet> = {
  noun: 'ad set',
  endParam: 'end_time',
  endOf: (adSet) => adSet.endAt,
  setEnd: (adSet, end) => {
    adSet.endAt = end
  },
  spent: ({ request, account, item }) => spentOf(request, account, campaignOf(request.social, item), item),
  respread: true,
  limit(adSet, now) {
    checkEdits(adSet, now)
    noteEdit(adSet, now)
  },
}

export const adSetWrites = writesOf<AdSet>({
  noun: 'ad set',
  word: 'adset',
  idsAbove: 120_250_100_000_000_000n,
  archivedForGood: true,
  fields: [
    endField(schedule),
    budgetField(schedule),
    field('targeting', readTargeting, (adSet, targeting) => {
      adSet.targeting = targeting
    }),
    field(
      'bid_amount',
      (params) => params.integer('bid_amount'),
      (adSet, amount) => {
        adSet.bidAmount = amount
      },
    ),
    nameField,
  ],
  creation: {
    params: ['campaign_id', 'start_time', 'optimization_goal', 'billing_event', 'promoted_object'],
    read(account, request) {
      const { params, now, social } = request
      const name = params.requiredText('name')
      const campaign = ownEntry(account, social.campaigns, params.requiredText('campaign_id'))
      if (statusOf(campaign) === 'DELETED' || statusOf(campaign) === 'ARCHIVED')
        throw cannotEdit('campaign', statusOf(campaign).toLowerCase())
      params.requiredText('optimization_goal')
      params.requiredText('billing_event')
      const optimizationGoal = params.choice('optimization_goal', goals) ?? ''
      const billingEvent = params.choice('billing_event', billings) ?? ''
      const targeting = readTargeting(params)
      if (targeting === undefined) throw lacks('targeting')
      const { startAt, end, budget } = readSchedule(schedule, account, request, (asked) => {
        if (campaign.budget.length > 0 && asked !== undefined) throw onTwoLevels(asked)
        if (campaign.budget.length === 0 && asked === undefined) {
          throw invalid('Invalid parameter', {
            userTitle: 'Budget missing',
            userMessage: 'Your ad set needs a daily budget or a lifetime budget.',
            blame: ['daily_budget'],
          })
        }
      })
      const status = readStatus(request) ?? 'PAUSED'
      const bidAmount = params.integer('bid_amount')
      const promoted = params.json('promoted_object')
      return (beginning) => ({
        ...beginning,
        campaign: campaign.id,
        name,
        startAt,
        ...(end === undefined ? {} : { endAt: end }),
        statuses: [{ at: now, status }],
        budget,
        budgetEdits: [],
        optimizationGoal,
        billingEvent,
        ...(bidAmount === undefined ? {} : { bidAmount }),
        targeting,
        ...(typeof promoted === 'object' && promoted !== null
          ? { promotedObject: textMembers(promoted) }
          : {}),
      })
    },
  },
  add: addAdSet,
  campaignOf: (adSet) => adSet.campaign,
  summary: scheduledSummary,
  above: (adSet) => ({ campaign: adSet.campaign }),
})

function readTargeting(params: Params): Record<string, unknown> | undefined {
  const value = params.json('targeting')
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
