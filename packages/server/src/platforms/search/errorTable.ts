// Maps the platform's error codes to contract errors and to descriptions of how the caller can fix the
// problem.
// https://developers.google.com/google-ads/api/docs/get-started/common-errors

import type { ErrorCode } from '@adrail/contract'
import { asList, asText, valueAt } from '../connector-kit/values.ts'
import type { AdsError } from './wire.ts'

export interface SearchErrorRule {
  readonly code: ErrorCode
  /** States the problem and the fix. The platform's own message is used when the description is absent. */
  readonly description?: string | ((error: AdsError) => string)
  /** The affected field of the caller's body, used when the error's path does not identify a field. */
  readonly field?: string
}

export const rejectedRule = (
  description?: SearchErrorRule['description'],
  field?: string,
): SearchErrorRule => ({
  code: 'PLATFORM_REJECTED',
  ...(description === undefined ? {} : { description }),
  ...(field === undefined ? {} : { field }),
})
export const relinkRule = (reason: string): SearchErrorRule => ({
  code: 'ACCOUNT_RELINK_REQUIRED',
  description: reason,
})
const suspendedRule = (description: string): SearchErrorRule => ({ code: 'ACCOUNT_SUSPENDED', description })
export const permissionRule = (description: string): SearchErrorRule => ({
  code: 'PERMISSION_MISSING',
  description,
})
export const operatorRule = rejectedRule(
  'adrail is not set up or approved at Google Ads. Only the operator can change this.',
)
/** Only a bug in adrail can produce a request that the platform refuses in this way. */
export const internalBugRule: SearchErrorRule = { code: 'INTERNAL' }
export const rateLimitRule: SearchErrorRule = { code: 'UPSTREAM_RATE_LIMITED' }
export const upstreamErrorRule: SearchErrorRule = { code: 'UPSTREAM_ERROR' }
const pastDateRule = rejectedRule("must not be in the past in the account's time zone.")
const phoneRule = rejectedRule('the platform does not accept this phone number for calls.', 'phoneNumber')
const imageRule = rejectedRule(
  'the platform does not accept this image. Use a JPEG or PNG of at most 5 MB, square from 300 × 300 or 1.91:1 from 600 × 314 pixels.',
  'images',
)
const ineligibleAssetRule = rejectedRule(
  'this account may not use this kind of asset. For images, check search/get_image_asset_eligibility.',
)
const keywordTextRule = rejectedRule('the platform does not accept this text as a keyword.')
const locationRule = rejectedRule('cannot be targeted. search/search_locations finds places that can.')

