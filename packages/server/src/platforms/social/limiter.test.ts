import { describe, expect, test } from 'vitest'
import { testRuntime } from '../../runtime/runtime.ts'
import { withDeadline } from '../connector-kit/deadline.ts'
import { SocialLimiter } from './limiter.ts'
import type { Bucket } from './usageHeaders.ts'

const account: Bucket = { type: 'ads_management', object: '1001' }
const other: Bucket = { type: 'ads_management', object: '1002' }
const insights: Bucket = { type: 'ads_insights', object: '1001' }

const read = (bucket: Bucket) => ({ bucket, method: 'GET' as const })

const score = (percent: number) => ({
  'x-ad-account-usage': JSON.stringify({ acc_id_util_pct: percent, reset_time_duration: 300 }),
})

const usage = (percent: number, minutes = 0, type = 'ads_management', object = '1001') => ({
  'x-business-use-case-usage': JSON.stringify({
    [object]: [
      {
        type,
        call_count: percent,
        total_cputime: 1,
        total_time: '2',
        estimated_time_to_regain_access: minutes,
      },
    ],
  }),
})

function made() {
  const runtime = testRuntime()
  return { runtime, limiter: new SocialLimiter(runtime) }
}

/** Returns how many of ten concurrent calls the limiter admits at once. */
async function width(limiter: SocialLimiter, bucket: Bucket): Promise<number> {
  const leaves: (() => void)[] = []
  const entering = Array.from({ length: 10 }, async () => leaves.push(await limiter.acquire([read(bucket)])))
  await new Promise((resolve) => setImmediate(resolve))
  const inside = leaves.length
  for (let callsLeft = 0; callsLeft < 10; callsLeft++) {
    leaves[callsLeft]?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  await Promise.all(entering)
  return inside
}

describe('the limiter for calls to Meta', () => {
  test('admits four concurrent calls per ad account, independent of other ad accounts', async () => {
    const { limiter } = made()
    expect(await width(limiter, account)).toBe(4)
    const leave = await limiter.acquire([read(account)])
    expect(await width(limiter, other)).toBe(4)
    leave()
  })

  test('admits one call at a time at 80% usage, until the score resets or the hour of the call count ends', async () => {
    const { limiter, runtime } = made()
    limiter.recordUsage(account, score(80))
    expect(await width(limiter, account)).toBe(1)
    expect(await width(limiter, other)).toBe(4)
    runtime.advance(300_000)
    expect(await width(limiter, account)).toBe(4)
    limiter.recordUsage(account, usage(80))
    expect(await width(limiter, insights)).toBe(4)
    runtime.advance(300_000)
    expect(await width(limiter, account)).toBe(1)
    runtime.advance(3_300_000)
    expect(await width(limiter, account)).toBe(4)
  })

  test('rejects a queued call at the deadline of its request or after 25 seconds, and then admits the next queued call', async () => {
    const { limiter, runtime } = made()
    const inside = await Promise.all(Array.from({ length: 4 }, () => limiter.acquire([read(account)])))
    const waiting = (forMs: number) => withDeadline(runtime, forMs, () => limiter.acquire([read(account)]))
    const [short, long] = [waiting(1000), waiting(20_000)]
    const refused = expect(short).rejects.toMatchObject({ kind: 'late' })
    runtime.advance(1000)
    await refused
    inside[0]?.()
    await expect(long).resolves.toBeTypeOf('function')

    // Background work belongs to no request, and its calls are not queued forever either.
    const background = expect(limiter.acquire([read(account)])).rejects.toMatchObject({ kind: 'late' })
    runtime.advance(25_000)
    await background
  })

  test('refuses calls of a blocked type for a blocked account until the time that Meta reports has passed', async () => {
    const { limiter, runtime } = made()
    limiter.recordUsage(account, usage(100, 5))
    await expect(limiter.acquire([read(account)])).rejects.toMatchObject({
      code: 'UPSTREAM_RATE_LIMITED',
      details: { retryAfterSeconds: 300 },
    })
    const leave = await limiter.acquire([read(insights)])
    leave()
    await expect(limiter.acquire([read(other)])).resolves.toBeTypeOf('function')
    runtime.advance(300_000)
    await expect(limiter.acquire([read(account)])).resolves.toBeTypeOf('function')
  })

  test('parses seconds in the account header, minutes in the business header, and numbers in text form', async () => {
    const { limiter } = made()
    const header = { acc_id_util_pct: '100.5', reset_time_duration: 90 }
    limiter.recordUsage(account, { 'x-ad-account-usage': JSON.stringify(header) })
    await expect(limiter.acquire([read(account)])).rejects.toMatchObject({
      details: { retryAfterSeconds: 90 },
    })
    limiter.recordUsage(other, usage(100, 2, 'ads_management', '99887766'))
    await expect(limiter.acquire([read(other)])).rejects.toMatchObject({
      details: { retryAfterSeconds: 120 },
    })
  })

  test('keeps a block without an end for one minute, and applies a block of the app to all accounts', async () => {
    const { limiter, runtime } = made()
    limiter.block(account, {}, false)
    expect(limiter.waitSeconds(account)).toBe(60)
    const leave = await limiter.acquire([read(other)])
    leave()
    limiter.block(account, { 'x-app-usage': '{"call_count":100}' }, true)
    expect(limiter.waitSeconds(other)).toBe(60)
    await expect(limiter.acquire([read(other)])).rejects.toMatchObject({ code: 'UPSTREAM_RATE_LIMITED' })
    runtime.advance(61_000)
    await expect(limiter.acquire([read(other)])).resolves.toBeTypeOf('function')
  })

  test('refuses a write whose measured cost would exhaust the quota, and admits a read after 25 seconds', async () => {
    const { limiter, runtime } = made()
    const write = { bucket: account, method: 'POST' as const }
    // Each write costs 3 of 30 points, which is 10%.
    for (const percent of [10, 20, 30, 40, 50, 60, 70, 80]) {
      const leave = await limiter.acquire([write])
      limiter.recordUsage(account, score(percent))
      leave()
    }
    await (await limiter.acquire([write]))()
    limiter.recordUsage(account, score(90))
    await expect(limiter.acquire([write])).rejects.toMatchObject({ code: 'UPSTREAM_RATE_LIMITED' })
    await expect(limiter.acquire([{ bucket: other, method: 'POST' }])).resolves.toBeTypeOf('function')
    // After 25 seconds, the limiter admits one read, whose response reports the current usage.
    await expect(limiter.acquire([read(account)])).rejects.toMatchObject({
      details: { retryAfterSeconds: 25 },
    })
    runtime.advance(25_000)
    await expect(limiter.acquire([read(account)])).resolves.toBeTypeOf('function')
  })

  test('reports the usage of each kind of quota for its busiest object', async () => {
    const { limiter } = made()
    limiter.recordUsage(account, { ...score(12.5), ...usage(30) })
    limiter.recordUsage(other, score(50))
    limiter.recordUsage(insights, {
      'x-fb-ads-insights-throttle': '{"app_id_util_pct":"4.5","acc_id_util_pct":9}',
      'x-app-usage': '{"call_count":28,"total_time":25,"total_cputime":25}',
    })
    expect(Object.fromEntries(limiter.quotaUsage().map(({ kind, used }) => [kind, used]))).toEqual({
      account_score: 0.5,
      ads_management: 0.3,
      ads_insights: 0.09,
      platform: 0.28,
    })
  })

  test('ignores malformed usage headers', async () => {
    const { limiter } = made()
    limiter.recordUsage(account, {
      'x-ad-account-usage': '{',
      'x-business-use-case-usage': '[1]',
      'x-app-usage': '',
    })
    await expect(limiter.acquire([read(account)])).resolves.toBeTypeOf('function')
  })
})
