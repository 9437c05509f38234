// These tests run LinkedIn's own JavaScript client, unmodified, against the sandbox. They change only the
// address, through the public axios instance. The client does the encoding, tunneling, patches and decoding.

import { createRequire } from 'node:module'
import { AuthClient, RestliClient } from 'linkedin-api-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { standingTokenText } from '../src/index.ts'
import { isVariedRun, readUnderSeeds, useSandbox } from '../testing/sandbox.ts'
import { clientFindings, findingTitle } from './clientFindings.ts'

// The OAuth client of the package uses its own copy of axios directly.
const axios: {
  readonly interceptors: RestliClient['axiosInstance']['interceptors']
  isAxiosError(error: unknown): error is { readonly response?: { readonly data: unknown } }
} = createRequire(createRequire(import.meta.url).resolve('linkedin-api-client'))('axios')

const sandbox = useSandbox()
let client: RestliClient
let ejectInterceptor: () => void
const accessToken = standingTokenText('pro', 'ada')
const versionString = '202607'
const redirected = (url = '') => url.replace(/^https:\/\/(api|www)\.linkedin\.com/, sandbox.url)

beforeAll(() => {
  client = new RestliClient()
  client.axiosInstance.interceptors.request.use((config) => ({ ...config, url: redirected(config.url) }))
  const id = axios.interceptors.request.use((config) => ({ ...config, url: redirected(config.url) }))
  ejectInterceptor = () => axios.interceptors.request.eject(id)
})
afterAll(() => ejectInterceptor())

const campaigns = '/adAccounts/{account}/adCampaigns'
const account = { account: 512345678 }

test('linkedin-api-client reads the current member', async () => {
  const { data } = await client.get({
    resourcePath: '/me',
    accessToken,
    versionString,
    queryParams: { fields: 'id,localizedFirstName' },
  })
  expect(data).toMatchObject({ id: 'aD4f0xK2p1', localizedFirstName: 'Ada' })
})

test('linkedin-api-client finds accounts by structured criteria and follows the cursor through every page', async () => {
  const otto = standingTokenText('pro', 'otto')
  const names = new Set<string>()
  for (let pageToken: string | undefined; ; ) {
    const { data } = await client.finder({
      resourcePath: '/adAccounts',
      finderName: 'search',
      queryParams: {
        search: { status: { values: ['ACTIVE', 'DRAFT'] }, test: false },
        pageSize: 12,
        ...(pageToken === undefined ? {} : { pageToken }),
        fields: 'id,name',
      },
      accessToken: otto,
      versionString,
    })
    for (const element of data.elements) names.add(String(element['name']))
    // The client predates cursors and does not declare this field.
    pageToken = (data as { metadata?: { nextPageToken?: string } }).metadata?.nextPageToken
    if (pageToken === undefined) break
  }
  expect(names.size).toBe(40)
  expect(names).toContain('Forty Bikes Köln')
})

test('linkedin-api-client lists audiences by a URN parameter with a link to the next page', async () => {
  const { data } = await client.finder({
    resourcePath: '/dmpSegments',
    finderName: 'account',
    queryParams: { account: 'urn:li:sponsoredAccount:512345678', start: 0, count: 5 },
    accessToken,
    versionString,
  })
  expect(data.elements).toHaveLength(5)
  expect(data.paging).toMatchObject({ start: 0, count: 5, links: [{ rel: 'next' }] })
  expect(isVariedRun() ? [-1, 11] : [11]).toContain(data.paging?.total)
})

test('linkedin-api-client returns found and missing campaigns of a batch get', async () => {
  const { data } = await client.batchGet({
    resourcePath: campaigns,
    pathKeys: account,
    ids: [361084726, 361084737, 1],
    queryParams: { fields: 'id,name' },
    accessToken,
    versionString,
  })
  expect(data.results).toMatchObject({
    '361084726': { id: 361084726, name: 'Bulk plants for landscapers' },
    '361084737': { id: 361084737, name: 'Wholesale price list' },
  })
  expect(data.statuses).toEqual({ '361084726': 200, '361084737': 200, '1': 404 })
  expect(data.errors).toMatchObject({ '1': { status: 404 } })
})

