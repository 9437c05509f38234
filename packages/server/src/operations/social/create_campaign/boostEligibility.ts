// Checks whether Meta accepts Instagram media as ads. Meta rejects some media that it calls eligible, so
// adrail only warns.

import type { Body } from '@adrail/contract'
import { asText, valueAt } from '../../../platforms/connector-kit/values.ts'
import type { CampaignReferences } from '../../../platforms/social/campaignReferences.ts'
import { ServiceError } from '../../../runtime/errors.ts'

export function collectBoostWarnings(
  { ads }: Body<'social/create_campaign'>,
  { boostEligibility }: CampaignReferences,
): readonly string[] {
  return ads.flatMap(({ postId = '' }, index) => {
    const media = boostEligibility.get(postId)
    const post = `the post ${postId} of ads[${index}].postId`
    if (media instanceof ServiceError)
      return [`adrail could not check whether Meta accepts ${post} as an ad: ${media.problem}`]
    const info = media?.boost_eligibility_info
    if (valueAt(info, 'eligible_to_boost') !== false) return []
    const reason = asText(valueAt(info, 'boost_ineligible_reason')) || 'Meta returned no reason.'
    return [
      `Meta reports that ${post} is not eligible for ads: ${reason} Meta may reject the campaign. Use a different post.`,
    ]
  })
}
