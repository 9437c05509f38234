// Maps the creative and the review of an ad to adrail's form.
// https://developers.facebook.com/docs/marketing-api/reference/ad-creative-object-story-spec,
// https://developers.facebook.com/docs/marketing-api/ad-creative/asset-feed-spec/options

import {
  type AdContent,
  distinctTexts,
  emptyAdContent,
  type Review,
  unpinnedTexts,
} from '../connector-kit/adContent.ts'
import { asList, asObject, asText, type JsonObject, valueAt } from '../connector-kit/values.ts'
import type { AdRow, SocialCreativeRow } from './adRows.ts'

export function toSocialAdContent(ad: AdRow): AdContent {
  return { ...emptyAdContent, ...(ad.creative && toCreativeContent(ad.creative)), review: toReview(ad) }
}

function toCreativeContent(creative: SocialCreativeRow): Partial<AdContent> {
  const post = readPost(creative.object_story_spec)
  const assets = asObject(creative.asset_feed_spec)
  const cards = asList(post['child_attachments']).map(asObject)
  const listAssets = (list: string, field: string) =>
    asList(assets[list]).map((entry) => asText(asObject(entry)[field]))
  const textsOr = (texts: readonly string[], fallback: string | undefined) =>
    distinctTexts(texts).length > 0 ? texts : [fallback ?? '']
  const action = asObject(post['call_to_action'] ?? creative.call_to_action)
  const [firstCardAction] = cards.map((card) => asObject(card['call_to_action']))
  const cover = [creative.image_url, asText(post['image_url']), asText(post['picture'])].find(Boolean)
  const [imageUrl = creative.thumbnail_url ?? '', ...otherImageUrls] = distinctTexts([
    cover ?? '',
    ...cards.map((card) => asText(card['picture'])),
    ...listAssets('images', 'url'),
    ...listAssets('videos', 'thumbnail_url'),
  ])
  return {
    primaryTexts: distinctTexts(
      textsOr([asText(post['message']), ...listAssets('bodies', 'text')], creative.body),
    ),
    headlines: unpinnedTexts(
      textsOr(
        [
          asText(post['name']) || asText(post['title']),
          ...cards.map((card) => asText(card['name'])),
          ...listAssets('titles', 'text'),
        ],
        creative.title,
      ),
    ),
    descriptions: unpinnedTexts([
      asText(post['description']) || asText(post['link_description']),
      ...cards.map((card) => asText(card['description'])),
      ...listAssets('descriptions', 'text'),
    ]),
    imageUrl,
    otherImageUrls,
    videoId:
      asText(post['video_id']) || (creative.video_id ?? '') || (listAssets('videos', 'video_id')[0] ?? ''),
    link:
      asText(post['link']) ||
      asText(valueAt(action, 'value', 'link')) ||
      (listAssets('link_urls', 'website_url')[0] ?? '') ||
      (creative.link_url ?? ''),
    utmParams: creative.url_tags ?? '',
    callToAction: toCallToAction(
      asText(action['type']) ||
        asText(firstCardAction?.['type']) ||
        asText(asList(assets['call_to_action_types'])[0]) ||
        (creative.call_to_action_type ?? ''),
    ),
    leadFormId: asText(valueAt(action, 'value', 'lead_gen_form_id')),
    postId: creative.object_story_id ?? creative.source_instagram_media_id ?? '',
  }
}

/** A new post is in one field by its kind. An existing post has none of them. */
function readPost(storySpec: unknown): JsonObject {
  const kinds = ['link_data', 'video_data', 'photo_data', 'text_data', 'template_data']
  const [post = {}] = kinds
    .map((kind) => asObject(valueAt(storySpec, kind)))
    .filter((data) => Object.keys(data).length > 0)
  return post
}

const toCallToAction = (type: string) => (type === 'NO_BUTTON' ? '' : type)

/**
 * An ad below a paused campaign or ad set has the status of its parent, which does not show the review.
 * https://developers.facebook.com/docs/marketing-api/reference/adgroup#fields (`effective_status`)
 */
const reviewByStatus: Readonly<Record<string, string>> = {
  PENDING_REVIEW: 'PENDING',
  IN_PROCESS: 'PENDING',
  DISAPPROVED: 'REJECTED',
  PREAPPROVED: 'APPROVED',
  ACTIVE: 'APPROVED',
}

/** Reasons of single placements limit an ad that runs elsewhere. */
function toReview({ effective_status, ad_review_feedback: feedback }: AdRow): Review {
  const placements = Object.values(asObject(feedback?.placement_specific)).map(asObject)
  const reasons = [asObject(feedback?.global), ...placements].flatMap((list) =>
    Object.entries(list).map(([code, text]) => ({ code, text: asText(text) })),
  )
  const status = reviewByStatus[effective_status] ?? ''
  return {
    status: status === 'APPROVED' && reasons.length > 0 ? 'LIMITED' : status,
    reasons: [...new Map(reasons.map((reason) => [reason.code, reason])).values()],
  }
}
