// All queries that adrail sends to the platform. rows.ts declares the selected fields.
// https://developers.google.com/google-ads/api/fields/v25/overview

import type { FieldName, GaqlCondition, GaqlQuery } from './gaql.ts'

export const languageConstants: GaqlQuery = {
  from: 'language_constant',
  where: [{ field: 'language_constant.targetable', is: 'true' }],
}

export const currencyConstants: GaqlQuery = {
  from: 'currency_constant',
}

export const geoTargetConstants = (ids: readonly string[]): GaqlQuery => ({
  from: 'geo_target_constant',
  where: [{ field: 'geo_target_constant.id', is: 'ids', ids }],
})

/** https://developers.google.com/google-ads/api/fields/v25/asset */
export const leadForms: GaqlQuery = {
  from: 'asset',
  where: [{ field: 'asset.type', is: 'word', word: 'LEAD_FORM' }],
  orderBy: 'asset.id',
}

export const leadFormsNamed = (name: string): GaqlQuery => ({
  ...leadForms,
  where: [
    { field: 'asset.type', is: 'word', word: 'LEAD_FORM' },
    { field: 'asset.name', is: 'text', text: name },
  ],
})

/**
 * The filter is a plain date, which the platform accepts for this date-time field.
 * https://developers.google.com/google-ads/api/fields/v25/lead_form_submission_data
 */
export const leadsSince = (date: string): GaqlQuery => ({
  from: 'lead_form_submission_data',
  where: [{ field: 'lead_form_submission_data.submission_date_time', is: 'from', date }],
  orderBy: 'lead_form_submission_data.submission_date_time',
})

export const assetWithId = (id: string): GaqlQuery => ({
  from: 'asset',
  where: [{ field: 'asset.id', is: 'id', id }],
})

const syncedConditions: readonly GaqlCondition[] = [
  { field: 'asset_set.type', is: 'word', word: 'LOCATION_SYNC' },
  { field: 'asset_set.status', is: 'word', word: 'ENABLED' },
  { field: 'asset_set_asset.status', is: 'word', word: 'ENABLED' },
]

/** https://developers.google.com/google-ads/api/docs/assets/location-assets */
export const syncedLocations: GaqlQuery = {
  from: 'asset_set_asset',
  where: syncedConditions,
}

export const syncedLocationsWithIds = (ids: readonly string[]): GaqlQuery => ({
  from: 'asset_set_asset',
  where: [...syncedConditions, { field: 'asset.id', is: 'ids', ids }],
})

export const assetSetWithId = (id: string): GaqlQuery => ({
  from: 'asset_set',
  where: [{ field: 'asset_set.id', is: 'id', id }],
})

export const assetSetsNamed = (name: string): GaqlQuery => ({
  from: 'asset_set',
  where: [
    { field: 'asset_set.name', is: 'text', text: name },
    { field: 'asset_set.status', is: 'word', word: 'ENABLED' },
  ],
})

export const assetSetMembers = (id: string): GaqlQuery => ({
  from: 'asset_set_asset',
  where: [
    { field: 'asset_set.id', is: 'id', id },
    { field: 'asset_set_asset.status', is: 'word', word: 'ENABLED' },
  ],
})

export const conversionActions: GaqlQuery = {
  from: 'conversion_action',
  where: [{ field: 'conversion_action.status', is: 'word', word: 'ENABLED' }],
  orderBy: 'conversion_action.name',
}

/** https://developers.google.com/google-ads/api/docs/conversions/goals/campaign-goals */
export const conversionGoals: GaqlQuery = {
  from: 'customer_conversion_goal',
}

/** Selects a page of a list in descending order of ids. The bounds are exclusive. */
export interface IdRange {
  readonly below?: string
  readonly above?: string
  readonly limit: number
}

function pageClauses(field: FieldName, where: readonly GaqlCondition[], { below, above, limit }: IdRange) {
  return {
    where: [
      ...where,
      ...(below === undefined ? [] : [{ field, is: 'below', id: below } as const]),
      ...(above === undefined ? [] : [{ field, is: 'above', id: above } as const]),
    ],
    orderBy: field,
    descending: above === undefined,
    limit,
  }
}

export type SearchCampaignStatus = 'ENABLED' | 'PAUSED' | 'REMOVED'

export const campaignPage = (status: SearchCampaignStatus | undefined, range: IdRange): GaqlQuery => ({
  from: 'campaign',
  ...pageClauses(
    'campaign.id',
    [
      status === undefined
        ? { field: 'campaign.status', is: 'not', word: 'REMOVED' }
        : { field: 'campaign.status', is: 'word', word: status },
    ],
    range,
  ),
})

