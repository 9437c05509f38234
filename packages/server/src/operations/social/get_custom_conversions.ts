import { ServiceError } from '../../base/errors.ts'
import { asList, asText, at, type Json } from '../../platforms/kit/values.ts'
import type { Handler } from '../../waist/handler.ts'
import { textOf } from './rows.ts'

/** Standard events as pixels name them, and as campaigns name them. */
const standardEvents: Readonly<Record<string, string>> = {
  AddPaymentInfo: 'ADD_PAYMENT_INFO',
  AddToCart: 'ADD_TO_CART',
  AddToWishlist: 'ADD_TO_WISHLIST',
  CompleteRegistration: 'COMPLETE_REGISTRATION',
  Contact: 'CONTACT',
  ViewContent: 'CONTENT_VIEW',
  CustomizeProduct: 'CUSTOMIZE_PRODUCT',
  Donate: 'DONATE',
  FindLocation: 'FIND_LOCATION',
  InitiateCheckout: 'INITIATED_CHECKOUT',
  Lead: 'LEAD',
  Purchase: 'PURCHASE',
  Schedule: 'SCHEDULE',
  Search: 'SEARCH',
  StartTrial: 'START_TRIAL',
  SubmitApplication: 'SUBMIT_APPLICATION',
  Subscribe: 'SUBSCRIBE',
}

/** Those a sales campaign can aim at. */
const salesEvents = new Set(
  `ADD_PAYMENT_INFO ADD_TO_CART ADD_TO_WISHLIST COMPLETE_REGISTRATION CONTENT_VIEW DONATE INITIATED_CHECKOUT PURCHASE
   SEARCH START_TRIAL SUBSCRIBE`.split(/\s+/),
)

const daysOfEvents = 28

export const get_custom_conversions: Handler<'social/get_custom_conversions'> = async (
  { userId, pixelId, campaignType },
  ctx,
) => {
  const social = await ctx.connect(userId, 'social')
  const since = Math.floor(ctx.runtime.now() / 1000) - daysOfEvents * 86_400
  const { pixels, conversions, events } = await social.conversions(pixelId, since)
  if (!pixels.some((row) => textOf(row, 'id') === pixelId))
    throw new ServiceError('OBJECT_NOT_FOUND', { field: 'pixelId', values: { platform: 'social' } })

  const standard = Object.entries(standardEvents)
    .filter(([, value]) => campaignType === 'CONVERSIONS' || salesEvents.has(value))
    .map(([name, value]) => ({ name, value, is_custom_event: false }))
  const custom = conversions
    .filter((row) => row['is_archived'] !== true && row['is_unavailable'] !== true && isOf(pixelId, row))
    .map((row) => ({ name: textOf(row, 'name'), value: textOf(row, 'id'), is_custom_event: false }))
  const own = customEventsIn(events).map((name) => ({ name, value: name, is_custom_event: true }))
  return { customConversions: [...standard, ...custom, ...own] }
}

/** The pixel stands in either of two members. */
function isOf(pixelId: string, row: Json): boolean {
  const sources = [at(row, 'pixel', 'id'), ...asList(row['data_sources']).map((source) => at(source, 'id'))]
  return sources.some((id) => asText(id) === pixelId)
}

/** Names of events that are no standard ones, in the order of the alphabet. */
function customEventsIn(hours: readonly Json[]): string[] {
  const names = new Set(
    hours.flatMap((hour) => asList(hour['data'])).map((event) => asText(at(event, 'value'))),
  )
  return [...names]
    .filter((name) => name !== '' && name !== 'PageView' && !Object.hasOwn(standardEvents, name))
    .sort()
}
