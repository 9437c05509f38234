// Validates the optimization goal of an ad set against the campaign's objective, and the promoted object that
// the goal needs.
// https://developers.facebook.com/docs/marketing-api/reference/ad-promoted-object

import { findCallerPageRole } from '../access.ts'
import { type GraphError, invalidParameter } from '../errors.ts'
import type { GraphRequest } from '../graph/request.ts'
import { requireOwnEntry } from '../relations.ts'
import type { AdAccount } from '../state.ts'
import { type ParamObject, readParamObject, readTextField } from './paramObject.ts'

/** https://developers.facebook.com/docs/marketing-api/adset/optimization */
const goalsByObjective: Readonly<Record<string, readonly string[]>> = {
  OUTCOME_AWARENESS: ['REACH', 'IMPRESSIONS', 'AD_RECALL_LIFT', 'THRUPLAY'],
  OUTCOME_TRAFFIC: ['LINK_CLICKS', 'LANDING_PAGE_VIEWS', 'IMPRESSIONS', 'REACH', 'CONVERSATIONS'],
  OUTCOME_ENGAGEMENT: ['POST_ENGAGEMENT', 'THRUPLAY', 'PAGE_LIKES', 'IMPRESSIONS', 'REACH', 'CONVERSATIONS'],
  OUTCOME_LEADS: ['LEAD_GENERATION', 'QUALITY_LEAD', 'OFFSITE_CONVERSIONS', 'LINK_CLICKS', 'CONVERSATIONS'],
  OUTCOME_SALES: ['OFFSITE_CONVERSIONS', 'VALUE', 'LINK_CLICKS', 'LANDING_PAGE_VIEWS', 'CONVERSATIONS'],
  OUTCOME_APP_PROMOTION: ['APP_INSTALLS', 'LINK_CLICKS', 'OFFSITE_CONVERSIONS', 'VALUE'],
}

export const optimizationGoals = [...new Set(Object.values(goalsByObjective).flat())]

export const destinationTypes = [
  'WEBSITE',
  'APP',
  'MESSENGER',
  'ON_AD',
  'ON_POST',
  'ON_PAGE',
  'ON_VIDEO',
  'UNDEFINED',
]

/** Goals that count events on a website, and the events that an objective may count. */
const websiteGoals = ['OFFSITE_CONVERSIONS', 'VALUE']
const eventsByObjective: Readonly<Record<string, readonly string[]>> = {
  OUTCOME_LEADS:
    `LEAD COMPLETE_REGISTRATION CONTACT FIND_LOCATION SCHEDULE START_TRIAL SUBMIT_APPLICATION SUBSCRIBE
    OTHER`.split(/\s+/),
  OUTCOME_SALES:
    `PURCHASE INITIATED_CHECKOUT ADD_PAYMENT_INFO ADD_TO_CART ADD_TO_WISHLIST COMPLETE_REGISTRATION DONATE
    START_TRIAL SUBSCRIBE CONTENT_VIEW SEARCH OTHER`.split(/\s+/),
}

const promotedObjectFields = [
  'page_id',
  'pixel_id',
  'custom_event_type',
  'custom_event_str',
  'custom_conversion_id',
]

interface PromotedObjectInput {
  readonly account: AdAccount
  readonly request: GraphRequest
  readonly objective: string
  readonly goal: string
}

/** Reads the promoted object and validates it for the optimization goal. */
export function readPromotedObject({
  account,
  request,
  objective,
  goal,
}: PromotedObjectInput): Record<string, string> | undefined {
  const { params } = request
  if (!(goalsByObjective[objective] ?? []).includes(goal))
    throw promotedObjectError(2490408, 'Performance goal not available', 'optimization_goal', [
      `The performance goal ${goal} is not available for campaigns with the objective ${objective}.`,
    ])
  const destination = params.choice('destination_type', destinationTypes)
  if (destination === 'ON_AD' && objective !== 'OUTCOME_LEADS')
    throw promotedObjectError(1815715, 'Destination not available', 'destination_type', [
      'The destination ON_AD is only available for campaigns with the objective OUTCOME_LEADS.',
    ])
  const rawObject = params.json('promoted_object')
  const promotedObject =
    rawObject === undefined ? undefined : readParamObject(rawObject, 'promoted_object', promotedObjectFields)
  requirePromotedObject(goal, promotedObject)
  if (promotedObject === undefined) return undefined
  checkReferences(promotedObject, account, request)
  checkEvent(promotedObject, objective, goal)
  return Object.fromEntries([...promotedObject.values].map(([name, value]) => [name, String(value)]))
}

function requirePromotedObject(goal: string, promotedObject: ParamObject | undefined): void {
  const hasField = (name: string) =>
    promotedObject !== undefined && readTextField(promotedObject, name) !== undefined
  const isPresent = websiteGoals.includes(goal)
    ? hasField('pixel_id') || hasField('custom_conversion_id')
    : goal !== 'LEAD_GENERATION' || hasField('page_id')
  if (!isPresent)
    throw promotedObjectError(1815430, 'Select a promoted object for your ad set', 'promoted_object', [
      'Promoted object is missing. Please add a valid promoted object to the ad set.',
    ])
}

function checkReferences(promotedObject: ParamObject, account: AdAccount, request: GraphRequest): void {
  const page = readTextField(promotedObject, 'page_id')
  if (page !== undefined && findCallerPageRole(request, page) === undefined)
    throw invalidParameter(
      'Param promoted_object[page_id] must be a page that the person may advertise for',
      {
        blame: ['promoted_object'],
      },
    )
  const pixel = readTextField(promotedObject, 'pixel_id')
  if (pixel !== undefined) requireOwnEntry(account, request.social.pixels, pixel)
  const conversion = readTextField(promotedObject, 'custom_conversion_id')
  if (
    conversion !== undefined &&
    requireOwnEntry(account, request.social.customConversions, conversion).archived
  )
    throw invalidParameter('Param promoted_object[custom_conversion_id] is archived', {
      blame: ['promoted_object'],
    })
}

function checkEvent(promotedObject: ParamObject, objective: string, goal: string): void {
  const event = readTextField(promotedObject, 'custom_event_type')
  if (readTextField(promotedObject, 'pixel_id') !== undefined && event === undefined)
    throw promotedObjectError(1885014, 'Select a conversion event', 'promoted_object', [
      'A pixel needs a conversion event: set custom_event_type.',
    ])
  if (event === undefined || !websiteGoals.includes(goal)) return
  const events = eventsByObjective[objective]
  if (events !== undefined && !events.includes(event))
    throw invalidParameter('Invalid parameter', {
      userTitle: 'Conversion event not available',
      userMessage: `The conversion event ${event} is not available for campaigns with the objective ${objective}.`,
      blame: ['promoted_object'],
    })
  if (event === 'OTHER' && readTextField(promotedObject, 'custom_event_str') === undefined)
    throw invalidParameter('The parameter promoted_object[custom_event_str] is required.', {
      blame: ['promoted_object'],
    })
}

function promotedObjectError(
  subcode: number,
  userTitle: string,
  blame: string,
  [userMessage = '']: string[],
): GraphError {
  return invalidParameter('Invalid parameter', {
    subcode,
    transient: false,
    userTitle,
    userMessage,
    blame: [blame],
  })
}
