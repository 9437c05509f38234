// A campaign as one request, for tests that send it unchanged or with deliberate errors.

import { searchOnlyNetworks } from '../src/platforms/search/seed/launch.ts'
import { foxCustomerId } from './search.ts'

export const customerPath = `customers/${foxCustomerId}`
export const campaign = `${customerPath}/campaigns/-2`
export const adGroup = `${customerPath}/adGroups/-3`

export interface CampaignOverrides {
  readonly budget?: object
  readonly campaign?: object
  readonly criteria?: readonly object[]
  readonly adGroup?: object
  readonly keywords?: readonly object[]
  readonly ad?: object
  readonly extraOperations?: readonly object[]
}

export const searchAd = {
  finalUrls: ['https://shop.example/spring'],
  responsiveSearchAd: {
    headlines: [
      { text: 'Garden Chairs Sale', pinnedField: 'HEADLINE_1' },
      { text: 'Free Delivery' },
      { text: 'Order Online Today' },
    ],
    descriptions: [
      { text: 'Solid oak chairs built to last.', pinnedField: 'DESCRIPTION_1' },
      { text: 'Two-year warranty on every order.' },
    ],
  },
}

/** Builds a small campaign. Each part can be overridden, and `undefined` removes a field. */
export function buildCampaign(overrides: CampaignOverrides = {}): object[] {
  return [
    {
      campaignBudgetOperation: {
        create: {
          resourceName: `${customerPath}/campaignBudgets/-1`,
          name: 'Spring Sale #7f3c2a',
          amountMicros: '25000000',
          deliveryMethod: 'STANDARD',
          explicitlyShared: false,
          ...overrides.budget,
        },
      },
    },
    {
      campaignOperation: {
        create: {
          resourceName: campaign,
          name: 'Spring Sale',
          status: 'ENABLED',
          advertisingChannelType: 'SEARCH',
          campaignBudget: `${customerPath}/campaignBudgets/-1`,
          networkSettings: searchOnlyNetworks,
          maximizeConversions: {},
          geoTargetTypeSetting: { positiveGeoTargetType: 'PRESENCE', negativeGeoTargetType: 'PRESENCE' },
          startDateTime: '2027-03-01 00:00:00',
          endDateTime: '2027-04-30 23:59:59',
          containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
          finalUrlSuffix: 'utm_source=search&utm_medium=cpc&utm_campaign=spring',
          urlCustomParameters: [{ key: 'adrail', value: '7f3c2a91d04be655' }],
          ...overrides.campaign,
        },
      },
    },
    ...(overrides.criteria ?? []).map((criterion) => ({
      campaignCriterionOperation: { create: { campaign, ...criterion } },
    })),
    {
      adGroupOperation: {
        create: {
          resourceName: adGroup,
          name: 'Spring Sale',
          campaign,
          status: 'ENABLED',
          type: 'SEARCH_STANDARD',
          ...overrides.adGroup,
        },
      },
    },
    ...(overrides.keywords ?? [{ text: 'garden chairs', matchType: 'PHRASE' }]).map((keyword) => ({
      adGroupCriterionOperation: { create: { adGroup, status: 'ENABLED', keyword } },
    })),
    { adGroupAdOperation: { create: { adGroup, status: 'ENABLED', ad: { ...searchAd, ...overrides.ad } } } },
    ...(overrides.extraOperations ?? []),
  ]
}

export const buildAssetOperation = (id: number, data: object) => ({
  assetOperation: { create: { resourceName: `${customerPath}/assets/${id}`, ...data } },
})
export const buildAssetLink = (name: string, fieldType: string) => ({
  campaignAssetOperation: { create: { campaign, asset: name, fieldType } },
})
export const buildGoalOperation = (pair: string, biddable: boolean) => ({
  campaignConversionGoalOperation: {
    updateMask: 'biddable',
    update: { resourceName: `${customerPath}/campaignConversionGoals/-2~${pair}`, biddable },
  },
})

/** Builds a campaign with everything that a campaign can have. The image is base64 text. */
export const buildFullCampaign = (landscape: string) =>
  buildCampaign({
    criteria: [
      { location: { geoTargetConstant: 'geoTargetConstants/1014221' } },
      {
        proximity: {
          geoPoint: { longitudeInMicroDegrees: -73_985_100, latitudeInMicroDegrees: 40_748_400 },
          radius: 15,
          radiusUnits: 'MILES',
        },
      },
      { negative: true, location: { geoTargetConstant: 'geoTargetConstants/1022762' } },
      { language: { languageConstant: 'languageConstants/1000' } },
      { negative: true, keyword: { text: 'free', matchType: 'BROAD' } },
    ],
    extraOperations: [
      buildAssetOperation(-10, { calloutAsset: { calloutText: 'Free returns and more' } }),
      buildAssetOperation(-11, { callAsset: { countryCode: 'US', phoneNumber: '(212) 555-0199' } }),
      buildAssetOperation(-12, { name: 'adrail-img-0c1d77aa90e2', imageAsset: { data: landscape } }),
      buildAssetLink(`${customerPath}/assets/-10`, 'CALLOUT'),
      buildAssetLink(`${customerPath}/assets/-11`, 'CALL'),
      buildAssetLink(`${customerPath}/assets/-12`, 'AD_IMAGE'),
      buildAssetLink(`${customerPath}/assets/88001122`, 'LEAD_FORM'),
      { campaignAssetSetOperation: { create: { campaign, assetSet: `${customerPath}/assetSets/77001` } } },
      buildGoalOperation('PURCHASE~WEBSITE', true),
      buildGoalOperation('PAGE_VIEW~WEBSITE', false),
    ],
  })
