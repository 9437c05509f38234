// Everything that is ever asked of the platform with a query.
// https://developers.google.com/google-ads/api/fields/v25/overview

import type { Condition, Query } from './gaql.ts'

export const languageConstants: Query = {
  select: [
    'language_constant.id',
    'language_constant.code',
    'language_constant.name',
    'language_constant.targetable',
  ],
  from: 'language_constant',
  where: [{ field: 'language_constant.targetable', is: 'true' }],
}

export const currencyConstants: Query = {
  select: ['currency_constant.code', 'currency_constant.billable_unit_micros'],
  from: 'currency_constant',
}

export const geoTargetConstants = (ids: readonly string[]): Query => ({
  select: ['geo_target_constant.id', 'geo_target_constant.name', 'geo_target_constant.status'],
  from: 'geo_target_constant',
  where: [{ field: 'geo_target_constant.id', is: 'ids', ids }],
})

const leadFormFields = [
  'asset.id',
  'asset.name',
  'asset.lead_form_asset.business_name',
  'asset.lead_form_asset.headline',
  'asset.lead_form_asset.description',
] as const

/** https://developers.google.com/google-ads/api/fields/v25/asset */
export const leadForms: Query = {
  select: leadFormFields,
  from: 'asset',
  where: [{ field: 'asset.type', is: 'word', word: 'LEAD_FORM' }],
  orderBy: 'asset.id',
}

export const leadFormsNamed = (name: string): Query => ({
  ...leadForms,
  where: [
    { field: 'asset.type', is: 'word', word: 'LEAD_FORM' },
    { field: 'asset.name', is: 'text', text: name },
  ],
})

export const assetWithId = (id: string): Query => ({
  select: ['asset.id', 'asset.name', 'asset.type'],
  from: 'asset',
  where: [{ field: 'asset.id', is: 'id', id }],
})

const synced: readonly Condition[] = [
  { field: 'asset_set.type', is: 'word', word: 'LOCATION_SYNC' },
  { field: 'asset_set.status', is: 'word', word: 'ENABLED' },
  { field: 'asset_set_asset.status', is: 'word', word: 'ENABLED' },
]

/** https://developers.google.com/google-ads/api/docs/assets/location-assets */
export const syncedLocations: Query = {
  select: [
    'asset.id',
    'asset.name',
    'asset.location_asset.place_id',
    'asset.location_asset.business_profile_locations',
    'asset_set.id',
  ],
  from: 'asset_set_asset',
  where: synced,
}

export const syncedLocationsWithIds = (ids: readonly string[]): Query => ({
  select: ['asset.id', 'asset_set.id'],
  from: 'asset_set_asset',
  where: [...synced, { field: 'asset.id', is: 'ids', ids }],
})

export const assetSetWithId = (id: string): Query => ({
  select: ['asset_set.id', 'asset_set.name', 'asset_set.type', 'asset_set.status'],
  from: 'asset_set',
  where: [{ field: 'asset_set.id', is: 'id', id }],
})

export const assetSetsNamed = (name: string): Query => ({
  select: ['asset_set.id', 'asset_set.name'],
  from: 'asset_set',
  where: [
    { field: 'asset_set.name', is: 'text', text: name },
    { field: 'asset_set.status', is: 'word', word: 'ENABLED' },
  ],
})

export const assetSetMembers = (id: string): Query => ({
  select: ['asset.id', 'asset_set.id'],
  from: 'asset_set_asset',
  where: [
    { field: 'asset_set.id', is: 'id', id },
    { field: 'asset_set_asset.status', is: 'word', word: 'ENABLED' },
  ],
})

export const conversionActions: Query = {
  select: [
    'conversion_action.id',
    'conversion_action.name',
    'conversion_action.category',
    'conversion_action.status',
  ],
  from: 'conversion_action',
  where: [{ field: 'conversion_action.status', is: 'word', word: 'ENABLED' }],
  orderBy: 'conversion_action.name',
}

/** https://developers.google.com/google-ads/api/docs/conversions/goals/campaign-goals */
export const conversionGoals: Query = {
  select: [
    'customer_conversion_goal.category',
    'customer_conversion_goal.origin',
    'customer_conversion_goal.biddable',
  ],
  from: 'customer_conversion_goal',
}

const campaignFields = [
  'campaign.id',
  'campaign.name',
  'campaign.status',
  'campaign.start_date_time',
  'campaign.end_date_time',
  'campaign.campaign_budget',
  'campaign_budget.amount_micros',
  'campaign_budget.explicitly_shared',
  'campaign_budget.reference_count',
] as const

export interface CampaignPage {
  readonly status?: 'ENABLED' | 'PAUSED' | 'REMOVED'
  /** Only ids below or above this one; newest first without it. */
  readonly below?: string
  readonly above?: string
  readonly limit: number
}

export const campaignPage = ({ status, below, above, limit }: CampaignPage): Query => ({
  select: campaignFields,
  from: 'campaign',
  where: [
    status === undefined
      ? { field: 'campaign.status', is: 'not', word: 'REMOVED' }
      : { field: 'campaign.status', is: 'word', word: status },
    ...(below === undefined ? [] : [{ field: 'campaign.id', is: 'below', id: below } as const]),
    ...(above === undefined ? [] : [{ field: 'campaign.id', is: 'above', id: above } as const]),
  ],
  orderBy: 'campaign.id',
  descending: above === undefined,
  limit,
})

export const campaignWithId = (id: string): Query => ({
  select: campaignFields,
  from: 'campaign',
  where: [{ field: 'campaign.id', is: 'id', id }],
})

/** Names are unique among the campaigns that were not removed. */
export const campaignsNamed = (name: string): Query => ({
  select: ['campaign.id', 'campaign.name', 'campaign.status', 'campaign.url_custom_parameters'],
  from: 'campaign',
  where: [
    { field: 'campaign.name', is: 'text', text: name },
    { field: 'campaign.status', is: 'words', words: ['ENABLED', 'PAUSED'] },
  ],
})

export const adGroupsOf = (campaignId: string): Query => ({
  select: ['ad_group.id', 'campaign.id'],
  from: 'ad_group',
  where: [
    { field: 'campaign.id', is: 'id', id: campaignId },
    { field: 'ad_group.status', is: 'not', word: 'REMOVED' },
  ],
})

/** One campaign without the declaration blocks all changes: https://developers.google.com/google-ads/api/docs/api-policy/eu-par */
export const undeclaredCampaigns: Query = {
  select: ['campaign.id', 'campaign.name'],
  from: 'campaign',
  where: [{ field: 'campaign.missing_eu_political_advertising_declaration', is: 'true' }],
  limit: 5,
}