test('linkedin-api-client reads a role by its compound key', async () => {
  const { data } = await client.get({
    resourcePath: '/adAccountUsers/{key}',
    pathKeys: { key: { account: 'urn:li:sponsoredAccount:512345678', user: 'urn:li:person:aD4f0xK2p1' } },
    accessToken,
    versionString,
  })
  expect(data).toMatchObject({ role: 'ACCOUNT_BILLING_ADMIN' })
})

test('linkedin-api-client tunnels a query beyond 4,000 characters, and the sandbox accepts it', async () => {
  const values = Array.from({ length: 300 }, (_, index) => `No campaign (of this name), number: ${index}`)
  const { data, config } = await client.finder({
    resourcePath: campaigns,
    pathKeys: account,
    finderName: 'search',
    queryParams: { search: { name: { values: [...values, 'Opening weekend'] } }, fields: 'name' },
    accessToken,
    versionString,
  })
  expect(config.method?.toUpperCase()).toBe('POST')
  expect(data.elements).toMatchObject([{ name: 'Opening weekend' }])
  expect(sandbox.requests.list({ platform: 'pro' }).at(-1)).toMatchObject({
    method: 'POST',
    call: 'adCampaigns.search',
  })
})

test('linkedin-api-client sends a partial update from a patch or from a comparison of entities', async () => {
  const key = {
    resourcePath: `${campaigns}/{id}`,
    pathKeys: { ...account, id: 361084748 },
    accessToken,
    versionString,
  }
  const read = async () =>
    (await client.get({ ...key, queryParams: { fields: 'name,status,dailyBudget,totalBudget' } })).data
  const updateResponse = await client.partialUpdate({
    ...key,
    patchSetObject: {
      dailyBudget: { amount: '27.50', currencyCode: 'USD' },
      totalBudget: { amount: '900', currencyCode: 'USD' },
    },
  })
  expect(updateResponse.status).toBe(204)
  const before = await read()
  expect(before).toMatchObject({ dailyBudget: { amount: '27.50', currencyCode: 'USD' } })
  const { totalBudget: _, ...unchangedFields } = before
  const compared = await client.partialUpdate({
    ...key,
    originalEntity: before,
    modifiedEntity: {
      ...unchangedFields,
      status: 'ACTIVE',
      dailyBudget: { amount: '28.00', currencyCode: 'USD' },
    },
  })
  expect(compared.status).toBe(204)
  expect(await read()).toMatchObject({
    name: 'Facility managers, personal message',
    status: 'ACTIVE',
    dailyBudget: { amount: '28.00', currencyCode: 'USD' },
  })
})

test('linkedin-api-client returns a result or an error per key of a batch partial update', async () => {
  const { data } = await client.batchPartialUpdate({
    resourcePath: campaigns,
    pathKeys: account,
    ids: ['361084726', '361084837'],
    patchSetObjects: [{ name: 'Bulk plants' }, { name: 'Too late' }],
    accessToken,
    versionString,
  })
  expect(data.results).toMatchObject({ '361084726': { status: 204 } })
  expect(data).toMatchObject({ errors: { '361084837': { code: 'ACTION_NOT_ALLOWED_FOR_CANCELLED_STATUS' } } })
})