/** A key is an error family with a value, or an error family with `*`. An exact key takes precedence. */
const rulesByCode: Readonly<Record<string, SearchErrorRule>> = {
  'authenticationError.*': operatorRule,
  'authenticationError.OAUTH_TOKEN_INVALID': relinkRule('Google Ads no longer accepts the access'),
  'authenticationError.OAUTH_TOKEN_EXPIRED': relinkRule('the access has expired'),
  'authenticationError.OAUTH_TOKEN_REVOKED': relinkRule('the access was revoked'),
  'authenticationError.OAUTH_TOKEN_DISABLED': relinkRule('the access was disabled'),
  'authenticationError.OAUTH_TOKEN_HEADER_INVALID': internalBugRule,
  'authenticationError.GOOGLE_ACCOUNT_DELETED': relinkRule(
    'the person who linked the account no longer exists',
  ),
  'authenticationError.NOT_ADS_USER': relinkRule(
    'the person who linked the account no longer has a Google Ads account',
  ),
  'authenticationError.CUSTOMER_NOT_FOUND': relinkRule('the ad account no longer exists'),
  'authenticationError.CLIENT_CUSTOMER_ID_INVALID': relinkRule('the ad account no longer exists'),
  'authenticationError.TWO_STEP_VERIFICATION_NOT_ENROLLED': permissionRule(
    'the person who linked the account must enable two-step verification on the platform.',
  ),
  'authenticationError.ADVANCED_PROTECTION_NOT_ENROLLED': permissionRule(
    'the person who linked the account must join the advanced protection program on the platform.',
  ),

  'authorizationError.*': operatorRule,
  'authorizationError.USER_PERMISSION_DENIED': relinkRule(
    'the person who linked the account no longer has access to the ad account',
  ),
  'authorizationError.INVALID_LOGIN_CUSTOMER_ID_SERVING_CUSTOMER_ID_COMBINATION': relinkRule(
    'the ad account has left the manager through which it was linked',
  ),
  'authorizationError.CUSTOMER_NOT_ENABLED': suspendedRule('the account is not enabled, or was closed.'),
  'authorizationError.INCOMPLETE_SIGNUP': suspendedRule(
    'the owner has not finished the sign-up for Google Ads.',
  ),
  'authorizationError.ACCESS_DENIED_FOR_ACCOUNT_TYPE': rejectedRule(
    'the account belongs to a different Google advertising product.',
  ),
  'authorizationError.ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT': suspendedRule(
    'Google Ads suspended the account. Its owner can see the reason in Google Ads.',
  ),
  'authorizationError.ACTION_NOT_PERMITTED': permissionRule(
    'the person who linked the account has read-only access to this ad account.',
  ),
  'headerError.INVALID_LOGIN_CUSTOMER_ID': relinkRule(
    'the ad account has left the manager through which it was linked',
  ),
  'operationAccessDeniedError.*': permissionRule('the ad account does not allow this operation.'),
  'contextError.*': rejectedRule(),

  'quotaError.*': rateLimitRule,
  'quotaError.ACCESS_PROHIBITED': operatorRule,
  'internalError.*': upstreamErrorRule,
  'databaseError.CONCURRENT_MODIFICATION': upstreamErrorRule,
  'databaseError.REQUEST_TOO_LARGE': rejectedRule('the images together are too large.', 'images'),
  'sizeLimitError.REQUEST_SIZE_LIMIT_EXCEEDED': rejectedRule('the images together are too large.', 'images'),

  'requestError.*': internalBugRule,
  'requestError.UNSUPPORTED_VERSION': operatorRule,
  'requestError.CANNOT_BE_EXECUTED_BY_MANAGER_ACCOUNT': relinkRule('the linked account is a manager account'),
  'queryError.*': internalBugRule,
  'newResourceCreationError.*': internalBugRule,
  'mutateError.INCONSISTENT_FIELD_VALUES': internalBugRule,
  'mutateError.ID_EXISTS_IN_MULTIPLE_MUTATES': internalBugRule,
  'mutateError.RESOURCE_NOT_FOUND': rejectedRule('does not match any object in the linked account.'),
  'mutateError.EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED': rejectedRule(
    'campaigns of this account do not declare whether they contain EU political advertising. Add the declaration in Google Ads first.',
  ),

  'campaignError.DUPLICATE_CAMPAIGN_NAME': { code: 'DUPLICATE_CAMPAIGN_NAME', field: 'campaignName' },
  'campaignError.INVALID_CAMPAIGN_NAME': rejectedRule(
    'the platform does not accept this name.',
    'campaignName',
  ),
  'campaignError.CANNOT_SET_DATE_TO_PAST': pastDateRule,
  'dateRangeError.CANNOT_SET_DATE_TO_PAST': pastDateRule,
  'campaignError.CONVERSION_TRACKING_NOT_ENABLED': rejectedRule(
    'the account does not measure conversions. Set up a conversion action in Google Ads, or use the TRAFFIC objective.',
    'conversionEvents',
  ),
  'campaignError.AT_LEAST_ONE_CONVERSION_MUST_BE_SELECTED': rejectedRule(
    'campaigns cannot bid for any of them.',
    'conversionEvents',
  ),
  'campaignBudgetError.BUDGET_BELOW_PER_DAY_MINIMUM': {
    code: 'BUDGET_TOO_LOW',
    description: describeMinBudget,
  },
  'campaignBudgetError.MONEY_AMOUNT_LESS_THAN_CURRENCY_MINIMUM_CPC': {
    code: 'BUDGET_TOO_LOW',
    description: 'the budget is lower than the cost of one click.',
  },
  'campaignBudgetError.NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT': rejectedRule(
    "must be a whole number of the currency's smallest units.",
  ),
  'campaignBudgetError.MONEY_AMOUNT_TOO_LARGE': rejectedRule(
    'is more than the daily maximum of the platform.',
  ),
  'biddingError.*': rejectedRule(
    'the account cannot use this bidding strategy. Use a different objective.',
    'objective',
  ),

  'criterionError.INVALID_KEYWORD_TEXT': keywordTextRule,
  'criterionError.KEYWORD_TEXT_TOO_LONG': keywordTextRule,
  'criterionError.KEYWORD_HAS_TOO_MANY_WORDS': keywordTextRule,
  'criterionError.KEYWORD_HAS_INVALID_CHARS': keywordTextRule,
  'criterionError.INVALID_CRITERION_ID': locationRule,
  'criterionError.CANNOT_TARGET_CRITERION': locationRule,
  'criterionError.CANNOT_TARGET_OBSOLETE_CRITERION': locationRule,
  'criterionError.CANNOT_TARGET_LANGUAGE': rejectedRule(
    'cannot be targeted. search/get_languages lists the languages that can.',
  ),
  'campaignCriterionError.CANNOT_TARGET_AND_EXCLUDE': rejectedRule('is both targeted and excluded.'),

  'policyFindingError.*': { code: 'POLICY_VIOLATION', description: describePolicyTopics },
  'policyViolationError.*': { code: 'POLICY_VIOLATION', description: describePolicy },

  'assetError.CALL_INVALID_COUNTRY_CODE': rejectedRule(
    'the platform offers no calls in this country.',
    'phoneNumberCountryCode',
  ),
  'assetError.CALL_INVALID_PHONE_NUMBER': phoneRule,
  'assetError.CALL_INVALID_DOMESTIC_PHONE_NUMBER_FORMAT': phoneRule,
  'assetError.CALL_PHONE_NUMBER_NOT_SUPPORTED_FOR_COUNTRY': phoneRule,
  'assetError.CALL_DISALLOWED_NUMBER_TYPE': phoneRule,
  'assetError.CALL_PREMIUM_RATE_NUMBER_NOT_ALLOWED': phoneRule,
  'assetError.CALL_VANITY_PHONE_NUMBER_NOT_ALLOWED': phoneRule,
  'assetError.CALL_CARRIER_SPECIFIC_SHORT_NUMBER_NOT_ALLOWED': phoneRule,
  'assetError.CALL_CUSTOMER_CONSENT_FOR_CALL_RECORDING_REQUIRED': rejectedRule(
    'the owner of the account must first accept the terms for call recording in Google Ads.',
    'phoneNumber',
  ),
  'assetError.LEAD_FORM_MISSING_AGREEMENT': rejectedRule(
    'the owner of the account must first accept the terms for lead forms in Google Ads.',
  ),
  'assetError.LEAD_FORM_INVALID_FIELDS_COMBINATION': rejectedRule(
    'these fields cannot be in one form.',
    'input_fields',
  ),
  'assetError.DUPLICATE_ASSET_NAME': rejectedRule(
    'the account already has an object with this name.',
    'name',
  ),
  'assetError.NAME_CONFLICT_FOR_ASSET_TYPE': rejectedRule(
    'the account already has an object with this name.',
    'name',
  ),
  'assetError.CUSTOMER_NOT_ON_ALLOWLIST_FOR_ASSET_TYPE': ineligibleAssetRule,
  'assetLinkError.CUSTOMER_NOT_VERIFIED': ineligibleAssetRule,
  'imageError.*': imageRule,
  'mediaUploadError.*': imageRule,
  'assetLinkError.IMAGE_NOT_WITHIN_SPECIFIED_DIMENSION_RANGE': imageRule,
  'assetLinkError.FIELD_TYPE_INCOMPATIBLE_WITH_ASSET_TYPE': rejectedRule('is an asset of another kind.'),
  'assetSetAssetError.*': rejectedRule('is not a synced location of this account.', 'locationAssetIds'),
  'assetSetLinkError.*': rejectedRule('cannot be used by this campaign.', 'locationGroupId'),
  'resourceCountLimitExceededError.*': rejectedRule(describeCountLimit),
  'keywordPlanIdeaError.*': rejectedRule('the platform has no ideas for this.', 'keyword'),
}

