import { beforeEach, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { searchSandbox } from '../../../testing/search.ts'
import { useService } from '../../../testing/service.ts'

const service = useService()
beforeEach(async () => {
  const sandbox = searchSandbox(service)
  await sandbox.clearFaults()
  // The sandbox accepts one planner request per second, and its clock advances only on request.
  await sandbox.advance(2000)
})

/** Makes the next planner request fail. */
const refuse = (status: number, code: string) =>
  searchSandbox(service).injectFault({ call: 'generateKeywordIdeas', kind: 'status', status, code })

/** Returns the body of the last planner request. */
async function lastQuestion(): Promise<Record<string, unknown>> {
  const plannerRequests = (await searchSandbox(service).requests()).filter(
    ({ call }) => call === 'generateKeywordIdeas',
  )
  return JSON.parse(plannerRequests.at(-1)?.body ?? '{}')
}

test('search/generate_keyword_ideas returns keywords with volume and cost, by default for the United States and all languages [R4.15.results, R4.15.locationIds.default, R2.10.keywords]', async () => {
  const response = await service.call('search/generate_keyword_ideas', { keyword: 'garden chairs' })
  const { keywords } = expectSuccess('search/generate_keyword_ideas', response)
  expect(keywords[0]?.keyword).toBe('garden chairs')
  expect(keywords.length).toBeGreaterThan(20)
  for (const { searchVolume, cpc } of keywords) {
    expect(Number.isInteger(searchVolume)).toBe(true)
    expect(cpc).toBe(Math.round(cpc * 100) / 100)
  }
  // Google Ads has no data about some phrases. Their figures are 0, not missing.
  expect(keywords.some(({ searchVolume, cpc }) => searchVolume === 0 && cpc === 0)).toBe(true)
  expect(await lastQuestion()).toEqual({
    geoTargetConstants: ['geoTargetConstants/2840'],
    includeAdultKeywords: false,
    keywordPlanNetwork: 'GOOGLE_SEARCH',
    pageSize: 1000,
    historicalMetricsOptions: { includeAverageCpc: true },
    keywordSeed: { keywords: ['garden chairs'] },
  })
})

test('search/generate_keyword_ideas requests the same ideas from Google Ads once a day', async () => {
  const sandbox = searchSandbox(service)
  await sandbox.clearRequests()
  const body = { keyword: 'Oak  benches', locationIds: [] }
  const responses = await Promise.all(
    [1, 2, 3].map(() => service.call('search/generate_keyword_ideas', body)),
  )
  for (const response of responses) expectSuccess('search/generate_keyword_ideas', response)
  const countRequests = async () =>
    (await sandbox.requests()).filter(({ call }) => call === 'generateKeywordIdeas').length
  expect(await countRequests()).toBe(1)
  service.clock.advance(25 * 60 * 60 * 1000)
  await sandbox.advance(2000)
  expectSuccess('search/generate_keyword_ideas', await service.call('search/generate_keyword_ideas', body))
  expect(await countRequests()).toBe(2)
})

test('search/generate_keyword_ideas accepts a language by id, resource name or code, and several locations', async () => {
  const sandbox = searchSandbox(service)
  for (const [languageId, locations] of [
    ['1001', ['2276']],
    ['languageConstants/1001', ['geoTargetConstants/2276', '2040']],
    ['de', ['1026201']],
    ['zh-cn', undefined],
  ] as const) {
    await sandbox.advance(2000)
    const locationIds = locations && [...locations]
    const response = await service.call('search/generate_keyword_ideas', {
      keyword: 'chairs',
      languageId,
      ...(locationIds ? { locationIds } : {}),
    })
    expectSuccess('search/generate_keyword_ideas', response)
    expect(await lastQuestion()).toMatchObject({
      language: languageId === 'zh-cn' ? 'languageConstants/1017' : 'languageConstants/1001',
      geoTargetConstants: (locations ?? ['2840']).map(
        (id) => `geoTargetConstants/${id.replace('geoTargetConstants/', '')}`,
      ),
    })
  }
})

test('search/generate_keyword_ideas returns the field of a language or location that does not exist', async () => {
  const unknownLanguage = { keyword: 'chairs', languageId: 'xx' }
  expectRefusal(await service.call('search/generate_keyword_ideas', unknownLanguage), 'REFERENCE_NOT_FOUND', {
    field: 'languageId',
  })
  const unknownPlace = { keyword: 'chairs', locationIds: ['2276', '9999999'] }
  expectRefusal(await service.call('search/generate_keyword_ideas', unknownPlace), 'REFERENCE_NOT_FOUND', {
    field: 'locationIds[1]',
  })
})

test('search/generate_keyword_ideas returns a rate limit with Retry-After, and PLATFORM_REJECTED for an unapproved developer token', async () => {
  const sandbox = searchSandbox(service)
  await sandbox.injectFault({
    call: 'generateKeywordIdeas',
    kind: 'rate_limit',
    times: 4,
    retryAfterSeconds: 2,
  })
  const busy = await service.call('search/generate_keyword_ideas', { keyword: 'benches' })
  expectRefusal(busy, 'UPSTREAM_RATE_LIMITED')
  expect(busy.headers.get('retry-after')).toBe('2')
  expect(await sandbox.listUnusedFaults()).toEqual([])

  await refuse(403, 'authorizationError.DEVELOPER_TOKEN_NOT_APPROVED')
  const closed = await service.call('search/generate_keyword_ideas', { keyword: 'benches' })
  expect(expectRefusal(closed, 'PLATFORM_REJECTED').error).toContain('operator')
})

test.each([
  [401, 'authenticationError.CUSTOMER_NOT_FOUND'],
  [403, 'authorizationError.CUSTOMER_NOT_ENABLED'],
  [403, 'authorizationError.ACTION_NOT_PERMITTED'],
])(
  'search/generate_keyword_ideas returns KEYWORD_IDEAS_NOT_CONFIGURED when Google Ads rejects the account of the operator with %d %s',
  async (status, code) => {
    await refuse(status, code)
    const response = await service.call('search/generate_keyword_ideas', { keyword: 'parasols' })
    expectRefusal(response, 'KEYWORD_IDEAS_NOT_CONFIGURED')
  },
)

test('search/generate_keyword_ideas refreshes its token when Google Ads rejects the token as expired', async () => {
  const sandbox = searchSandbox(service)
  await service.call('search/generate_keyword_ideas', { keyword: 'swings' })
  await sandbox.advance(2000)
  await sandbox.clearRequests()
  await refuse(401, 'authenticationError.OAUTH_TOKEN_EXPIRED')
  const response = await service.call('search/generate_keyword_ideas', { keyword: 'hammocks' })
  expectSuccess('search/generate_keyword_ideas', response)
  expect((await sandbox.requests()).map(({ call }) => call)).toEqual([
    'generateKeywordIdeas',
    'oauth.token',
    'generateKeywordIdeas',
  ])
})

test('search/generate_keyword_ideas returns the field keyword when Google Ads rejects the keyword', async () => {
  await refuse(400, 'keywordPlanIdeaError.INVALID_VALUE@keyword_seed.keywords[0]')
  const response = await service.call('search/generate_keyword_ideas', { keyword: 'stools' })
  expectRefusal(response, 'PLATFORM_REJECTED', { field: 'keyword' })
})

testOperationCosts('search/generate_keyword_ideas', { store: 0, upstream: 0 })
