// The queries for the settings of ad groups, the content of ads and keywords. adRows.ts declares the selected
// fields.
// https://developers.google.com/google-ads/api/fields/v25/overview

import type { GaqlQuery } from './gaql.ts'

/** Criteria that describe people. Keywords are listed by operations of their own. */
const peopleTypes = [
  'AGE_RANGE',
  'GENDER',
  'INCOME_RANGE',
  'PARENTAL_STATUS',
  'USER_LIST',
  'USER_INTEREST',
  'CUSTOM_AUDIENCE',
  'COMBINED_AUDIENCE',
  'LIFE_EVENT',
]

export const campaignAudience = (campaignId: string): GaqlQuery => ({
  from: 'campaign_criterion',
  where: [
    { field: 'campaign.id', is: 'id', id: campaignId },
    { field: 'campaign_criterion.status', is: 'not', word: 'REMOVED' },
    {
      field: 'campaign_criterion.type',
      is: 'words',
      words: ['LOCATION', 'LANGUAGE', 'PROXIMITY', ...peopleTypes],
    },
  ],
  orderBy: 'campaign_criterion.criterion_id',
})

export const adGroupAudiences = (adGroupIds: readonly string[]): GaqlQuery => ({
  from: 'ad_group_criterion',
  where: [
    { field: 'ad_group.id', is: 'ids', ids: adGroupIds },
    { field: 'ad_group_criterion.status', is: 'not', word: 'REMOVED' },
    { field: 'ad_group_criterion.type', is: 'words', words: peopleTypes },
  ],
  orderBy: 'ad_group_criterion.criterion_id',
})

/** The assets that a campaign shows with its ads. Google Ads returns rows in no fixed order. */
export const campaignAssetContents = (campaignId: string): GaqlQuery => ({
  from: 'campaign_asset',
  where: [
    { field: 'campaign.id', is: 'id', id: campaignId },
    { field: 'campaign_asset.status', is: 'word', word: 'ENABLED' },
    { field: 'campaign_asset.field_type', is: 'words', words: ['CALLOUT', 'AD_IMAGE', 'LEAD_FORM'] },
  ],
  orderBy: 'asset.id',
})

const keywordType = { field: 'ad_group_criterion.type', is: 'word', word: 'KEYWORD' } as const

export const keywords = (campaignId: string): GaqlQuery => ({
  from: 'ad_group_criterion',
  where: [
    { field: 'campaign.id', is: 'id', id: campaignId },
    keywordType,
    { field: 'ad_group_criterion.negative', is: 'false' },
    { field: 'ad_group_criterion.status', is: 'not', word: 'REMOVED' },
    { field: 'ad_group.status', is: 'not', word: 'REMOVED' },
  ],
})

export const campaignNegatives = (campaignId: string): GaqlQuery => ({
  from: 'campaign_criterion',
  where: [
    { field: 'campaign.id', is: 'id', id: campaignId },
    { field: 'campaign_criterion.type', is: 'word', word: 'KEYWORD' },
    { field: 'campaign_criterion.negative', is: 'true' },
    { field: 'campaign_criterion.status', is: 'not', word: 'REMOVED' },
  ],
})

export const adGroupNegatives = (campaignId: string): GaqlQuery => ({
  from: 'ad_group_criterion',
  where: [
    { field: 'campaign.id', is: 'id', id: campaignId },
    keywordType,
    { field: 'ad_group_criterion.negative', is: 'true' },
    { field: 'ad_group_criterion.status', is: 'not', word: 'REMOVED' },
    { field: 'ad_group.status', is: 'not', word: 'REMOVED' },
  ],
})

/** https://developers.google.com/google-ads/api/docs/targeting/shared-sets */
export const campaignLists = (campaignId: string): GaqlQuery => ({
  from: 'campaign_shared_set',
  where: [
    { field: 'campaign.id', is: 'id', id: campaignId },
    { field: 'campaign_shared_set.status', is: 'word', word: 'ENABLED' },
    { field: 'shared_set.type', is: 'word', word: 'NEGATIVE_KEYWORDS' },
    { field: 'shared_set.status', is: 'word', word: 'ENABLED' },
  ],
})

export const listNegatives = (listIds: readonly string[]): GaqlQuery => ({
  from: 'shared_criterion',
  where: [
    { field: 'shared_set.id', is: 'ids', ids: listIds },
    { field: 'shared_criterion.type', is: 'word', word: 'KEYWORD' },
  ],
})
