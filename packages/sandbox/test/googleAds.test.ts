// These tests run the most used clients of the Google Ads API, unmodified, against the sandbox.
// google-ads-node uses REST for all calls. google-ads-api is tested for reads only, because it sends writes
// over gRPC, which the sandbox does not support.

import { createRequire } from 'node:module'
import {
  CampaignServiceClient,
  CustomerServiceClient,
  GeoTargetConstantServiceClient,
  GoogleAdsServiceClient,
  KeywordPlanIdeaServiceClient,
} from 'google-ads-node'
import { GoogleAuth, OAuth2Client } from 'google-auth-library'
import { expect, test, vi } from 'vitest'
import { standingTokenText } from '../src/index.ts'
import { isVariedRun, readUnderSeeds } from '../testing/sandbox.ts'
import { foxCustomerId, type SearchRow, useSearch } from '../testing/search.ts'
import { clientFindings, findingTitle } from './clientFindings.ts'

const require = createRequire(import.meta.url)
const { GoogleAdsApi }: SearchRow = require('google-ads-api')
const gax: SearchRow = createRequire(require.resolve('google-ads-node'))('google-gax')

/** The published REST mode fails because its descriptors have protocol names. REST requires JSON names. */
class RestClient extends gax.fallback.GrpcClient {
  loadProtoJSON(json: SearchRow): SearchRow {
    return super.loadProtoJSON(withJsonNames(json))
  }
}
const restGax = { ...gax, fallback: { ...gax.fallback, GrpcClient: RestClient } }

let renamedJson: SearchRow
function withJsonNames(json: SearchRow): SearchRow {
  renamedJson ??= toJsonNames(json)
  return renamedJson
}

function toJsonNames(node: SearchRow): SearchRow {
  const camel = (name: string) => name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
  const copy: SearchRow = { ...node }
  if (node.fields) {
    copy.fields = Object.fromEntries(Object.entries(node.fields).map(([name, field]) => [camel(name), field]))
  }
  if (node.oneofs) {
    copy.oneofs = Object.fromEntries(
      Object.entries<SearchRow>(node.oneofs).map(([name, { oneof }]) => [name, { oneof: oneof.map(camel) }]),
    )
  }
  if (node.nested) {
    copy.nested = Object.fromEntries(
      Object.entries(node.nested).map(([name, inner]) => [name, toJsonNames(inner)]),
    )
  }
  return copy
}

const search = useSearch()

/** Returns an untyped client, because the types of google-ads-node have protocol names, not JSON names. */
function client(Service: new (options: SearchRow, gax: SearchRow) => unknown, person = 'ada'): SearchRow {
  const authClient = new OAuth2Client()
  authClient.setCredentials({ access_token: standingTokenText('search', person) })
  const auth = new GoogleAuth({ authClient })
  return new Service(
    { fallback: true, protocol: 'http', apiEndpoint: '127.0.0.1', port: search.port, auth },
    restGax,
  )
}

const headers = (login?: string) => ({
  otherArgs: {
    headers: { 'developer-token': 'ignored', ...(login === undefined ? {} : { 'login-customer-id': login }) },
  },
})

/** Parses the failure, because google-ads-node returns error details of an unknown type as text. */
function readFailure(error: SearchRow): SearchRow {
  const detail = error.statusDetails.find((each: SearchRow) =>
    String(each.resourceType).endsWith('GoogleAdsFailure'),
  )
  return JSON.parse(detail.description)
}

test('google-ads-node lists the accessible accounts', async () => {
  const [response] = await client(CustomerServiceClient).listAccessibleCustomers({}, headers())
  expect(response.resourceNames.toSorted()).toEqual([
    'customers/4823109756',
    'customers/7710000001',
    'customers/9301448215',
  ])
})

test('google-ads-node returns the rows of all pages of a search', async () => {
  search.sandbox.state().search.pageRows = 2
  const [rows] = await client(GoogleAdsServiceClient).search(
    {
      customerId: foxCustomerId,
      query: 'SELECT campaign.id, campaign.name, campaign.status FROM campaign ORDER BY campaign.name',
    },
    headers('7710000001'),
  )
  const names = (rows as SearchRow[]).map((row) => row.campaign.name)
  expect(names).toHaveLength(5)
  expect(names).toEqual([...names].sort())
  expect((rows as SearchRow[])[0].campaign.status).toBe('ENABLED')
})

test('google-ads-node reads the rows of a search stream', async () => {
  const stream = client(GoogleAdsServiceClient).searchStream(
    { customerId: foxCustomerId, query: 'SELECT ad_group.id, campaign.name, metrics.clicks FROM ad_group' },
    headers(),
  )
  const rows: SearchRow[] = []
  for await (const chunk of stream as AsyncIterable<SearchRow>) rows.push(...chunk.results)
  expect(rows.length).toBeGreaterThanOrEqual(6)
  expect(Number(rows[0].metrics.clicks)).toBeGreaterThan(0)
})

