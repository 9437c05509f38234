// Creatives that are part of a new ad: a new post, or an existing post.
// https://developers.facebook.com/docs/marketing-api/reference/ad-creative#Creating

import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { nextNumber } from '../../../core/state.ts'
import { findCallerPageRole } from '../access.ts'
import { type GraphError, invalidParameter } from '../errors.ts'
import type { GraphRequest } from '../graph/request.ts'
import { requireLeadTerms } from '../leads/terms.ts'
import { computeVideoProgress } from '../nodes/video.ts'
import { findEntry, getRelations, requireOwnEntry } from '../relations.ts'
import type { AdAccount, AdSet, Creative, Page } from '../state.ts'
import { callToActions } from './callToActions.ts'
import {
  type ParamObject,
  readObjectField,
  readParamObject,
  readTextField,
  requireTextField,
} from './paramObject.ts'

const creativeFields = `name creative_id object_story_spec object_story_id object_id instagram_user_id
  source_instagram_media_id call_to_action url_tags contextual_multi_ads`.split(/\s+/)
const linkFields = 'link message name description caption image_hash picture call_to_action'.split(' ')
const videoFields = 'video_id image_url image_hash title message link_description call_to_action'.split(' ')

interface CreativeContext {
  readonly account: AdAccount
  readonly request: GraphRequest
  readonly adSet: AdSet
}

/** The content of an ad, before its creative has an id. */
export type CreativeContent = Omit<Creative, 'id' | 'account' | 'given'>

/** Validates the creative of a new ad. `getOrCreate` then returns the existing creative or creates it. */
export function readCreative(
  value: unknown,
  context: CreativeContext,
): { readonly content: CreativeContent; getOrCreate(): Creative } {
  const { account, request } = context
  const params = readParamObject(value, 'creative', creativeFields)
  const creativeId = readTextField(params, 'creative_id')
  if (creativeId !== undefined) {
    const creative = requireOwnEntry(account, request.social.creatives, creativeId)
    return { content: creative, getOrCreate: () => creative }
  }
  const name = readTextField(params, 'name')
  const content = { ...(name === undefined ? {} : { name }), ...readContent(params, context) }
  return {
    content,
    getOrCreate() {
      requireBoostable(params, context)
      const number = nextNumber(request.exchange.state, 'social.creative')
      const id = String(120_250_300_000_000_000n + BigInt(number) * 10n)
      const created = {
        ...content,
        name: appendNameSuffix(content.name ?? content.title, id, request.now),
        id,
        account: account.id,
        given: Object.fromEntries(params.values),
      }
      request.social.creatives[id] = created
      request.exchange.effect('creative.create', id, { account: account.id })
      return created
    },
  }
}

/**
 * Recorded: Meta appends the day and a hash to the name of a creative, so that no creative can be found by
 * its name.
 */
function appendNameSuffix(name: string, id: string, now: number): string {
  const hash = createHash('md5').update(id).digest('hex')
  return `${name} ${new Date(now).toISOString().slice(0, 10)}-${hash}`
}

function readContent(params: ParamObject, context: CreativeContext): CreativeContent {
  readObjectField(params, 'contextual_multi_ads', ['enroll_status'])
  const story = readObjectField(params, 'object_story_spec', [
    'page_id',
    'instagram_user_id',
    'link_data',
    'video_data',
  ])
  if (story !== undefined) return readNewPost(story, context)
  const action = readCallToAction(params)
  const post = readTextField(params, 'object_story_id')
  const media = readTextField(params, 'source_instagram_media_id')
  if (post === undefined && media === undefined)
    throw invalidParameter(
      'The parameter creative is required: it needs a creative_id, an object_story_spec or a post.',
      {
        blame: ['creative'],
      },
    )
  return {
    title: '',
    link: action?.link ?? '',
    callToAction: action?.type ?? 'NO_BUTTON',
    ...(post === undefined
      ? readPhotoMedia(media ?? '', params, context)
      : readPagePost(post, params, context)),
  }
}

