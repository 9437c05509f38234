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
      '`PENDING`, `APPROVED`, `LIMITED` (approved with restrictions) or `REJECTED`. Empty if the platform returns no decision.',
    ),
  reasons: z
    .array(
      z.object({
        code: z.string().describe("The platform's policy topic or reason, such as `TRADEMARKS_IN_AD_TEXT`."),
        text: z.string().describe('The reason in words. Empty if the platform returns only a code.'),
      }),
    )
    .describe('Reasons why the platform rejected or limited the ad or keyword. Empty otherwise.'),
})

const adContentFields = {
  primaryTexts: z
    .array(z.string())
    .describe(
      'Texts above the image. Several if the platform chooses between variants. Empty on Google Ads.',
    ),
  headlines: z.array(adText),
  descriptions: z.array(adText),
  callouts: z.array(z.string()).describe("Callouts of the ad's campaign. Empty on Meta and LinkedIn."),
  imageUrl: z
    .string()
    .describe(
      "URL of the image, or of the video's thumbnail. On Google Ads, the first image of the ad's campaign. The URL expires.",
    ),
  otherImageUrls: z.array(z.string()).describe('URLs of further images, such as the cards of a carousel.'),
  videoId: z.string(),
  videoUrl: z
    .string()
    .describe('URL of an uploaded video on LinkedIn. Empty on other platforms. The URL expires.'),
  link: z.string().describe('Destination URL of the ad.'),
  utmParams: z.string().describe('Parameters that the platform adds to `link`.'),
  callToAction: z
    .string()
    .describe('Name of the button at the platform, such as `LEARN_MORE`. Empty without a button.'),
  leadFormId: z.string().describe('Id of the lead form that the ad opens. Empty without a lead form.'),
  postId: z
    .string()
    .describe('Id of the post that the ad shows. Empty on Google Ads, and on Meta for a new post.'),
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
