// Maps the platform's error codes to contract errors and to descriptions of how the caller can fix the
// problem.
// https://developers.google.com/google-ads/api/docs/get-started/common-errors

import type { ErrorCode } from '@adrail/contract'
import { asList, asText, at } from '../kit/values.ts'
import type { AdsError } from './wire.ts'

export interface Row {
  readonly code: ErrorCode
  /** States the problem and the fix. The platform's own message is used when the description is absent. */
  readonly says?: string | ((error: AdsError) => string)
  /** The affected field of the caller's body, used when the error's path does not identify a field. */
  readonly field?: string
}

export const rejected = (says?: Row['says'], field?: string): Row => ({
  code: 'PLATFORM_REJECTED',
  ...(says === undefined ? {} : { says }),
  ...(field === undefined ? {} : { field }),
})
export const relink = (reason: string): Row => ({ code: 'ACCOUNT_RELINK_REQUIRED', says: reason })
const suspended = (says: string): Row => ({ code: 'ACCOUNT_SUSPENDED', says })
export const forbidden = (says: string): Row => ({ code: 'PERMISSION_MISSING', says })
export const operator = rejected(
  'this service is not set up or approved for it at the platform, and only its operator can change that.',
)
/** Only a bug in adrail can produce a request that the platform refuses in this way. */
export const bug: Row = { code: 'INTERNAL' }
export const rateLimited: Row = { code: 'UPSTREAM_RATE_LIMITED' }
export const failing: Row = { code: 'UPSTREAM_ERROR' }
const past = rejected("must not lie in the past by the account's time zone.")
const phone = rejected('the platform does not take this phone number for calls.', 'phoneNumber')
const image = rejected(
  'the platform does not take this image; it must be a JPEG or PNG of at most 5 MB, square from 300 × 300 or 1.91:1 from 600 × 314 pixels.',
  'images',
)
const ineligible = rejected(
  'this account may not use this kind of asset; search/get_image_asset_eligibility tells about images.',
)
const keywordText = rejected('the platform does not take this text as a keyword.')
const location = rejected('cannot be targeted; search/search_locations finds places that can.')