function readPagePost(
  id: string,
  params: ParamObject,
  context: CreativeContext,
): Pick<CreativeContent, 'body' | 'picture'> {
  const { request } = context
  const post = getRelations(request.social).postsById.get(id)
  if (post === undefined) throw creativeError('object_story_id', `The post ${id} does not exist.`)
  checkPhotoAccount(params, requireAdvertisablePage(id.split('_')[0] ?? '', request), context)
  const { attachment } = post
  const picture = attachment && 'picture' in attachment ? attachment.picture : 'post'
  return { body: post.message ?? '', picture }
}

function readPhotoMedia(
  id: string,
  params: ParamObject,
  { request }: CreativeContext,
): Pick<CreativeContent, 'body' | 'picture'> {
  const account = requireTextField(params, 'instagram_user_id')
  const page = requireAdvertisablePage(requireTextField(params, 'object_id'), request)
  const media = request.social.photoMedia[account]?.find((each) => each.id === id)
  if (page.photoAccount !== account || media === undefined)
    throw creativeError(
      'source_instagram_media_id',
      `The media ${id} does not belong to the account ${account}.`,
    )
  return { body: media.caption ?? '', picture: media.picture }
}

/**
 * Reels with licensed music cannot become ads. The refusals are recorded at creation. That `validate_only`
 * accepts such reels is an assumption, so that callers cannot rely on validation.
 * https://developers.facebook.com/documentation/ads-commerce/marketing-api/creative/reels-ads
 */
function requireBoostable(params: ParamObject, { request }: CreativeContext): void {
  const media = request.social.photoMedia[readTextField(params, 'instagram_user_id') ?? '']?.find(
    ({ id }) => id === readTextField(params, 'source_instagram_media_id'),
  )
  if (media?.withheld)
    throw creativeError('source_instagram_media_id', 'This reel has music that cannot be used in an ad.')
}

/** Ads that run only on Instagram need an Instagram account as their author. */
function checkPhotoAccount(params: ParamObject, page: Page, { adSet }: CreativeContext): void {
  const photoAccount = readTextField(params, 'instagram_user_id')
  if (photoAccount !== undefined && page.photoAccount !== photoAccount)
    throw creativeError('instagram_user_id', `The account ${photoAccount} is not connected to the page.`)
  const { publisher_platforms: publishers } = adSet.targeting
  if (photoAccount === undefined && isDeepStrictEqual(publishers, ['instagram']))
    throw invalidParameter('Invalid parameter', {
      subcode: 1772103,
      transient: false,
      userTitle: 'Instagram Account Is Missing',
      userMessage:
        "You're using Instagram as a placement. Please select an Instagram account to represent your business in your Instagram ads.",
      blame: ['creative'],
    })
}

function readNewPost(story: ParamObject, context: CreativeContext): CreativeContent {
  const page = requireAdvertisablePage(requireTextField(story, 'page_id'), context.request)
  checkPhotoAccount(story, page, context)
  const link = readObjectField(story, 'link_data', linkFields)
  const video = readObjectField(story, 'video_data', videoFields)
  if ((link === undefined) === (video === undefined))
    throw creativeError('object_story_spec', 'It needs either link_data or video_data.')
  const content = link === undefined ? readVideoPost(video, context) : readLinkPost(link, context)
  if (context.adSet.destination !== 'ON_AD') return content
  return { ...content, form: requireLeadForm(link ?? video, page, context) }
}

function readLinkPost(data: ParamObject, context: CreativeContext): CreativeContent {
  const action = readCallToAction(data)
  return {
    title: readTextField(data, 'name') ?? '',
    body: readTextField(data, 'message') ?? '',
    link: readUrl(data, 'link'),
    callToAction: action?.type ?? 'NO_BUTTON',
    picture: readPicture(data, context) ?? 'link',
  }
}

