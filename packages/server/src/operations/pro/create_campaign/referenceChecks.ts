// Checks that all objects that a request refers to exist and are usable. One error lists all missing
// references.

import type { Body } from '@adrail/contract'
import { asText, valueAt } from '../../../platforms/connector-kit/values.ts'
import type { ProConnector } from '../../../platforms/pro/connector.ts'
import { findQueryRefusal, isPermissionMissing } from '../../../platforms/pro/errors.ts'
import type { EntityRow, ProPostRow } from '../../../platforms/pro/rows.ts'
import { invalidBodyError, ServiceError } from '../../../runtime/errors.ts'
import { ReferenceCheck } from '../../campaign/referenceCheck.ts'
import {
  indexSegments,
  loadExistingEntities,
  requireReferences,
  requireSegments,
  type TargetingSegment,
} from './audience.ts'

type CampaignBody = Body<'pro/create_campaign'>

export interface ProReferenceFacts {
  readonly entities: readonly EntityRow[]
  readonly segments: ReadonlyMap<number, TargetingSegment>
  /** Ids of published lead forms. */
  readonly leadForms: ReadonlySet<string>
  readonly conversions: ReadonlySet<string>
  readonly posts: ReadonlyMap<string, ProPostRow>
  /** Processing statuses by video id. */
  readonly videos: ReadonlyMap<string, string>
  readonly showsVideos: boolean
}

/** All reads run concurrently. */
export async function loadReferenceFacts(
  body: CampaignBody,
  connector: ProConnector,
): Promise<ProReferenceFacts> {
  const { library } = connector
  const usesAudiences = [...(body.audiences ?? []), ...(body.excludedAudiences ?? [])].length > 0
  const postIds = [...new Set(body.ads.flatMap(({ postId }) => postId ?? []))]
  const videoIds = [...new Set(body.ads.flatMap(({ videoId }) => videoId ?? []))]
  const [entities, segments, forms, conversions, posts, videos] = await Promise.all([
    loadExistingEntities(body, connector),
    usesAudiences ? connector.segments().then(indexSegments) : new Map<number, TargetingSegment>(),
    body.leadFormId === undefined ? [] : library.leadForms(),
    body.conversionIds?.length ? library.conversions() : [],
    Promise.all(postIds.map((id) => findReadablePost(id, library))),
    Promise.all(
      videoIds.map(async (id) => [id, (await ignoreRefusal(library.findVideo(id)))?.status] as const),
    ),
  ])
  const existingPosts = posts.filter((post) => post !== undefined)
  return {
    entities,
    segments,
    leadForms: new Set(forms.filter(({ state }) => state === 'PUBLISHED').map(({ id }) => id)),
    conversions: new Set(conversions.filter(({ enabled = true }) => enabled).map(({ id }) => id)),
    posts: new Map(existingPosts.map((post) => [post.id, post])),
    videos: new Map(videos.flatMap(([id, status]) => (status === undefined ? [] : [[id, status] as const]))),
    showsVideos: videoIds.length > 0 || existingPosts.some(isVideo),
  }
}

/**
 * LinkedIn refuses a post of an organization that the person does not administer like a missing permission.
 * If the person can read the posts of the linked organization, the post belongs to another one.
 */
async function findReadablePost(
  id: string,
  library: ProConnector['library'],
): Promise<ProPostRow | undefined> {
  try {
    return await ignoreRefusal(library.findPost(id))
  } catch (error) {
    if (!isPermissionMissing(error)) throw error
    await library.posts(undefined, 1)
    return undefined
  }
}

/** LinkedIn refuses a well-formed id with 400 if the id belongs to another kind of object. */
async function ignoreRefusal<Row>(request: Promise<Row | undefined>): Promise<Row | undefined> {
  try {
    return await request
  } catch (error) {
    if (findQueryRefusal(error) === undefined) throw error
    return undefined
  }
}

const isVideo = ({ content }: ProPostRow) =>
  asText(valueAt(content, 'media', 'id')).startsWith('urn:li:video:')

export function requireProReferences(body: CampaignBody, facts: ProReferenceFacts, author: string): void {
  const referenceCheck = new ReferenceCheck()
  requireReferences(body, facts.entities, referenceCheck)
  requireSegments(body, facts.segments, referenceCheck)
  if (body.leadFormId !== undefined)
    referenceCheck.require(
      facts.leadForms.has(body.leadFormId),
      'leadFormId',
      'the account has no such published form. pro/get_lead_forms lists them.',
    )
  for (const [index, id] of (body.conversionIds ?? []).entries())
    referenceCheck.require(
      facts.conversions.has(id),
      `conversionIds[${index}]`,
      'the account measures no such conversion. pro/get_conversions lists them.',
    )
  for (const [index, { postId, videoId }] of body.ads.entries()) {
    if (postId !== undefined)
      referenceCheck.require(
        facts.posts.get(postId)?.author === author,
        `ads[${index}].postId`,
        'the organization has no such post. pro/get_page_posts lists them.',
      )
    if (videoId !== undefined)
      referenceCheck.require(
        facts.videos.has(videoId),
        `ads[${index}].videoId`,
        'the organization has no such video. pro/upload_video uploads videos.',
      )
  }
  referenceCheck.assertNoneMissing()
  requireVideos(body, facts)
  requireUniformFormat(body, facts)
}

function requireVideos({ ads }: CampaignBody, { videos }: ProReferenceFacts): void {
  for (const [index, { videoId }] of ads.entries()) {
    const status = videos.get(videoId ?? '')
    if (status === undefined || status === 'AVAILABLE') continue
    const problem =
      status === 'PROCESSING_FAILED'
        ? 'the platform could not process the file. Upload a different video.'
        : 'the platform is still processing the video.'
    throw new ServiceError('VIDEO_NOT_READY', { field: `ads[${index}].videoId`, values: { problem } })
  }
}

/** The campaign determines the format, so either all of its ads are videos or none is. */
function requireUniformFormat(
  { objective, ads }: CampaignBody,
  { posts, showsVideos }: ProReferenceFacts,
): void {
  for (const [index, { postId, imageUrl }] of ads.entries()) {
    const post = posts.get(postId ?? '')
    const hasOtherFormat = post ? !isVideo(post) : imageUrl !== undefined
    if (!hasOtherFormat || (!showsVideos && objective !== 'VIDEO_VIEWS')) continue
    const field = `ads[${index}].${post ? 'postId' : 'imageUrl'}`
    const message = `${field} does not contain a video, but this campaign uses video ads.`
    throw invalidBodyError([{ field, code: 'CONFLICT', message }])
  }
}
