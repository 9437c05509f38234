// Declares every kind of row that adrail queries from the search platform: its fields and which of them are
// required.
// https://developers.google.com/google-ads/api/fields/v25/overview
// The platform omits empty fields from responses:
// https://developers.google.com/google-ads/api/rest/design/json-mappings

import {
  anything,
  bigInt,
  flag,
  isRecord,
  list,
  malformedError,
  number,
  object,
  openEnum,
  optional,
  type Row,
  type RowKind,
  row,
  type Shape,
  text,
} from '../connector-kit/rows.ts'
import { asSingleField } from './selectedFields.ts'

/**
 * Campaigns, ad groups and ads have the same statuses.
 * https://developers.google.com/google-ads/api/reference/rpc/v25/CampaignStatusEnum.CampaignStatus
 */
export const status = openEnum('ENABLED', 'PAUSED', 'REMOVED')
/**
 * Ad groups and ads have the same primary statuses.
 * https://developers.google.com/google-ads/api/reference/rpc/v25/AdGroupPrimaryStatusEnum.AdGroupPrimaryStatus
 */
export const primaryStatus = openEnum('ELIGIBLE', 'LIMITED', 'NOT_ELIGIBLE', 'PAUSED', 'PENDING', 'REMOVED')

/** https://developers.google.com/google-ads/api/reference/rpc/v25/CampaignPrimaryStatusEnum.CampaignPrimaryStatus */
const campaignPrimaryStatus = openEnum(
  'ELIGIBLE',
  'ENDED',
  'LEARNING',
  'LIMITED',
  'MISCONFIGURED',
  'NOT_ELIGIBLE',
  'PAUSED',
  'PENDING',
  'REMOVED',
)

export const languageRow = row({ languageConstant: object({ id: text, code: text, name: text }) })
export type SearchLanguage = Row<typeof languageRow>['languageConstant']

export const currencyRow = row({
  currencyConstant: object({ code: text, billableUnitMicros: optional(bigInt) }),
})

export const geoTargetRow = row({
  geoTargetConstant: object({ id: text, status: openEnum('ENABLED', 'REMOVAL_PLANNED') }),
})
export type GeoTarget = Row<typeof geoTargetRow>['geoTargetConstant']

/**
 * The platform returns `{}` for a response without rows. An object with other fields but none of the shape is
 * a different response and is rejected.
 */
function rowOrEmpty<const RowShape extends Shape>(shape: RowShape): RowKind<RowShape> {
  const { parse } = row(shape)
  return {
    shape,
    parse(value) {
      const names = isRecord(value) ? Object.keys(value) : []
      if (names.length > 0 && !names.some((name) => name in shape))
        throw malformedError('', 'has no known field')
      return parse(value)
    },
  }
}

/** https://developers.google.com/google-ads/api/reference/rpc/v25/SuggestGeoTargetConstantsResponse */
export const suggestionsRow = rowOrEmpty({
  geoTargetConstantSuggestions: optional(
    list({
      reach: optional(number),
      geoTargetConstant: object({
        id: text,
        name: text,
        status: text,
        canonicalName: optional(text),
        targetType: optional(text),
        countryCode: optional(text),
      }),
    }),
  ),
})
export type GeoSuggestion = NonNullable<Row<typeof suggestionsRow>['geoTargetConstantSuggestions']>[number]

export const searchLeadFormRow = row({
  asset: object({
    id: text,
    name: optional(text),
    leadFormAsset: object({ businessName: text, headline: text, description: text }),
  }),
})

/** https://developers.google.com/google-ads/api/fields/v25/lead_form_submission_data */
export const searchLeadRow = row({
  leadFormSubmissionData: object({
    id: text,
    asset: text,
    submissionDateTime: text,
    campaign: optional(text),
    adGroup: optional(text),
    adGroupAd: optional(text),
    gclid: optional(text),
    leadFormSubmissionFields: optional(asSingleField(list({ fieldType: text, fieldValue: optional(text) }))),
    customLeadFormSubmissionFields: optional(
      asSingleField(list({ questionText: optional(text), fieldValue: optional(text) })),
    ),
  }),
})
export type SearchLeadRow = Row<typeof searchLeadRow>['leadFormSubmissionData']

export const assetRow = row({ asset: object({ id: text, type: text }) })

export const locationRow = row({
  asset: object({
    id: text,
    name: optional(text),
    locationAsset: optional(
      object({
        placeId: optional(text),
        businessProfileLocations: optional(
          asSingleField(list({ storeCode: optional(text), labels: optional(list(text)) })),
        ),
      }),
    ),
  }),
})

