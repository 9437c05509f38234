import { afterEach, beforeAll, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { createSandboxAdmin } from '../../../testing/sandbox.ts'
import { newProUser } from '../../../testing/search.ts'
import { useService } from '../../../testing/service.ts'

const service = useService()
const sandbox = createSandboxAdmin(service)
let userId: string
beforeAll(async () => {
  userId = await newProUser(service)
})
// After ten minutes, adrail sends requests again for an account that failed in the previous test.
afterEach(() => service.clock.advance(10 * 60 * 1000))
const fail = (fault: object) =>
  sandbox.injectFault({ platform: 'pro', call: 'dmpSegments.account', ...fault })

test('pro/get_audiences_list returns all audiences, newest first, with all fields [R4.8.results, R2.6, R2.6.destinations]', async () => {
  const response = await service.call('pro/get_audiences_list', { userId })
  const { audiences } = expectSuccess('pro/get_audiences_list', response)
  expect(audiences).toHaveLength(11)
  expect(audiences.map(({ id }) => id)).toEqual(audiences.map(({ id }) => id).toSorted((a, b) => b - a))
  expect(audiences.find(({ name }) => name === 'Garden newsletter readers')).toEqual({
    name: 'Garden newsletter readers',
    sourcePlatform: 'LIST_UPLOAD',
    id: expect.any(Number),
    type: 'USER_LIST_UPLOAD',
    account: 'urn:li:sponsoredAccount:512345678',
    inputCount: 18240,
    destinations: [
      {
        destination: 'LINKEDIN',
        destinationSegmentId: expect.stringMatching(/^urn:li:adSegment:\d+$/),
        audienceSize: 11900,
        matchedCount: 12688,
        status: 'READY',
        created: expect.any(Number),
        lastModified: expect.any(Number),
      },
    ],
  })
})

test('pro/get_audiences_list returns states and sources unchanged, and 0 for sizes that are not counted yet [R3.destination, R2.gap.audience-values]', async () => {
  const { results } = await service.call('pro/get_audiences_list', { userId })
  const states = new Set(
    results.audiences.flatMap(({ destinations }) => destinations.map(({ status }) => status)),
  )
  expect(states).toEqual(new Set(['BUILDING', 'UPDATING', 'READY', 'ARCHIVED', 'EXPIRED', 'FAILED', 'ERROR']))
  const sources = new Set(results.audiences.map(({ sourcePlatform }) => sourcePlatform))
  expect(sources).toEqual(new Set(['LIST_UPLOAD', 'GARDENCRM', 'ABM_HUB_COMPANY_TIERING']))
  const building = results.audiences.find(({ name }) => name === 'Spring workshop sign-ups')
  expect(building).toMatchObject({
    inputCount: 0,
    destinations: [{ status: 'BUILDING', audienceSize: 0, matchedCount: 0 }],
  })
  await sandbox.advance(2 * 24 * 60 * 60 * 1000)
  const later = await service.call('pro/get_audiences_list', { userId })
  expect(later.results.audiences.find(({ name }) => name === 'Spring workshop sign-ups')).toMatchObject({
    inputCount: 2150,
    destinations: [{ status: 'READY', audienceSize: 1350, matchedCount: 1404 }],
  })
})

test('pro/get_audiences_list returns only ad segments when the permission to read DMP segments is missing', async () => {
  await fail({ kind: 'status', status: 403, code: 'ACCESS_DENIED' })
  const response = await service.call('pro/get_audiences_list', { userId })
  const { audiences } = expectSuccess('pro/get_audiences_list', response)
  expect(new Set(audiences.map(({ type }) => type))).toEqual(
    new Set(['BULK', 'MARKET_AUTOMATION', 'RETARGETING', 'LOOKALIKE']),
  )
  for (const { id, sourcePlatform, destinations } of audiences) {
    expect(sourcePlatform).toBe('')
    expect(destinations).toHaveLength(1)
    expect(destinations[0]?.destinationSegmentId).toBe(`urn:li:adSegment:${id}`)
    expect(destinations[0]?.created).toBeGreaterThan(0)
  }
})

test('pro/get_audiences_list sends the API version and the encoded account URN to LinkedIn', async () => {
  await sandbox.clearRequests()
  await service.call('pro/get_audiences_list', { userId })
  const [request] = (await createSandboxAdmin(service, 'pro').requests()).filter(
    ({ call }) => call === 'dmpSegments.account',
  )
  expect(request?.url).toContain(
    '/rest/dmpSegments?q=account&account=urn%3Ali%3AsponsoredAccount%3A512345678&start=0&count=100',
  )
  expect(request?.headers).toMatchObject({
    'linkedin-version': '202609',
    'x-restli-protocol-version': '2.0.0',
    'x-restli-method': 'FINDER',
  })
})

test('pro/get_audiences_list retries while LinkedIn reports a new token as revoked', async () => {
  await fail({ kind: 'status', status: 401, code: '65601', times: 2 })
  expectSuccess('pro/get_audiences_list', await service.call('pro/get_audiences_list', { userId }))
  expect(await sandbox.listUnusedFaults()).toEqual([])
})

test('pro/get_audiences_list returns a Retry-After of 60 seconds when LinkedIn keeps refusing a token that it has just issued', async () => {
  await fail({ kind: 'status', status: 401, code: '65601', times: 5 })
  service.clock.advance(10 * 60 * 1000)
  const response = await service.call('pro/get_audiences_list', { userId })
  expectRefusal(response, 'UPSTREAM_UNAVAILABLE')
  expect(response.headers.get('retry-after')).toBe('60')
  expect(await sandbox.listUnusedFaults()).toEqual([])
})

test('pro/get_audiences_list refreshes the token when LinkedIn reports that the token has expired', async () => {
  service.clock.advance(5 * 60 * 1000)
  await fail({ kind: 'status', status: 401, code: '65602' })
  expectSuccess('pro/get_audiences_list', await service.call('pro/get_audiences_list', { userId }))
  expect(await sandbox.listUnusedFaults()).toEqual([])
})

test.each([
  ['status 500', { kind: 'status', status: 500, times: 4 }, 502, 'UPSTREAM_ERROR'],
  ['status 503', { kind: 'status', status: 503, times: 4 }, 502, 'UPSTREAM_ERROR'],
  ['status 504', { kind: 'status', status: 504, times: 4 }, 504, 'UPSTREAM_TIMEOUT'],
  ['a reset connection', { kind: 'reset', times: 4 }, 503, 'UPSTREAM_UNAVAILABLE'],
  ['invalid JSON', { kind: 'garbage', times: 4 }, 502, 'UPSTREAM_BAD_RESPONSE'],
  ['an exceeded rate limit', { kind: 'status', status: 429, times: 2 }, 503, 'UPSTREAM_RATE_LIMITED'],
  ['an API version that has ended', { kind: 'status', status: 426 }, 200, 'PLATFORM_REJECTED'],
  [
    'a role that is too low',
    { kind: 'status', status: 403, code: 'NO_PERMISSION_ON_ENTITY' },
    200,
    'PERMISSION_MISSING',
  ],
  ['an account that does not exist', { kind: 'status', status: 404 }, 200, 'PERMISSION_MISSING'],
  [
    'a request that LinkedIn rejects as invalid',
    { kind: 'status', status: 400, code: 'PARAM_INVALID' },
    500,
    'INTERNAL',
  ],
] as const)('pro/get_audiences_list returns the error code for %s', async (_, fault, status, code) => {
  await fail(fault)
  const response = await service.call('pro/get_audiences_list', { userId })
  const results = expectRefusal(response, code)
  expect(response.status).toBe(status)
  expect(await sandbox.listUnusedFaults()).toEqual([])
  if (code !== 'UPSTREAM_RATE_LIMITED') return
  // LinkedIn does not report whether the daily quota is used up, so a retry before midnight can succeed.
  expect(results.error).toContain('Wait 300 s')
  // After two refusals, adrail sends LinkedIn no request for a while.
  await sandbox.clearRequests()
  const next = await service.call('pro/get_audiences_list', { userId })
  expectRefusal(next, 'UPSTREAM_RATE_LIMITED')
  expect([next.headers.get('retry-after'), await sandbox.requests()]).toEqual(['300', []])
  service.clock.advance(15 * 60 * 1000)
})

test.each([
  ['status 500', { kind: 'status', status: 500, times: 3 }],
  ['status 429', { kind: 'status', status: 429 }],
  ['a truncated response', { kind: 'truncate' }],
])('pro/get_audiences_list retries after %s', async (_, fault) => {
  await fail(fault)
  expectSuccess('pro/get_audiences_list', await service.call('pro/get_audiences_list', { userId }))
  expect(await sandbox.listUnusedFaults()).toEqual([])
})

testOperationCosts('pro/get_audiences_list', { store: 0, upstream: 2 })
