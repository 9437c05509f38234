// Parts of campaign operations that all platforms share: states, contents, lists and changes.

import { z } from 'zod'
import { withValueAliases } from '../aliases.ts'
import { upstreamId, userId } from '../values.ts'

export const campaignStatuses = ['ACTIVE', 'PAUSED', 'DELETED'] as const

/** A status in a request. */
export const campaignStatus = withValueAliases(z.enum(campaignStatuses), ['ACTIVE', 'ENABLED'])

/** Deleted campaigns are not a serving status. They are selected with `status`. */
export const servingStatuses = ['ACTIVE', 'SCHEDULED', 'ENDED', 'PAUSED'] as const

/** Filters a list by whether campaigns can currently run. */
export const servingStatusFilter = withValueAliases(z.enum(servingStatuses), ['ACTIVE', 'ENABLED']).optional()

/** Run dates of a campaign, and the serving status that follows from them. */
export const runDateFields = {
  servingStatus: z
    .string()
    .describe(
      "`SCHEDULED` before the start, `ENDED` after the end (even if paused), and otherwise the value of `status`, according to the platform's clock.",
    ),
  startDate: z
    .string()
    .describe(
      "First day of the campaign in the ad account's time zone or, on LinkedIn, in UTC. Empty if the platform does not return a start date.",
    ),
  endDate: z
    .string()
    .describe(
      'Last day of the campaign, in the same time zone as `startDate`. Empty if the campaign has no end date.',
    ),
}

export const campaignList = {
  pageSize: 100,
  description:
    'Deleted campaigns are listed only if `status` is `DELETED`. Budgets are decimal strings in the account currency.',
  input: z.object({
    userId,
    status: campaignStatus.optional(),
    servingStatus: servingStatusFilter,
  }),
} as const

/** Builds the schema of a campaign with both kinds of budgets. */
export const buildCampaignSchema = (descriptions: { readonly dailyBudget: string }) =>
  z.object({
    id: z.string(),
    name: z.string(),
    objective: z.string(),
    status: z.string(),
    effectiveStatus: z.string(),
    dailyBudget: z.string().describe(descriptions.dailyBudget),
    lifetimeBudget: z.string(),
    currencyCode: z.string(),
    startTime: z.string(),
    stopTime: z.string(),
    ...runDateFields,
  })

const campaignInput = z.object({ userId, campaignId: upstreamId })

/** Lists the parts of one campaign. */
export const campaignPartList = { pageSize: 100, errors: ['OBJECT_NOT_FOUND'], input: campaignInput } as const

/** Delivery status of a part of a campaign, with the issues that prevent delivery. */
export const deliveryFields = { status: z.string(), effectiveStatus: z.string(), issues: z.array(z.string()) }

/** An ad with the id of its ad group or ad set. */
const ad = z.object({ id: z.string(), name: z.string(), adGroupId: z.string(), ...deliveryFields })

export const adList = { ...campaignPartList, results: z.object({ ads: z.array(ad) }) } as const

/** Errors of changes to an existing campaign: it no longer exists, or another change is in progress. */
const changeErrors = ['OBJECT_NOT_FOUND', 'CONCURRENT_CHANGE', 'TARGET_BUSY'] as const

export const statusChange = {
  errors: changeErrors,
  input: campaignInput.extend({ status: campaignStatus }),
  results: z.object({}),
} as const

export const budgetChange = {
  errors: [...changeErrors, 'BUDGET_TOO_LOW'],
  input: campaignInput.extend({
    editLevel: z.enum(['BUDGET']).default('BUDGET'),
    amount: z.number().positive().max(1e12).describe("In the ad account's currency."),
  }),
  results: z.object({}),
} as const
