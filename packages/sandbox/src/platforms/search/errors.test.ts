import { expect, test } from 'vitest'
import { errorFamilies } from '../../../testing/descriptors.ts'
import { foxCustomerId, listErrors, useSearch } from '../../../testing/search.ts'

const search = useSearch()

const path = `/v25/customers/${foxCustomerId}/googleAds:search`
const body = { query: 'SELECT customer.id FROM customer' }

const order = (status: number, more: object = {}, call = 'googleAds:search') =>
  search.sandbox.faults.order({ platform: 'search', call, kind: 'status', status, ...more })

/** Error codes that the connector must distinguish, with their HTTP status. */
const codes: Readonly<Record<string, readonly [number, string]>> = {
  authenticationError: [
    401,
    'OAUTH_TOKEN_INVALID OAUTH_TOKEN_EXPIRED OAUTH_TOKEN_REVOKED OAUTH_TOKEN_DISABLED GOOGLE_ACCOUNT_DELETED NOT_ADS_USER TWO_STEP_VERIFICATION_NOT_ENROLLED ADVANCED_PROTECTION_NOT_ENROLLED CUSTOMER_NOT_FOUND CLIENT_CUSTOMER_ID_INVALID DEVELOPER_TOKEN_INVALID ORGANIZATION_NOT_APPROVED',
  ],
  authorizationError: [
    403,
    'USER_PERMISSION_DENIED CUSTOMER_NOT_ENABLED ACTION_NOT_PERMITTED ACTION_NOT_PERMITTED_FOR_SUSPENDED_ACCOUNT CLOUD_PROJECT_NOT_APPROVED_FOR_PRODUCTION DEVELOPER_TOKEN_NOT_APPROVED PROJECT_DISABLED MISSING_TOS SERVICE_ACCESS_DENIED DEVELOPER_TOKEN_PROHIBITED INVALID_LOGIN_CUSTOMER_ID_SERVING_CUSTOMER_ID_COMBINATION',
  ],
  headerError: [400, 'INVALID_LOGIN_CUSTOMER_ID'],
  quotaError: [
    429,
    'RESOURCE_TEMPORARILY_EXHAUSTED RESOURCE_EXHAUSTED EXCESSIVE_SHORT_TERM_QUERY_RESOURCE_CONSUMPTION EXCESSIVE_LONG_TERM_QUERY_RESOURCE_CONSUMPTION',
  ],
  databaseError: [400, 'CONCURRENT_MODIFICATION DATA_CONSTRAINT_VIOLATION REQUEST_TOO_LARGE'],
  sizeLimitError: [400, 'REQUEST_SIZE_LIMIT_EXCEEDED'],
  internalError: [500, 'TRANSIENT_ERROR INTERNAL_ERROR DEADLINE_EXCEEDED'],
  requestError: [
    400,
    'UNSUPPORTED_VERSION TOO_MANY_MUTATE_OPERATIONS RESOURCE_NAME_MALFORMED INVALID_ENUM_VALUE PAGE_SIZE_NOT_SUPPORTED CANNOT_BE_EXECUTED_BY_MANAGER_ACCOUNT RPC_DEADLINE_TOO_SHORT',
  ],
  mutateError: [
    400,
    'EU_POLITICAL_ADVERTISING_DECLARATION_REQUIRED RESOURCE_NOT_FOUND INCONSISTENT_FIELD_VALUES ID_EXISTS_IN_MULTIPLE_MUTATES',
  ],
  fieldError: [400, 'REQUIRED INVALID_VALUE'],
  rangeError: [400, 'TOO_LOW TOO_HIGH'],
  stringLengthError: [400, 'TOO_SHORT TOO_LONG EMPTY'],
  collectionSizeError: [400, 'TOO_FEW TOO_MANY'],
  campaignError: [
    400,
    'DUPLICATE_CAMPAIGN_NAME INVALID_CAMPAIGN_NAME CANNOT_SET_DATE_TO_PAST CONVERSION_TRACKING_NOT_ENABLED AT_LEAST_ONE_CONVERSION_MUST_BE_SELECTED',
  ],
  dateRangeError: [
    400,
    'CANNOT_SET_DATE_TO_PAST START_DATE_AFTER_END_DATE INVALID_DATE REQUESTED_DATE_GRANULARITY_NOT_SUPPORTED',
  ],
  campaignBudgetError: [
    400,
    'NON_MULTIPLE_OF_MINIMUM_CURRENCY_UNIT MONEY_AMOUNT_TOO_LARGE MONEY_AMOUNT_LESS_THAN_CURRENCY_MINIMUM_CPC BUDGET_BELOW_PER_DAY_MINIMUM NEGATIVE_MONEY_AMOUNT DUPLICATE_NAME',
  ],
  biddingError: [
    400,
    'CANNOT_CREATE_CAMPAIGN_WITH_BIDDING_STRATEGY BIDDING_STRATEGY_NOT_AVAILABLE_FOR_ACCOUNT_TYPE',
  ],
  criterionError: [400, 'INVALID_KEYWORD_TEXT CANNOT_TARGET_CRITERION CANNOT_TARGET_LANGUAGE'],
  adError: [400, 'LINE_TOO_WIDE TOO_SHORT INVALID_INPUT URL_MALFORMED'],
  assetError: [
    400,
    'CALL_DISALLOWED_NUMBER_TYPE CALL_CUSTOMER_CONSENT_FOR_CALL_RECORDING_REQUIRED NAME_CONFLICT_FOR_ASSET_TYPE',
  ],
  assetLinkError: [400, 'CUSTOMER_NOT_VERIFIED'],
  newResourceCreationError: [400, 'TEMP_ID_RESOURCE_HAD_ERRORS'],
  resourceCountLimitExceededError: [400, 'ACCOUNT_LIMIT'],
  operationAccessDeniedError: [403, 'ACTION_NOT_PERMITTED'],
  contextError: [400, 'OPERATION_NOT_PERMITTED_FOR_CONTEXT'],
}

