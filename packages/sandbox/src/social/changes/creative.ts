// Creatives that are part of a new ad: a new post, or an existing post.
// https://developers.facebook.com/docs/marketing-api/reference/ad-creative#Creating

import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { nextNumber } from '../../core/state.ts'
import { roleOn } from '../access.ts'
import { type GraphError, invalid } from '../errors.ts'
import type { GraphRequest } from '../graph/request.ts'
import { requireLeadTerms } from '../leads/terms.ts'
import { standingOf } from '../nodes/video.ts'
import { entryOf, ownEntry, relationsOf } from '../relations.ts'
import type { AdAccount, AdSet, Creative, Page } from '../state.ts'
import { callToActions } from './callToActions.ts'
import { type Members, objectIn, readMembers, requiredIn, textIn } from './members.ts'

const creativeMembers = `name creative_id object_story_spec object_story_id object_id instagram_user_id
  source_instagram_media_id call_to_action url_tags contextual_multi_ads`.split(/\s+/)
const linkMembers = 'link message name description caption image_hash picture call_to_action'.split(' ')
const videoMembers = 'video_id image_url image_hash title message link_description call_to_action'.split(' ')

interface Occasion {
  readonly account: AdAccount
  readonly request: GraphRequest
  readonly adSet: AdSet
}

/** The content of an ad, before its creative has an id. */
export type Shown = Omit<Creative, 'id' | 'account' | 'given'>

/** Validates the creative of a new ad. `take` then returns the existing creative or creates it. */
export function readCreative(
  value: unknown,
  occasion: Occasion,
): { readonly shown: Shown; take(): Creative } {
  const { account, request } = occasion
  const given = readMembers(value, 'creative', creativeMembers)
  const known = textIn(given, 'creative_id')
  if (known !== undefined) {
    const creative = ownEntry(account, request.social.creatives, known)
    return { shown: creative, take: () => creative }
  }
  const name = textIn(given, 'name')
  const shown = { ...(name === undefined ? {} : { name }), ...shownBy(given, occasion) }
  return {
    shown,
    take() {
      requireBoostable(given, occasion)
      const number = nextNumber(request.exchange.state, 'social.creative')
      const id = String(120_250_300_000_000_000n + BigInt(number) * 10n)
      const made = {
        ...shown,
        name: suffixed(shown.name ?? shown.title, id, request.now),
        id,
        account: account.id,
        given: Object.fromEntries(given.values),
      }
      request.social.creatives[id] = made
      request.exchange.effect('creative.create', id, { account: account.id })
      return made
    },
  }
}

/**
 * Recorded: Meta appends the day and a hash to the name of a creative, so that no creative can be found by
 * its name.
 */
function suffixed(name: string, id: string, now: number): string {
  const hash = createHash('md5').update(id).digest('hex')
  return `${name} ${new Date(now).toISOString().slice(0, 10)}-${hash}`
}

function shownBy(given: Members, occasion: Occasion): Shown {
  objectIn(given, 'contextual_multi_ads', ['enroll_status'])
  const story = objectIn(given, 'object_story_spec', [
    'page_id',
    'instagram_user_id',
    'link_data',
    'video_data',
  ])
  if (story !== undefined) return newPost(story, occasion)
  const action = actionIn(given)
  const post = textIn(given, 'object_story_id')
  const media = textIn(given, 'source_instagram_media_id')
  if (post === undefined && media === undefined)
    throw invalid(
      'The parameter creative is required: it needs a creative_id, an object_story_spec or a post.',
      {
        blame: ['creative'],
      },
    )
  return {
    title: '',
    link: action?.link ?? '',
    callToAction: action?.type ?? 'NO_BUTTON',
    ...(post === undefined ? photoMedia(media ?? '', given, occasion) : pagePost(post, given, occasion)),
  }
}

