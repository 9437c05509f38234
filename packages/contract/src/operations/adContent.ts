// The content of ads as the platforms return it. A field has the same name and meaning on every platform.
// Missing text is empty, and a missing list is an empty list.

import { z } from 'zod'
import { adList } from './campaigns.ts'

const adText = z.object({
  text: z.string(),
  pinnedTo: z
    .string()
    .describe('Position that shows only pinned texts, such as `HEADLINE_1`. Empty without a pin.'),
})

/** The platform's decision whether an ad or a keyword may run. */
export const review = z.object({
  status: z
    .string()
    .describe(
      '`PENDING`, `APPROVED`, `LIMITED` (approved with restrictions) or `REJECTED`. Empty when the platform returns no decision.',
    ),
  reasons: z
    .array(
      z.object({
        code: z.string().describe("The platform's policy topic or reason, such as `TRADEMARKS_IN_AD_TEXT`."),
        text: z.string().describe('The reason in words. Empty when the platform returns only a code.'),
      }),
    )
    .describe('Why the platform rejected or limited it.'),
})

const adContentFields = {
  primaryTexts: z
    .array(z.string())
    .describe('Texts above the image. Several when the platform chooses between them. Empty on Google Ads.'),
  headlines: z.array(adText),
  descriptions: z.array(adText),
  callouts: z.array(z.string()).describe("Callouts of the ad's campaign. Only Google Ads has them."),
  imageUrl: z
    .string()
    .describe(
      "The image, or the thumbnail of the video. On Google Ads the first image of the ad's campaign. The platforms' URLs expire.",
    ),
  otherImageUrls: z.array(z.string()).describe('Further images, such as the cards of a carousel.'),
  videoId: z.string(),
  videoUrl: z.string().describe('Only LinkedIn returns one, for an uploaded video. The URL expires.'),
  link: z.string().describe('URL that the ad leads to.'),
  utmParams: z.string().describe('Parameters that the platform adds to `link`.'),
  callToAction: z
    .string()
    .describe("The platform's name of the button, such as `LEARN_MORE`. Empty without a button."),
  leadFormId: z.string().describe('Lead form that the ad opens.'),
  postId: z
    .string()
    .describe('Post that the ad shows. On Meta only an existing post. On LinkedIn every ad shows a post.'),
  review,
}

const adWithContent = adList.results.shape.ads.element.extend(adContentFields)

/** Lists the ads of one campaign with their content. */
export const adContentList = {
  ...adList,
  columns: [
    'name',
    'id',
    'effectiveStatus',
    'review.status',
    'headlines',
    'link',
    'callToAction',
    'adGroupId',
    'issues',
  ],
  results: z.object({ ads: z.array(adWithContent) }),
} as const

/** The content of an ad without any, for examples that name only some fields. */
export const emptyAdContent: z.input<z.ZodObject<typeof adContentFields>> = {
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
