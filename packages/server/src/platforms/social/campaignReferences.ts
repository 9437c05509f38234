// Reads everything that a new campaign refers to in one request.

import { ServiceError } from '../../runtime/errors.ts'
import {
  isRecord,
  malformedError,
  type ResponseParser,
  type Row,
  type RowKind,
  type RowOf,
  type Shape,
} from '../connector-kit/rows.ts'
import type { BatchPart } from './batch.ts'
import * as creationRows from './creationRows.ts'
import { type Graph, withFields } from './graph.ts'
import { pixelHourRow, pixelRow } from './rows.ts'
import type { SocialSelection } from './selection.ts'
import { type GraphCall, socialPageParser, socialRowsParser } from './wire.ts'

/** Objects to read. Ids are in the platform's form. */
export interface ReferenceRequest {
  readonly leadFormId?: string
  readonly pixelId?: string
  readonly conversionId?: string
  /** Start of the period for pixel events, in unix seconds. Absent when the events are not needed. */
  readonly eventsSince?: number
  readonly audienceIds: readonly string[]
  readonly pagePostIds: readonly string[]
  readonly photoPostIds: readonly string[]
  readonly videoIds: readonly string[]
  readonly imageHashes: readonly string[]
  readonly interestIds: readonly string[]
  /** Place keys by the field of `geo_locations` that contains such places. */
  readonly places: Readonly<Record<string, readonly string[]>>
}

/** The result of one batch part, available after the batch was sent. */
type DeferredResult<Result> = () => Result | ServiceError

/** https://developers.facebook.com/docs/graph-api/batch-requests */
export async function readReferences(
  graph: Graph,
  { accountId, page }: SocialSelection,
  request: ReferenceRequest,
) {
  const parts: BatchPart<unknown>[] = []
  let results: readonly unknown[] = []
  const addPart = <Result>(call: GraphCall, parser: ResponseParser<Result>): DeferredResult<Result> => {
    const index = parts.push({ call, parser }) - 1
    // The results are in the order of the parts.
    return () => results[index] as Result | ServiceError
  }
  const addNode = <RowShape extends Shape>(call: GraphCall, kind: RowKind<RowShape>) =>
    addPart<RowOf<RowShape>>(withFields(call, kind), kind)
  const addList = <RowShape extends Shape>(
    items: readonly unknown[],
    call: GraphCall,
    kind: RowKind<RowShape>,
  ) => (items.length === 0 ? () => [] : addPart(withFields(call, kind), socialRowsParser(kind)))
  const addNodes = <RowShape extends Shape>(
    ids: readonly string[],
    toCall: (id: string) => GraphCall,
    kind: RowKind<RowShape>,
  ) => ids.map((id) => [id, addNode(toCall(id), kind)] as const)
  // Meta refuses an id of another kind of object because of its fields. The kind distinguishes this case from
  // a field that no longer exists.
  const namedCall = (object: string, kind: string) => (id: string) => ({
    ...graph.userCall([id]),
    names: { object, kind },
  })
  const pageCall = (object: string, kind: string, permission: string) => (id: string) => ({
    ...graph.pageCall([id], 'pages'),
    names: { object, kind, permission },
  })

  const account = addNode(graph.userCall([`act_${accountId}`]), creationRows.accountFactsRow)
  const pageFacts = addNode(graph.userCall([page.id]), creationRows.pageFactsRow)
  const { leadFormId, pixelId = '', conversionId, eventsSince, videoIds, imageHashes, interestIds } = request
  const form = addNodes(
    toList(leadFormId),
    pageCall('leadFormId', 'LeadGenData', 'pages_manage_ads'),
    creationRows.formRow,
  )
  const pixels = addList(toList(request.pixelId), graph.accountCall('adspixels', { limit: '100' }), pixelRow)
  // https://developers.facebook.com/docs/marketing-api/reference/ads-pixel/stats, and get_stats of AdsPixel in
  // facebook/facebook-python-business-sdk.
  const stats = { aggregation: 'event', start_time: String(eventsSince) }
  const events =
    eventsSince === undefined
      ? () => ({ rows: [] })
      : addPart(
          { ...graph.userCall([pixelId, 'stats'], stats), names: { object: 'pixelId' } },
          socialPageParser(pixelHourRow),
        )
  const conversion = addNodes(
    toList(conversionId),
    namedCall('conversionEvent', 'CustomConversion'),
    creationRows.ownConversionRow,
  )
  const audiences = addNodes(
    request.audienceIds,
    namedCall('audienceIds', 'CustomAudience'),
    creationRows.audienceFactsRow,
  )
  const posts = addNodes(
    request.pagePostIds,
    pageCall('ads', 'Post', 'pages_read_engagement'),
    creationRows.postFactsRow,
  )
  // Requested separately from the media because some apps may not read this field.
  const boostEligibility = addNodes(request.photoPostIds, namedCall('ads', 'IGMedia'), creationRows.boostRow)
  const photoPosts = addNodes(request.photoPostIds, namedCall('ads', 'IGMedia'), creationRows.photoFactsRow)
  const filtering = JSON.stringify([{ field: 'id', operator: 'IN', value: videoIds }])
  const videos = addList(
    videoIds,
    graph.accountCall('advideos', { filtering, limit: '50' }),
    creationRows.videoFactsRow,
  )
  const hashes = { hashes: JSON.stringify(imageHashes), limit: '50' }
  const images = addList(imageHashes, graph.accountCall('adimages', hashes), creationRows.imageFactsRow)
  const searchCall = (params: Readonly<Record<string, string>>) => ({
    ...graph.userCall(['search'], { ...params, locale: 'en_US' }),
    withoutFields: true,
  })
  const interests = addList(
    interestIds,
    searchCall({ type: 'adinterestvalid', interest_fbid_list: JSON.stringify(interestIds), limit: '500' }),
    creationRows.validInterestRow,
  )
  const placeKeys = Object.entries(request.places).map(([kind, list]) => [kind, JSON.stringify(list)])
  const places = addPart(searchCall({ type: 'adgeolocationmeta', ...Object.fromEntries(placeKeys) }), {
    shape: {},
    parse: parsePlaces,
  })

  results = await graph.readBatch(parts)
  return {
    account: unwrap(account()),
    page: unwrap(pageFacts()),
    form: collectExisting(form),
    pixels: unwrap(pixels()),
    events: toEventNames(events()),
    conversion: collectExisting(conversion),
    audiences: collectExisting(audiences),
    posts: collectExisting(posts),
    photoPosts: collectExisting(photoPosts),
    boostEligibility: new Map(boostEligibility.map(([id, media]) => [id, media()])),
    videos: unwrap(videos()),
    images: unwrap(images()),
    interests: unwrap(interests()),
    places: unwrap(places()),
  }
}

