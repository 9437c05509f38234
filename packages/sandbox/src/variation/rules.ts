// The parts of each platform's responses that may vary. Everything that is not listed here stays the same:
// ids, required fields, codes and values. A variation changes the form of a response, never its meaning. A
// client that reads the platform correctly therefore reads the same from every variation.

import type { PlatformName } from '../core/exchange.ts'

export interface VariationRules {
  /** Lists of rows at the top of a response. */
  readonly rowLists: readonly string[]
  /** Fields that occur both as a number and as text. */
  readonly numberOrText: readonly string[]
  /**
   * Fields that are omitted, or null, when they have nothing to report: an empty list or text, zero, false.
   */
  readonly omittedWhenEmpty: readonly string[]
  /**
   * Fields that live responses omit when they have nothing to report, at any depth. An absent field may be
   * null if another object of the same list has it or the request names it. Fields that are not listed here
   * are required and never vary. A field with a value is never omitted, because no recording shows that for a
   * field that the request names.
   */
  readonly nullable: readonly string[]
  /** Lists inside rows whose order has no meaning. */
  readonly unorderedFields: readonly string[]
  /** Calls whose rows come in any order. */
  readonly unorderedCalls: readonly string[]
  /** The length of a long cursor. */
  readonly cursorLength: number
  /** Paths to the wording of a refusal, one path for each field. `[]` stands for every entry of a list. */
  readonly errorTextPaths: readonly string[]
  /** Fields whose content belongs to callers, or whose keys are data. */
  readonly verbatimFields: readonly string[]
  /** Calls whose response is a map with keys that are data. */
  readonly mapCalls: readonly string[]
  /** Unknown fields, as a later version of the platform may add them to rows and to whole responses. */
  readonly unknownFields: Readonly<Record<string, unknown>>
}

export const variationRules: Readonly<Record<PlatformName, VariationRules>> = {
  // Budgets and metrics: the reference and recordings have text. The schemas of tap-facebook (campaigns.json)
  // and of Airbyte's source-facebook-marketing (ads_action_stats.json) have numbers. Ids of debug_token are
  // recorded as numbers.
  social: {
    rowLists: ['data'],
    numberOrText: [
      'daily_budget',
      'lifetime_budget',
      'impressions',
      'clicks',
      'reach',
      'spend',
      'cpm',
      'cpc',
      'ctr',
      'value',
    ],
    omittedWhenEmpty: [
      'issues_info',
      'adlabels',
      'data_sources',
      'subattachments',
      'message',
      'story',
      'description',
      'caption',
      'clicks',
      'cpc',
      'ctr',
      'actions',
      'cost_per_action_type',
      'conversions',
      'is_unavailable',
      'is_archived',
    ],
    nullable: [
      'actions',
      'ads',
      'adsets',
      'approximate_count_lower_bound',
      'approximate_count_upper_bound',
      'attachments',
      'audience_size_lower_bound',
      'audience_size_upper_bound',
      'business',
      'caption',
      'children',
      'connected_instagram_account',
      'conversions',
      'cost_per_action_type',
      'cpc',
      'cpm',
      'ctr',
      'custom_event_type',
      'daily_budget',
      'delivery_status',
      'description',
      'end_time',
      'full_picture',
      'instagram_business_account',
      'issues_info',
      'lifetime_budget',
      'message',
      'owner_business',
      'permalink_url',
      'pixel',
      'rule',
      'source',
      'start_time',
      'stop_time',
      'story',
      'subattachments',
      'thumbnail_url',
      'thumbnails',
    ],
    unorderedFields: ['actions', 'action_values', 'cost_per_action_type', 'conversions', 'tasks', 'adlabels'],
    unorderedCalls: [
      'permissions.list',
      'adaccounts.list',
      'accounts.list',
      'businesses.list',
      'owned_pages.list',
      'client_pages.list',
      'adspixels.list',
      'customconversions.list',
    ],
    // The longest cursors in recorded responses.
    cursorLength: 1100,
    errorTextPaths: ['error.message', 'error.error_user_title', 'error.error_user_msg'],
    verbatimFields: ['targeting', 'rule', 'images', 'field_data', 'metadata', 'summary', 'headers'],
    mapCalls: ['ids.read', 'adimages.create', 'debug_token'],
    unknownFields: { ad_experience_flags: ['STANDARD'], delivery_hint: { level: 2, text: null } },
  },
  // Fields without content are always omitted, and 64-bit numbers are always text. The JSON mapping of
  // protocol buffers fixes both (https://protobuf.dev/programming-guides/json/), so neither varies.
  search: {
    rowLists: ['results'],
    numberOrText: [],
    omittedWhenEmpty: [],
    nullable: [],
    unorderedFields: ['primaryStatusReasons', 'resourceNames'],
    // Rows without ORDER BY: https://developers.google.com/google-ads/api/docs/query/structure#order-by
    unorderedCalls: ['googleAds:search', 'googleAds:searchStream'],
    // Tokens are opaque, and no limit of their length is published: https://google.aip.dev/158#opacity
    cursorLength: 600,
    errorTextPaths: ['error.message', 'error.details[].errors[].message', 'error_description'],
    verbatimFields: ['urlCustomParameters', 'responsiveSearchAd'],
    mapCalls: [],
    unknownFields: { queryResourceConsumption: '412', adStrengthHint: { level: 'GOOD' } },
  },
  // Metrics: null in the schema of tap-linkedin-ads (ad_analytics_by_campaign.json), zero in LinkedIn's own
  // samples.
  pro: {
    rowLists: ['elements'],
    numberOrText: ['costInLocalCurrency', 'conversionValueInLocalCurrency'],
    omittedWhenEmpty: [
      'servingStatuses',
      'servingHoldReasons',
      'rejectionReasons',
      'externalWebsiteConversions',
      'oneClickLeads',
      'videoViews',
      'sends',
    ],
    nullable: [
      'approximateMemberReach',
      'audienceSize',
      'commentary',
      'content',
      'conversionValueInLocalCurrency',
      'costInLocalCurrency',
      'dailyBudget',
      'end',
      'externalWebsiteConversions',
      'facetUrn',
      'inputCount',
      'isServing',
      'matchedCount',
      'objectiveType',
      'oneClickLeads',
      'publishedAt',
      'rejectionReasons',
      'sends',
      'servingHoldReasons',
      'servingStatuses',
      'totalBudget',
      'videoViews',
    ],
    unorderedFields: ['servingStatuses', 'servingHoldReasons'],
    unorderedCalls: ['adAnalytics.analytics', 'adAnalytics.statistics', 'adAccountUsers.authenticatedUser'],
    // Cursors are in queries, which LinkedIn limits to 4,000 characters:
    // https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/query-tunneling
    cursorLength: 400,
    errorTextPaths: [
      'message',
      'error_description',
      'errorDetails.inputErrors[].description',
      'errorDetails.conditionalInputErrors[].description',
    ],
    verbatimFields: ['localized', 'content', 'targetingCriteria', 'statuses', 'errors', 'answers'],
    mapCalls: [],
    unknownFields: { creativeInsightHints: ['STANDARD'], changeHint: { time: 0, actor: null } },
  },
}
