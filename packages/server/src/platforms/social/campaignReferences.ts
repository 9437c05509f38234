// What a new campaign refers to, asked in one request.

import { ServiceError } from '../../base/errors.ts'
import {
  garbled,
  isRecord,
  type Reading,
  type Row,
  type RowKind,
  type RowOf,
  type Shape,
} from '../kit/rows.ts'
import type { SocialSelection } from '../kit/selections.ts'
import type { Part } from './batch.ts'
import * as facts from './creationRows.ts'
import { asking, type Graph } from './graph.ts'
import { pixelHourRow, pixelRow } from './rows.ts'
import { type GraphCall, pageOf, rowsOf } from './wire.ts'

/** What to ask for; ids in the platform's own form. */
export interface Asked {
  readonly leadFormId?: string
  readonly pixelId?: string
  readonly conversionId?: string
  /** From when on, in seconds, the events of the pixel are of interest; absent when they are not. */
  readonly eventsSince?: number
  readonly audienceIds: readonly string[]
  readonly pagePostIds: readonly string[]
  readonly photoPostIds: readonly string[]
  readonly videoIds: readonly string[]
  readonly imageHashes: readonly string[]
  readonly interestIds: readonly string[]
  /** Keys by the member of `geo_locations` that holds such places. */
  readonly places: Readonly<Record<string, readonly string[]>>
}

/** One answer of a batch, to be taken once it has come. */
type Later<Answer> = () => Answer | ServiceError

/** https://developers.facebook.com/docs/graph-api/batch-requests */
export async function readReferences(graph: Graph, { adAccountId, page }: SocialSelection, asked: Asked) {
  const parts: Part<unknown>[] = []
  let answers: readonly unknown[] = []
  const later = <Answer>(call: GraphCall, reading: Reading<Answer>): Later<Answer> => {
    const index = parts.push({ call, reading }) - 1
    // The answer at the place of its own part.
    return () => answers[index] as Answer | ServiceError
  }
  const node = <Of extends Shape>(call: GraphCall, kind: RowKind<Of>) =>
    later<RowOf<Of>>(asking(call, kind), kind)
  const some = <Of extends Shape>(wanted: readonly unknown[], call: GraphCall, kind: RowKind<Of>) =>
    wanted.length === 0 ? () => [] : later(asking(call, kind), rowsOf(kind))
  const each = <Of extends Shape>(
    ids: readonly string[],
    about: (id: string) => GraphCall,
    kind: RowKind<Of>,
  ) => ids.map((id) => [id, node(about(id), kind)] as const)
  // Meta refuses an id of another kind of object because of its fields. The kind distinguishes this from a field that is gone.
  const named = (object: string, kind: string) => (id: string) => ({
    ...graph.about([id]),
    names: { object, kind },
  })
  const ofPage = (object: string, kind: string, permission: string) => (id: string) => ({
    ...graph.ofPage([id], 'pages'),
    names: { object, kind, permission },
  })

  const account = node(graph.about([`act_${adAccountId}`]), facts.accountFactsRow)
  const pageFacts = node(graph.about([page.id]), facts.pageFactsRow)
  const { leadFormId, pixelId = '', conversionId, eventsSince, videoIds, imageHashes, interestIds } = asked
  const form = each(
    listed(leadFormId),
    ofPage('leadFormId', 'LeadGenData', 'pages_manage_ads'),
    facts.formRow,
  )
  const pixels = some(listed(asked.pixelId), graph.ofAccount('adspixels', { limit: '100' }), pixelRow)
  // https://developers.facebook.com/docs/marketing-api/reference/ads-pixel/stats, and get_stats of AdsPixel in
  // facebook/facebook-python-business-sdk.
  const stats = { aggregation: 'event', start_time: String(eventsSince) }
  const events =
    eventsSince === undefined
      ? () => ({ rows: [] })
      : later(
          { ...graph.about([pixelId, 'stats'], stats), names: { object: 'pixelId' } },
          pageOf(pixelHourRow),
        )
  const conversion = each(
    listed(conversionId),
    named('conversionEvent', 'CustomConversion'),
    facts.ownConversionRow,
  )
  const audiences = each(asked.audienceIds, named('audienceIds', 'CustomAudience'), facts.audienceFactsRow)
  const posts = each(asked.pagePostIds, ofPage('ads', 'Post', 'pages_read_engagement'), facts.postFactsRow)
  // Apart from the media themselves: some apps may not read this field.
  const boostEligibility = each(asked.photoPostIds, named('ads', 'IGMedia'), facts.boostRow)
  const photoPosts = each(asked.photoPostIds, named('ads', 'IGMedia'), facts.photoFactsRow)
  const filtering = JSON.stringify([{ field: 'id', operator: 'IN', value: videoIds }])
  const videos = some(videoIds, graph.ofAccount('advideos', { filtering, limit: '50' }), facts.videoFactsRow)
  const hashes = { hashes: JSON.stringify(imageHashes), limit: '50' }
  const images = some(imageHashes, graph.ofAccount('adimages', hashes), facts.imageFactsRow)
  const search = (params: Readonly<Record<string, string>>) => ({
    ...graph.about(['search'], { ...params, locale: 'en_US' }),
    whole: true,
  })
  const interests = some(
    interestIds,
    search({ type: 'adinterestvalid', interest_fbid_list: JSON.stringify(interestIds), limit: '500' }),
    facts.validInterestRow,
  )
  const keys = Object.entries(asked.places).map(([kind, list]) => [kind, JSON.stringify(list)])
  const places = later(search({ type: 'adgeolocationmeta', ...Object.fromEntries(keys) }), {
    shape: {},
    read: placesIn,
  })

  answers = await graph.batch(parts)
  return {
    account: taken(account()),
    page: taken(pageFacts()),
    form: found(form),
    pixels: taken(pixels()),
    events: eventsIn(events()),
    conversion: found(conversion),
    audiences: found(audiences),
    posts: found(posts),
    photoPosts: found(photoPosts),
    boostEligibility: new Map(boostEligibility.map(([id, media]) => [id, media()])),
    videos: taken(videos()),
    images: taken(images()),
    interests: taken(interests()),
    places: taken(places()),
  }
}

