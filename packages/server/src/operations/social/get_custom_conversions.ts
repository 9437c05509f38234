import { handler } from '../../pipeline/handler.ts'
import type { SocialConversionRow } from '../../platforms/social/rows.ts'
import { ServiceError } from '../../runtime/errors.ts'
import { pixelStatsStart, standardEvents } from './standardEvents.ts'

/** Standard events that a sales campaign can optimize for. */
const salesEvents = new Set(
  `ADD_PAYMENT_INFO ADD_TO_CART ADD_TO_WISHLIST COMPLETE_REGISTRATION CONTENT_VIEW DONATE INITIATED_CHECKOUT PURCHASE
   SEARCH START_TRIAL SUBSCRIBE`.split(/\s+/),
)

export const get_custom_conversions = handler(
  'social/get_custom_conversions',
  async ({ pixelId, campaignType }, { connector, runtime, createError }) => {
    const conversionData = await connector.library.findConversions(pixelId, pixelStatsStart(runtime.now()))
    if (!conversionData)
      throw createError('OBJECT_NOT_FOUND', { field: 'pixelId', values: { platform: 'social' } })

    const standardConversions = Object.entries(standardEvents)
      .filter(([, value]) => campaignType === 'CONVERSIONS' || salesEvents.has(value))
      .map(([name, value]) => ({ name, value, is_custom_event: false }))
    const pixelConversions = conversionData.conversions
      .filter(
        (row) => row.is_archived !== true && row.is_unavailable !== true && belongsToPixel(pixelId, row),
      )
      .map(({ name, id }) => ({ name, value: id, is_custom_event: false }))
    const { events } = conversionData
    const customEvents = events instanceof ServiceError ? [] : listCustomEvents(events)
    return {
      customConversions: [
        ...standardConversions,
        ...pixelConversions,
        ...customEvents.map((name) => ({ name, value: name, is_custom_event: true })),
      ],
      ...(events instanceof ServiceError
        ? { warnings: [`The custom events of the pixel are missing: ${events.problem}`] }
        : {}),
    }
  },
)

/** The platform names the pixel in `pixel` or in `data_sources`. */
function belongsToPixel(pixelId: string, { pixel, data_sources = [] }: SocialConversionRow): boolean {
  return pixel?.id === pixelId || data_sources.some(({ id }) => id === pixelId)
}

/** Returns the names of nonstandard events in alphabetical order. */
function listCustomEvents(events: readonly string[]): string[] {
  return [...new Set(events)]
    .filter((name) => name !== '' && name !== 'PageView' && !Object.hasOwn(standardEvents, name))
    .sort()
}