/** The front end refuses with these reasons and without a GoogleAdsFailure. */
export const frontEndRulesByReason: Readonly<Record<string, SearchErrorRule>> = {
  SERVICE_DISABLED: operatorRule,
  ACCESS_TOKEN_SCOPE_INSUFFICIENT: permissionRule(
    'the scope https://www.googleapis.com/auth/adwords was not granted. Link the account again with auth/create_link and grant it.',
  ),
}

/** An unknown error code becomes a rejection with the platform's own message. */
export function findErrorRule({ code }: AdsError): SearchErrorRule {
  return rulesByCode[code] ?? rulesByCode[`${code.split('.')[0]}.*`] ?? rejectedRule()
}

function describeMinBudget({ details }: AdsError): string {
  const minimum = asText(valueAt(details, 'budgetPerDayMinimumErrorDetails', 'minimumBudgetAmountMicros'))
  const currency = asText(valueAt(details, 'budgetPerDayMinimumErrorDetails', 'currencyCode'))
  return /^[0-9]+$/.test(minimum) ? `at least ${Number(minimum) / 1_000_000} ${currency} a day.` : 'raise it.'
}

function describePolicyTopics({ details, trigger }: AdsError): string {
  const topics = asList(valueAt(details, 'policyFindingDetails', 'policyTopicEntries')).map((entry) =>
    asText(valueAt(entry, 'topic')),
  )
  return `"${trigger.slice(0, 60)}" violates ${topics.join(', ') || 'a policy'}.`
}

function describePolicy({ details, trigger }: AdsError): string {
  const name = asText(valueAt(details, 'policyViolationDetails', 'externalPolicyName'))
  return `"${trigger.slice(0, 60)}" violates ${name || 'a policy'}.`
}

function describeCountLimit({ details }: AdsError): string {
  const limit = asText(valueAt(details, 'resourceCountDetails', 'limit'))
  const type = asText(valueAt(details, 'resourceCountDetails', 'limitType'))
    .toLowerCase()
    .replaceAll('_', ' ')
  return `a limit of the platform is reached${type === '' ? '' : `: ${limit} ${type}`}.`
}
