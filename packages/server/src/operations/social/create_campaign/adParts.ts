// Builds the platform's parameters of an ad from a new or an existing post.
// https://developers.facebook.com/docs/marketing-api/reference/ad-creative#Creating

import type { Body } from '@adrail/contract'
import type { CampaignReferences } from '../../../platforms/social/campaignReferences.ts'
import type { SocialSelection } from '../../../platforms/social/selection.ts'
import type { SocialAdDraft } from './blueprint.ts'
import type { CampaignGoal } from './objectives.ts'

type CampaignBody = Body<'social/create_campaign'>
type Ad = CampaignBody['ads'][number]

export interface SocialAdContext {
  readonly body: CampaignBody
  readonly goal: CampaignGoal
  readonly selection: SocialSelection
  readonly references: CampaignReferences
  /** Digests of the fetched images by URL. */
  readonly digestByUrl: ReadonlyMap<string, string>
}

export function resolveAdName({ campaignName, ads }: CampaignBody, index: number): string {
  return ads[index]?.name ?? `${campaignName} ${index + 1}`
}

export function buildSocialAdDraft(ad: Ad, index: number, context: SocialAdContext): SocialAdDraft {
  const { body, goal, digestByUrl } = context
  const field = `ads[${index}]`
  const name = resolveAdName(body, index)
  const urlTags = (body.utmParams ?? '').replace(/^[?&]/, '')
  const creative = {
    name,
    ...(ad.postId === undefined
      ? { object_story_spec: buildStorySpec(ad, context) }
      : buildPostCreative(ad, context)),
    ...(urlTags === '' ? {} : { url_tags: urlTags }),
    // Without the opt-out, the platform may show the ad in one unit with ads of other advertisers.
    contextual_multi_ads: { enroll_status: 'OPT_OUT' },
  }
  return {
    from: field,
    name,
    sha256: digestByUrl.get(ad.imageUrl ?? '') ?? '',
    params: {
      name,
      status: 'ACTIVE',
      creative,
      ...(goal.isWebsiteGoal && ad.url !== undefined ? { conversion_domain: parseDomain(ad.url) } : {}),
    },
    names: {
      name: `${field}.name`,
      creative: field,
      conversion_domain: `${field}.url`,
      adset_id: goal.promotedField,
    },
  }
}

/** The photo account is the author of the ad when the ad may appear on the photo network. */
function buildInstagramIdentity({ body, selection }: SocialAdContext): {
  readonly instagram_user_id?: string
} {
  const isShown = body.platforms === undefined || body.platforms.includes('SOCIAL_B')
  return isShown && selection.photoAccount ? { instagram_user_id: selection.photoAccount.id } : {}
}

function buildPostCreative({ postId = '', url, callToAction }: Ad, context: SocialAdContext) {
  const { selection } = context
  const callToActionField =
    url === undefined ? {} : { call_to_action: { type: callToAction, value: { link: url } } }
  if (postId.includes('_'))
    return { object_story_id: postId, ...buildInstagramIdentity(context), ...callToActionField }
  const photoAccount = selection.photoAccount?.id ?? ''
  return {
    object_id: selection.page.id,
    instagram_user_id: photoAccount,
    source_instagram_media_id: postId,
    ...callToActionField,
  }
}

function buildStorySpec(ad: Ad, context: SocialAdContext) {
  const { body, goal, selection, references } = context
  const link = ad.url ?? references.page.link ?? `https://www.facebook.com/${selection.page.id}`
  const buttonType = ad.callToAction ?? goal.defaultButton
  const buttonValue = body.leadFormId === undefined ? { link } : { lead_gen_form_id: body.leadFormId }
  const callToActionField =
    buttonType === 'NO_BUTTON' ? {} : { call_to_action: { type: buttonType, value: buttonValue } }
  const spec = { page_id: selection.page.id, ...buildInstagramIdentity(context) }
  if (ad.videoId === undefined)
    return {
      ...spec,
      link_data: {
        link,
        message: ad.primaryText,
        name: ad.headline,
        ...(ad.description === undefined ? {} : { description: ad.description }),
        // `withSocialImage` adds the hash of an image that has yet to be uploaded.
        ...(ad.imageId === undefined ? {} : { image_hash: parseImageHash(ad.imageId) }),
        ...callToActionField,
      },
    }
  return {
    ...spec,
    video_data: {
      video_id: ad.videoId,
      image_url: findThumbnailUrl(references, ad.videoId),
      title: ad.headline,
      message: ad.primaryText,
      ...(ad.description === undefined ? {} : { link_description: ad.description }),
      ...callToActionField,
    },
  }
}

/** Image ids have the form `<account>:<hash>`. */
export const parseImageHash = (imageId: string) => imageId.split(':')[1] ?? ''

/** Returns the URL of the video's preview image. Empty while the video has none. */
export function findThumbnailUrl({ videos }: CampaignReferences, videoId: string): string {
  const { thumbnails = [] } = videos.find(({ id }) => id === videoId) ?? {}
  const preferred = thumbnails.find(({ is_preferred }) => is_preferred === true)
  return (preferred ?? thumbnails[0])?.uri ?? ''
}

export function withSocialImage(ad: SocialAdDraft, hash: string): SocialAdDraft {
  const { creative } = ad.params
  // `buildSocialAdDraft` wrote this creative: an ad with a new image always has `link_data`.
  const { object_story_spec: spec, ...otherFields } = creative as { object_story_spec: { link_data: object } }
  const storySpec = { ...spec, link_data: { ...spec.link_data, image_hash: hash } }
  return { ...ad, params: { ...ad.params, creative: { ...otherFields, object_story_spec: storySpec } } }
}

/** Returns the top two levels of the host name, or three below a suffix such as `co.uk`. */
export function parseDomain(url: string): string {
  const labels = new URL(url).hostname.split('.')
  const [second = '', top = ''] = labels.slice(-2)
  const isSuffix = top.length === 2 && /^(co|com|net|org|gov|edu|ac|or|ne|go)$/.test(second)
  return labels.slice(isSuffix ? -3 : -2).join('.')
}
