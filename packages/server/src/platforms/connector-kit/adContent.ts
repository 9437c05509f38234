// The content of ads and the settings of ad groups, in the form of the API. Every platform has them.

import type { Results } from '@adrail/contract'

/** An ad with its content. */
export type AdWithContent = Results<'social/get_ads'>['ads'][number]

type AdGroup = Results<'search/get_ad_groups'>['adGroups'][number]

export type AdGroupSettings = Pick<AdGroup, 'audience' | 'bid' | 'budget'>
export type Audience = AdGroup['audience']
export type AudiencePlace = Audience['locations'][number]
export type AudienceSegment = Audience['segments'][number]
export type Review = AdWithContent['review']
export type AdText = AdWithContent['headlines'][number]

/** An ad with content, before its name and state are known. */
export type AdContent = Omit<
  AdWithContent,
  'id' | 'name' | 'adGroupId' | 'status' | 'effectiveStatus' | 'issues'
>

/** An ad without any content. */
export const emptyAdContent: AdContent = {
  primaryTexts: [],
  headlines: [],
  descriptions: [],
  callouts: [],
  imageUrl: '',
  otherImageUrls: [],
  videoId: '',
  videoUrl: '',
  link: '',
  utmParams: '',
  callToAction: '',
  leadFormId: '',
  postId: '',
  review: { status: '', reasons: [] },
}

/** Removes empty and repeated texts. */
export function distinctTexts(texts: readonly string[]): string[] {
  return [...new Set(texts)].filter((text) => text !== '')
}

/** Texts that the platform shows in any position. */
export function unpinnedTexts(texts: readonly string[]): AdText[] {
  return distinctTexts(texts).map((text) => ({ text, pinnedTo: '' }))
}

/** ISO 8601 in UTC, without milliseconds. Empty for no time. */
export function formatUtcInstant(instant: number | undefined): string {
  return instant === undefined ? '' : new Date(instant).toISOString().replace('.000Z', 'Z')
}
