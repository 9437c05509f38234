// Maps creatives and the posts that they show to adrail's form.
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-creatives,
// https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/posts-api#content

import {
  type AdContent,
  distinctTexts,
  emptyAdContent,
  type Review,
  unpinnedTexts,
} from '../connector-kit/adContent.ts'
import { asList, asObject, asText, type JsonObject, valueAt } from '../connector-kit/values.ts'
import type { CreativeRow, ProPostRow, ProVideoRow } from './rows.ts'
import { parseUrnId } from './urns.ts'

/** The posts of some ads with their images and videos, by URN. */
export interface AdMedia {
  readonly posts: ReadonlyMap<string, ProPostRow>
  readonly imageUrls: ReadonlyMap<string, string>
  readonly videos: ReadonlyMap<string, ProVideoRow>
}

/** Returns the post of a creative. Other creatives contain a text ad, a spotlight, or a message. */
export function findPostUrn({ content }: CreativeRow): string {
  const reference = asText(valueAt(content, 'reference'))
  return /^urn:li:(share|ugcPost):/.test(reference) ? reference : ''
}

/** Returns the URNs of the media that a post shows, the most important first. */
export function listMediaUrns({ content }: ProPostRow): string[] {
  const cards = asList(valueAt(content, 'carousel', 'cards'))
  return distinctTexts([
    asText(valueAt(content, 'media', 'id')),
    ...asList(valueAt(content, 'multiImage', 'images')).map((image) => asText(valueAt(image, 'id'))),
    ...cards.map((card) => asText(valueAt(card, 'media', 'id'))),
    asText(valueAt(content, 'article', 'thumbnail')),
  ])
}

export function toProAdContent(creative: CreativeRow, media: AdMedia): AdContent {
  const postUrn = findPostUrn(creative)
  const post = media.posts.get(postUrn)
  const { destination, label } = asObject(creative.leadgenCallToAction)
  const content = post === undefined ? toOwnContent(creative) : toPostContent(post, media)
  return {
    ...emptyAdContent,
    ...content,
    callToAction: asText(label) || (content.callToAction ?? ''),
    leadFormId: parseUrnId(asText(destination)),
    postId: postUrn,
    review: toReview(creative.review),
  }
}

function toPostContent(post: ProPostRow, { imageUrls, videos }: AdMedia): Partial<AdContent> {
  const { content, commentary = '', contentLandingPage, contentCallToActionLabel = '' } = post
  const article = asObject(valueAt(content, 'article'))
  const cards = asList(valueAt(content, 'carousel', 'cards'))
  const mediaUrns = listMediaUrns(post)
  const video = mediaUrns.find((urn) => urn.startsWith('urn:li:video:'))
  const images = mediaUrns.map((urn) => imageUrls.get(urn) ?? videos.get(urn)?.thumbnail ?? '')
  const [imageUrl = '', ...otherImageUrls] = distinctTexts(images)
  return {
    primaryTexts: distinctTexts([unescapeLittleText(commentary)]),
    headlines: unpinnedTexts([
      asText(valueAt(content, 'media', 'title')),
      asText(article['title']),
      ...cards.map((card) => asText(valueAt(card, 'media', 'title'))),
    ]),
    descriptions: unpinnedTexts([asText(article['description'])]),
    imageUrl,
    otherImageUrls,
    videoId: parseUrnId(video ?? ''),
    videoUrl: videos.get(video ?? '')?.downloadUrl ?? '',
    link: contentLandingPage || asText(article['source']) || asText(valueAt(cards[0], 'landingPage')),
    callToAction: contentCallToActionLabel,
  }
}

/** Text ads and spotlights contain their texts themselves. */
function toOwnContent({ content }: CreativeRow): Partial<AdContent> {
  const own: JsonObject = {
    ...asObject(valueAt(content, 'textAd')),
    ...asObject(valueAt(content, 'spotlight')),
  }
  return {
    headlines: unpinnedTexts([asText(own['headline'])]),
    descriptions: unpinnedTexts([asText(own['description'])]),
    link: asText(own['landingPage']),
    callToAction: asText(own['callToAction']),
  }
}

/**
 * Returns plain text for LinkedIn's "little text": without escapes, and with names in place of mentions.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/little-text-format
 */
export function unescapeLittleText(text: string): string {
  return text
    .replaceAll(/\{hashtag\|\\?#\|([^{}]*)\}/g, '#$1')
    .replaceAll(/@\[((?:[^@[\]\\]|\\.)*)\]\([^()@]*\)/g, '$1')
    .replaceAll(/\\([\\|{}@[\]()<>#*_~])/g, '$1')
}

const reviewStatuses: Readonly<Record<string, string>> = {
  PENDING: 'PENDING',
  NEEDS_REVIEW: 'PENDING',
  APPROVED: 'APPROVED',
  REJECTED: 'REJECTED',
}

function toReview(review: CreativeRow['review']): Review {
  return {
    status: reviewStatuses[review?.status ?? ''] ?? '',
    reasons: (review?.rejectionReasons ?? []).map((code) => ({ code, text: '' })),
  }
}
