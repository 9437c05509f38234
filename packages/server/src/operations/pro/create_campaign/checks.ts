// Checks that all objects that a request refers to exist and are usable. One error lists all missing
// references.

import type { Body } from '@adrail/contract'
import { invalidBody, ServiceError } from '../../../base/errors.ts'
import { References } from '../../../base/references.ts'
import { asText, at } from '../../../platforms/kit/values.ts'
import type { ProConnector } from '../../../platforms/pro/connector.ts'
import { refusedQuery } from '../../../platforms/pro/errors.ts'
import type { EntityRow, PostRow } from '../../../platforms/pro/rows.ts'
import { existingIn, requireNamed, requireSegments, type Segment, segmentsIn } from './audience.ts'

type Request = Body<'pro/create_campaign'>

export interface Facts {
  readonly entities: readonly EntityRow[]
  readonly segments: ReadonlyMap<number, Segment>
  /** Ids of published lead forms. */
  readonly leadForms: ReadonlySet<string>
  readonly conversions: ReadonlySet<string>
  readonly posts: ReadonlyMap<string, PostRow>
  /** Processing statuses by video id. */
  readonly videos: ReadonlyMap<string, string>
  readonly showsVideos: boolean
}

/** All reads run concurrently. */
export async function factsFor(body: Request, connector: ProConnector): Promise<Facts> {
  const { library } = connector
  const usesAudiences = [...(body.audiences ?? []), ...(body.excludedAudiences ?? [])].length > 0
  const postIds = [...new Set(body.ads.flatMap(({ postId }) => postId ?? []))]
  const videoIds = [...new Set(body.ads.flatMap(({ videoId }) => videoId ?? []))]
  const [entities, segments, forms, conversions, posts, videos] = await Promise.all([
    existingIn(body, connector),
    usesAudiences ? connector.segments().then(segmentsIn) : new Map<number, Segment>(),
    body.leadFormId === undefined ? [] : library.leadForms(),
    body.conversionIds?.length ? library.conversions() : [],
    Promise.all(postIds.map((id) => unlessRefused(library.post(id)))),
    Promise.all(videoIds.map(async (id) => [id, (await unlessRefused(library.video(id)))?.status] as const)),
  ])
  const found = posts.filter((post) => post !== undefined)
  return {
    entities,
    segments,
    leadForms: new Set(forms.filter(({ state }) => state === 'PUBLISHED').map(({ id }) => id)),
    conversions: new Set(conversions.filter(({ enabled = true }) => enabled).map(({ id }) => id)),
    posts: new Map(found.map((post) => [post.id, post])),
    videos: new Map(videos.flatMap(([id, status]) => (status === undefined ? [] : [[id, status] as const]))),
    showsVideos: videoIds.length > 0 || found.some(isVideo),
  }
}

/** LinkedIn refuses a well-formed id with 400 if the id belongs to another kind of object. */
async function unlessRefused<Row>(reading: Promise<Row | undefined>): Promise<Row | undefined> {
  try {
    return await reading
  } catch (error) {
    if (refusedQuery(error) === undefined) throw error
    return undefined
  }
}

const isVideo = ({ content }: PostRow) => asText(at(content, 'media', 'id')).startsWith('urn:li:video:')

export function requireUsable(body: Request, facts: Facts, author: string): void {
  const missing = new References()
  requireNamed(body, facts.entities, missing)
  requireSegments(body, facts.segments, missing)
  if (body.leadFormId !== undefined)
    missing.require(
      facts.leadForms.has(body.leadFormId),
      'leadFormId',
      'the account has no such published form; pro/get_lead_forms lists them.',
    )
  for (const [index, id] of (body.conversionIds ?? []).entries())
    missing.require(
      facts.conversions.has(id),
      `conversionIds[${index}]`,
      'the account measures no such conversion; pro/get_conversions lists them.',
    )
  for (const [index, { postId, videoId }] of body.ads.entries()) {
    if (postId !== undefined)
      missing.require(
        facts.posts.get(postId)?.author === author,
        `ads[${index}].postId`,
        'the organization has no such post; pro/get_page_posts lists them.',
      )
    if (videoId !== undefined)
      missing.require(
        facts.videos.has(videoId),
        `ads[${index}].videoId`,
        'the organization has no such video; pro/upload_video makes one.',
      )
  }
  missing.check()
  requireVideos(body, facts)
  requireAlike(body, facts)
}

function requireVideos({ ads }: Request, { videos }: Facts): void {
  for (const [index, { videoId }] of ads.entries()) {
    const status = videos.get(videoId ?? '')
    if (status === undefined || status === 'AVAILABLE') continue
    const problem =
      status === 'PROCESSING_FAILED'
        ? 'the platform could not use its file. Upload another one.'
        : 'the platform is still working on it. Try again in some minutes.'
    throw new ServiceError('VIDEO_NOT_READY', { field: `ads[${index}].videoId`, values: { problem } })
  }
}

/** The campaign determines the format, so either all of its ads are videos or none is. */
function requireAlike({ objective, ads }: Request, { posts, showsVideos }: Facts): void {
  for (const [index, { postId, imageUrl }] of ads.entries()) {
    const post = posts.get(postId ?? '')
    const isOther = post ? !isVideo(post) : imageUrl !== undefined
    if (!isOther || (!showsVideos && objective !== 'VIDEO_VIEWS')) continue
    const field = `ads[${index}].${post ? 'postId' : 'imageUrl'}`
    const message = `${field} shows no video, and the ads of this campaign are videos.`
    throw invalidBody([{ field, code: 'CONFLICT', message }])
  }
}