export const nonRemovedCampaigns: GaqlQuery = {
  from: 'campaign',
  where: [{ field: 'campaign.status', is: 'not', word: 'REMOVED' }],
}

export const enabledCampaigns: GaqlQuery = {
  from: 'campaign',
  where: [{ field: 'campaign.status', is: 'word', word: 'ENABLED' }],
}

/** https://developers.google.com/google-ads/api/fields/v25/ad_group */
export const adGroupPage = (campaignId: string, range: IdRange): GaqlQuery => ({
  from: 'ad_group',
  ...pageClauses(
    'ad_group.id',
    [
      { field: 'campaign.id', is: 'id', id: campaignId },
      { field: 'ad_group.status', is: 'not', word: 'REMOVED' },
    ],
    range,
  ),
})

/** https://developers.google.com/google-ads/api/fields/v25/ad_group_ad */
export const adPage = (campaignId: string, range: IdRange): GaqlQuery => ({
  from: 'ad_group_ad',
  ...pageClauses(
    'ad_group_ad.ad.id',
    [
      { field: 'campaign.id', is: 'id', id: campaignId },
      { field: 'ad_group_ad.status', is: 'not', word: 'REMOVED' },
    ],
    range,
  ),
})

export const campaignWithId = (id: string): GaqlQuery => ({
  from: 'campaign',
  where: [{ field: 'campaign.id', is: 'id', id }],
})

/** Names are unique among campaigns that are not removed. */
export const campaignsNamed = (name: string): GaqlQuery => ({
  from: 'campaign',
  where: [
    { field: 'campaign.name', is: 'text', text: name },
    { field: 'campaign.status', is: 'words', words: ['ENABLED', 'PAUSED'] },
  ],
})

export const adGroupsOf = (campaignId: string): GaqlQuery => ({
  from: 'ad_group',
  where: [
    { field: 'campaign.id', is: 'id', id: campaignId },
    { field: 'ad_group.status', is: 'not', word: 'REMOVED' },
  ],
})

/**
 * https://developers.google.com/google-ads/api/fields/v25/ad_group_criterion. get_keywords of
 * googleads/google-ads-python uses the same query.
 */
export const keywordsOf = (campaignId: string): GaqlQuery => ({
  from: 'ad_group_criterion',
  where: [
    { field: 'campaign.id', is: 'id', id: campaignId },
    { field: 'ad_group_criterion.type', is: 'word', word: 'KEYWORD' },
    { field: 'ad_group_criterion.status', is: 'not', word: 'REMOVED' },
  ],
})

/**
 * The query returns criteria at campaign level. Keywords at this level are always negative. Devices are
 * excluded because Google adds device criteria automatically.
 * https://developers.google.com/google-ads/api/fields/v25/campaign_criterion.
 * get_campaign_targeting_criteria.py of
 * googleads/google-ads-python reads keywords in this way. campaign_geo_language_target.sql of
 * google/app-reporting-pack reads locations and languages in this way.
 */
export const criteriaOf = (campaignId: string): GaqlQuery => ({
  from: 'campaign_criterion',
  where: [
    { field: 'campaign.id', is: 'id', id: campaignId },
    { field: 'campaign_criterion.status', is: 'not', word: 'REMOVED' },
    { field: 'campaign_criterion.type', is: 'not', word: 'DEVICE' },
  ],
})

/**
 * The query excludes assets that Google adds automatically.
 * https://developers.google.com/google-ads/api/fields/v25/campaign_asset. campaign_asset.proto of
 * googleapis/googleapis declares `source` and `status`.
 */
export const assetsOf = (campaignId: string): GaqlQuery => ({
  from: 'campaign_asset',
  where: [
    { field: 'campaign.id', is: 'id', id: campaignId },
    { field: 'campaign_asset.status', is: 'not', word: 'REMOVED' },
    { field: 'campaign_asset.source', is: 'not', word: 'AUTOMATICALLY_CREATED' },
  ],
})

/**
 * https://developers.google.com/google-ads/api/fields/v25/campaign_asset_set. campaign_asset_set.proto of
 * googleapis/googleapis declares `status`.
 */
export const assetSetsOf = (campaignId: string): GaqlQuery => ({
  from: 'campaign_asset_set',
  where: [
    { field: 'campaign.id', is: 'id', id: campaignId },
    { field: 'campaign_asset_set.status', is: 'not', word: 'REMOVED' },
  ],
})

/**
 * One campaign without the declaration blocks all changes.
 * https://developers.google.com/google-ads/api/docs/api-policy/eu-par
 */
export const undeclaredCampaigns: GaqlQuery = {
  from: 'campaign',
  where: [{ field: 'campaign.missing_eu_political_advertising_declaration', is: 'true' }],
  limit: 5,
}
