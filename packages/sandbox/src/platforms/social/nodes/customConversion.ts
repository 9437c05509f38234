// Custom conversions of an ad account.
// https://developers.facebook.com/docs/marketing-api/reference/custom-conversion

import { createNodeKindWithId, LinkedNode } from '../graph/nodeKind.ts'
import type { CustomConversion } from '../state.ts'
import { formatUtcTime } from '../times.ts'

export const customConversionKind = createNodeKindWithId<CustomConversion>({
  type: 'CustomConversion',
  docsUrl: 'https://developers.facebook.com/docs/marketing-api/reference/custom-conversion',
  fields: {
    account_id: (conversion) => conversion.account,
    name: (conversion) => conversion.name,
    description: () => undefined,
    custom_event_type: (conversion) => conversion.eventType,
    event_source_type: () => 'pixel',
    pixel: (conversion, request) => {
      const pixel = request.social.pixels[conversion.pixel]
      return pixel === undefined || conversion.pixelHidden ? undefined : LinkedNode.toNode('pixel', pixel)
    },
    data_sources: (conversion, request) => {
      const pixel = request.social.pixels[conversion.pixel]
      return pixel === undefined ? [] : [{ id: pixel.id, source_type: 'PIXEL', name: pixel.name }]
    },
    rule: () => '{"and":[{"event":{"eq":"PageView"}},{"or":[{"URL":{"i_contains":"thank-you"}}]}]}',
    is_archived: (conversion) => conversion.archived,
    is_unavailable: (conversion) => conversion.unavailable,
    creation_time: (conversion) => formatUtcTime(conversion.createdAt),
    first_fired_time: (conversion) => formatUtcTime(conversion.createdAt + 3_600_000),
    last_fired_time: (conversion, request) =>
      conversion.archived || conversion.unavailable
        ? undefined
        : formatUtcTime(request.now - (request.now % 3_600_000)),
    default_conversion_value: () => 0,
    retention_days: () => 0,
  },
})
