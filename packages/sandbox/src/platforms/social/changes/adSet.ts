// The writable parameters of an ad set.
// https://developers.facebook.com/docs/marketing-api/reference/ad-campaign

import { invalidParameter } from '../errors.ts'
import type { GraphRequest } from '../graph/request.ts'
import { addAdSet, getCampaign, requireOwnEntry } from '../relations.ts'
import { type AdAccount, type AdSet, type Campaign, currentStatus } from '../state.ts'
import { budgetLevelError, checkBudgetEdits, computeSpend, recordBudgetEdit } from './budget.ts'
import {
  type BaseFields,
  cannotEditError,
  createWrites,
  missingParameter,
  nameField,
  readStatus,
  writableField,
} from './engine.ts'
import { optimizationGoals, readPromotedObject } from './promotedObject.ts'
import { readAdvertiser } from './regions.ts'
import { budgetField, endField, readSchedule, type Schedule, scheduledSummary } from './schedule.ts'
import { readTargeting } from './targetingSpec.ts'

const billingEvents = [
  'IMPRESSIONS',
  'LINK_CLICKS',
  'THRUPLAY',
  'APP_INSTALLS',
  'PAGE_LIKES',
  'POST_ENGAGEMENT',
]

const schedule: Schedule<AdSet> = {
  noun: 'ad set',
  endParam: 'end_time',
  getEnd: (adSet) => adSet.endAt,
  setEnd: (adSet, end) => {
    adSet.endAt = end
  },
  computeSpent: ({ request, account, item }) =>
    computeSpend(request, account, getCampaign(request.social, item), item),
  redistributesBudget: true,
  enforceEditLimit(adSet, now) {
    checkBudgetEdits(adSet, now)
    recordBudgetEdit(adSet, now)
  },
}

export const adSetWrites = createWrites<AdSet>({
  noun: 'ad set',
  slug: 'adset',
  firstId: 120_250_100_000_000_000n,
  isArchiveFinal: true,
  fields: [
    endField(schedule),
    budgetField(schedule),
    writableField(
      'targeting',
      (_params, { request, account, item }) =>
        readTargeting(request, account, getCampaign(request.social, item)),
      (adSet, { targeting }) => {
        adSet.targeting = targeting
      },
    ),
    writableField(
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
      return readAdSet(account, request, requireOwnEntry(account, request.social.campaigns, id))
    },
  },
  add: addAdSet,
  getCampaignId: (adSet) => adSet.campaign,
  summary: scheduledSummary,
  parents: (adSet) => ({ campaign: adSet.campaign }),
})

/** Validates the parameters of a new ad set, then returns a function that creates it. */
export function readAdSet(
  account: AdAccount,
  request: GraphRequest,
  campaign: Campaign,
): (base: BaseFields) => AdSet {
  const { params, now } = request
  const name = params.requiredText('name')
  if (currentStatus(campaign) === 'DELETED' || currentStatus(campaign) === 'ARCHIVED')
    throw cannotEditError('campaign', currentStatus(campaign).toLowerCase())
  params.requiredText('optimization_goal')
  params.requiredText('billing_event')
  const goal = params.choice('optimization_goal', optimizationGoals) ?? ''
  const billingEvent = params.choice('billing_event', billingEvents) ?? ''
  const parsedTargeting = readTargeting(request, account, campaign)
  if (parsedTargeting === undefined) throw missingParameter('targeting')
  const { startAt, end, budget } = readSchedule(schedule, account, request, (requestedBudget) => {
    if (campaign.budget.length > 0 && requestedBudget !== undefined) throw budgetLevelError(requestedBudget)
    if (campaign.budget.length === 0 && requestedBudget === undefined) {
      throw invalidParameter('Invalid parameter', {
        userTitle: 'Budget missing',
        userMessage: 'Your ad set needs a daily budget or a lifetime budget.',
        blame: ['daily_budget'],
      })
    }
  })
  if (campaign.budget.at(-1)?.lifetime !== undefined && end === undefined)
    throw invalidParameter('Invalid parameter', {
      userTitle: 'End time missing',
      userMessage: 'The ad sets of a campaign with a lifetime budget need an end time.',
      blame: ['end_time'],
    })
  const promotedObject = readPromotedObject({ account, request, objective: campaign.objective, goal })
  const destination = params.text('destination_type')
  const advertiser = readAdvertiser(params, account, parsedTargeting.includedPlaces)
  const status = readStatus(request) ?? 'PAUSED'
  const bidAmount = params.integer('bid_amount')
  return (base) => ({
    ...base,
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
    targeting: parsedTargeting.targeting,
    ...(promotedObject === undefined ? {} : { promotedObject: promotedObject }),
    ...(destination === undefined ? {} : { destination }),
    advertiser,
  })
}
