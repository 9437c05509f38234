// Ads in the platform's words: a post written for the ad, or one that is there.
// https://developers.facebook.com/docs/marketing-api/reference/ad-creative#Creating

import type { Body } from '@adrail/contract'
import type { SocialSelection } from '../../../platforms/kit/selections.ts'
import type { References } from '../../../platforms/social/campaignReferences.ts'
import type { Aim } from './aim.ts'
import type { AdDraft } from './blueprint.ts'

type Request = Body<'social/create_campaign'>
type Ad = Request['ads'][number]

export interface AdOccasion {
  readonly body: Request
  readonly aim: Aim
  readonly selection: SocialSelection
  readonly facts: References
  /** Digests of fetched images by their URL. */
  readonly digests: ReadonlyMap<string, string>
}

export function nameOfAd({ campaignName, ads }: Request, index: number): string {
  return ads[index]?.name ?? `${campaignName} ${index + 1}`
}

export function adDraft(ad: Ad, index: number, occasion: AdOccasion): AdDraft {
  const { body, aim, digests } = occasion
  const from = `ads[${index}]`
  const name = nameOfAd(body, index)
  const tags = (body.utmParams ?? '').replace(/^[?&]/, '')
  const creative = {
    name,
    ...(ad.postId === undefined ? { object_story_spec: story(ad, occasion) } : postSpec(ad, occasion)),
    ...(tags === '' ? {} : { url_tags: tags }),
    // Otherwise the platform may show the ad among those of others.
    contextual_multi_ads: { enroll_status: 'OPT_OUT' },
  }
  return {
    from,
    name,
    sha256: digests.get(ad.imageUrl ?? '') ?? '',
    params: {
      name,
      status: 'ACTIVE',
      creative,
      ...(aim.onWebsite && ad.url !== undefined ? { conversion_domain: domainOf(ad.url) } : {}),
    },
    names: {
      name: `${from}.name`,
      creative: from,
      conversion_domain: `${from}.url`,
      adset_id: aim.promotedBy,
    },
  }
}

/** The photo account speaks where ads may be shown on its network. */
function speaker({ body, selection }: AdOccasion): { readonly instagram_user_id?: string } {
  const isShown = body.platforms === undefined || body.platforms.includes('SOCIAL_B')
  return isShown && selection.photoAccount ? { instagram_user_id: selection.photoAccount.id } : {}
}

function postSpec({ postId = '', url, callToAction }: Ad, occasion: AdOccasion) {
  const { selection } = occasion
  const button = url === undefined ? {} : { call_to_action: { type: callToAction, value: { link: url } } }
  if (postId.includes('_')) return { object_story_id: postId, ...speaker(occasion), ...button }
  const photoAccount = selection.photoAccount?.id ?? ''
  return {
    object_id: selection.page.id,
    instagram_user_id: photoAccount,
    source_instagram_media_id: postId,
    ...button,
  }
}

function story(ad: Ad, occasion: AdOccasion) {
  const { body, aim, selection, facts } = occasion
  const link = ad.url ?? facts.page.link ?? `https://www.facebook.com/${selection.page.id}`
  const type = ad.callToAction ?? aim.button
  const value = body.leadFormId === undefined ? { link } : { lead_gen_form_id: body.leadFormId }
  const button = type === 'NO_BUTTON' ? {} : { call_to_action: { type, value } }
  const spec = { page_id: selection.page.id, ...speaker(occasion) }
  if (ad.videoId === undefined)
    return {
      ...spec,
      link_data: {
        link,
        message: ad.primaryText,
        name: ad.headline,
        ...(ad.description === undefined ? {} : { description: ad.description }),
        // That of an image which is still to be uploaded is put in when it is known.
        ...(ad.imageId === undefined ? {} : { image_hash: hashIn(ad.imageId) }),
        ...button,
      },
    }
  return {
    ...spec,
    video_data: {
      video_id: ad.videoId,
      image_url: thumbnailOf(facts, ad.videoId),
      title: ad.headline,
      message: ad.primaryText,
      ...(ad.description === undefined ? {} : { link_description: ad.description }),
      ...button,
    },
  }
}

/** An image's id is its account and its hash. */
export const hashIn = (imageId: string) => imageId.split(':')[1] ?? ''

/** The picture that stands for a video until it plays; empty while it has none. */
export function thumbnailOf({ videos }: References, videoId: string): string {
  const { thumbnails = [] } = videos.find(({ id }) => id === videoId) ?? {}
  const preferred = thumbnails.find(({ is_preferred }) => is_preferred === true)
  return (preferred ?? thumbnails[0])?.uri ?? ''
}

/** The draft of an ad whose image has been uploaded. */
export function withImage(ad: AdDraft, hash: string): AdDraft {
  const { creative } = ad.params
  // As this file wrote it: an ad with a new image is a link with a picture.
  const { object_story_spec: spec, ...rest } = creative as { object_story_spec: { link_data: object } }
  const story = { ...spec, link_data: { ...spec.link_data, image_hash: hash } }
  return { ...ad, params: { ...ad.params, creative: { ...rest, object_story_spec: story } } }
}

/** First and second level of an address's host; one more below suffixes such as `co.uk`. */
export function domainOf(url: string): string {
  const labels = new URL(url).hostname.split('.')
  const [second = '', top = ''] = labels.slice(-2)
  const isSuffix = top.length === 2 && /^(co|com|net|org|gov|edu|ac|or|ne|go)$/.test(second)
  return labels.slice(isSuffix ? -3 : -2).join('.')
}