export const syncedAssetRow = row({ asset: object({ id: text }), assetSet: object({ id: text }) })

export const assetSetRow = row({
  assetSet: object({ id: text, name: text, type: text, status: openEnum('ENABLED', 'REMOVED') }),
})

export const assetSetAssetRow = row({ asset: object({ id: text }) })

export const conversionActionRow = row({
  conversionAction: object({
    id: text,
    name: text,
    category: text,
    status: openEnum('ENABLED', 'REMOVED', 'HIDDEN'),
  }),
})

export const conversionGoalRow = row({
  customerConversionGoal: object({ category: optional(text), origin: optional(text) }),
})

export const searchCampaignRow = row({
  campaign: object({
    resourceName: text,
    id: text,
    name: text,
    status,
    /** The format is `2030-03-01 00:00:00`. */
    startDateTime: optional(text),
    endDateTime: optional(text),
  }),
  campaignBudget: optional(
    object({
      resourceName: text,
      /** Absent for a budget that is not daily. */
      amountMicros: optional(bigInt),
      /** Absent for a daily budget. */
      totalAmountMicros: optional(bigInt),
      explicitlyShared: optional(flag),
      referenceCount: optional(number),
    }),
  ),
})
export type SearchCampaignRow = Row<typeof searchCampaignRow>

export const searchCampaignStateRow = row({
  campaign: object({
    id: text,
    name: text,
    status,
    primaryStatus: optional(campaignPrimaryStatus),
    primaryStatusReasons: optional(list(text)),
    startDateTime: optional(text),
    endDateTime: optional(text),
  }),
  campaignBudget: optional(object({ amountMicros: optional(bigInt), totalAmountMicros: optional(bigInt) })),
})
export type SearchCampaignStateRow = Row<typeof searchCampaignStateRow>

export const markedCampaignRow = row({
  campaign: object({
    id: text,
    name: text,
    urlCustomParameters: optional(asSingleField(list({ key: text, value: optional(text) }))),
  }),
})

export const campaignNameRow = row({ campaign: object({ name: text }) })

export const listedAdGroupRow = row({
  adGroup: object({
    id: text,
    name: text,
    status,
    /** The serving status. The reasons are absent when nothing prevents serving. */
    primaryStatus: optional(primaryStatus),
    primaryStatusReasons: optional(list(text)),
  }),
})
export type ListedAdGroup = Row<typeof listedAdGroupRow>

export const listedAdRow = row({
  adGroup: object({ id: text }),
  adGroupAd: object({
    status,
    primaryStatus: optional(primaryStatus),
    primaryStatusReasons: optional(list(text)),
    ad: object({
      id: text,
      name: optional(text),
      responsiveSearchAd: optional(
        object({ headlines: optional(asSingleField(list({ text: optional(text) }))) }),
      ),
    }),
  }),
})
export type ListedAd = Row<typeof listedAdRow>

export const adGroupRow = row({ adGroup: object({ resourceName: text, id: text }) })

const keyword = object({ text, matchType: text })
export const keywordRow = row({
  adGroup: object({ id: text }),
  adGroupCriterion: object({ status, negative: optional(flag), keyword }),
})
export const criterionRow = row({
  campaign: object({ id: text }),
  campaignCriterion: object({
    criterionId: text,
    type: text,
    negative: optional(flag),
    keyword: optional(keyword),
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
export type Criterion = Row<typeof criterionRow>['campaignCriterion']

/**
 * The resource name contains campaign, asset and field type: `campaignAssets/21894430137~88001122~LEAD_FORM`.
 */
export const assetLinkRow = row({
  campaign: object({ id: text }),
  campaignAsset: object({ resourceName: text, status }),
})
export const assetSetLinkRow = row({ campaign: object({ id: text }), assetSet: object({ id: text }) })

/**
 * The platform omits metrics that it has no data for, and omits `results` when it has no ideas.
 * https://developers.google.com/google-ads/api/reference/rpc/v25/GenerateKeywordIdeaResponse
 */
export const ideasRow = rowOrEmpty({
  aggregateMetricResults: optional(anything),
  nextPageToken: optional(anything),
  totalSize: optional(anything),
  results: optional(
    list({
      text,
      keywordIdeaMetrics: optional(
        object({
          avgMonthlySearches: optional(number),
          averageCpcMicros: optional(number),
          lowTopOfPageBidMicros: optional(number),
          highTopOfPageBidMicros: optional(number),
        }),
      ),
    }),
  ),
})
export type KeywordIdea = NonNullable<Row<typeof ideasRow>['results']>[number]
