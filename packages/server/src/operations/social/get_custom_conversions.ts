import { ServiceError } from '../../base/errors.ts'
import type { ConversionRow } from '../../platforms/social/rows.ts'
import { handler } from '../../waist/handler.ts'
import { pixelEventsSince, standardEvents } from './standardEvents.ts'

/** Those a sales campaign can aim at. */
const salesEvents = new Set(
  `ADD_PAYMENT_INFO ADD_TO_CART ADD_TO_WISHLIST COMPLETE_REGISTRATION CONTENT_VIEW DONATE INITIATED_CHECKOUT PURCHASE
   SEARCH START_TRIAL SUBSCRIBE`.split(/\s+/),
)

export const get_custom_conversions = handler(
  'social/get_custom_conversions',
  async ({ pixelId, campaignType }, { connector, runtime, refuse }) => {
    const found = await connector.conversions(pixelId, pixelEventsSince(runtime.now()))
    if (!found) throw refuse('OBJECT_NOT_FOUND', { field: 'pixelId', values: { platform: 'social' } })

    const standard = Object.entries(standardEvents)
      .filter(([, value]) => campaignType === 'CONVERSIONS' || salesEvents.has(value))
      .map(([name, value]) => ({ name, value, is_custom_event: false }))
    const custom = found.conversions
      .filter((row) => row.is_archived !== true && row.is_unavailable !== true && isOf(pixelId, row))
      .map(({ name, id }) => ({ name, value: id, is_custom_event: false }))
    const { events } = found
    const own = events instanceof ServiceError ? [] : customOnes(events)
    return {
      customConversions: [
        ...standard,
        ...custom,
        ...own.map((name) => ({ name, value: name, is_custom_event: true })),
      ],
      ...(events instanceof ServiceError
        ? { warnings: [`The custom events of the pixel are missing: ${events.message}`] }
        : {}),
    }
  },
)

/** The pixel stands in either of two members. */
function isOf(pixelId: string, { pixel, data_sources = [] }: ConversionRow): boolean {
  return pixel?.id === pixelId || data_sources.some(({ id }) => id === pixelId)
}

/** Names of events that are no standard ones, in the order of the alphabet. */
function customOnes(events: readonly string[]): string[] {
  return [...new Set(events)]
    .filter((name) => name !== '' && name !== 'PageView' && !Object.hasOwn(standardEvents, name))
    .sort()
}