function pagePost(id: string, given: Members, occasion: Occasion): Pick<Shown, 'body' | 'picture'> {
  const { request } = occasion
  const post = relationsOf(request.social).posts.get(id)
  if (post === undefined) throw unusable('object_story_id', `The post ${id} does not exist.`)
  checkSpeaker(given, advertisable(id.split('_')[0] ?? '', request), occasion)
  const { attachment } = post
  const picture = attachment && 'picture' in attachment ? attachment.picture : 'post'
  return { body: post.message ?? '', picture }
}

function photoMedia(id: string, given: Members, { request }: Occasion): Pick<Shown, 'body' | 'picture'> {
  const account = requiredIn(given, 'instagram_user_id')
  const page = advertisable(requiredIn(given, 'object_id'), request)
  const media = request.social.photoMedia[account]?.find((each) => each.id === id)
  if (page.photoAccount !== account || media === undefined)
    throw unusable('source_instagram_media_id', `The media ${id} does not belong to the account ${account}.`)
  return { body: media.caption ?? '', picture: media.picture }
}

/**
 * Reels with licensed music cannot become ads. The refusals are recorded at creation. That `validate_only`
 * accepts such reels is an assumption, so that callers cannot rely on validation.
 * https://developers.facebook.com/documentation/ads-commerce/marketing-api/creative/reels-ads
 */
function requireBoostable(given: Members, { request }: Occasion): void {
  const media = request.social.photoMedia[textIn(given, 'instagram_user_id') ?? '']?.find(
    ({ id }) => id === textIn(given, 'source_instagram_media_id'),
  )
  if (media?.withheld)
    throw unusable('source_instagram_media_id', 'This reel has music that cannot be used in an ad.')
}

/** Ads that run only on Instagram need an Instagram account as their author. */
function checkSpeaker(given: Members, page: Page, { adSet }: Occasion): void {
  const photoAccount = textIn(given, 'instagram_user_id')
  if (photoAccount !== undefined && page.photoAccount !== photoAccount)
    throw unusable('instagram_user_id', `The account ${photoAccount} is not connected to the page.`)
  const { publisher_platforms: publishers } = adSet.targeting
  if (photoAccount === undefined && isDeepStrictEqual(publishers, ['instagram']))
    throw invalid('Invalid parameter', {
      subcode: 1772103,
      transient: false,
      userTitle: 'Instagram Account Is Missing',
      userMessage:
        "You're using Instagram as a placement. Please select an Instagram account to represent your business in your Instagram ads.",
      blame: ['creative'],
    })
}

function newPost(story: Members, occasion: Occasion): Shown {
  const page = advertisable(requiredIn(story, 'page_id'), occasion.request)
  checkSpeaker(story, page, occasion)
  const link = objectIn(story, 'link_data', linkMembers)
  const video = objectIn(story, 'video_data', videoMembers)
  if ((link === undefined) === (video === undefined))
    throw unusable('object_story_spec', 'It needs either link_data or video_data.')
  const shown = link === undefined ? videoPost(video, occasion) : linkPost(link, occasion)
  if (occasion.adSet.destination !== 'ON_AD') return shown
  return { ...shown, form: requireForm(link ?? video, page, occasion) }
}

function linkPost(data: Members, occasion: Occasion): Shown {
  const action = actionIn(data)
  return {
    title: textIn(data, 'name') ?? '',
    body: textIn(data, 'message') ?? '',
    link: addressIn(data, 'link'),
    callToAction: action?.type ?? 'NO_BUTTON',
    picture: pictureIn(data, occasion) ?? 'link',
  }
}