test('linkedin-api-client returns the decoded id of a new creative and reads the creative by this id', async () => {
  const created = await client.create({
    resourcePath: '/adAccounts/{account}/creatives',
    pathKeys: account,
    entity: {
      campaign: 'urn:li:sponsoredCampaign:361084726',
      content: { reference: 'urn:li:share:7180100003' },
      intendedStatus: 'DRAFT',
    },
    accessToken,
    versionString,
  })
  expect(created.status).toBe(201)
  expect(created.createdEntityId).toMatch(/^urn:li:sponsoredCreative:\d+$/)
  const { data } = await client.get({
    resourcePath: '/adAccounts/{account}/creatives/{id}',
    pathKeys: { ...account, id: String(created.createdEntityId) },
    queryParams: { fields: 'intendedStatus' },
    accessToken,
    versionString,
  })
  expect(data).toMatchObject({ intendedStatus: 'DRAFT' })
})

test('linkedin-api-client reports a refusal with its status and body', async () => {
  const refusal = async (call: Promise<unknown>) => {
    const error: unknown = await call.catch((thrown: unknown) => thrown)
    return axios.isAxiosError(error) ? error.response?.data : error
  }
  const get = { resourcePath: '/adAccounts/{account}', pathKeys: account }
  expect(await refusal(client.get({ ...get, accessToken: 'nonsense', versionString }))).toMatchObject({
    status: 401,
    serviceErrorCode: 65600,
  })
  expect(await refusal(client.get({ ...get, accessToken, versionString: '202401' }))).toMatchObject({
    status: 426,
    code: 'NONEXISTENT_VERSION',
  })
  expect(
    await refusal(client.get({ ...get, pathKeys: { account: 1 }, accessToken, versionString })),
  ).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  const segments = {
    resourcePath: '/dmpSegments',
    finderName: 'account',
    queryParams: { account: 'urn:li:sponsoredAccount:512345678' },
    versionString,
  }
  const without = standingTokenText('pro', 'ada', 'access', 'sandboxpro0002')
  expect(await refusal(client.finder({ ...segments, accessToken: without }))).toMatchObject({
    status: 403,
    serviceErrorCode: 100,
  })
  const broken = {
    resourcePath: '/adAccounts',
    finderName: 'search',
    queryParams: { search: { colour: { values: ['red'] } } },
  }
  expect(await refusal(client.finder({ ...broken, accessToken, versionString }))).toMatchObject({
    status: 400,
    errorDetails: { inputErrors: [{ code: 'PARAM_INVALID' }] },
  })
})

test('the OAuth client of linkedin-api-client refreshes and introspects a token', async () => {
  const auth = new AuthClient({
    clientId: 'sandboxpro0001',
    clientSecret: 'sandbox-pro-secret',
    redirectUrl: 'http://127.0.0.1:9/callback',
  })
  expect(auth.generateMemberAuthorizationUrl(['r_ads', 'rw_ads'], 'xyz')).toContain(
    '/oauth/v2/authorization?',
  )
  const fresh = await auth.exchangeRefreshTokenForAccessToken(standingTokenText('pro', 'ada', 'refresh'))
  expect(fresh.expires_in).toBeGreaterThan(5_000_000)
  const inspected = await auth.introspectAccessToken(fresh.access_token)
  // The type of `introspectAccessToken` declares the body, but the method returns the whole response.
  expect(inspected).toMatchObject({
    data: { active: true, status: 'active', auth_type: '3L', client_id: 'sandboxpro0001' },
  })
})

test(findingTitle(clientFindings.linkedinUnknown), async () => {
  const read = await readUnderSeeds(sandbox, async () => {
    const { data } = await client.get({ resourcePath: '/me', accessToken, versionString })
    return 'changeHint' in data
  })
  expect(new Set(read)).toEqual(new Set([true, false]))
})

test(findingTitle(clientFindings.linkedinTotal), async () => {
  const read = await readUnderSeeds(sandbox, async () => {
    const { data } = await client.finder({
      resourcePath: '/dmpSegments',
      finderName: 'account',
      queryParams: { account: 'urn:li:sponsoredAccount:512345678', start: 0, count: 5 },
      accessToken,
      versionString,
    })
    return data.paging?.total
  })
  expect(new Set(read)).toEqual(new Set([11, -1]))
})
