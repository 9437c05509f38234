import { z } from 'zod'
import { declare } from './declare.ts'
import { platformErrors, writeErrors } from './errors.ts'
import {
  callToActionTypes,
  conversionCategory,
  geoTarget,
  geoTargetId,
  isPhoneNumberOf,
  keyword,
  language,
  languageCode,
  leadFormFields,
  proximity,
  qualifyingFields,
  searchAd,
  searchPhrase,
  urlSuffix,
} from './search.values.ts'
import { campaignStatuses } from './social.ts'
import {
  adText,
  calendarDate,
  countryCode,
  decimalAmount,
  line,
  pages,
  pagination,
  platformId,
  repeats,
  text,
  userId,
  webUrl,
  writeOptions,
} from './values.ts'

const reads = { effect: 'read', scope: 'read', audit: { none: 'Reads only.' } } as const
const demoUser = 'usr_demo_all'

/** The platform takes a campaign whole, in one request of at most this many parts. */
const mostParts = 10_000

export const search = {
  create_search_campaign: declare({
    summary: 'Creates a search campaign with everything in it, at once or not at all.',
    description:
      "Budget, campaign, targeting, ad group, keywords, ads and extensions are created in one step, paused, and switched on as the last one. `TRAFFIC` bids for clicks, `CONVERSION` for the conversions named in `conversionEvents`. Whether `startDate` lies in the past is for the platform to say, by the account's time zone. By creating a campaign the caller declares that it holds no EU political advertising.",
    effect: 'write',
    scope: 'spend',
    audit: { event: 'campaign.created' },
    errors: [
      ...platformErrors,
      ...writeErrors,
      'REFERENCE_NOT_FOUND',
      'IMAGE_NOT_FETCHABLE',
      'DUPLICATE_CAMPAIGN_NAME',
      'POLICY_VIOLATION',
      'BUDGET_TOO_LOW',
      'OPERATION_ABANDONED',
      'SPEND_LIMIT_EXCEEDED',
      'SPEND_FROZEN',
    ],
    input: z.object({
      userId,
      objective: z.enum(['CONVERSION', 'TRAFFIC']),
      campaignName: line(255),
      dailyBudget: decimalAmount.describe("In the ad account's currency."),
      startDate: calendarDate,
      endDate: calendarDate.optional(),
      keywords: z.array(keyword).min(1).max(20_000),
      negativeKeywords: z.array(keyword).max(10_000).optional(),
      locations: z
        .array(geoTarget)
        .max(10_000)
        .optional()
        .describe('Required unless `proximityTargeting` is given.'),
      proximityTargeting: z
        .array(proximity)
        .max(500)
        .optional()
        .describe('Required unless `locations` is given.'),
      negativeLocations: z.array(geoTarget).max(10_000).optional(),
      geo_target_type: z.enum(['PRESENCE', 'PRESENCE_OR_INTEREST']).default('PRESENCE'),
      languages: z.array(languageCode).max(100).optional().describe('All languages when empty or absent.'),
      ads: z.array(searchAd).min(1).max(3),
      conversionEvents: z
        .array(conversionCategory)
        .max(50)
        .optional()
        .describe('Required when `objective` is `CONVERSION`; ignored for `TRAFFIC`.'),
      callouts: z.array(adText(25)).min(1).max(20),
      phoneNumber: line(40).optional().describe('In the local format of `phoneNumberCountryCode`.'),
      phoneNumberCountryCode: countryCode.optional(),
      leadFormAssetId: platformId.optional(),
      images: z.array(webUrl(2048)).max(20).optional(),
      utmParams: urlSuffix.optional(),
      locationGroupId: platformId.optional(),
      status: z
        .enum(['ENABLED', 'PAUSED'])
        .default('ENABLED')
        .describe('`PAUSED` leaves the campaign switched off after it was created.'),
      ...writeOptions,
    }),
    rules: [
      {
        says: 'At least one of `locations` and `proximityTargeting` is given and not empty.',
        over: ['locations', 'proximityTargeting'],
        check({ locations, proximityTargeting }, report) {
          if (!locations?.length && !proximityTargeting?.length)
            report('locations', 'REQUIRED', 'is required unless proximityTargeting is given.')
        },
      },
      {
        says: '`conversionEvents` is required and not empty when `objective` is `CONVERSION`.',
        over: ['objective', 'conversionEvents'],
        check({ objective, conversionEvents }, report) {
          if (objective === 'CONVERSION' && !conversionEvents?.length)
            report('conversionEvents', 'REQUIRED', 'is required when objective is CONVERSION.')
        },
      },
      {
        says: '`endDate` is not before `startDate`.',
        over: ['startDate', 'endDate'],
        check({ startDate, endDate }, report) {
          if (startDate !== undefined && endDate !== undefined && endDate < startDate)
            report('endDate', 'CONFLICT', 'must not be before startDate.')
        },
      },
      {
        says: '`phoneNumberCountryCode` is required with `phoneNumber`, which must be a valid number of that country.',
        over: ['phoneNumber', 'phoneNumberCountryCode'],
        check({ phoneNumber, phoneNumberCountryCode }, report) {
          if (phoneNumber === undefined) return
          if (phoneNumberCountryCode === undefined)
            report('phoneNumberCountryCode', 'REQUIRED', 'is required when phoneNumber is given.')
          else if (!isPhoneNumberOf(phoneNumberCountryCode, phoneNumber))
            report('phoneNumber', 'MALFORMED', `is not a valid phone number in ${phoneNumberCountryCode}.`)
        },
      },
      {
        says: 'No location is both targeted and excluded.',
        over: ['locations', 'negativeLocations'],
        check({ locations = [], negativeLocations = [] }, report) {
          const targeted = new Set(locations.map(geoTargetId))
          for (const [index, location] of negativeLocations.entries())
            if (targeted.has(geoTargetId(location)))
              report(`negativeLocations[${index}]`, 'CONFLICT', 'is targeted in locations as well.')
        },
      },
      {
        says: `All parts of the campaign together are at most ${mostParts}.`,
        over: [
          'keywords',
          'negativeKeywords',
          'locations',
          'proximityTargeting',
          'negativeLocations',
          'languages',
          'ads',
          'callouts',
          'images',
        ],
        check(body, report) {
          // Budget, campaign and ad group are three more; callouts and images are made first and attached then.
          const parts =
            3 +
            (body.keywords?.length ?? 0) +
            (body.negativeKeywords?.length ?? 0) +
            (body.locations?.length ?? 0) +
            (body.proximityTargeting?.length ?? 0) +
            (body.negativeLocations?.length ?? 0) +
            (body.languages?.length ?? 0) +
            (body.ads?.length ?? 0) +
            2 * (body.callouts?.length ?? 0) +
            2 * (body.images?.length ?? 0)
          if (parts > mostParts)
            report(
              'keywords',
              'TOO_MANY',
              `and the other parts are ${parts}; at most ${mostParts} fit together.`,
            )
        },
      },
    ],
    results: z.object({
      adGroupResourceName: z.string(),
      campaignResourceName: z.string(),
      additionalMessage: z.string().describe('What was created and what deserves attention.'),
    }),
    example: {
      body: {
        userId: demoUser,
        objective: 'TRAFFIC',
        campaignName: 'Garden chairs, spring',
        dailyBudget: '25.50',
        startDate: '2030-03-01',
        keywords: [
          { text: 'garden chairs', match_type: 'PHRASE' },
          { text: 'oak garden chair', match_type: 'EXACT' },
        ],
        locations: ['2840'],
        languages: ['en'],
        ads: [
          {
            url: 'https://shop.foxgarden.example/chairs',
            headlines: ['Oak garden chairs', 'Built to stay outside', 'Delivered in two days'],
            descriptions: [
              'Solid oak, oiled by hand, made for rain and sun.',
              'Try them for thirty days at home.',
            ],
            headlineIndexToPinFirstSlot: 0,
          },
        ],
        callouts: ['Free delivery', '30 days to return'],
      },
      results: {
        adGroupResourceName: 'customers/4823109756/adGroups/171330101425',
        campaignResourceName: 'customers/4823109756/campaigns/21894433288',
        additionalMessage: 'Created and enabled. It starts on 2030-03-01 and has no end date.',
      },
    },
  }),

  create_lead_form: declare({
    summary: 'Creates a lead form that search campaigns can show.',
    description:
      'The platform keeps lead forms for good; they cannot be deleted. It takes at most five qualifying questions, and may refuse a `call_to_action_description` of more than 30 characters.',
    effect: 'write',
    scope: 'write',
    audit: { event: 'lead_form.created' },
    errors: [...platformErrors, ...writeErrors, 'POLICY_VIOLATION'],
    input: z.object({
      userId,
      name: line(25),
      headline: line(30),
      description: text(90),
      privacy_policy_url: webUrl(2048),
      call_to_action_type: z.enum(callToActionTypes),
      call_to_action_description: text(200),
      input_fields: z.array(z.enum(leadFormFields)).min(1).max(leadFormFields.length),
      ...writeOptions,
    }),
    rules: [
      {
        says: 'No input field is asked for twice.',
        over: ['input_fields'],
        check({ input_fields = [] }, report) {
          for (const index of repeats(input_fields))
            report(`input_fields[${index}]`, 'DUPLICATE', `asks for ${input_fields[index]} again.`)
        },
      },
      {
        says: '`FULL_NAME` does not go together with `FIRST_NAME` or `LAST_NAME`.',
        over: ['input_fields'],
        check({ input_fields = [] }, report) {
          if (!input_fields.includes('FULL_NAME')) return
          for (const [index, field] of input_fields.entries())
            if (field === 'FIRST_NAME' || field === 'LAST_NAME')
              report(`input_fields[${index}]`, 'CONFLICT', `must not be ${field} together with FULL_NAME.`)
        },
      },
      {
        says: 'At most five qualifying questions (the fields from `COMPANY_SIZE` on in the list of values).',
        over: ['input_fields'],
        check({ input_fields = [] }, report) {
          const questions = input_fields.filter((field) =>
            (qualifyingFields as readonly string[]).includes(field),
          )
          if (questions.length > 5)
            report(
              'input_fields',
              'TOO_MANY',
              `may have at most 5 qualifying questions, not ${questions.length}.`,
            )
        },
      },
    ],
    results: z.object({ leadFormAssetId: z.string() }),
    example: {
      body: {
        userId: demoUser,
        name: 'Garden plan',
        headline: 'Get a garden plan',
        description: 'Tell us about your garden and we will call you back.',
        privacy_policy_url: 'https://shop.foxgarden.example/privacy',
        call_to_action_type: 'GET_QUOTE',
        call_to_action_description: 'Free plan within two days',
        input_fields: ['FULL_NAME', 'EMAIL', 'PREFERRED_CONTACT_TIME'],
      },
      results: { leadFormAssetId: '190026521' },
    },
  }),

  get_lead_forms: declare({
    ...reads,
    summary: "Lists the lead forms of a user's search account.",
    errors: platformErrors,
    input: z.object({ userId }),
    results: z.object({ leadFormInfo: z.array(z.object({ leadFormAssetId: z.string(), name: z.string() })) }),
    example: {
      body: { userId: demoUser },
      results: { leadFormInfo: [{ leadFormAssetId: '88001122', name: 'Fox Garden Shop' }] },
    },
  }),

  generate_keyword_ideas: declare({
    ...reads,
    summary: 'Suggests keywords around a phrase, with search volume and cost per click.',
    description:
      "Runs on the service's own search account, so it takes no user; `cpc` is in the currency of that account. Without `locationIds` it is about the United States, without `languageId` about all languages.",
    errors: [
      'REFERENCE_NOT_FOUND',
      'KEYWORD_IDEAS_NOT_CONFIGURED',
      'PLATFORM_REJECTED',
      'UPSTREAM_BAD_RESPONSE',
      'UPSTREAM_ERROR',
      'UPSTREAM_RATE_LIMITED',
      'UPSTREAM_UNAVAILABLE',
      'UPSTREAM_TIMEOUT',
    ],
    input: z.object({
      keyword: searchPhrase,
      languageId: language.optional().describe('A language id such as "1000", or a code such as "en".'),
      locationIds: z
        .array(geoTarget)
        .max(10)
        .optional()
        .describe('At most 10; the United States when empty or absent.'),
    }),
    results: z.object({
      keywords: z.array(z.object({ keyword: z.string(), searchVolume: z.number(), cpc: z.number() })),
    }),
    example: {
      body: { keyword: 'garden chairs' },
      results: { keywords: [{ keyword: 'garden chairs', searchVolume: 1000, cpc: 1.58 }] },
    },
  }),

  get_location_asset: declare({
    ...reads,
    summary: "Lists the business locations of a user's search account.",
    errors: platformErrors,
    input: z.object({ userId }),
    results: z.object({
      locationAssets: z.array(z.object({ id: z.string(), name: z.string(), place_id: z.string() })),
    }),
    example: {
      body: { userId: demoUser },
      results: {
        locationAssets: [
          { id: '55010001', name: 'Fox Garden Shop Soho', place_id: 'ChIJ0sandboxSohoGardenShop01' },
        ],
      },
    },
  }),

  create_location_group: declare({
    summary: 'Groups business locations, so that a campaign can show ads for them on maps.',
    description: 'The same locations give the same group, however often it is asked for.',
    effect: 'write',
    scope: 'write',
    audit: { event: 'location_group.created' },
    errors: [...platformErrors, ...writeErrors, 'REFERENCE_NOT_FOUND'],
    input: z.object({
      userId,
      locationAssetIds: z
        .array(platformId)
        .min(1)
        .max(500)
        .describe('`id` values of search/get_location_asset.'),
      ...writeOptions,
    }),
    rules: [
      {
        says: 'No location asset is named twice.',
        over: ['locationAssetIds'],
        check({ locationAssetIds = [] }, report) {
          for (const index of repeats(locationAssetIds))
            report(`locationAssetIds[${index}]`, 'DUPLICATE', 'repeats an earlier one.')
        },
      },
    ],
    results: z.object({ locationGroupId: z.string() }),
    example: {
      body: { userId: demoUser, locationAssetIds: ['55010001', '55010002'] },
      results: { locationGroupId: '8800137' },
    },
  }),

  search_locations: declare({
    ...reads,
    summary: 'Finds locations for search campaigns and keyword ideas.',
    errors: platformErrors,
    input: z.object({
      userId,
      query: text(200),
      countryCode: countryCode.optional(),
      locale: languageCode.optional().describe('The language of the names; English when absent.'),
    }),
    results: z.object({
      locations: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          canonicalName: z.string(),
          type: z.string(),
          countryCode: z.string(),
          reach: z.number(),
        }),
      ),
    }),
    example: {
      body: { userId: demoUser, query: 'Austin', countryCode: 'US' },
      results: {
        locations: [
          {
            id: '1026201',
            name: 'Austin',
            canonicalName: 'Austin,Texas,United States',
            type: 'City',
            countryCode: 'US',
            reach: 2470000,
          },
        ],
      },
    },
  }),

  get_languages: declare({
    ...reads,
    summary: 'Lists the languages that search campaigns can be targeted at.',
    errors: platformErrors,
    input: z.object({ userId }),
    results: z.object({
      languages: z.array(z.object({ id: z.string(), code: z.string(), name: z.string() })),
    }),
    example: {
      body: { userId: demoUser },
      results: { languages: [{ id: '1000', code: 'en', name: 'English' }] },
    },
  }),

  get_conversion_actions: declare({
    ...reads,
    summary: "Lists the conversion actions of a user's search account.",
    description:
      'Their `category` values are what `conversionEvents` of search/create_search_campaign takes.',
    errors: platformErrors,
    input: z.object({ userId }),
    results: z.object({
      conversionActions: z.array(
        z.object({ id: z.string(), name: z.string(), category: z.string(), status: z.string() }),
      ),
    }),
    example: {
      body: { userId: demoUser },
      results: {
        conversionActions: [
          { id: '710200137', name: 'Online order', category: 'PURCHASE', status: 'ENABLED' },
        ],
      },
    },
  }),

  get_image_asset_eligibility: declare({
    ...reads,
    summary: "Tells whether a user's search account may use images in ads.",
    errors: platformErrors,
    input: z.object({ userId }),
    results: z.object({
      eligible: z.boolean(),
      reason: z.string().describe("The platform's reason when it is not; empty otherwise."),
    }),
    example: { body: { userId: demoUser }, results: { eligible: true, reason: '' } },
  }),

  get_campaigns: declare({
    ...reads,
    summary: "Lists the campaigns of a user's search account, 100 a page.",
    description:
      'Deleted campaigns are left out unless asked for. Budgets are decimal text in the account currency.',
    errors: [...platformErrors, 'INVALID_CURSOR'],
    input: z.object({
      userId,
      pagination: pagination.default(''),
      status: z.enum(campaignStatuses).optional().describe('Only campaigns of this status.'),
    }),
    results: z.object({
      campaigns: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          status: z.string(),
          resourceName: z.string(),
          dailyBudget: z.string(),
          currencyCode: z.string(),
          startDate: z.string(),
          endDate: z.string(),
        }),
      ),
      pagination: pages,
    }),
    example: {
      body: { userId: demoUser },
      results: {
        campaigns: [
          {
            id: '21894430548',
            name: 'Fox Garden Shop brand',
            status: 'ACTIVE',
            resourceName: 'customers/4823109756/campaigns/21894430548',
            dailyBudget: '6.00',
            currencyCode: 'USD',
            startDate: '2026-01-01',
            endDate: '',
          },
        ],
        pagination: { next: '', previous: '' },
      },
    },
  }),

  update_campaign_status: declare({
    summary: 'Starts, pauses or deletes a search campaign.',
    effect: 'write',
    scope: 'spend',
    audit: { event: 'campaign.status_changed' },
    errors: [
      ...platformErrors,
      ...writeErrors,
      'OBJECT_NOT_FOUND',
      'CONCURRENT_CHANGE',
      'TARGET_BUSY',
      'SPEND_LIMIT_EXCEEDED',
      'SPEND_FROZEN',
    ],
    input: z.object({ userId, campaignId: platformId, status: z.enum(campaignStatuses), ...writeOptions }),
    results: z.object({}),
    example: { body: { userId: demoUser, campaignId: '21894430548', status: 'PAUSED' }, results: {} },
  }),

  edit_campaign: declare({
    summary: 'Sets the daily budget of a search campaign.',
    description: "`amount` is in the ad account's currency and may not have more decimals than it.",
    effect: 'write',
    scope: 'spend',
    audit: { event: 'campaign.budget_changed' },
    errors: [
      ...platformErrors,
      ...writeErrors,
      'OBJECT_NOT_FOUND',
      'BUDGET_TOO_LOW',
      'CONCURRENT_CHANGE',
      'TARGET_BUSY',
      'SPEND_LIMIT_EXCEEDED',
      'SPEND_FROZEN',
    ],
    input: z.object({
      userId,
      campaignId: platformId,
      editLevel: z.enum(['BUDGET']).default('BUDGET'),
      amount: z.number().positive().max(1e12).describe("In the ad account's currency."),
      ...writeOptions,
    }),
    results: z.object({}),
    example: { body: { userId: demoUser, campaignId: '21894430548', amount: 30 }, results: {} },
  }),
}