test('every listed Google Ads failure can be injected with its HTTP status', async () => {
  const familiesByName = errorFamilies()
  for (const [family, [status, values]] of Object.entries(codes)) {
    for (const value of values.split(' ')) {
      expect([family, value, familiesByName.get(family)?.has(value)]).toEqual([family, value, true])
      const upper = family.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
      order(status, { code: `${upper}.${value}` })
      const reply = await search.send(path, { body })
      expect([reply.status, listErrors(reply)]).toEqual([status, [`${family}.${value}`]])
    }
  }
  expect(search.sandbox.faults.unspent()).toEqual([])
})

test('an injected quota failure contains the retry delay', async () => {
  order(429, { code: 'QUOTA_ERROR.RESOURCE_EXHAUSTED', retryAfterSeconds: 40_591 })
  const reply = await search.send(path, { body })
  expect(reply.body.error).toMatchObject({
    code: 429,
    status: 'RESOURCE_EXHAUSTED',
    message: 'Resource has been exhausted (e.g. check quota).',
  })
  expect(reply.body.error.details[0].errors[0]).toMatchObject({
    message: 'Too many requests. Retry in 40591 seconds.',
    details: { quotaErrorDetails: { rateScope: 'DEVELOPER', retryDelay: '40591s' } },
  })
})

test('an injected failure can contain a field path', async () => {
  const where = 'mutate_operations[1].campaign_operation.create.name'
  order(400, { code: `CAMPAIGN_ERROR.DUPLICATE_CAMPAIGN_NAME@${where}` })
  expect(listErrors(await search.send(path, { body }))).toEqual([
    `campaignError.DUPLICATE_CAMPAIGN_NAME @ ${where}`,
  ])
})

