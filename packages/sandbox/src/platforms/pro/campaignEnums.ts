// The enumeration values of a campaign, and the combinations that the platform permits.
// https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaigns
// The page lists the objectives in the plural, but the API accepts the singular.

import { type InputError, schemaError } from './errors.ts'
import type { JsonRecord } from './fields.ts'

const allowedValues: Readonly<Record<string, readonly string[]>> = {
  type: ['TEXT_AD', 'SPONSORED_UPDATES', 'SPONSORED_INMAILS', 'DYNAMIC'],
  objectiveType: [
    'BRAND_AWARENESS',
    'ENGAGEMENT',
    'JOB_APPLICANT',
    'LEAD_GENERATION',
    'WEBSITE_CONVERSION',
    'WEBSITE_VISIT',
    'VIDEO_VIEW',
  ],
  costType: ['CPM', 'CPC', 'CPV'],
  optimizationTargetType: [
    'NONE',
    'MAX_CLICK',
    'MAX_IMPRESSION',
    'MAX_CONVERSION',
    'MAX_VIDEO_VIEW',
    'MAX_LEAD',
    'MAX_REACH',
  ],
  format: [
    'STANDARD_UPDATE',
    'SINGLE_VIDEO',
    'CAROUSEL',
    'SPONSORED_UPDATE_NATIVE_DOCUMENT',
    'SPONSORED_UPDATE_EVENT',
    'TEXT_AD',
    'SPOTLIGHT',
    'FOLLOW_COMPANY_V2',
    'JOBS_V2',
    'SPONSORED_INMAIL',
    'SPONSORED_MESSAGE',
  ],
  creativeSelection: ['OPTIMIZED', 'ROUND_ROBIN'],
  pacingStrategy: ['LIFETIME', 'ACCELERATED'],
  politicalIntent: ['POLITICAL', 'NOT_POLITICAL', 'NOT_DECLARED'],
}

export function assertEnumValues(fields: JsonRecord): void {
  const invalidFields = Object.entries(allowedValues).filter(
    ([name, allowed]) => fields[name] !== undefined && !allowed.includes(String(fields[name])),
  )
  if (invalidFields.length > 0)
    throw schemaError(invalidFields.map(([name]) => `/${name} :: "${fields[name]}" is not an enum symbol`))
}

/** The optimization targets by objective, for campaigns with automatic bidding. */
const targetsByObjective: Readonly<Record<string, readonly string[]>> = {
  BRAND_AWARENESS: ['MAX_IMPRESSION', 'MAX_REACH'],
  ENGAGEMENT: ['MAX_CLICK', 'MAX_IMPRESSION'],
  JOB_APPLICANT: ['MAX_CLICK', 'MAX_IMPRESSION'],
  LEAD_GENERATION: ['MAX_LEAD', 'MAX_CLICK', 'MAX_IMPRESSION'],
  WEBSITE_CONVERSION: ['MAX_CONVERSION', 'MAX_CLICK', 'MAX_IMPRESSION'],
  WEBSITE_VISIT: ['MAX_CLICK', 'MAX_IMPRESSION'],
  VIDEO_VIEW: ['MAX_VIDEO_VIEW', 'MAX_IMPRESSION'],
}

interface Bidding {
  readonly objectiveType?: string
  readonly costType: string
  readonly optimizationTargetType: string
  readonly unitCost: { readonly amount: string }
}

/** Returns the conflicts between objective, target and cost type. */
export function biddingProblems(bidding: Bidding): InputError[] {
  const { objectiveType = '', costType, optimizationTargetType: target, unitCost } = bidding
  const toInputError = (field: string, description: string): InputError => ({
    code: 'INVALID_CAMPAIGN_CONFIGURATION',
    fieldPath: `/${field}`,
    description,
  })
  const hasBid = Number(unitCost.amount) > 0
  if (target === 'NONE') return []
  return [
    ...((targetsByObjective[objectiveType] ?? [target]).includes(target)
      ? []
      : [
          toInputError(
            'optimizationTargetType',
            `${target} is not available for the objective ${objectiveType}`,
          ),
        ]),
    ...(costType === (target === 'MAX_VIDEO_VIEW' ? 'CPV' : 'CPM')
      ? []
      : [toInputError('costType', `${costType} is not available for the target ${target}`)]),
    ...(hasBid ? [toInputError('unitCost', `A campaign with the target ${target} bids by itself`)] : []),
  ]
}
