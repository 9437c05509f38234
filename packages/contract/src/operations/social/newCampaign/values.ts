// Values of new social campaigns, with the limits of Meta.

import { z } from 'zod'
import { withAliases } from '../../../aliases.ts'
import { imageUrl } from '../../../imageUrl.ts'
import {
  addViolation,
  line,
  nonBlankText,
  objectName,
  type TextRule,
  textMatching,
  upstreamId,
  upstreamIdPattern,
  webUrl,
} from '../../../values.ts'

/** Types of places, as social/search_targeting_locations names them. */
const placeTypes = [
  'country',
  'country_group',
  'region',
  'city',
  'zip',
  'geo_market',
  'electoral_district',
  'subcity',
  'neighborhood',
] as const

/** Radii that Meta accepts around a city. */
const radii = { MILES: [10, 50], KILOMETERS: [17, 80] } as const

/**
 * The key of a place is a number without leading zeros, or a code that begins with a letter, such as
 * `US:94304`.
 * https://developers.facebook.com/docs/marketing-api/audiences/reference/basic-targeting#location
 */
const canonicalKeyRule: TextRule = {
  code: 'MALFORMED',
  description:
    'must be a key from social/search_targeting_locations: a code, or digits without leading zeros.',
  isSatisfied: (text) => new RegExp(`^(${upstreamIdPattern}|[A-Za-z].*)$`).test(text),
}

export const place = z
  .object({
    key: line(100, canonicalKeyRule).describe('A `key` from social/search_targeting_locations.'),
    type: z.enum(placeTypes),
    radius: z
      .number()
      .positive()
      .max(80)
      .optional()
      .describe('Radius around a city. Requires `radius_unit`.'),
    radius_unit: withAliases(z.enum(['MILES', 'KILOMETERS']).optional(), 'radius_unit', 'radius_units'),
  })
  .superRefine(({ type, radius, radius_unit }, context) => {
    if (radius === undefined && radius_unit === undefined) return
    if (type !== 'city') return addViolation(context, 'CONFLICT', 'is only allowed for a city.', ['radius'])
    if (radius_unit === undefined)
      return addViolation(context, 'REQUIRED', 'is required with radius.', ['radius_unit'])
    if (radius === undefined)
      return addViolation(context, 'REQUIRED', 'is required with radius_unit.', ['radius'])
    const [minRadius, maxRadius] = radii[radius_unit]
    if (radius < minRadius || radius > maxRadius)
      addViolation(
        context,
        'OUT_OF_RANGE',
        `must be from ${minRadius} to ${maxRadius} ${radius_unit.toLowerCase()}.`,
        ['radius'],
      )
  })

/** Returns a unique text for a place. Places of different types can share a key. */
export const toPlaceKey = ({ key, type }: { readonly key: string; readonly type: string }) => `${type} ${key}`

const age = z.int().min(18).max(65)

export const ages = z
  .object({ min: age, max: age.describe('65 means 65 and older.') })
  .superRefine(({ min, max }, context) => {
    if (min > max) addViolation(context, 'CONFLICT', 'must not be above max.', ['min'])
  })

/**
 * Calls to action that lead to a web address or a form. A button for directions would need a place on the
 * map.
 */
const callToActions = [
  'LEARN_MORE',
  'SHOP_NOW',
  'SIGN_UP',
  'SUBSCRIBE',
  'CONTACT_US',
  'GET_QUOTE',
  'GET_OFFER',
  'BOOK_NOW',
  'APPLY_NOW',
  'DOWNLOAD',
  'ORDER_NOW',
  'BUY_TICKETS',
  'DONATE_NOW',
  'WATCH_MORE',
  'NO_BUTTON',
] as const

const imageId = textMatching(
  `^${upstreamIdPattern}:[0-9a-f]{16,64}$`,
  'must be an image id from social/get_ad_account_media, such as "1001200300400:655b5a433a4db7604ae2e3b96ec5d400".',
)
const postId = textMatching(
  `^${upstreamIdPattern}(_${upstreamIdPattern})?$`,
  'must be a post id from social/get_page_posts, such as "104500000000001_2271".',
)

const newAdFields = ['imageId', 'imageUrl', 'videoId', 'primaryText', 'headline', 'description'] as const

/** An ad: either new text and media, or an existing post, which keeps its likes. */
export const socialAd = z
  .object({
    name: objectName(255).optional().describe('Defaults to `campaignName` followed by a number.'),
    postId: postId.optional(),
    imageId: imageId.optional(),
    imageUrl: imageUrl(2048).optional(),
    videoId: upstreamId.optional(),
    primaryText: nonBlankText(2200).optional(),
    headline: line(255).optional(),
    description: line(255).optional(),
    url: webUrl(2048).optional().describe('Landing page of the ad. Not required with a lead form.'),
    callToAction: z
      .enum(callToActions)
      .optional()
      .describe(
        'Defaults to `SIGN_UP` for `LEADS`, to `SHOP_NOW` for `SALES`, and otherwise to `LEARN_MORE`.',
      ),
  })
  .superRefine((ad, context) => {
    if (ad.postId === undefined) return checkNewAd(ad, context)
    for (const field of newAdFields)
      if (ad[field] !== undefined)
        addViolation(
          context,
          'CONFLICT',
          'cannot be combined with postId, because the post is shown unchanged.',
          [field],
        )
    if (ad.url !== undefined && (ad.callToAction === undefined || ad.callToAction === 'NO_BUTTON'))
      addViolation(context, 'REQUIRED', 'is required with url, because the button of a post leads there.', [
        'callToAction',
      ])
    if (ad.url === undefined && ad.callToAction !== undefined && ad.callToAction !== 'NO_BUTTON')
      addViolation(context, 'REQUIRED', 'is required with callToAction, because a button needs a target.', [
        'url',
      ])
  })

interface NewAd {
  readonly imageId?: string | undefined
  readonly imageUrl?: string | undefined
  readonly videoId?: string | undefined
  readonly primaryText?: string | undefined
  readonly headline?: string | undefined
  readonly callToAction?: string | undefined
}

function checkNewAd(ad: NewAd, context: z.core.$RefinementCtx): void {
  const media = (['imageId', 'imageUrl', 'videoId'] as const).filter((field) => ad[field] !== undefined)
  const [first, second] = media
  if (first === undefined)
    addViolation(context, 'REQUIRED', 'is required unless imageUrl, videoId or postId is given.', ['imageId'])
  if (second !== undefined)
    addViolation(context, 'CONFLICT', `cannot be combined with ${first}. An ad shows one of them.`, [second])
  for (const field of ['primaryText', 'headline'] as const)
    if (ad[field] === undefined)
      addViolation(context, 'REQUIRED', 'is required unless postId is given.', [field])
  if (ad.videoId !== undefined && ad.callToAction === 'NO_BUTTON')
    addViolation(
      context,
      'CONFLICT',
      'must be a button, because only a button of a video leads to its url.',
      ['callToAction'],
    )
}