/** A key is an error family with a value, or an error family with `*`. An exact key takes precedence. */
const table: Readonly<Record<string, Row>> = {
  'authenticationError.*': operator,
  'authenticationError.OAUTH_TOKEN_INVALID': relink('its access is no longer accepted'),
  'authenticationError.OAUTH_TOKEN_EXPIRED': relink('its access has expired'),
  'authenticationError.OAUTH_TOKEN_REVOKED': relink('its access was revoked'),
  'authenticationError.OAUTH_TOKEN_DISABLED': relink('its access was disabled'),
  'authenticationError.OAUTH_TOKEN_HEADER_INVALID': bug,
  'authenticationError.GOOGLE_ACCOUNT_DELETED': relink('the person who linked it no longer exists'),
  'authenticationError.NOT_ADS_USER': relink('the person who linked it has no ads account any more'),
  'authenticationError.CUSTOMER_NOT_FOUND': relink('the ad account no longer exists'),
  'authenticationError.CLIENT_CUSTOMER_ID_INVALID': relink('the ad account no longer exists'),
  'authenticationError.TWO_STEP_VERIFICATION_NOT_ENROLLED': forbidden(
    'the person who linked it must switch on two-step verification at the platform.',
  ),
  'authenticationError.ADVANCED_PROTECTION_NOT_ENROLLED': forbidden(
    'the person who linked it must join the advanced protection programme at the platform.',
  ),

  'authorizationError.*': operator,
  'authorizationError.USER_PERMISSION_DENIED': relink(
    'the person who linked it has no access to the ad account any more',
  ),
  'authorizationError.INVALID_LOGIN_CUSTOMER_ID_SERVING_CUSTOMER_ID_COMBINATION': relink(
    'the ad account has left the manager through which it was linked',
  ),
  'authorizationError.CUSTOMER_NOT_ENABLED': suspended('it is not enabled, or was closed.'),
  'authorizationError.INCOMPLETE_SIGNUP': suspended('its owner has not finished signing up at the platform.'),
  'authorizationError.ACCESS_DENIED_FOR_ACCOUNT_TYPE': rejected(
    'it belongs to another advertising system of the platform.',
  ),
  'authorizationError.ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT': suspended(
    'the platform suspended it; its owner finds the reason there.',
  ),
  'authorizationError.ACTION_NOT_PERMITTED': forbidden(
    'the person who linked it may only read in this ad account.',
  ),
  'headerError.INVALID_LOGIN_CUSTOMER_ID': relink(
    'the ad account has left the manager through which it was linked',
  ),
  'operationAccessDeniedError.*': forbidden('the ad account does not allow this.'),
  'contextError.*': rejected(),

  'quotaError.*': rateLimited,
  'quotaError.ACCESS_PROHIBITED': operator,
  'internalError.*': failing,
  'databaseError.CONCURRENT_MODIFICATION': failing,
  'databaseError.REQUEST_TOO_LARGE': rejected('the images together are too large.', 'images'),
  'sizeLimitError.REQUEST_SIZE_LIMIT_EXCEEDED': rejected('the images together are too large.', 'images'),

  'requestError.*': bug,
  'requestError.UNSUPPORTED_VERSION': operator,
  'requestError.CANNOT_BE_EXECUTED_BY_MANAGER_ACCOUNT': relink('the linked account is a manager account'),
  'queryError.*': bug,
  'newResourceCreationError.*': bug,
  'mutateError.INCONSISTENT_FIELD_VALUES': bug,
  'mutateError.ID_EXISTS_IN_MULTIPLE_MUTATES': bug,
  'mutateError.RESOURCE_NOT_FOUND': rejected('names nothing in the linked account.'),
  'mutateError.EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED': rejected(
    'campaigns of this account lack a declaration about EU political advertising; it must be made at the platform first.',
  ),

  'campaignError.DUPLICATE_CAMPAIGN_NAME': { code: 'DUPLICATE_CAMPAIGN_NAME', field: 'campaignName' },
  'campaignError.INVALID_CAMPAIGN_NAME': rejected('the platform does not take this name.', 'campaignName'),
  'campaignError.CANNOT_SET_DATE_TO_PAST': past,
  'dateRangeError.CANNOT_SET_DATE_TO_PAST': past,
  'campaignError.CONVERSION_TRACKING_NOT_ENABLED': rejected(
    'the account measures no conversions; set up a conversion action at the platform, or use objective TRAFFIC.',
    'conversionEvents',
  ),
  'campaignError.AT_LEAST_ONE_CONVERSION_MUST_BE_SELECTED': rejected(
    'none of them can be bid for.',
    'conversionEvents',
  ),
  'campaignBudgetError.BUDGET_BELOW_PER_DAY_MINIMUM': { code: 'BUDGET_TOO_LOW', says: leastBudget },
  'campaignBudgetError.MONEY_AMOUNT_LESS_THAN_CURRENCY_MINIMUM_CPC': {
    code: 'BUDGET_TOO_LOW',
    says: 'it would not pay for a single click.',
  },
  'campaignBudgetError.NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT': rejected(
    "must be a whole number of the currency's smallest units.",
  ),
  'campaignBudgetError.MONEY_AMOUNT_TOO_LARGE': rejected('is more than the platform takes for a day.'),
  'biddingError.*': rejected('the account may not bid in this way; try the other one.', 'objective'),

  'criterionError.INVALID_KEYWORD_TEXT': keywordText,
  'criterionError.KEYWORD_TEXT_TOO_LONG': keywordText,
  'criterionError.KEYWORD_HAS_TOO_MANY_WORDS': keywordText,
  'criterionError.KEYWORD_HAS_INVALID_CHARS': keywordText,
  'criterionError.INVALID_CRITERION_ID': location,
  'criterionError.CANNOT_TARGET_CRITERION': location,
  'criterionError.CANNOT_TARGET_OBSOLETE_CRITERION': location,
  'criterionError.CANNOT_TARGET_LANGUAGE': rejected(
    'cannot be targeted; search/get_languages lists the languages that can.',
  ),
  'campaignCriterionError.CANNOT_TARGET_AND_EXCLUDE': rejected('is targeted and excluded at once.'),

  'policyFindingError.*': { code: 'POLICY_VIOLATION', says: policyTopics },
  'policyViolationError.*': { code: 'POLICY_VIOLATION', says: policyName },

  'assetError.CALL_INVALID_COUNTRY_CODE': rejected(
    'the platform offers no calls in this country.',
    'phoneNumberCountryCode',
  ),
  'assetError.CALL_INVALID_PHONE_NUMBER': phone,
  'assetError.CALL_INVALID_DOMESTIC_PHONE_NUMBER_FORMAT': phone,
  'assetError.CALL_PHONE_NUMBER_NOT_SUPPORTED_FOR_COUNTRY': phone,
  'assetError.CALL_DISALLOWED_NUMBER_TYPE': phone,
  'assetError.CALL_PREMIUM_RATE_NUMBER_NOT_ALLOWED': phone,
  'assetError.CALL_VANITY_PHONE_NUMBER_NOT_ALLOWED': phone,
  'assetError.CALL_CARRIER_SPECIFIC_SHORT_NUMBER_NOT_ALLOWED': phone,
  'assetError.CALL_CUSTOMER_CONSENT_FOR_CALL_RECORDING_REQUIRED': rejected(
    'the owner of the account must accept the terms for call recording at the platform first.',
    'phoneNumber',
  ),
  'assetError.LEAD_FORM_MISSING_AGREEMENT': rejected(
    'the owner of the account must accept the terms for lead forms at the platform first.',
  ),
  'assetError.LEAD_FORM_INVALID_FIELDS_COMBINATION': rejected(
    'these fields cannot stand in one form.',
    'input_fields',
  ),
  'assetError.DUPLICATE_ASSET_NAME': rejected('the account already has one of this name.', 'name'),
  'assetError.NAME_CONFLICT_FOR_ASSET_TYPE': rejected('the account already has one of this name.', 'name'),
  'assetError.CUSTOMER_NOT_ON_ALLOWLIST_FOR_ASSET_TYPE': ineligible,
  'assetLinkError.CUSTOMER_NOT_VERIFIED': ineligible,
  'imageError.*': image,
  'mediaUploadError.*': image,
  'assetLinkError.IMAGE_NOT_WITHIN_SPECIFIED_DIMENSION_RANGE': image,
  'assetLinkError.FIELD_TYPE_INCOMPATIBLE_WITH_ASSET_TYPE': rejected('is an asset of another kind.'),
  'assetSetAssetError.*': rejected('is not a synced location of this account.', 'locationAssetIds'),
  'assetSetLinkError.*': rejected('cannot be used by this campaign.', 'locationGroupId'),
  'resourceCountLimitExceededError.*': rejected(countLimit),
  'keywordPlanIdeaError.*': rejected('the platform has no ideas for this.', 'keyword'),
}