export type References = Awaited<ReturnType<typeof readReferences>>

const listed = (id: string | undefined) => (id === undefined ? [] : [id])

function taken<Answer>(answer: Answer | ServiceError): Answer {
  if (answer instanceof ServiceError) throw answer
  return answer
}

/** What is there, by its id: an object that the platform does not know, or does not show, is not there. */
function found<Answer>(asked: readonly (readonly [string, Later<Answer>])[]): ReadonlyMap<string, Answer> {
  const there = new Map<string, Answer>()
  for (const [id, answer] of asked) {
    const came = answer()
    if (came instanceof ServiceError && came.code === 'OBJECT_NOT_FOUND') continue
    there.set(id, taken(came))
  }
  return there
}

/** Names of the events that a pixel received; an error when the statistics could not be read. */
function eventsIn(
  page: { readonly rows: readonly Row<typeof pixelHourRow>[] } | ServiceError,
): ReadonlySet<string> | ServiceError {
  if (page instanceof ServiceError) return page
  return new Set(page.rows.flatMap(({ data = [] }) => data.map(({ value = '' }) => value)))
}

/** `{data: {cities: {"2421836": {…}}}}`, by `cities 2421836`. Without any place, `data` may be an empty list. */
function placesIn(answer: unknown): ReadonlyMap<string, facts.PlaceFacts> {
  const data = isRecord(answer) ? answer['data'] : undefined
  const isEmpty = Array.isArray(data) && data.length === 0
  if (!isRecord(data) && !isEmpty) throw garbled('data', 'is no object')
  const kinds = isRecord(data) ? Object.entries(data) : []
  return new Map(
    kinds.flatMap(([kind, byKey]) =>
      Object.entries(isRecord(byKey) ? byKey : {}).map(
        ([key, place]) => [`${kind} ${key}`, facts.placeFactsRow.read(place)] as const,
      ),
    ),
  )
}
