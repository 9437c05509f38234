// A campaign as one request, for tests that send it unchanged or with deliberate errors.

import { searchAlone } from '../src/search/seed/launch.ts'
import { fox } from './search.ts'

export const root = `customers/${fox}`
export const campaign = `${root}/campaigns/-2`
export const adGroup = `${root}/adGroups/-3`

export interface Changes {
  readonly budget?: object
  readonly campaign?: object
  readonly criteria?: readonly object[]
  readonly adGroup?: object
  readonly keywords?: readonly object[]
  readonly ad?: object
  readonly more?: readonly object[]
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
export function plan(changes: Changes = {}): object[] {
  return [
    {
      campaignBudgetOperation: {
        create: {
          resourceName: `${root}/campaignBudgets/-1`,
          name: 'Spring Sale #7f3c2a',
          amountMicros: '25000000',
          deliveryMethod: 'STANDARD',
          explicitlyShared: false,
          ...changes.budget,
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
          campaignBudget: `${root}/campaignBudgets/-1`,
          networkSettings: searchAlone,
          maximizeConversions: {},
          geoTargetTypeSetting: { positiveGeoTargetType: 'PRESENCE', negativeGeoTargetType: 'PRESENCE' },
          startDateTime: '2027-03-01 00:00:00',
          endDateTime: '2027-04-30 23:59:59',
          containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
          finalUrlSuffix: 'utm_source=search&utm_medium=cpc&utm_campaign=spring',
          urlCustomParameters: [{ key: 'adrail', value: '7f3c2a91d04be655' }],
          ...changes.campaign,
        },
      },
    },
    ...(changes.criteria ?? []).map((criterion) => ({
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
          ...changes.adGroup,
        },
      },
    },
    ...(changes.keywords ?? [{ text: 'garden chairs', matchType: 'PHRASE' }]).map((keyword) => ({
      adGroupCriterionOperation: { create: { adGroup, status: 'ENABLED', keyword } },
    })),
    { adGroupAdOperation: { create: { adGroup, status: 'ENABLED', ad: { ...searchAd, ...changes.ad } } } },
    ...(changes.more ?? []),
  ]
}

export const asset = (id: number, data: object) => ({
  assetOperation: { create: { resourceName: `${root}/assets/${id}`, ...data } },
})
export const link = (name: string, fieldType: string) => ({
  campaignAssetOperation: { create: { campaign, asset: name, fieldType } },
})
export const goal = (pair: string, biddable: boolean) => ({
  campaignConversionGoalOperation: {
    updateMask: 'biddable',
    update: { resourceName: `${root}/campaignConversionGoals/-2~${pair}`, biddable },
  },
})

/** Builds a campaign with everything that a campaign can have. The image is base64 text. */
export const everything = (landscape: string) =>
  plan({
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
    more: [
      asset(-10, { calloutAsset: { calloutText: 'Free returns and more' } }),
      asset(-11, { callAsset: { countryCode: 'US', phoneNumber: '(212) 555-0199' } }),
      asset(-12, { name: 'adrail-img-0c1d77aa90e2', imageAsset: { data: landscape } }),
      link(`${root}/assets/-10`, 'CALLOUT'),
      link(`${root}/assets/-11`, 'CALL'),
      link(`${root}/assets/-12`, 'AD_IMAGE'),
      link(`${root}/assets/88001122`, 'LEAD_FORM'),
      { campaignAssetSetOperation: { create: { campaign, assetSet: `${root}/assetSets/77001` } } },
      goal('PURCHASE~WEBSITE', true),
      goal('PAGE_VIEW~WEBSITE', false),
    ],
  })