/** The front end refuses with these reasons and without a GoogleAdsFailure. */
export const frontEnd: Readonly<Record<string, Row>> = {
  SERVICE_DISABLED: operator,
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: forbidden(
    'the scope https://www.googleapis.com/auth/adwords was not granted. Link the account again with auth/create_link and allow it.',
  ),
}

/** An unknown error code becomes a rejection with the platform's own message. */
export function rowFor({ code }: AdsError): Row {
  return table[code] ?? table[`${code.split('.')[0]}.*`] ?? rejected()
}

function leastBudget({ details }: AdsError): string {
  const least = asText(at(details, 'budgetPerDayMinimumErrorDetails', 'minimumBudgetAmountMicros'))
  const currency = asText(at(details, 'budgetPerDayMinimumErrorDetails', 'currencyCode'))
  return /^[0-9]+$/.test(least) ? `at least ${Number(least) / 1_000_000} ${currency} a day.` : 'raise it.'
}

function policyTopics({ details, trigger }: AdsError): string {
  const topics = asList(at(details, 'policyFindingDetails', 'policyTopicEntries')).map((entry) =>
    asText(at(entry, 'topic')),
  )
  return `"${trigger.slice(0, 60)}" falls under ${topics.join(', ') || 'a policy'}.`
}

function policyName({ details, trigger }: AdsError): string {
  const name = asText(at(details, 'policyViolationDetails', 'externalPolicyName'))
  return `"${trigger.slice(0, 60)}" falls under ${name || 'a policy'}.`
}

function countLimit({ details }: AdsError): string {
  const limit = asText(at(details, 'resourceCountDetails', 'limit'))
  const type = asText(at(details, 'resourceCountDetails', 'limitType'))
    .toLowerCase()
    .replaceAll('_', ' ')
  return `a limit of the platform is reached${type === '' ? '' : `: ${limit} ${type}`}.`
}