const operations = (name: string): SearchRow[] => [
  {
    campaignBudgetOperation: {
      create: {
        resourceName: `customers/${foxCustomerId}/campaignBudgets/-1`,
        name,
        amountMicros: 25_000_000,
        explicitlyShared: false,
      },
    },
  },
  {
    campaignOperation: {
      create: {
        resourceName: `customers/${foxCustomerId}/campaigns/-2`,
        name,
        status: 'PAUSED',
        advertisingChannelType: 'SEARCH',
        campaignBudget: `customers/${foxCustomerId}/campaignBudgets/-1`,
        networkSettings: { targetGoogleSearch: true },
        maximizeConversions: {},
        containsEuPoliticalAdvertising: 'DOES_NOT_CONTAIN_EU_POLITICAL_ADVERTISING',
      },
    },
  },
  {
    adGroupOperation: {
      create: {
        resourceName: `customers/${foxCustomerId}/adGroups/-3`,
        name,
        campaign: `customers/${foxCustomerId}/campaigns/-2`,
        type: 'SEARCH_STANDARD',
      },
    },
  },
  {
    adGroupCriterionOperation: {
      create: {
        adGroup: `customers/${foxCustomerId}/adGroups/-3`,
        keyword: { text: 'garden tables', matchType: 'PHRASE' },
      },
    },
  },
]

test('google-ads-node creates several resource types in one request with temporary ids', async () => {
  const [answer] = await client(GoogleAdsServiceClient).mutate(
    { customerId: foxCustomerId, mutateOperations: operations('Tables') },
    headers(),
  )
  const responses: SearchRow[] = answer.mutateOperationResponses ?? []
  expect(responses.map((response) => response.response)).toEqual([
    'campaignBudgetResult',
    'campaignResult',
    'adGroupResult',
    'adGroupCriterionResult',
  ])
  expect(responses[3].adGroupCriterionResult.resourceName).toMatch(
    /^customers\/4823109756\/adGroupCriteria\/\d+~\d+$/,
  )
  const rows = await search.query(
    "SELECT ad_group.name, campaign.status FROM ad_group WHERE campaign.name = 'Tables'",
  )
  expect(rows).toHaveLength(1)
  expect(rows[0].campaign.status).toBe('PAUSED')
})

test('google-ads-node updates a campaign through the campaign service', async () => {
  const [row] = await search.query(
    "SELECT campaign.resource_name FROM campaign WHERE campaign.name = 'Holiday wreaths'",
  )
  const [response] = await client(CampaignServiceClient).mutateCampaigns(
    {
      customerId: foxCustomerId,
      operations: [
        {
          updateMask: { paths: ['status'] },
          update: { resourceName: row.campaign.resourceName, status: 'PAUSED' },
        },
      ],
    },
    headers(),
  )
  expect(response.results?.[0]?.resourceName).toBe(row.campaign.resourceName)
  const [after] = await search.query(
    "SELECT campaign.status FROM campaign WHERE campaign.name = 'Holiday wreaths'",
  )
  expect(after.campaign.status).toBe('PAUSED')
})

test('google-ads-node decodes a failure with its code, trigger and field path', async () => {
  const error: SearchRow = await client(GoogleAdsServiceClient)
    .mutate({ customerId: foxCustomerId, mutateOperations: operations('Holiday wreaths') }, headers())
    .catch((caught: unknown) => caught)
  expect(error.code).toBe(3)
  const failure = readFailure(error)
  expect(failure.requestId).toMatch(/^\w{22}$/)
  expect(failure.errors[0].errorCode.campaignError).toBe('DUPLICATE_CAMPAIGN_NAME')
  expect(failure.errors[0].trigger.stringValue).toBe('Holiday wreaths')
  expect(failure.errors[0].location.fieldPathElements.map((element: SearchRow) => element.fieldName)).toEqual(
    ['mutate_operations', 'campaign_operation', 'create', 'name'],
  )
})

test('google-ads-node returns USER_PERMISSION_DENIED for an account of another person', async () => {
  const error: SearchRow = await client(GoogleAdsServiceClient, 'ben')
    .search({ customerId: foxCustomerId, query: 'SELECT customer.id FROM customer' }, headers())
    .catch((caught: unknown) => caught)
  expect(error.code).toBe(7)
  expect(readFailure(error).errors[0].errorCode.authorizationError).toBe('USER_PERMISSION_DENIED')
})

