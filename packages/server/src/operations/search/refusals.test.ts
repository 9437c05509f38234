// adrail maps each documented error of Google Ads to a code and a field, and leaves nothing behind.

import { beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { newSearchUser, querySearchRows, useSearch } from '../../../testing/search.ts'
import { fullSearchCampaign, minimalSearchCampaign } from '../../../testing/searchCampaign.ts'

const search = useSearch()
const { service, sandbox } = search
beforeEach(() => {
  // Circuit breakers that the last test opened close within this time.
  service.clock.advance(10 * 60 * 1000)
})

describe('a read from Google Ads', () => {
  const leadForms = () => service.call('search/get_lead_forms', { userId: search.userId })
  const relink = 'ACCOUNT_RELINK_REQUIRED'
  const rejected = 'PLATFORM_REJECTED'
  const forbidden = 'PERMISSION_MISSING'
  const suspended = 'ACCOUNT_SUSPENDED'
  const internal = 'INTERNAL'

  test.each([
    [401, 'authenticationError.GOOGLE_ACCOUNT_DELETED', relink],
    [401, 'authenticationError.NOT_ADS_USER', relink],
    [401, 'authenticationError.CUSTOMER_NOT_FOUND', relink],
    [401, 'authenticationError.CLIENT_CUSTOMER_ID_INVALID', relink],
    [401, 'authenticationError.TWO_STEP_VERIFICATION_NOT_ENROLLED', forbidden],
    [401, 'authenticationError.ADVANCED_PROTECTION_NOT_ENROLLED', forbidden],
    [401, 'authenticationError.DEVELOPER_TOKEN_INVALID', rejected],
    [401, 'authenticationError.ORGANIZATION_NOT_RECOGNIZED', rejected],
    [403, 'authorizationError.USER_PERMISSION_DENIED', relink],
    [403, 'authorizationError.INVALID_LOGIN_CUSTOMER_ID_SERVING_CUSTOMER_ID_COMBINATION', relink],
    [400, 'headerError.INVALID_LOGIN_CUSTOMER_ID', relink],
    [400, 'requestError.CANNOT_BE_EXECUTED_BY_MANAGER_ACCOUNT', relink],
    [403, 'ACCESS_TOKEN_SCOPE_INSUFFICIENT', 'PERMISSION_MISSING'],
    [403, 'NO_FAILURE', 'PERMISSION_MISSING'],
    [403, 'authorizationError.CUSTOMER_NOT_ENABLED', suspended],
    [403, 'authorizationError.ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT', suspended],
    [403, 'authorizationError.ACTION_NOT_PERMITTED', forbidden],
    [403, 'authorizationError.CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION', rejected],
    [403, 'authorizationError.DEVELOPER_TOKEN_NOT_APPROVED', rejected],
    [403, 'authorizationError.PROJECT_DISABLED', rejected],
    [403, 'authorizationError.MISSING_TOS', rejected],
    [403, 'authorizationError.SERVICE_ACCESS_DENIED', rejected],
    [403, 'SERVICE_DISABLED', rejected],
    [400, 'requestError.UNSUPPORTED_VERSION', rejected],
    [404, 'NO_FAILURE', rejected],
    [429, 'quotaError.ACCESS_PROHIBITED', rejected],
    [400, 'requestError.RESOURCE_NAME_MALFORMED', internal],
    [400, 'requestError.PAGE_SIZE_NOT_SUPPORTED', internal],
    [400, 'queryError.UNRECOGNIZED_FIELD', internal],
    [403, 'operationAccessDeniedError.ACTION_NOT_PERMITTED', forbidden],
    [400, 'contextError.OPERATION_NOT_PERMITTED_FOR_CONTEXT', rejected],
    [400, 'someNewError.ERROR_CODE_NOT_PUBLISHED', rejected],
  ] as const)('reports the error %d %s as %s', async (status, code, expected) => {
    await sandbox.injectFault({ call: 'googleAds:search', kind: 'status', status, code })
    const response = await leadForms()
    const results = expectRefusal(response, expected)
    expect(await sandbox.listUnusedFaults()).toEqual([])
    if (expected === relink) expect(results.error).toContain('auth/create_link')
    if (code.includes('.') && expected !== internal)
      expect(results.platformError).toMatchObject({
        platform: 'search',
        code,
        traceId: expect.any(String),
      })
  })

  test.each([
    'authenticationError.OAUTH_TOKEN_REVOKED',
    'authenticationError.OAUTH_TOKEN_DISABLED',
    'authenticationError.OAUTH_TOKEN_INVALID',
    'NO_FAILURE',
  ])(
    'returns UPSTREAM_UNAVAILABLE with Retry-After for 401 %s until adrail can refresh the token again',
    async (code) => {
      const refusedTimes = async (times: number, retryAfter: string) => {
        await sandbox.injectFault({ call: 'googleAds:search', kind: 'status', status: 401, code, times })
        const response = await leadForms()
        expectRefusal(response, 'UPSTREAM_UNAVAILABLE')
        expect(response.headers.get('retry-after')).toBe(retryAfter)
        expect(await sandbox.listUnusedFaults()).toEqual([])
      }
      // The token is old enough for a refresh.
      await refusedTimes(3, '30')
      // The token is too new for a refresh, so adrail only retries.
      service.clock.advance(10_000)
      await refusedTimes(2, '20')
      service.clock.advance(20_000)
      expectSuccess('search/get_lead_forms', await leadForms())
    },
  )

  test.each([
    ['a server error', { kind: 'status', status: 500 }, 502, 'UPSTREAM_ERROR'],
    ['a temporary server error', { kind: 'status', status: 503 }, 502, 'UPSTREAM_ERROR'],
    ['a server timeout', { kind: 'status', status: 504 }, 502, 'UPSTREAM_ERROR'],
    ['a proxy error', { kind: 'html', status: 502 }, 502, 'UPSTREAM_ERROR'],
    ['a connection reset', { kind: 'reset' }, 503, 'UPSTREAM_UNAVAILABLE'],
    ['a malformed body', { kind: 'garbage' }, 502, 'UPSTREAM_BAD_RESPONSE'],
    ['an HTML page', { kind: 'html', status: 200 }, 502, 'UPSTREAM_BAD_RESPONSE'],
    [
      'a concurrent change',
      { kind: 'status', status: 400, code: 'databaseError.CONCURRENT_MODIFICATION' },
      502,
      'UPSTREAM_ERROR',
    ],
    ['a rate limit', { kind: 'rate_limit', retryAfterSeconds: 3 }, 503, 'UPSTREAM_RATE_LIMITED'],
    [
      'a limit on expensive queries',
      {
        kind: 'status',
        status: 429,
        code: 'quotaError.EXCESSIVE_SHORT_TERM_QUERY_RESOURCE_CONSUMPTION',
        retryAfterSeconds: 3,
      },
      503,
      'UPSTREAM_RATE_LIMITED',
    ],
  ] as const)(
    'succeeds after %s three times, and returns an error after the fourth time',
    async (_, fault, status, code) => {
      await sandbox.injectFault({ call: 'googleAds:search', times: 3, ...fault })
      expectSuccess('search/get_lead_forms', await leadForms())
      expect(await sandbox.listUnusedFaults()).toEqual([])
      await sandbox.injectFault({ call: 'googleAds:search', times: 4, ...fault })
      const response = await leadForms()
      expectRefusal(response, code)
      expect(response.status).toBe(status)
      expect(await sandbox.listUnusedFaults()).toEqual([])
    },
  )

  test('reports an exhausted daily quota at once, and sends no request until the quota resets', async () => {
    const fault = { call: 'googleAds:search', kind: 'rate_limit', retryAfterSeconds: 40_591 }
    await sandbox.injectFault(fault)
    const first = await leadForms()
    expectRefusal(first, 'UPSTREAM_RATE_LIMITED')
    expect(first.headers.get('retry-after')).toBe('40591')
    await sandbox.clearRequests()
    const second = await service.call('search/get_location_asset', { userId: search.userId })
    expectRefusal(second, 'UPSTREAM_RATE_LIMITED')
    expect(await sandbox.requests()).toEqual([])
    service.clock.advance(40_592 * 1000)
    expectSuccess('search/get_lead_forms', await leadForms())
  })

  test.each([
    ['SHORT', 300],
    ['LONG', 1800],
  ])(
    'pauses a query that exceeds the %s term resource limit for %d s, and sends other queries at once',
    async (term, seconds) => {
      const code = `quotaError.EXCESSIVE_${term}_TERM_QUERY_RESOURCE_CONSUMPTION`
      await sandbox.injectFault({ call: 'googleAds:search', kind: 'status', status: 429, code })
      const first = await leadForms()
      expectRefusal(first, 'UPSTREAM_RATE_LIMITED')
      expect(first.headers.get('retry-after')).toBe(String(seconds))
      await sandbox.clearRequests()
      const second = await leadForms()
      expectRefusal(second, 'UPSTREAM_RATE_LIMITED')
      expect(await sandbox.requests()).toEqual([])
      const other = 'search/get_conversion_actions'
      expectSuccess(other, await service.call(other, { userId: search.userId }))
      service.clock.advance((seconds + 1) * 1000)
      expectSuccess('search/get_lead_forms', await leadForms())
    },
  )
})

describe('search/create_search_campaign with a part that Google Ads rejects', () => {
  // Index of each part in the request that adrail sends for the campaign below.
  const parts = {
    budget: 0,
    campaign: 1,
    location: 2,
    radius: 4,
    excluded: 6,
    language: 8,
    negative: 10,
    adGroup: 12,
    keyword: 14,
    ad: 16,
    secondAd: 17,
    callout: 19,
    call: 21,
    image: 23,
    imageLink: 28,
    leadForm: 30,
    group: 31,
    goal: 32,
  }
  const rejected = 'PLATFORM_REJECTED' as const
  test.each([
    [
      'campaignError.DUPLICATE_CAMPAIGN_NAME',
      parts.campaign,
      'campaign_operation.create.name',
      'DUPLICATE_CAMPAIGN_NAME',
      'campaignName',
    ],
    [
      'campaignError.INVALID_CAMPAIGN_NAME',
      parts.campaign,
      'campaign_operation.create.name',
      rejected,
      'campaignName',
    ],
    [
      'dateRangeError.CANNOT_SET_DATE_TO_PAST',
      parts.campaign,
      'campaign_operation.create.start_date_time',
      rejected,
      'startDate',
    ],
    [
      'dateRangeError.START_DATE_AFTER_END_DATE',
      parts.campaign,
      'campaign_operation.create.end_date_time',
      rejected,
      'endDate',
    ],
    [
      'dateError.INVALID_STRING_DATE_TIME_SECONDS',
      parts.campaign,
      'campaign_operation.create.end_date_time',
      rejected,
      'endDate',
    ],
    ['campaignError.CONVERSION_TRACKING_NOT_ENABLED', parts.campaign, '', rejected, 'conversionEvents'],
    [
      'campaignError.AT_LEAST_ONE_CONVERSION_MUST_BE_SELECTED',
      parts.campaign,
      '',
      rejected,
      'conversionEvents',
    ],
    [
      'biddingError.BIDDING_STRATEGY_NOT_AVAILABLE_FOR_ACCOUNT_TYPE',
      parts.campaign,
      'campaign_operation.create.campaign_bidding_strategy',
      rejected,
      'objective',
    ],
    [
      'urlFieldError.FINAL_URL_SUFFIX_MALFORMED',
      parts.campaign,
      'campaign_operation.create.final_url_suffix',
      rejected,
      'utmParams',
    ],
    [
      'fieldError.INVALID_VALUE',
      parts.campaign,
      'campaign_operation.create.geo_target_type_setting',
      rejected,
      'geo_target_type',
    ],
    [
      'campaignBudgetError.NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT',
      parts.budget,
      'campaign_budget_operation.create.amount_micros',
      rejected,
      'dailyBudget',
    ],
    [
      'campaignBudgetError.MONEY_AMOUNT_TOO_LARGE',
      parts.budget,
      'campaign_budget_operation.create.amount_micros',
      rejected,
      'dailyBudget',
    ],
    [
      'campaignBudgetError.MONEY_AMOUNT_LESS_THAN_CURRENCY_MINIMUM_CPC',
      parts.budget,
      'campaign_budget_operation.create.amount_micros',
      'BUDGET_TOO_LOW',
      'dailyBudget',
    ],
    [
      'criterionError.CANNOT_TARGET_OBSOLETE_CRITERION',
      parts.location + 1,
      'campaign_criterion_operation.create.location.geo_target_constant',
      rejected,
      'locations[1]',
    ],
    [
      'campaignCriterionError.CANNOT_TARGET_AND_EXCLUDE',
      parts.excluded,
      'campaign_criterion_operation.create.location',
      rejected,
      'negativeLocations[0]',
    ],
    [
      'criterionError.INVALID_PROXIMITY_RADIUS',
      parts.radius,
      'campaign_criterion_operation.create.proximity.radius',
      rejected,
      'proximityTargeting[0].radius',
    ],
    [
      'criterionError.INVALID_LATITUDE',
      parts.radius + 1,
      'campaign_criterion_operation.create.proximity.geo_point.latitude_in_micro_degrees',
      rejected,
      'proximityTargeting[1].latitude_in_micro_degrees',
    ],
    [
      'criterionError.CANNOT_TARGET_LANGUAGE',
      parts.language,
      'campaign_criterion_operation.create.language.language_constant',
      rejected,
      'languages[1]',
    ],
    [
      'criterionError.KEYWORD_HAS_INVALID_CHARS',
      parts.negative,
      'campaign_criterion_operation.create.keyword.text',
      rejected,
      'negativeKeywords[0].text',
    ],
    [
      'criterionError.KEYWORD_TEXT_TOO_LONG',
      parts.keyword,
      'ad_group_criterion_operation.create.keyword.text',
      rejected,
      'keywords[1].text',
    ],
    [
      'requestError.INVALID_ENUM_VALUE',
      parts.keyword,
      'ad_group_criterion_operation.create.keyword.match_type',
      rejected,
      'keywords[1].match_type',
    ],
    [
      'adError.LINE_TOO_WIDE',
      parts.ad,
      'ad_group_ad_operation.create.ad.responsive_search_ad.headlines[2].text',
      rejected,
      'ads[0].headlines[2]',
    ],
    [
      'stringLengthError.TOO_LONG',
      parts.secondAd,
      'ad_group_ad_operation.create.ad.responsive_search_ad.descriptions[1].text',
      rejected,
      'ads[1].descriptions[1]',
    ],
    [
      'collectionSizeError.TOO_MANY',
      parts.ad,
      'ad_group_ad_operation.create.ad.responsive_search_ad.headlines',
      rejected,
      'ads[0].headlines',
    ],
    [
      'urlFieldError.INVALID_FINAL_URL',
      parts.ad,
      'ad_group_ad_operation.create.ad.final_urls[0]',
      rejected,
      'ads[0].url',
    ],
    [
      'policyFindingError.POLICY_FINDING',
      parts.ad,
      'ad_group_ad_operation.create.ad',
      'POLICY_VIOLATION',
      'ads[0]',
    ],
    [
      'policyViolationError.POLICY_ERROR',
      parts.keyword,
      'ad_group_criterion_operation.create.keyword.text',
      'POLICY_VIOLATION',
      'keywords[1].text',
    ],
    [
      'stringLengthError.TOO_LONG',
      parts.callout,
      'asset_operation.create.callout_asset.callout_text',
      rejected,
      'callouts[1]',
    ],
    [
      'assetError.CALL_INVALID_PHONE_NUMBER',
      parts.call,
      'asset_operation.create.call_asset.phone_number',
      rejected,
      'phoneNumber',
    ],
    [
      'assetError.CALL_INVALID_COUNTRY_CODE',
      parts.call,
      'asset_operation.create.call_asset.country_code',
      rejected,
      'phoneNumberCountryCode',
    ],
    [
      'assetError.CALL_CUSTOMER_CONSENT_FOR_CALL_RECORDING_REQUIRED',
      parts.call,
      'asset_operation.create',
      rejected,
      'phoneNumber',
    ],
    [
      'mediaUploadError.FORMAT_NOT_ALLOWED',
      parts.image,
      'asset_operation.create.image_asset.data',
      rejected,
      'images[1]',
    ],
    [
      'imageError.ASPECT_RATIO_NOT_ALLOWED',
      parts.imageLink,
      'campaign_asset_operation.create.asset',
      rejected,
      'images[0]',
    ],
    [
      'assetError.CUSTOMER_NOT_ON_ALLOWLIST_FOR_ASSET_TYPE',
      parts.image,
      'asset_operation.create.image_asset',
      rejected,
      'images[1]',
    ],
    [
      'assetLinkError.CUSTOMER_NOT_VERIFIED',
      parts.leadForm,
      'campaign_asset_operation.create',
      rejected,
      'leadFormAssetId',
    ],
    [
      'assetLinkError.FIELD_TYPE_INCOMPATIBLE_WITH_ASSET_TYPE',
      parts.leadForm,
      'campaign_asset_operation.create.field_type',
      rejected,
      'leadFormAssetId',
    ],
    [
      'mutateError.RESOURCE_NOT_FOUND',
      parts.leadForm,
      'campaign_asset_operation.create.asset',
      rejected,
      'leadFormAssetId',
    ],
    [
      'assetSetLinkError.INCOMPATIBLE_ASSET_SET_TYPE_WITH_CAMPAIGN_TYPE',
      parts.group,
      'campaign_asset_set_operation.create.asset_set',
      rejected,
      'locationGroupId',
    ],
    [
      'mutateError.RESOURCE_NOT_FOUND',
      parts.group,
      'campaign_asset_set_operation.create.asset_set',
      rejected,
      'locationGroupId',
    ],
    [
      'fieldError.INVALID_VALUE',
      parts.goal,
      'campaign_conversion_goal_operation.update.biddable',
      rejected,
      'conversionEvents',
    ],
    [
      'resourceCountLimitExceededError.ACCOUNT_LIMIT',
      parts.campaign,
      'campaign_operation.create',
      rejected,
      undefined,
    ],
    [
      'mutateError.INCONSISTENT_FIELD_VALUES',
      parts.campaign,
      'campaign_operation.create',
      rejected,
      undefined,
    ],
    ['sizeLimitError.REQUEST_SIZE_LIMIT_EXCEEDED', undefined, '', rejected, 'images'],
    ['databaseError.REQUEST_TOO_LARGE', undefined, '', rejected, 'images'],
  ] as const)('maps %s at part %s to the request field', async (code, index, tail, expectedCode, field) => {
    const place = index === undefined ? '' : `@mutate_operations[${index}]${tail === '' ? '' : `.${tail}`}`
    await sandbox.injectFault({
      call: 'googleAds:mutate',
      kind: 'status',
      status: 400,
      code: `${code}${place}`,
    })
    const body = fullSearchCampaign(search.userId, `Refused ${code}`, sandbox.url)
    const response = await service.call('search/create_search_campaign', body)
    const refused = expectRefusal(response, expectedCode)
    expect(refused.field).toBe(field)
    expect(await sandbox.listUnusedFaults()).toEqual([])
    expect(await sandbox.effects()).toEqual([])
  })

  test('chooses another budget name when a shared budget already has the name', async () => {
    await sandbox.injectFault({
      call: 'googleAds:mutate',
      kind: 'status',
      status: 400,
      code: 'campaignBudgetError.DUPLICATE_NAME@mutate_operations[0].campaign_budget_operation.create.name',
    })
    const response = await service.call(
      'search/create_search_campaign',
      minimalSearchCampaign(search.userId, 'Budget name'),
    )
    expectSuccess('search/create_search_campaign', response)
    expect(await sandbox.listUnusedFaults()).toEqual([])
  })
})

describe('search/create_search_campaign with values that Google Ads rejects', () => {
  const create = (name: string, change: object) =>
    service.call('search/create_search_campaign', {
      ...minimalSearchCampaign(search.userId, name),
      ...change,
    })
  const ad = minimalSearchCampaign('', '').ads[0]

  test.each([
    [
      'a start in the past [R4.gap.dates.past]',
      { startDate: '2025-12-31' },
      'PLATFORM_REJECTED',
      'startDate',
    ],
    ['a budget below the least', { dailyBudget: '0.01' }, 'BUDGET_TOO_LOW', 'dailyBudget'],
    ['a budget above the largest', { dailyBudget: '999999999999' }, 'PLATFORM_REJECTED', 'dailyBudget'],
    ['a name that is taken', { campaignName: 'Holiday wreaths' }, 'DUPLICATE_CAMPAIGN_NAME', 'campaignName'],
    [
      'a headline that breaks a policy',
      { ads: [{ ...ad, headlines: ['Fine', 'Also fine', 'Best casino in town'] }] },
      'POLICY_VIOLATION',
      'ads[0].headlines[2]',
    ],
    [
      'a keyword that breaks a policy',
      {
        keywords: [
          { text: 'chairs', match_type: 'BROAD' },
          { text: 'replica watches', match_type: 'BROAD' },
        ],
      },
      'POLICY_VIOLATION',
      'keywords[1].text',
    ],
    [
      'a callout that breaks a policy',
      { callouts: ['Fine', 'Buy now!!!'] },
      'POLICY_VIOLATION',
      'callouts[1]',
    ],
  ] as const)('creates nothing and returns the field of %s', async (what, change, code, field) => {
    const response = await create(`Refused for ${what}`, change)
    expectRefusal(response, code, { field })
    expect(await sandbox.effects()).toEqual([])
  })

  test('returns all policy violations of a request at once', async () => {
    const response = await create('Much wrong', {
      ads: [{ ...ad, headlines: ['Fine', 'Firearms', 'Casino'] }],
      callouts: ['Miracle cure'],
    })
    const { details } = expectRefusal(response, 'POLICY_VIOLATION', { field: 'ads[0].headlines[1]' })
    expect((details as { field: string }[]).map((detail) => detail.field)).toEqual([
      'ads[0].headlines[1]',
      'ads[0].headlines[2]',
      'callouts[0]',
    ])
  })

  test('returns the name of an old campaign without a declaration on EU political advertising', async () => {
    const other = await newSearchUser(service, { person: 'otto', accountId: '6600000005' })
    const [row] = await querySearchRows(
      service,
      "SELECT campaign.name FROM campaign WHERE campaign.name = 'Spring plants'",
    )
    expect(row).toBeDefined()
    const response = await create('Undeclared', { userId: other, locations: ['2276'] })
    const { error } = expectRefusal(response, 'PLATFORM_REJECTED')
    expect(error).toMatch(/EU political advertising: ".+ search"/)
  })

  test('returns ACCOUNT_SUSPENDED for a suspended account and PERMISSION_MISSING for a read-only account', async () => {
    for (const [accountId, code] of [
      ['6600000006', 'ACCOUNT_SUSPENDED'],
      ['6600000008', 'PERMISSION_MISSING'],
    ] as const) {
      const other = await newSearchUser(service, { person: 'otto', accountId }).catch(() => undefined)
      if (other === undefined) continue
      expectRefusal(await create('No', { userId: other, locations: ['2276'] }), code)
    }
    expect(await sandbox.effects()).toEqual([])
  })

  test('returns REFERENCE_NOT_FOUND for conversion events of an account without conversion tracking', async () => {
    const other = await newSearchUser(service, { person: 'otto', accountId: '6600000009' })
    const response = await create('Unmeasured', {
      userId: other,
      locations: ['2276'],
      objective: 'CONVERSION',
      conversionEvents: ['PURCHASE'],
    })
    expectRefusal(response, 'REFERENCE_NOT_FOUND', { field: 'conversionEvents[0]' })
  })
})
