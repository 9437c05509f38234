// Section 4 contains the 22 operations, field by field.

import { section } from './requirement.ts'

export const operations = [
  ...section('4', [
    ['R4.userId', '`userId` is a string that names the user; not empty.'],
    [
      'R4.userId.source',
      '`userId` comes from the user-creation or profile operation, and the other operations take it.',
    ],
  ]),

  ...section('4.1', [
    ['R4.1', '/auth/get_connected_accounts_data'],
    ['R4.1.userId', '`userId` string, required.'],
    ['R4.1.results', 'Returns `results.connectedAccounts`; empty for a user without connections.'],
  ]),

  ...section('4.2', [
    ['R4.2', '/auth/create_link'],
    ['R4.2.userId', '`userId` string, required.'],
    ['R4.2.platform', '`platform` string, required: SOCIAL_A, PROFESSIONAL or SEARCH.'],
    [
      'R4.2.redirectUri',
      '`redirectUri` URL, optional. Decided: http or https, no fragment, no user info, at most 2,048 bytes.',
    ],
    [
      'R4.2.state',
      '`state` string, optional; an object must be serialized first. Decided: at most 2,000 characters.',
    ],
    [
      'R4.2.results',
      'Returns `results.link`, the URL to open. Decided: a page of ours, good for 30 minutes; `linkId` besides.',
    ],
  ]),

  ...section('4.3', [
    ['R4.3', '/social/get_page_posts'],
    ['R4.3.userId', '`userId` string, required.'],
    ['R4.3.platform', '`platform` string, required: SOCIAL_A or SOCIAL_B.'],
    ['R4.3.pagination', '`pagination` string, optional. Decided: default empty string.'],
    ['R4.3.results', 'Returns `results.posts`, newest first.'],
    ['R4.3.paging', 'Decided: 25 posts a page; `results.pagination` leads to the end and back.'],
    [
      'R4.3.no-photo-account',
      'Decided: SOCIAL_B without a photo account answers 409 SECONDARY_ACCOUNT_MISSING.',
    ],
  ]),

  ...section('4.4', [
    ['R4.4', '/social/get_ad_account_media'],
    ['R4.4.userId', '`userId` string, required.'],
    ['R4.4.type', '`type` string, required: IMAGE or VIDEO.'],
    ['R4.4.pagination', '`pagination` string, optional, default empty string.'],
    ['R4.4.results', 'Returns `results.media`.'],
    [
      'R4.4.paging',
      'When results exceed a page, the response carries next and previous links. Decided: 50 a page; a whole link is accepted back.',
    ],
  ]),

  ...section('4.5', [
    ['R4.5', '/search/create_search_campaign'],
    ['R4.5.userId', '`userId` string, required.'],
    ['R4.5.objective', '`objective` string, required: CONVERSION or TRAFFIC.'],
    ['R4.5.campaignName', '`campaignName` string, required.'],
    [
      'R4.5.dailyBudget',
      '`dailyBudget` string, required. Decided: decimal text above 0, at most 12 digits before and 6 after the point.',
    ],
    ['R4.5.dailyBudget.currency', '`dailyBudget` is in the currency of the ad account.'],
    ['R4.5.startDate', '`startDate` string, required, YYYY-MM-DD.'],
    ['R4.5.endDate', '`endDate` string, optional, YYYY-MM-DD. Decided: not before `startDate`.'],
    ['R4.5.keywords', '`keywords` array of {text string, match_type string}, required.'],
    ['R4.5.negativeKeywords', '`negativeKeywords` array of {text string, match_type string}, optional.'],
    ['R4.5.locations', '`locations` array of string, required unless `proximityTargeting` is given.'],
    [
      'R4.5.proximityTargeting',
      '`proximityTargeting` array of {radius_units string, radius, longitude_in_micro_degrees, latitude_in_micro_degrees numbers}, required if `locations` is absent. Decided: radius above 0 and at most 500 miles or 800 kilometres.',
    ],
    [
      'R4.5.negativeLocations',
      '`negativeLocations` array of string, optional. Decided: not also in `locations`.',
    ],
    [
      'R4.5.geo_target_type',
      '`geo_target_type` string, optional: PRESENCE (default) or PRESENCE_OR_INTEREST.',
    ],
    ['R4.5.languages', '`languages` array of string, optional: language codes.'],
    [
      'R4.5.ads',
      '`ads` array of {url string, headlines array of string, descriptions array of string}, required.',
    ],
    [
      'R4.5.ads.pins',
      'headlineIndexToPinFirstSlot and descriptionIndexToPinFirstSlot are optional numbers. Decided: whole, counted from 0, within the list.',
    ],
    [
      'R4.5.conversionEvents',
      '`conversionEvents` array of string, required when `objective` is CONVERSION. Decided: ignored for TRAFFIC.',
    ],
    ['R4.5.callouts', '`callouts` array of string, required.'],
    ['R4.5.phoneNumber', '`phoneNumber` string, optional, valid local format.'],
    [
      'R4.5.phoneNumberCountryCode',
      '`phoneNumberCountryCode` string, required when `phoneNumber` is given: two uppercase letters, an ISO country code.',
    ],
    ['R4.5.leadFormAssetId', '`leadFormAssetId` string, optional. Decided: digits.'],
    ['R4.5.leadFormAssetId.source', '`leadFormAssetId` comes from 4.11 or 4.20.'],
    ['R4.5.images', '`images` array of string (image URLs), optional.'],
    [
      'R4.5.images.eligible',
      'The linked account must be eligible for image assets. Decided: an account that is not is refused; images are never dropped silently.',
    ],
    [
      'R4.5.utmParams',
      '`utmParams` string, optional. Decided: k=v joined by &, a leading ? or & is dropped.',
    ],
    ['R4.5.locationGroupId', '`locationGroupId` string, optional. Decided: digits.'],
    [
      'R4.5.locationGroupId.effect',
      '`locationGroupId` comes from 4.22 and lets ads appear on maps and location-based results.',
    ],
    ['R4.5.effect', 'Every member has its effect on what is created, all of it or nothing.'],
    [
      'R4.5.results',
      'Returns adGroupResourceName, campaignResourceName, additionalMessage, error inside `results`.',
    ],
  ]),

  ...section('4.6', [
    ['R4.6', '/social/get_campaign_insights'],
    ['R4.6.userId', '`userId` string, required.'],
    ['R4.6.campaignId', '`campaignId` string, required. Decided: digits.'],
    ['R4.6.startDate', '`startDate` string, YYYY-MM-DD, optional.'],
    ['R4.6.endDate', '`endDate` string, YYYY-MM-DD, optional. Decided: not before `startDate`.'],
    ['R4.6.currencySymbol', '`currencySymbol` string, required. Decided: may be empty.'],
    ['R4.6.clientCostAdjustment', '`clientCostAdjustment` object, required, with `percentage` number.'],
    ['R4.6.all-time', 'When `startDate` or `endDate` is omitted, insights cover all time.'],
    ['R4.6.results', 'Returns `results.insights`.'],
    [
      'R4.gap.clientCostAdjustment',
      'Meaning and range not shown. Decided: a mark-up of -100 to 10,000 per cent on every cost.',
    ],
    [
      'R4.gap.clientCostAdjustment.effect',
      'Decided: shown cost is cost × (1 + percentage / 100), rounded once, with `currencySymbol` as a prefix; counts and rates stay.',
    ],
  ]),

  ...section('4.7', [
    ['R4.7', '/social/get_video_info'],
    ['R4.7.userId', '`userId` string, required.'],
    ['R4.7.videoId', '`videoId` string, required. Decided: digits.'],
    ['R4.7.results', 'Returns `results.video`, for videos of the upload operation too.'],
  ]),

  ...section('4.8', [
    ['R4.8', '/pro/get_audiences_list'],
    ['R4.8.userId', '`userId` string, required.'],
    ['R4.8.results', 'Returns `results.audiences`, all of them.'],
  ]),

  ...section('4.9', [
    ['R4.9', '/social/get_targeting_systems_lookup'],
    ['R4.9.userId', '`userId` string, required.'],
    ['R4.9.type', '`type` string, required: os or device.'],
    ['R4.9.results', 'Returns `results.targetingSystems`.'],
  ]),

  ...section('4.10', [
    ['R4.10', '/social/search_targeting_interests'],
    ['R4.10.userId', '`userId` string, required.'],
    ['R4.10.query', '`query` string, required, free text.'],
    [
      'R4.10.specialAdCategories',
      '`specialAdCategories` array of string, default empty: HOUSING, FINANCIAL_PRODUCTS_SERVICES, EMPLOYMENT.',
    ],
    [
      'R4.10.specialAdCountries',
      '`specialAdCountries` array of string, default empty: ISO 3166-1 alpha-2 codes.',
    ],
    ['R4.10.results', 'Returns `results.interests`, those allowed for the categories and countries.'],
  ]),

  ...section('4.11', [
    ['R4.11', '/search/create_lead_form'],
    ['R4.11.userId', '`userId` string, required.'],
    ['R4.11.name', '`name` string, required, at most 25 characters.'],
    ['R4.11.headline', '`headline` string, required, at most 30 characters.'],
    ['R4.11.description', '`description` string, required, at most 90 characters.'],
    ['R4.11.privacy_policy_url', '`privacy_policy_url` URL, required.'],
    ['R4.11.call_to_action_type', '`call_to_action_type` string, required: one of 14 values.'],
    [
      'R4.11.call_to_action_description',
      '`call_to_action_description` string, required, at most 200 characters.',
    ],
    [
      'R4.11.input_fields',
      '`input_fields` array of string, required, several of 49 values. Decided: none twice, FULL_NAME without FIRST_NAME and LAST_NAME, at most five qualifying questions.',
    ],
    ['R4.11.results', 'Returns `results.leadFormAssetId`.'],
  ]),

  ...section('4.12', [
    ['R4.12', '/social/search_targeting_locations'],
    ['R4.12.userId', '`userId` string, required.'],
    ['R4.12.query', '`query` string, required.'],
    ['R4.12.results', 'Returns `results.locations`.'],
  ]),

  ...section('4.13', [
    ['R4.13', '/social/create_leadform_audience'],
    ['R4.13.userId', '`userId` string, required.'],
    ['R4.13.name', '`name` string, required.'],
    ['R4.13.description', '`description` string, required. Decided: may be empty.'],
    ['R4.13.type', '`type` string, required: open, close or submit.'],
    ['R4.13.leadFormIds', '`leadFormIds` array of string, required. Decided: digits, none twice.'],
    ['R4.13.results', 'Returns `results.audience` with `id` and `name`.'],
  ]),

  ...section('4.14', [
    ['R4.14', '/social/get_custom_conversions'],
    ['R4.14.userId', '`userId` string, required.'],
    ['R4.14.pixelId', '`pixelId` string, required. Decided: digits.'],
    ['R4.14.campaignType', '`campaignType` string, required: CONVERSIONS or OUTCOME_SALES.'],
    ['R4.14.results', 'Returns `results.customConversions`.'],
  ]),

  ...section('4.15', [
    ['R4.15', '/search/generate_keyword_ideas'],
    ['R4.15.keyword', '`keyword` string, required.'],
    ['R4.15.languageId', '`languageId` string, optional.'],
    ['R4.15.locationIds', '`locationIds` array of string, optional. Decided: at most 10.'],
    ['R4.15.locationIds.default', 'The default location is the United States; an empty list means the same.'],
    ['R4.15.results', 'Returns `results.keywords`.'],
    [
      'R4.15.account',
      "Decided: it runs on the service's own account; without one it answers 503 KEYWORD_IDEAS_NOT_CONFIGURED.",
    ],
  ]),

  ...section('4.16', [
    ['R4.16', '/social/edit_campaign'],
    ['R4.16.userId', '`userId` string, required.'],
    ['R4.16.campaignId', '`campaignId` string, required. Decided: digits.'],
    ['R4.16.editLevel', '`editLevel` string, default BUDGET; only BUDGET is supported.'],
    ['R4.16.amount', '`amount` number, required when `editLevel` is BUDGET; positive.'],
    [
      'R4.16.amount.currency',
      "`amount` is in the account's currency. Decided: decimal arithmetic; more decimals than the currency has are refused.",
    ],
    ['R4.16.results', 'Sets the daily budget; returns only `success` and `error` inside `results`.'],
  ]),

  ...section('4.17', [
    ['R4.17', '/search/get_location_asset'],
    ['R4.17.userId', '`userId` string, required.'],
    ['R4.17.results', 'Returns `results.locationAssets`.'],
  ]),
  ...section('4.18', [
    ['R4.18', '/social/get_leadform_list'],
    ['R4.18.userId', '`userId` string, required.'],
    ['R4.18.results', 'Returns `results.leadForms`, all of them.'],
  ]),
  ...section('4.19', [
    ['R4.19', '/social/get_targeting_locales_lookup'],
    ['R4.19.userId', '`userId` string, required.'],
    ['R4.19.results', 'Returns `results.locales`.'],
  ]),
  ...section('4.20', [
    ['R4.20', '/search/get_lead_forms'],
    ['R4.20.userId', '`userId` string, required.'],
    ['R4.20.results', 'Returns `results.leadFormInfo`.'],
  ]),
  ...section('4.21', [
    ['R4.21', '/social/get_pixels_list'],
    ['R4.21.userId', '`userId` string, required.'],
    ['R4.21.results', 'Returns `results.pixels`.'],
  ]),
  ...section('4.22', [
    ['R4.22', '/search/create_location_group'],
    ['R4.22.userId', '`userId` string, required.'],
    ['R4.22.locationAssetIds', '`locationAssetIds` array of string, required. Decided: digits, none twice.'],
    ['R4.22.locationAssetIds.source', 'The ids are the `id` values of 4.17.'],
    ['R4.22.results', 'Returns `results.locationGroupId`. Decided: the same locations give the same group.'],
  ]),

  ...section('4, gaps', [
    ['R4.gap.match-type', 'Values of `match_type` not shown. Decided: EXACT, PHRASE, BROAD in any case.'],
    ['R4.gap.radius-units', 'Values of `radius_units` not shown. Decided: MILES, KILOMETERS in any case.'],
    [
      'R4.gap.language-id',
      'Format of `languageId` not shown. Decided: an id, a resource name or a language code; all languages when absent.',
    ],
    [
      'R4.gap.conversion-categories',
      "Values of `conversionEvents` not shown. Decided: the platform's 22 conversion categories.",
    ],
    ['R4.gap.phone', 'Decided: a phone number is valid for its country and sent as it was given.'],
    [
      'R4.gap.dates',
      'Decided: dates exist in the calendar and are in order; whether a start lies in the past is for the platform to say.',
    ],
    [
      'R4.gap.dates.past',
      "Decided: the platform's refusal of a start in the past is answered with the field `startDate`.",
    ],
    ['R4.gap.empty-arrays', 'Decided: required arrays are not empty; empty optional arrays mean absent.'],
    [
      'R4.gap.pagination',
      'Format of `pagination` not shown. Decided: an opaque sealed cursor, bound to workspace, user and operation; `results.pagination` has `next` and `previous`, "" where there is none.',
    ],
    [
      'R4.gap.unknown-members',
      'Decided: a member of a body that is not documented is refused by its path, with the nearest documented name.',
    ],
    ['R4.gap.repeated-members', 'Decided: a member that stands twice in one object of a body is refused.'],
    [
      'R4.gap.full-lists',
      'Decided: lists without paging are complete; past a bound they fail, never cut silently.',
    ],
    [
      'R4.gap.paths',
      'Paths and shapes of operations only referred to not shown. Decided: additional operations, each in the groups of the interface or in `user` and `operation`.',
    ],
  ]),
]