test('google-ads-node returns keyword ideas', async () => {
  const [ideas] = await client(KeywordPlanIdeaServiceClient).generateKeywordIdeas(
    {
      customerId: '9301448215',
      language: 'languageConstants/1000',
      geoTargetConstants: ['geoTargetConstants/2840'],
      keywordPlanNetwork: 'GOOGLE_SEARCH',
      keywordSeed: { keywords: ['garden chairs'] },
      pageSize: 1_000,
    },
    headers(),
  )
  const texts = (ideas as SearchRow[]).map((idea) => idea.text)
  expect(texts[0]).toBe('garden chairs')
  expect(texts.length).toBeGreaterThan(40)
})

test('google-ads-node returns a location suggestion with its parents', async () => {
  const [response] = await client(GeoTargetConstantServiceClient).suggestGeoTargetConstants(
    { locale: 'en', countryCode: 'US', locationNames: { names: ['Austin'] } },
    headers(),
  )
  const [first]: SearchRow[] = response.geoTargetConstantSuggestions ?? []
  expect(first.geoTargetConstant.canonicalName).toBe('Austin,Texas,United States')
  expect(first.geoTargetConstantParents.map((parent: SearchRow) => parent.name)).toEqual([
    'Texas',
    'United States',
  ])
})

/** Redirects the axios instance of google-ads-api, which sends all of its reads. */
async function withGoogleAdsApi<Result>(callback: (customer: SearchRow) => Promise<Result>): Promise<Result> {
  const axios: SearchRow = createRequire(require.resolve('google-ads-api'))('axios')
  const redirect = axios.interceptors.request.use((config: SearchRow) => ({
    ...config,
    url: String(config.url).replace('https://googleads.googleapis.com', search.url),
  }))
  try {
    const api = new GoogleAdsApi({
      client_id: 'sandbox-search.apps.googleusercontent.com',
      client_secret: 'sandbox-search-secret',
      developer_token: 'ignored',
    })
    const customer: SearchRow = api.Customer({
      customer_id: foxCustomerId,
      login_customer_id: '7710000001',
      refresh_token: standingTokenText('search', 'ada', 'refresh'),
    })
    customer.getAccessToken = async () => standingTokenText('search', 'ada')
    return await callback(customer)
  } finally {
    axios.interceptors.request.eject(redirect)
  }
}

test('google-ads-api reads through its query and report methods', async () => {
  await withGoogleAdsApi(async (customer) => {
    const rows: SearchRow[] = await customer.query('SELECT campaign.id, campaign.name FROM campaign LIMIT 3')
    expect(rows).toHaveLength(3)
    const report: SearchRow[] = await customer.report({
      entity: 'campaign',
      attributes: ['campaign.id', 'campaign.status'],
      metrics: ['metrics.clicks'],
      constraints: { 'campaign.status': 'ENABLED' },
      from_date: '2026-10-01',
      to_date: '2026-10-31',
    })
    expect(report.length).toBeGreaterThan(2)
    expect(report[0].metrics.clicks).toBeGreaterThan(0)
    const failure: SearchRow = await customer
      .query('SELECT campaign.nonsense FROM campaign')
      .catch((caught: unknown) => caught)
    // A varied run checks the code, because the sentence with the field name varies.
    expect(JSON.stringify(failure)).toMatch(isVariedRun() ? /UNRECOGNIZED_FIELD|query_error/ : /nonsense/)
  })
})

const campaignsOf = async (): Promise<SearchRow[]> => {
  const request = { customerId: foxCustomerId, query: 'SELECT campaign.id FROM campaign' }
  const [rows] = await client(GoogleAdsServiceClient).search(request, headers('7710000001'))
  return rows as SearchRow[]
}

test(findingTitle(clientFindings.googleUnknown), async () => {
  const results = await readUnderSeeds(search, campaignsOf)
  expect(results.flat().filter((row) => 'adStrengthHint' in row)).toEqual([])
})

test(findingTitle(clientFindings.googleOrder), async () => {
  const results = await readUnderSeeds(search, campaignsOf)
  const idOrders = results.map((rows) => rows.map((row) => String(row.campaign.id)).join())
  expect(new Set(idOrders).size).toBeGreaterThan(1)
})

test(findingTitle(clientFindings.googleApiUnknown), async () => {
  const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const errors = vi.spyOn(console, 'error').mockImplementation(() => {})
  const results = await readUnderSeeds(search, () =>
    withGoogleAdsApi((customer) => customer.query('SELECT campaign.id FROM campaign')),
  )
  const logged = [...warnings.mock.calls, ...errors.mock.calls].map(String).join()
  warnings.mockRestore()
  errors.mockRestore()
  expect(JSON.stringify(results)).toContain('ad_strength_hint')
  expect(logged).toContain('No data type found for ad_strength_hint.level')
})

test('the test proxy validates the response that google-ads-node receives', async () => {
  const before = search.checkedCount()
  await client(CustomerServiceClient).listAccessibleCustomers({}, headers())
  expect(search.checkedCount()).toBe(before + 1)
})
