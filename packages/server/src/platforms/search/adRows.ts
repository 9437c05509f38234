// Declares the rows of ad groups, ads and their assets with settings and content.

import {
  bigInt,
  flag,
  list,
  number,
  object,
  openEnum,
  optional,
  type Row,
  row,
  text,
} from '../connector-kit/rows.ts'
import { primaryStatus, status } from './rows.ts'
import { asSingleField } from './selectedFields.ts'

/** https://developers.google.com/google-ads/api/fields/v25/ad_group */
export const adGroupSettingsRow = row({
  adGroup: object({
    id: text,
    name: text,
    status,
    primaryStatus: optional(primaryStatus),
    primaryStatusReasons: optional(list(text)),
    cpcBidMicros: optional(bigInt),
    /** The target of the ad group, or else that of its campaign. */
    effectiveTargetCpaMicros: optional(bigInt),
    effectiveTargetRoas: optional(number),
  }),
})
export type AdGroupSettingsRow = Row<typeof adGroupSettingsRow>['adGroup']

/** The settings of a campaign that its ad groups share. https://developers.google.com/google-ads/api/fields/v25/campaign */
export const sharedSettingsRow = row({
  campaign: object({
    id: text,
    status,
    startDateTime: optional(text),
    endDateTime: optional(text),
    biddingStrategyType: optional(text),
    targetSpend: optional(object({ cpcBidCeilingMicros: optional(bigInt) })),
  }),
  campaignBudget: optional(object({ amountMicros: optional(bigInt), totalAmountMicros: optional(bigInt) })),
})
export type SharedSettingsRow = Row<typeof sharedSettingsRow>

const people = {
  type: text,
  negative: optional(flag),
  /** The name of an audience, such as a list of customers. */
  displayName: optional(text),
  ageRange: optional(object({ type: text })),
  gender: optional(object({ type: text })),
}

/** https://developers.google.com/google-ads/api/fields/v25/campaign_criterion */
export const campaignAudienceRow = row({
  campaign: object({ id: text }),
  campaignCriterion: object({
    criterionId: text,
    ...people,
    location: optional(object({ geoTargetConstant: text })),
    language: optional(object({ languageConstant: text })),
    proximity: optional(
      object({
        radius: optional(number),
        radiusUnits: optional(text),
        geoPoint: optional(
          object({ latitudeInMicroDegrees: optional(number), longitudeInMicroDegrees: optional(number) }),
        ),
      }),
    ),
  }),
})
export type CampaignAudienceRow = Row<typeof campaignAudienceRow>['campaignCriterion']

/** https://developers.google.com/google-ads/api/fields/v25/ad_group_criterion */
export const adGroupAudienceRow = row({
  adGroup: object({ id: text }),
  adGroupCriterion: object({ criterionId: text, ...people }),
})
export type AdGroupAudienceRow = Row<typeof adGroupAudienceRow>['adGroupCriterion']

const adTexts = optional(asSingleField(list({ text: optional(text), pinnedField: optional(text) })))

/**
 * https://developers.google.com/google-ads/api/fields/v25/ad_group_ad. google-marketing-solutions/
 * ads-policy-monitor (gaql.sql) reads the same summary of the policy review.
 */
export const adContentRow = row({
  campaign: object({ id: text, finalUrlSuffix: optional(text) }),
  adGroup: object({ id: text }),
  adGroupAd: object({
    status,
    primaryStatus: optional(primaryStatus),
    primaryStatusReasons: optional(list(text)),
    policySummary: optional(
      object({
        approvalStatus: optional(text),
        reviewStatus: optional(text),
        policyTopicEntries: optional(asSingleField(list({ topic: optional(text), type: optional(text) }))),
      }),
    ),
    ad: object({
      id: text,
      name: optional(text),
      finalUrls: optional(list(text)),
      finalUrlSuffix: optional(text),
      responsiveSearchAd: optional(object({ headlines: adTexts, descriptions: adTexts })),
    }),
  }),
})
export type AdContentRow = Row<typeof adContentRow>

/** https://developers.google.com/google-ads/api/fields/v25/campaign_asset */
export const campaignAssetContentRow = row({
  campaign: object({ id: text }),
  campaignAsset: object({ fieldType: text }),
  asset: object({
    id: text,
    calloutAsset: optional(object({ calloutText: optional(text) })),
    imageAsset: optional(object({ fullSize: optional(object({ url: optional(text) })) })),
    leadFormAsset: optional(object({ callToActionType: optional(text) })),
  }),
})
export type CampaignAssetContentRow = Row<typeof campaignAssetContentRow>

/** https://developers.google.com/google-ads/api/fields/v25/geo_target_constant */
export const geoTargetNameRow = row({
  geoTargetConstant: object({
    id: text,
    name: optional(text),
    canonicalName: optional(text),
    targetType: optional(text),
  }),
})
export type GeoTargetName = Row<typeof geoTargetNameRow>['geoTargetConstant']

const keyword = object({ text, matchType: openEnum('EXACT', 'PHRASE', 'BROAD') })

/** google/app-reporting-pack and googleads/google-ads-python (get_keywords.py) read the same resource. */
export const keywordContentRow = row({
  adGroup: object({ id: text, name: text }),
  adGroupCriterion: object({
    criterionId: text,
    status,
    primaryStatus: optional(text),
    primaryStatusReasons: optional(list(text)),
    keyword,
    approvalStatus: optional(openEnum('APPROVED', 'DISAPPROVED', 'PENDING_REVIEW', 'UNDER_REVIEW')),
    disapprovalReasons: optional(list(text)),
    cpcBidMicros: optional(bigInt),
    effectiveCpcBidMicros: optional(bigInt),
    qualityInfo: optional(object({ qualityScore: optional(number) })),
    finalUrls: optional(list(text)),
  }),
})
export type KeywordContentRow = Row<typeof keywordContentRow>

export const campaignNegativeRow = row({
  campaign: object({ id: text }),
  campaignCriterion: object({ criterionId: text, keyword }),
})

export const adGroupNegativeRow = row({
  adGroup: object({ id: text, name: text }),
  adGroupCriterion: object({ criterionId: text, keyword }),
})

/** https://developers.google.com/google-ads/api/fields/v25/campaign_shared_set */
export const campaignListRow = row({ campaign: object({ id: text }), sharedSet: object({ id: text }) })

/**
 * https://developers.google.com/google-ads/api/fields/v25/shared_criterion.
 * find_and_remove_criteria_from_shared_set.py of googleads/google-ads-python reads lists and their keywords in
 * the same two steps.
 */
export const listNegativeRow = row({
  sharedSet: object({ id: text, name: text }),
  sharedCriterion: object({ criterionId: text, keyword }),
})
