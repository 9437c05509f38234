// Sets the platforms' quotas low. adrail must not send requests over a quota, and must return a retry time
// for them. `QUOTA_CALLS=1000` sends that many requests, and the suite sends fewer.

import { declarationOf, type OperationName } from '@adrail/contract'
import {
  addExampleUsers,
  advanceClocks,
  createSandboxAdmin,
  expectRefusal,
  expectSuccess,
  hourMs,
  linkExistingUser,
  type TestResponse,
  useService,
} from '@adrail/server/testing'
import { beforeAll, describe, expect, test } from 'vitest'

const calls = Number(process.env['QUOTA_CALLS'] ?? 150)
const atOnce = 48
/** Far below the quotas of the smallest app, so that the test reaches each quota many times. */
const limits = { points: 30, operationsPerDay: 40, perApp: 25, perMember: 20 }

const service = useService({
  environment: {
    SEARCH_OPERATIONS_PER_DAY: String(limits.operationsPerDay),
    PRO_CALLS_PER_DAY: String(limits.perApp),
    PRO_CALLS_PER_DAY_MEMBER: String(limits.perMember),
  },
})
const userId = 'usr_demo_all'

beforeAll(async () => {
  await addExampleUsers(service)
  for (const platform of ['SOCIAL_A', 'SEARCH', 'PROFESSIONAL'] as const)
    await linkExistingUser(service, userId, { platform })
  const { simulate } = createSandboxAdmin(service)
  await simulate('social/limits', { points: limits.points, tier: 'development_access' })
  await simulate('search/limits', { operationsPerDay: limits.operationsPerDay })
  await simulate('pro/limits', { perApp: limits.perApp, perMember: limits.perMember })
})

const alternate = (round: number) => (round % 2 === 0 ? 'PAUSED' : 'ACTIVE')

/**
 * Reads and writes, single calls and batches, of accounts, pages, reports and the app. Functions return
 * fields that differ from the examples.
 */
const mixed: readonly (readonly [OperationName, ((round: number) => object)?])[] = [
  ['social/get_campaigns'],
  ['search/get_campaigns', (round) => ({ status: alternate(round) })],
  ['pro/get_audiences_list'],
  ['social/get_campaign_insights'],
  ['social/edit_campaign', (round) => ({ amount: 20 + (round % 7), dryRun: true })],
  ['search/get_conversion_actions'],
  ['social/get_page_posts'],
  ['social/search_targeting_locations', (round) => ({ query: `Town ${round}` })],
  ['social/update_campaign_status', (round) => ({ status: alternate(round) })],
  ['search/update_campaign_status', (round) => ({ status: alternate(round) })],
  ['pro/get_audiences_list'],
  ['search/get_lead_forms'],
]

interface PendingRequest {
  readonly operation: OperationName
  readonly body: object
  /** Equal for all attempts of a request, so that a write with a delayed read-back is not performed again. */
  readonly idempotencyKey: string
  readonly notBefore: number
}

function listRequests(): PendingRequest[] {
  return Array.from({ length: Math.ceil(calls / mixed.length) }, (_, round) =>
    mixed.map(([operation, change = () => ({})]) => {
      const { body } = declarationOf(operation).example
      const idempotencyKey = `${operation}:${round}`
      return { operation, body: { ...body, ...change(round) }, idempotencyKey, notBefore: 0 }
    }),
  )
    .flat()
    .slice(0, calls)
}

/** A write that used up a quota is confirmed by a later read. Until then the next write waits. */
const unconfirmed = ['OPERATION_PENDING', 'IDEMPOTENCY_IN_PROGRESS', 'TARGET_BUSY'] as const
/** A quota may last a day. Polling a write every few seconds for a day would take minutes. */
const pausesMs = {
  UPSTREAM_RATE_LIMITED: 0,
  OPERATION_PENDING: hourMs,
  IDEMPOTENCY_IN_PROGRESS: hourMs,
  TARGET_BUSY: hourMs,
}