function readVideoPost(data: ParamObject | undefined, context: CreativeContext): CreativeContent {
  const params = data ?? readParamObject({}, 'creative[object_story_spec][video_data]', videoFields)
  const { account, request } = context
  const id = requireTextField(params, 'video_id')
  const video = findEntry(request.social.videos, id)
  if (video === undefined || (video.account !== account.id && video.page === undefined))
    throw creativeError('video_id', `The video ${id} is not in this ad account.`)
  if (computeVideoProgress(video, request.now).status !== 'ready')
    throw creativeError('video_id', 'The video is still being processed. Wait until it is ready.')
  const picture = readPicture(params, context)
  if (picture === undefined && readTextField(params, 'image_url') === undefined)
    throw invalidParameter('Invalid parameter', {
      subcode: 1443226,
      transient: false,
      userTitle: 'Your video needs a thumbnail',
      userMessage:
        'Please specify one of image_hash or image_url in the video_data field of object_story_spec.',
      blame: ['creative'],
    })
  const action = readCallToAction(params)
  return {
    title: readTextField(params, 'title') ?? '',
    body: readTextField(params, 'message') ?? '',
    link: action?.link ?? '',
    callToAction: action?.type ?? 'NO_BUTTON',
    picture: picture ?? video.picture,
    video: id,
  }
}

/** Finds a picture by its hash, which must be in the account. */
function readPicture(data: ParamObject, { account, request }: CreativeContext): string | undefined {
  const hash = readTextField(data, 'image_hash')
  if (hash === undefined) return undefined
  const image = request.social.images[account.id]?.find((each) => each.hash === hash)
  if (image === undefined || image.status === 'DELETED')
    throw creativeError('image_hash', `The image ${hash} is not in this ad account.`)
  return image.picture
}

interface CallToAction {
  readonly type: string
  readonly link?: string
  readonly form?: string
}

function readCallToAction(data: ParamObject): CallToAction | undefined {
  const action = readObjectField(data, 'call_to_action', ['type', 'value'])
  if (action === undefined) return undefined
  const type = requireTextField(action, 'type')
  if (!callToActions.includes(type))
    throw invalidParameter(
      `Param ${action.path}[type] must be one of {${callToActions.join(', ')}} - got "${type}".`,
      {
        blame: ['creative'],
      },
    )
  const value = readObjectField(action, 'value', ['link', 'lead_gen_form_id'])
  const readTarget = type === 'GET_DIRECTIONS' ? readMapPlace : readUrl
  const link = value?.values.has('link') ? readTarget(value, 'link') : undefined
  const form = value && readTextField(value, 'lead_gen_form_id')
  return { type, ...(link === undefined ? {} : { link }), ...(form === undefined ? {} : { form }) }
}

/**
 * An ad with a lead form must name an active form of its own page. The page must have accepted the terms of
 * lead ads.
 */
function requireLeadForm(data: ParamObject | undefined, page: Page, context: CreativeContext): string {
  const form = data && readCallToAction(data)?.form
  const leadForm = findEntry(context.request.social.leadForms, form ?? '')
  if (leadForm?.page !== page.id || leadForm.status !== 'ACTIVE')
    throw creativeError(
      'call_to_action',
      'A lead ad needs an active lead form of its page: set lead_gen_form_id.',
    )
  requireLeadTerms(page, { blame: ['creative'] })
  return leadForm.id
}

function requireAdvertisablePage(page: string, request: GraphRequest): Page {
  const foundPage = request.social.pages[page]
  if (foundPage === undefined || !findCallerPageRole(request, page)?.tasks.includes('ADVERTISE'))
    throw creativeError('page_id', 'You need the permission to advertise for this page.')
  return foundPage
}

function readUrl(data: ParamObject, name: string): string {
  const url = requireTextField(data, name)
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return url
  throw invalidParameter(`Param ${data.path}[${name}] must be a valid URI`, { blame: ['creative'] })
}

/** Directions lead to a place on the map: `fbgeo://37.48327,-122.15033,"1601 Willow Rd Menlo Park CA"`. */
function readMapPlace(data: ParamObject, name: string): string {
  const place = requireTextField(data, name)
  if (/^fbgeo:\/\/\S/.test(place)) return place
  throw creativeError('call_to_action', 'Directions need a place: fbgeo://latitude,longitude,"address".')
}

function creativeError(fieldName: string, userMessage: string): GraphError {
  return invalidParameter('Invalid parameter', {
    userTitle: `The creative cannot be used (${fieldName})`,
    userMessage,
    blame: ['creative'],
  })
}
