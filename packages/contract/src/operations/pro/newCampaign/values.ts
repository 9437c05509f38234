// The ads of new campaigns on LinkedIn, with the limits of its campaign editor.

import { z } from 'zod'
import { addViolation, line, nonBlankText, webUrl } from '../../../values.ts'
import { postId, proName, videoId } from '../values.ts'

/**
 * Source: https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/post-api-schema
 */
const callToActions = [
  'APPLY',
  'DOWNLOAD',
  'VIEW_QUOTE',
  'LEARN_MORE',
  'SIGN_UP',
  'SUBSCRIBE',
  'REGISTER',
  'JOIN',
  'ATTEND',
  'REQUEST_DEMO',
] as const

const newAdFields = ['introText', 'headline', 'url', 'imageUrl', 'videoId'] as const

/** An ad: either new text with an image or a video, or an existing post of the organization. */
export const proAd = z
  .object({
    name: proName.optional().describe('`campaignName` and a number when absent.'),
    postId: postId.optional(),
    introText: nonBlankText(600).optional(),
    headline: line(200).optional(),
    url: webUrl(2000).optional().describe('Where the ad leads.'),
    imageUrl: webUrl(2048).optional(),
    videoId: videoId.optional(),
    callToAction: z
      .enum(callToActions)
      .optional()
      .describe('`SIGN_UP` for `LEADS`, otherwise `LEARN_MORE` where there is a `url`.'),
  })
  .superRefine((ad, context) => {
    if (ad.postId !== undefined) {
      for (const field of newAdFields)
        if (ad[field] !== undefined)
          addViolation(context, 'CONFLICT', 'does not go with postId: the post is shown as it is.', [field])
      return
    }
    for (const field of ['introText', 'headline'] as const)
      if (ad[field] === undefined)
        addViolation(context, 'REQUIRED', 'is required unless postId is given.', [field])
    if (ad.imageUrl === undefined && ad.videoId === undefined)
      addViolation(context, 'REQUIRED', 'is required unless videoId or postId is given.', ['imageUrl'])
    if (ad.imageUrl !== undefined && ad.videoId !== undefined)
      addViolation(context, 'CONFLICT', 'does not go with imageUrl: an ad shows one of them.', ['videoId'])
  })