function videoPost(data: Members | undefined, occasion: Occasion): Shown {
  const given = data ?? readMembers({}, 'creative[object_story_spec][video_data]', videoMembers)
  const { account, request } = occasion
  const id = requiredIn(given, 'video_id')
  const video = entryOf(request.social.videos, id)
  if (video === undefined || (video.account !== account.id && video.page === undefined))
    throw unusable('video_id', `The video ${id} is not in this ad account.`)
  if (standingOf(video, request.now).status !== 'ready')
    throw unusable('video_id', 'The video is still being processed. Wait until it is ready.')
  const picture = pictureIn(given, occasion)
  if (picture === undefined && textIn(given, 'image_url') === undefined)
    throw invalid('Invalid parameter', {
      subcode: 1443226,
      transient: false,
      userTitle: 'Your video needs a thumbnail',
      userMessage:
        'Please specify one of image_hash or image_url in the video_data field of object_story_spec.',
      blame: ['creative'],
    })
  const action = actionIn(given)
  return {
    title: textIn(given, 'title') ?? '',
    body: textIn(given, 'message') ?? '',
    link: action?.link ?? '',
    callToAction: action?.type ?? 'NO_BUTTON',
    picture: picture ?? video.picture,
    video: id,
  }
}

/** Finds a picture by its hash, which must be in the account. */
function pictureIn(data: Members, { account, request }: Occasion): string | undefined {
  const hash = textIn(data, 'image_hash')
  if (hash === undefined) return undefined
  const image = request.social.images[account.id]?.find((each) => each.hash === hash)
  if (image === undefined || image.status === 'DELETED')
    throw unusable('image_hash', `The image ${hash} is not in this ad account.`)
  return image.picture
}

interface Action {
  readonly type: string
  readonly link?: string
  readonly form?: string
}

function actionIn(data: Members): Action | undefined {
  const action = objectIn(data, 'call_to_action', ['type', 'value'])
  if (action === undefined) return undefined
  const type = requiredIn(action, 'type')
  if (!callToActions.includes(type))
    throw invalid(
      `Param ${action.where}[type] must be one of {${callToActions.join(', ')}} - got "${type}".`,
      {
        blame: ['creative'],
      },
    )
  const value = objectIn(action, 'value', ['link', 'lead_gen_form_id'])
  const target = type === 'GET_DIRECTIONS' ? mapPlaceIn : addressIn
  const link = value?.values.has('link') ? target(value, 'link') : undefined
  const form = value && textIn(value, 'lead_gen_form_id')
  return { type, ...(link === undefined ? {} : { link }), ...(form === undefined ? {} : { form }) }
}

/**
 * An ad with a lead form must name an active form of its own page. The page must have accepted the terms of
 * lead ads.
 */
function requireForm(data: Members | undefined, page: Page, occasion: Occasion): string {
  const form = data && actionIn(data)?.form
  const found = entryOf(occasion.request.social.leadForms, form ?? '')
  if (found?.page !== page.id || found.status !== 'ACTIVE')
    throw unusable('call_to_action', 'A lead ad needs an active lead form of its page: set lead_gen_form_id.')
  requireLeadTerms(page, { blame: ['creative'] })
  return found.id
}

function advertisable(page: string, request: GraphRequest): Page {
  const found = request.social.pages[page]
  if (found === undefined || !roleOn(request, page)?.tasks.includes('ADVERTISE'))
    throw unusable('page_id', 'You need the permission to advertise for this page.')
  return found
}

function addressIn(data: Members, name: string): string {
  const address = requiredIn(data, name)
  if (/^https?:\/\//.test(address) && URL.canParse(address)) return address
  throw invalid(`Param ${data.where}[${name}] must be a valid URI`, { blame: ['creative'] })
}

/** Directions lead to a place on the map: `fbgeo://37.48327,-122.15033,"1601 Willow Rd Menlo Park CA"`. */
function mapPlaceIn(data: Members, name: string): string {
  const place = requiredIn(data, name)
  if (/^fbgeo:\/\/\S/.test(place)) return place
  throw unusable('call_to_action', 'Directions need a place: fbgeo://latitude,longitude,"address".')
}

function unusable(member: string, userMessage: string): GraphError {
  return invalid('Invalid parameter', {
    userTitle: `The creative cannot be used (${member})`,
    userMessage,
    blame: ['creative'],
  })
}
