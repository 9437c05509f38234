// Validates the optimization goal of an ad set against the campaign's objective, and the promoted object that
// the goal needs.
// https://developers.facebook.com/docs/marketing-api/reference/ad-promoted-object

import { roleOn } from '../access.ts'
import { type GraphError, invalid } from '../errors.ts'
import type { GraphRequest } from '../graph/request.ts'
import { ownEntry } from '../relations.ts'
import type { AdAccount } from '../state.ts'
import { type Members, readMembers, textIn } from './members.ts'

/** https://developers.facebook.com/docs/marketing-api/adset/optimization */
const goalsOf: Readonly<Record<string, readonly string[]>> = {
  OUTCOME_AWARENESS: ['REACH', 'IMPRESSIONS', 'AD_RECALL_LIFT', 'THRUPLAY'],
  OUTCOME_TRAFFIC: ['LINK_CLICKS', 'LANDING_PAGE_VIEWS', 'IMPRESSIONS', 'REACH', 'CONVERSATIONS'],
  OUTCOME_ENGAGEMENT: ['POST_ENGAGEMENT', 'THRUPLAY', 'PAGE_LIKES', 'IMPRESSIONS', 'REACH', 'CONVERSATIONS'],
  OUTCOME_LEADS: ['LEAD_GENERATION', 'QUALITY_LEAD', 'OFFSITE_CONVERSIONS', 'LINK_CLICKS', 'CONVERSATIONS'],
  OUTCOME_SALES: ['OFFSITE_CONVERSIONS', 'VALUE', 'LINK_CLICKS', 'LANDING_PAGE_VIEWS', 'CONVERSATIONS'],
  OUTCOME_APP_PROMOTION: ['APP_INSTALLS', 'LINK_CLICKS', 'OFFSITE_CONVERSIONS', 'VALUE'],
}

export const optimizationGoals = [...new Set(Object.values(goalsOf).flat())]

export const destinations = [
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
const eventsOf: Readonly<Record<string, readonly string[]>> = {
  OUTCOME_LEADS:
    `LEAD COMPLETE_REGISTRATION CONTACT FIND_LOCATION SCHEDULE START_TRIAL SUBMIT_APPLICATION SUBSCRIBE
    OTHER`.split(/\s+/),
  OUTCOME_SALES:
    `PURCHASE INITIATED_CHECKOUT ADD_PAYMENT_INFO ADD_TO_CART ADD_TO_WISHLIST COMPLETE_REGISTRATION DONATE
    START_TRIAL SUBSCRIBE CONTENT_VIEW SEARCH OTHER`.split(/\s+/),
}

const promotedMembers = [
  'page_id',
  'pixel_id',
  'custom_event_type',
  'custom_event_str',
  'custom_conversion_id',
]

interface Asked {
  readonly account: AdAccount
  readonly request: GraphRequest
  readonly objective: string
  readonly goal: string
}

/** Reads the promoted object and validates it for the optimization goal. */
export function readAim({ account, request, objective, goal }: Asked): Record<string, string> | undefined {
  const { params } = request
  if (!(goalsOf[objective] ?? []).includes(goal))
    throw refused(2490408, 'Performance goal not available', 'optimization_goal', [
      `The performance goal ${goal} is not available for campaigns with the objective ${objective}.`,
    ])
  const destination = params.choice('destination_type', destinations)
  if (destination === 'ON_AD' && objective !== 'OUTCOME_LEADS')
    throw refused(1815715, 'Destination not available', 'destination_type', [
      'The destination ON_AD is only available for campaigns with the objective OUTCOME_LEADS.',
    ])
  const given = params.json('promoted_object')
  const promoted = given === undefined ? undefined : readMembers(given, 'promoted_object', promotedMembers)
  requirePromoted(goal, promoted)
  if (promoted === undefined) return undefined
  checkReferences(promoted, account, request)
  checkEvent(promoted, objective, goal)
  return Object.fromEntries([...promoted.values].map(([name, value]) => [name, String(value)]))
}

function requirePromoted(goal: string, promoted: Members | undefined): void {
  const has = (name: string) => promoted !== undefined && textIn(promoted, name) !== undefined
  const isThere = websiteGoals.includes(goal)
    ? has('pixel_id') || has('custom_conversion_id')
    : goal !== 'LEAD_GENERATION' || has('page_id')
  if (!isThere)
    throw refused(1815430, 'Select a promoted object for your ad set', 'promoted_object', [
      'Promoted object is missing. Please add a valid promoted object to the ad set.',
    ])
}

function checkReferences(promoted: Members, account: AdAccount, request: GraphRequest): void {
  const page = textIn(promoted, 'page_id')
  if (page !== undefined && roleOn(request, page) === undefined)
    throw invalid('Param promoted_object[page_id] must be a page that the person may advertise for', {
      blame: ['promoted_object'],
    })
  const pixel = textIn(promoted, 'pixel_id')
  if (pixel !== undefined) ownEntry(account, request.social.pixels, pixel)
  const conversion = textIn(promoted, 'custom_conversion_id')
  if (conversion !== undefined && ownEntry(account, request.social.customConversions, conversion).archived)
    throw invalid('Param promoted_object[custom_conversion_id] is archived', { blame: ['promoted_object'] })
}

function checkEvent(promoted: Members, objective: string, goal: string): void {
  const event = textIn(promoted, 'custom_event_type')
  if (textIn(promoted, 'pixel_id') !== undefined && event === undefined)
    throw refused(1885014, 'Select a conversion event', 'promoted_object', [
      'A pixel needs a conversion event: set custom_event_type.',
    ])
  if (event === undefined || !websiteGoals.includes(goal)) return
  const events = eventsOf[objective]
  if (events !== undefined && !events.includes(event))
    throw invalid('Invalid parameter', {
      userTitle: 'Conversion event not available',
      userMessage: `The conversion event ${event} is not available for campaigns with the objective ${objective}.`,
      blame: ['promoted_object'],
    })
  if (event === 'OTHER' && textIn(promoted, 'custom_event_str') === undefined)
    throw invalid('The parameter promoted_object[custom_event_str] is required.', {
      blame: ['promoted_object'],
    })
}

function refused(
  subcode: number,
  userTitle: string,
  blame: string,
  [userMessage = '']: string[],
): GraphError {
  return invalid('Invalid parameter', { subcode, transient: false, userTitle, userMessage, blame: [blame] })
}