/** Sends all requests, some at a time. A refused request is retried after its retry time and not before. */
async function sendAll(remaining: PendingRequest[]): Promise<{ sentAway: number; simulatedMs: number }> {
  const startedAt = service.clock.now()
  let sentAway = 0
  while (remaining.length > 0) {
    const now = service.clock.now()
    const dueRequests = remaining.filter(({ notBefore }) => notBefore <= now).slice(0, atOnce)
    if (dueRequests.length === 0)
      await advanceClocks(service, Math.min(...remaining.map(({ notBefore }) => notBefore)) - now)
    remaining = remaining.filter((request) => !dueRequests.includes(request))
    const responses = await Promise.all(
      dueRequests.map(async (request) => [request, await ask(request)] as const),
    )
    for (const [request, response] of responses) {
      if (response.status === 200) {
        expect(response.results, response.text).toMatchObject({ success: true })
        continue
      }
      const isWrite = declarationOf(request.operation).effect === 'write'
      const pending = isWrite && unconfirmed.find((each) => response.text.includes(`"${each}"`))
      const code = pending || 'UPSTREAM_RATE_LIMITED'
      expectRefusal(response, code)
      sentAway += 1
      remaining.push({ ...request, notBefore: now + Math.max(retryAfterMs(response), pausesMs[code]) })
    }
  }
  return { sentAway, simulatedMs: service.clock.now() - startedAt }
}

function ask({ operation, body, idempotencyKey }: PendingRequest): Promise<TestResponse<OperationName>> {
  return service.call(operation, body as never, { headers: { 'idempotency-key': idempotencyKey } })
}

function retryAfterMs({ headers }: TestResponse<OperationName>): number {
  const seconds = Number(headers.get('retry-after'))
  expect(seconds).toBeGreaterThan(0)
  return seconds * 1000
}

describe('a service with low platform quotas', () => {
  test(`completes ${calls} mixed calls without one rate limit error of a platform`, async () => {
    const { sentAway, simulatedMs } = await sendAll(listRequests())
    expect(sentAway).toBeGreaterThan(0)
    // On average, one call takes at most one hour of the sandbox's clock, whichever quota is exhausted.
    expect(simulatedMs).toBeLessThan(calls * hourMs)
    for (const platform of ['social', 'search', 'pro'] as const)
      expect(await listRateRefusals(platform)).toEqual([])
    const exposition = await (await fetch(service.app.metricsUrl)).text()
    expect(exposition).not.toMatch(/adrail_platform_quota_refusals_total\{.*\} [1-9]/)
    for (const kind of ['account_score', 'ads_insights', 'pages', 'platform', 'operations', 'member'])
      expect(exposition).toMatch(new RegExp(`quota_used_ratio\\{platform="\\w+",kind="${kind}"\\} [01]`))
  })

  test('returns UPSTREAM_RATE_LIMITED with retry-after and sends nothing when a quota is exhausted', async () => {
    const pro = createSandboxAdmin(service, 'pro')
    const ask = () => service.call('pro/get_audiences_list', { userId })
    await advanceClocks(service, 24 * hourMs)
    // Each request makes two calls, because LinkedIn's list ends with an empty page.
    for (let calls = 0; calls < limits.perMember; calls += 2)
      expectSuccess('pro/get_audiences_list', await ask())
    await pro.clearRequests()
    const response = await ask()
    expectRefusal(response, 'UPSTREAM_RATE_LIMITED')
    const untilMidnight = 86_400 - (Math.floor(service.clock.now() / 1000) % 86_400)
    expect(Number(response.headers.get('retry-after'))).toBeLessThanOrEqual(untilMidnight)
    expect(await pro.requests()).toEqual([])
    await advanceClocks(service, untilMidnight * 1000)
    expectSuccess('pro/get_audiences_list', await ask())
  })
})

/** Returns the rate limit refusals in the ledger, in each platform's own format. */
async function listRateRefusals(platform: 'social' | 'search' | 'pro'): Promise<string[]> {
  const requests = await createSandboxAdmin(service, platform).requests()
  const isRate = (status: number) => status === 429 || (platform === 'social' && status === 400)
  return requests.filter(({ status }) => isRate(status)).map(({ call, url }) => `${call} ${url}`)
}