test('an injected failure of the Google front end has no GoogleAdsFailure in its details', async () => {
  order(403, { code: 'SERVICE_DISABLED' })
  const disabled = await search.send(path, { body })
  expect(disabled.body.error.details).toEqual([
    expect.objectContaining({
      '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
      reason: 'SERVICE_DISABLED',
      domain: 'googleapis.com',
    }),
  ])
  order(403, { code: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' })
  const narrow = await search.send(path, { body })
  expect(narrow.body.error.message).toBe('Request had insufficient authentication scopes.')
  order(401, { code: 'NO_FAILURE' })
  const bare = await search.send(path, { body })
  expect([bare.status, bare.body.error.details]).toEqual([401, undefined])
})

test('an injected failure without a code returns the default code of its HTTP status', async () => {
  for (const [status, code] of [
    [401, 'authenticationError.OAUTH_TOKEN_INVALID'],
    [403, 'authorizationError.USER_PERMISSION_DENIED'],
    [429, 'quotaError.RESOURCE_EXHAUSTED'],
    [500, 'internalError.INTERNAL_ERROR'],
    [503, 'internalError.TRANSIENT_ERROR'],
  ] as const) {
    order(status)
    expect(listErrors(await search.send(path, { body }))).toEqual([code])
  }
})

test('a fault after the effect keeps the created asset, and a fault before the effect prevents it', async () => {
  order(500, { when: 'after' }, 'googleAds:mutate')
  const reply = await search.mutate([
    { assetOperation: { create: { calloutAsset: { calloutText: 'Lost answer' } } } },
  ])
  expect(reply.status).toBe(500)
  expect(
    await search.query("SELECT asset.id FROM asset WHERE asset.callout_asset.callout_text = 'Lost answer'"),
  ).toHaveLength(1)
  order(500, { when: 'before' }, 'googleAds:mutate')
  await search.mutate([{ assetOperation: { create: { calloutAsset: { calloutText: 'Never sent' } } } }])
  expect(
    await search.query("SELECT asset.id FROM asset WHERE asset.callout_asset.callout_text = 'Never sent'"),
  ).toEqual([])
})

const violation = (text: string) => ({
  code: 400,
  status: 'INVALID_ARGUMENT',
  message: text,
  details: [
    {
      '@type': 'type.googleapis.com/google.rpc.BadRequest',
      fieldViolations: [{ field: expect.any(String), description: text }],
    },
  ],
})

test.each([
  [
    { startDate: '2027-01-01' },
    `Invalid JSON payload received. Unknown name "startDate" at 'mutate_operations[0].campaign_operation.create': Cannot find field.`,
  ],
  [
    { status: 'RUNNING' },
    `Invalid value at 'mutate_operations[0].campaign_operation.create.status' (type.googleapis.com/google.ads.googleads.v25.enums.CampaignStatusEnum.CampaignStatus), "RUNNING"`,
  ],
  [{ name: 5 }, `Invalid value at 'mutate_operations[0].campaign_operation.create.name' (TYPE_STRING), 5`],
  [
    { networkSettings: 'all' },
    `Invalid value at 'mutate_operations[0].campaign_operation.create.network_settings' (NetworkSettings), "all"`,
  ],
  [
    { name: ['a'] },
    `Invalid JSON payload received. Unknown name "name" at 'mutate_operations[0].campaign_operation.create': Proto field is not repeating, cannot start list.`,
  ],
  [
    { targetSpend: {}, maximizeConversions: {} },
    `Invalid value at 'mutate_operations[0].campaign_operation.create' (oneof), oneof field 'campaign_bidding_strategy' is already set. Cannot set 'maximizeConversions'`,
  ],
])('a body with %j is refused with a field violation', async (create, text) => {
  const reply = await search.mutate([{ campaignOperation: { create } }])
  expect(reply.status).toBe(400)
  expect(reply.body.error).toEqual(violation(text))
})

test('a body that is not a JSON object is refused', async () => {
  for (const sent of ['{"query": ', '[]', '"text"']) {
    const reply = await search.send(path, { body: sent })
    expect([reply.status, reply.body.error.status]).toEqual([400, 'INVALID_ARGUMENT'])
  }
})

test('an operation or field that the sandbox does not emulate is refused with 501', async () => {
  const reply = await search.mutate([{ labelOperation: { create: { name: 'x' } } }])
  expect([reply.status, reply.body.error.status]).toEqual([501, 'UNIMPLEMENTED'])
  const field = await search.send(path, {
    body: { query: 'SELECT campaign.shopping_setting.merchant_id FROM campaign' },
  })
  expect(field.status).toBe(501)
})

test('a list in a field that the sandbox does not emulate is refused with 501', async () => {
  const create = { name: 'Capped', frequencyCaps: [{ cap: 3 }] }
  const reply = await search.mutate([{ campaignOperation: { create } }])
  expect(reply.status).toBe(501)
  expect(reply.body.error).toMatchObject({
    status: 'UNIMPLEMENTED',
    message: 'The sandbox does not emulate mutate_operations[0].campaign_operation.create.frequency_caps.',
  })
})

test('a search accepts the protocol names of fields and returns 64-bit numbers as text', async () => {
  const reply = await search.send(path, {
    body: { query: body.query, search_settings: { return_total_results_count: true } },
  })
  expect(reply.body.totalResultsCount).toBe('1')
  search.problems.length = 0
})
