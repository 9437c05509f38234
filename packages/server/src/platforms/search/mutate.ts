// Mutate requests in the platform's wire format. The protocol sends 64-bit integers as text.
// https://developers.google.com/google-ads/api/reference/rpc/v25/overview

import type { SearchCall } from './wire.ts'

/** A mutate operation together with the field of the caller's body from which adrail built the operation. */
export interface MutatePart {
  readonly operation: MutateOperation
  readonly callerField: string
}

const timeoutMs = 30_000

/**
 * The platform applies all parts of a mutate or none.
 * https://developers.google.com/google-ads/api/rest/common/mutate
 */
export function buildMutateCall(
  accountId: string,
  parts: readonly MutatePart[],
  { validateOnly = false } = {},
): SearchCall {
  return {
    path: `customers/${accountId}/googleAds:mutate`,
    body: {
      mutateOperations: parts.map(({ operation }) => operation),
      // A partial failure would leave half a campaign behind, which is worse than no campaign.
      partialFailure: false,
      validateOnly,
      responseContentType: 'RESOURCE_NAME_ONLY',
    },
    callerFields: parts.map(({ callerField }) => callerField),
    timeoutMs,
  }
}

export function parseResourceId(resourceName: string): string {
  return resourceName.slice(resourceName.lastIndexOf('/') + 1)
}

interface CampaignBudget {
  readonly resourceName: string
  readonly name?: string
  readonly amountMicros: string
  readonly deliveryMethod?: 'STANDARD'
  readonly explicitlyShared?: boolean
}

interface Campaign {
  readonly resourceName: string
  readonly name: string
  readonly status: 'ENABLED' | 'PAUSED'
  readonly advertisingChannelType: 'SEARCH'
  readonly campaignBudget: string
  readonly networkSettings: {
    readonly targetGoogleSearch: boolean
    readonly targetSearchNetwork: boolean
    readonly targetContentNetwork: boolean
    readonly targetPartnerSearchNetwork: boolean
  }
  /** An empty message is meaningful because its presence selects the bidding strategy. */
  readonly maximizeConversions?: Readonly<Record<never, never>>
  readonly targetSpend?: Readonly<Record<never, never>>
  readonly geoTargetTypeSetting: {
    readonly positiveGeoTargetType: 'PRESENCE' | 'PRESENCE_OR_INTEREST'
    readonly negativeGeoTargetType: 'PRESENCE'
  }
  readonly startDateTime?: string
  readonly endDateTime?: string
  readonly containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING'
  readonly finalUrlSuffix?: string
  readonly urlCustomParameters?: readonly { readonly key: string; readonly value: string }[]
}

interface KeywordInfo {
  readonly text: string
  readonly matchType: 'EXACT' | 'PHRASE' | 'BROAD'
}

interface CampaignCriterion {
  readonly campaign: string
  readonly negative?: boolean
  readonly location?: { readonly geoTargetConstant: string }
  readonly proximity?: {
    readonly geoPoint: { readonly longitudeInMicroDegrees: number; readonly latitudeInMicroDegrees: number }
    readonly radius: number
    readonly radiusUnits: 'MILES' | 'KILOMETERS'
  }
  readonly language?: { readonly languageConstant: string }
  readonly keyword?: KeywordInfo
}

interface AdText {
  readonly text: string
  readonly pinnedField?: 'HEADLINE_1' | 'DESCRIPTION_1'
}

interface Asset {
  readonly resourceName?: string
  readonly name?: string
  readonly finalUrls?: readonly string[]
  readonly calloutAsset?: { readonly calloutText: string }
  readonly callAsset?: { readonly countryCode: string; readonly phoneNumber: string }
  /** The image bytes are base64-encoded. */
  readonly imageAsset?: { readonly data: string }
  readonly leadFormAsset?: {
    readonly businessName: string
    readonly headline: string
    readonly description: string
    readonly privacyPolicyUrl: string
    readonly callToActionType: string
    readonly callToActionDescription: string
    readonly fields: readonly { readonly inputType: string }[]
  }
}

/**
 * Each mutate operation has exactly one field. The platform derives the resource names of links and criteria
 * from the ids of the linked objects, so these operations carry no resource name.
 */
export type MutateOperation =
  | { readonly campaignBudgetOperation: Create<CampaignBudget> | Update<Partial<CampaignBudget>> }
  | {
      readonly campaignOperation:
        | Create<Campaign>
        | Update<{ readonly status: 'ENABLED' | 'PAUSED' }>
        | Remove
    }
  | { readonly campaignCriterionOperation: Create<CampaignCriterion> }
  | {
      readonly adGroupOperation: Create<{
        readonly resourceName: string
        readonly name: string
        readonly campaign: string
        readonly status: 'ENABLED'
        readonly type: 'SEARCH_STANDARD'
      }>
    }
  | {
      readonly adGroupCriterionOperation: Create<{
        readonly adGroup: string
        readonly status: 'ENABLED'
        readonly keyword: KeywordInfo
      }>
    }
  | {
      readonly adGroupAdOperation: Create<{
        readonly adGroup: string
        readonly status: 'ENABLED'
        readonly ad: {
          readonly finalUrls: readonly string[]
          readonly responsiveSearchAd: {
            readonly headlines: readonly AdText[]
            readonly descriptions: readonly AdText[]
          }
        }
      }>
    }
  | { readonly assetOperation: Create<Asset> }
  | {
      readonly campaignAssetOperation: Create<{
        readonly campaign: string
        readonly asset: string
        readonly fieldType: 'CALLOUT' | 'CALL' | 'AD_IMAGE' | 'LEAD_FORM'
      }>
    }
  | {
      readonly assetSetOperation: Create<{
        readonly resourceName: string
        readonly name: string
        readonly type: 'STATIC_LOCATION_GROUP'
        readonly locationGroupParentAssetSetId: string
      }>
    }
  | { readonly assetSetAssetOperation: Create<{ readonly assetSet: string; readonly asset: string }> }
  | { readonly campaignAssetSetOperation: Create<{ readonly campaign: string; readonly assetSet: string }> }
  | { readonly campaignConversionGoalOperation: Update<{ readonly biddable: boolean }> }

interface Create<Resource> {
  readonly create: Resource
}

interface Update<Changed> {
  /** The mask lists the names of the changed fields, joined by commas. */
  readonly updateMask: string
  readonly update: Changed & { readonly resourceName: string }
}

interface Remove {
  readonly remove: string
}
