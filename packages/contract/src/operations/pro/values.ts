// Values of campaigns on LinkedIn.

import { objectName, type TextRule, textMatching, upstreamIdPattern } from '../../values.ts'

/** Facets of a person's work that ads can target. */
export const workFacets = [
  'jobFunctions',
  'seniorities',
  'titles',
  'skills',
  'industries',
  'companySizes',
  'companies',
] as const

export const facets = ['locations', 'languages', ...workFacets] as const

export const postId = textMatching(
  `^urn:li:(share|ugcPost):${upstreamIdPattern}$`,
  'must be a post id from pro/get_page_posts, such as "urn:li:share:7180100001".',
)
export const videoId = textMatching(
  '^[A-Za-z0-9_-]{1,100}$',
  'must be a video id from pro/upload_video: letters, digits, "_" and "-".',
)
export const companySize = textMatching(
  '^(0|[1-9][0-9]{0,9})-[1-9][0-9]{0,9}$',
  'must be an id from pro/search_targeting for companySizes, such as "51-200".',
)
export const language = textMatching(
  '^[a-z]{2}_[A-Z]{2}$',
  'must be an id from pro/search_targeting for languages, such as "en_US".',
)

const maxNameLength = 255

/**
 * LinkedIn does not document whether it counts characters or UTF-16 code units, so a name has to satisfy both
 * limits.
 */
const utf16LengthRule: TextRule = {
  code: 'TOO_LONG',
  description: `may have at most ${maxNameLength} characters. Most emoji count as two.`,
  // The character limit reports names with too many characters.
  isSatisfied: (text) => text.length <= maxNameLength || [...text].length > maxNameLength,
}

/** The name of a campaign or an ad. */
export const proName = objectName(maxNameLength, utf16LengthRule)
