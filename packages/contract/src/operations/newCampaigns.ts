// Parts of campaign creation that all platforms share.

import { z } from 'zod'
import { withValueAliases } from '../aliases.ts'
import type { Rule } from '../operation.ts'

/** The status of a campaign after its creation. */
export const newCampaignStatus = withValueAliases(z.enum(['ACTIVE', 'PAUSED']), ['ACTIVE', 'ENABLED'])
  .default('ACTIVE')
  .describe('`PAUSED` leaves the new campaign paused.')

export const createdCampaign = z.object({
  campaignId: z.string(),
  adGroupId: z.string(),
  adIds: z.array(z.string()).describe('Ids of the created ads, in the same order as `ads`.'),
  additionalMessage: z.string().describe('Summary of the created campaign, including warnings.'),
})

interface CampaignDates {
  readonly startDate: string
  readonly endDate?: string | undefined
}

export const dateOrderRule: Rule<CampaignDates> = {
  description: '`endDate` must not be before `startDate`.',
  fields: ['startDate', 'endDate'],
  check({ startDate, endDate }, report) {
    if (startDate !== undefined && endDate !== undefined && endDate < startDate)
      report('endDate', 'CONFLICT', 'must not be before startDate.')
  },
}