export type CampaignReferences = Awaited<ReturnType<typeof readReferences>>

const toList = (id: string | undefined) => (id === undefined ? [] : [id])

function unwrap<Result>(result: Result | ServiceError): Result {
  if (result instanceof ServiceError) throw result
  return result
}

/** The objects that exist, by id. Objects that the platform does not know or does not show are omitted. */
function collectExisting<Result>(
  pending: readonly (readonly [string, DeferredResult<Result>])[],
): ReadonlyMap<string, Result> {
  const existingById = new Map<string, Result>()
  for (const [id, readResult] of pending) {
    const result = readResult()
    if (result instanceof ServiceError && result.code === 'OBJECT_NOT_FOUND') continue
    existingById.set(id, unwrap(result))
  }
  return existingById
}

/** Names of the events that a pixel received, or an error when the statistics could not be read. */
function toEventNames(
  page: { readonly rows: readonly Row<typeof pixelHourRow>[] } | ServiceError,
): ReadonlySet<string> | ServiceError {
  if (page instanceof ServiceError) return page
  return new Set(page.rows.flatMap(({ data = [] }) => data.map(({ value = '' }) => value)))
}

/**
 * `{data: {cities: {"2421836": {…}}}}`, by `cities 2421836`. Without any place, `data` may be an empty list.
 */
function parsePlaces(response: unknown): ReadonlyMap<string, creationRows.PlaceFacts> {
  const data = isRecord(response) ? response['data'] : undefined
  const isEmpty = Array.isArray(data) && data.length === 0
  if (!isRecord(data) && !isEmpty) throw malformedError('data', 'is not an object')
  const kinds = isRecord(data) ? Object.entries(data) : []
  return new Map(
    kinds.flatMap(([kind, placesByKey]) =>
      Object.entries(isRecord(placesByKey) ? placesByKey : {}).map(
        ([key, place]) => [`${kind} ${key}`, creationRows.placeFactsRow.parse(place)] as const,
      ),
    ),
  )
}
