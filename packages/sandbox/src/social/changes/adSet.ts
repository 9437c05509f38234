// The writable parameters of an ad set.
// https://developers.facebook.com/docs/marketing-api/reference/ad-campaign

import { invalid } from '../errors.ts'
import type { GraphRequest } from '../graph/request.ts'
import { addAdSet, campaignOf, ownEntry } from '../relations.ts'
import { type AdAccount, type AdSet, type Campaign, statusOf } from '../state.ts'
import { optimizationGoals, readAim } from './aim.ts'
import { checkEdits, noteEdit, onTwoLevels, spentOf } from './budget.ts'
import { type Beginning, cannotEdit, field, lacks, nameField, readStatus, writesOf } from './engine.ts'
import { readAdvertiser } from './regions.ts'
import { budgetField, endField, readSchedule, type Schedule, scheduledSummary } from './schedule.ts'
import { readTargeting } from './targetingSpec.ts'

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
    field(
      'targeting',
      (_params, { request, account, item }) =>
        readTargeting(request, account, campaignOf(request.social, item)),
      (adSet, { targeting }) => {
        adSet.targeting = targeting
      },
    ),
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
    params: [
      'campaign_id',
      'start_time',
      'optimization_goal',
      'billing_event',
      'destination_type',
      'promoted_object',
      'dsa_beneficiary',
      'dsa_payor',
    ],
    read(account, request) {
      const id = request.params.requiredText('campaign_id')
      return readAdSet(account, request, ownEntry(account, request.social.campaigns, id))
    },
  },
  add: addAdSet,
  campaignOf: (adSet) => adSet.campaign,
  summary: scheduledSummary,
  above: (adSet) => ({ campaign: adSet.campaign }),
})

/** Validates the parameters of a new ad set, then returns a function that creates it. */
export function readAdSet(
  account: AdAccount,
  request: GraphRequest,
  campaign: Campaign,
): (beginning: Beginning) => AdSet {
  const { params, now } = request
  const name = params.requiredText('name')
  if (statusOf(campaign) === 'DELETED' || statusOf(campaign) === 'ARCHIVED')
    throw cannotEdit('campaign', statusOf(campaign).toLowerCase())
  params.requiredText('optimization_goal')
  params.requiredText('billing_event')
  const goal = params.choice('optimization_goal', optimizationGoals) ?? ''
  const billingEvent = params.choice('billing_event', billings) ?? ''
  const aimed = readTargeting(request, account, campaign)
  if (aimed === undefined) throw lacks('targeting')
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
  if (campaign.budget.at(-1)?.lifetime !== undefined && end === undefined)
    throw invalid('Invalid parameter', {
      userTitle: 'End time missing',
      userMessage: 'The ad sets of a campaign with a lifetime budget need an end time.',
      blame: ['end_time'],
    })
  const promoted = readAim({ account, request, objective: campaign.objective, goal })
  const destination = params.text('destination_type')
  const advertiser = readAdvertiser(params, account, aimed.included)
  const status = readStatus(request) ?? 'PAUSED'
  const bidAmount = params.integer('bid_amount')
  return (beginning) => ({
    ...beginning,
    campaign: campaign.id,
    name,
    startAt,
    ...(end === undefined ? {} : { endAt: end }),
    statuses: [{ at: now, status }],
    budget,
    budgetEdits: [],
    optimizationGoal: goal,
    billingEvent,
    ...(bidAmount === undefined ? {} : { bidAmount }),
    targeting: aimed.targeting,
    ...(promoted === undefined ? {} : { promotedObject: promoted }),
    ...(destination === undefined ? {} : { destination }),
    advertiser,
  })
}
