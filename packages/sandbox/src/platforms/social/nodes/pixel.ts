// Pixels and their events.
// https://developers.facebook.com/docs/marketing-api/reference/ads-pixel

import { hourMs } from '../../../core/durations.ts'
import { hashText, seededBetween, seededUnit } from '../../../delivery/seededRandom.ts'
import { requireAdsRead } from '../access.ts'
import { invalidParameter } from '../errors.ts'
import { createNodeKindWithId, type NodeKind, plainFields } from '../graph/nodeKind.ts'
import type { GraphRequest, Params } from '../graph/request.ts'
import { chargeUsage } from '../graph/usage.ts'
import type { Pixel } from '../state.ts'
import { formatUtcTime } from '../times.ts'

/** Window before the present in which statistics are available. */
const statsWindowMs = 7 * 24 * hourMs
const aggregations = [
  'browser_type',
  'custom_data_field',
  'device_os',
  'device_type',
  'event',
  'event_detection_method',
  'event_processing_results',
  'event_source',
  'event_total_counts',
  'event_value_count',
  'had_pii',
  'host',
  'match_keys',
  'pixel_fire',
  'url',
  'url_by_rule',
]

export const pixelKind = createNodeKindWithId<Pixel>({
  type: 'AdsPixel',
  docsUrl: 'https://developers.facebook.com/docs/marketing-api/reference/ads-pixel',
  fields: {
    name: (pixel) => pixel.name,
    creation_time: (pixel) => formatUtcTime(pixel.createdAt),
    last_fired_time: (pixel, request) =>
      Object.keys(pixel.events).length === 0
        ? undefined
        : formatUtcTime(request.now - (request.now % 600_000)),
    is_unavailable: (pixel) => pixel.unavailable ?? false,
    is_created_by_business: () => false,
    data_use_setting: () => 'ADVERTISING_AND_ANALYTICS',
    enable_automatic_matching: () => true,
    first_party_cookie_status: () => 'FIRST_PARTY_COOKIE_ENABLED',
    can_proxy: () => false,
    code: (pixel) => `<script>fbq('init', '${pixel.id}'); fbq('track', 'PageView');</script>`,
    owner_ad_account: (pixel) => ({ account_id: pixel.account, id: `act_${pixel.account}` }),
  },
  edges: {
    stats: {
      docsUrl: 'https://developers.facebook.com/docs/marketing-api/reference/ads-pixel/stats',
      params: ['aggregation', 'start_time', 'end_time', 'event', 'event_source'],
      list: (pixel, request, params) => {
        requireAdsRead(request)
        chargeUsage(request, 'ads_management', pixel.account)
        return { kind: statsKind, items: computeStats(pixel, request, params), isUnpaged: true }
      },
    },
  },
})

interface HourOfEvents {
  readonly hour: number
  readonly aggregation: string
  readonly data: readonly { readonly value: string; readonly count: number }[]
}

/** Returns one row for each hour with events. */
function computeStats(pixel: Pixel, request: GraphRequest, params: Params): HourOfEvents[] {
  const aggregation = params.choice('aggregation', aggregations) ?? 'event'
  if (aggregation !== 'event' && aggregation !== 'event_total_counts') {
    throw invalidParameter(`Param aggregation: the sandbox knows "event" alone - got "${aggregation}".`, {
      blame: ['aggregation'],
    })
  }
  const startTime = params.integer('start_time')
  if (startTime !== undefined && startTime * 1000 < request.now - statsWindowMs)
    throw invalidParameter('Invalid parameter', { blame: ['start_time'] })
  const from = Math.max(
    startTime === undefined ? request.now - 24 * hourMs : startTime * 1000,
    pixel.createdAt,
  )
  const until = Math.min((params.integer('end_time') ?? Number.POSITIVE_INFINITY) * 1000, request.now)
  const onlyEvent = params.text('event')
  const hash = hashText(`${request.exchange.state.seed}/pixel/${pixel.id}`)
  const rows: HourOfEvents[] = []
  // Unfinished hours are omitted, so that reported counts do not change.
  for (let hour = Math.ceil(from / hourMs); (hour + 1) * hourMs <= until; hour++) {
    const data = Object.entries(pixel.events).flatMap(([value, hourlyCount], index) => {
      if (onlyEvent !== undefined && onlyEvent !== value) return []
      const count = Math.floor(
        seededBetween(hash, hour, index, 0, 2 * hourlyCount) + seededUnit(hash, hour, index + 100),
      )
      return count === 0 ? [] : [{ value, count }]
    })
    if (data.length > 0) rows.push({ hour, aggregation, data })
  }
  return rows
}

const statsKind: NodeKind<HourOfEvents> = {
  type: 'AdsPixelStatsResult',
  fields: {
    start_time: (row) => formatUtcTime(row.hour * hourMs),
    ...plainFields<HourOfEvents>('aggregation', 'data'),
  },
}
