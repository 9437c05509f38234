// The ads of new campaigns on LinkedIn, with the limits of its campaign editor.

import { z } from 'zod'
import { imageUrl } from '../../../imageUrl.ts'
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
    name: proName.optional().describe('Defaults to `campaignName` followed by a number.'),
    postId: postId.optional(),
    introText: nonBlankText(600).optional(),
    headline: line(200).optional(),
    url: webUrl(2000).optional().describe('Landing page of the ad.'),
    imageUrl: imageUrl(2048).optional(),
    videoId: videoId.optional(),
    callToAction: z
      .enum(callToActions)
      .optional()
      .describe('Defaults to `SIGN_UP` for `LEADS`, and otherwise to `LEARN_MORE` if the ad has a `url`.'),
  })
  .superRefine((ad, context) => {
    if (ad.postId !== undefined) {
      for (const field of newAdFields)
        if (ad[field] !== undefined)
          addViolation(
            context,
            'CONFLICT',
            'cannot be combined with postId, because the post is shown unchanged.',
            [field],
          )
      return
    }
    for (const field of ['introText', 'headline'] as const)
      if (ad[field] === undefined)
        addViolation(context, 'REQUIRED', 'is required unless postId is given.', [field])
    if (ad.imageUrl === undefined && ad.videoId === undefined)
      addViolation(context, 'REQUIRED', 'is required unless videoId or postId is given.', ['imageUrl'])
    if (ad.imageUrl !== undefined && ad.videoId !== undefined)
      addViolation(context, 'CONFLICT', 'cannot be combined with imageUrl. An ad shows one of them.', [
        'videoId',
      ])
  })
