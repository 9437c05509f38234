// A platform fails often or is unavailable. The tests check how many reads succeed anyway, and how many calls
// to the platform they take by the sandbox's ledger.

import { setTimeout } from 'node:timers/promises'
import { createSandboxAdmin, newLinkedUser, testDatabaseUrl, useService } from '@adrail/server/testing'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { isLong, proofSize, proofTimeoutMs, reportProof, secondsSince, seededRandom } from './proofRun.ts'

// The long forms report times, so they run in real time.
const service = useService({ usesRealTime: isLong })
vi.setConfig({ testTimeout: proofTimeoutMs })
const sandbox = createSandboxAdmin(service)
let userId = ''
let campaigns: string[] = []
beforeAll(async () => {
  userId = await newLinkedUser(service)
  const { results } = await service.call('social/get_campaigns', { userId })
  campaigns = results.campaigns.map(({ id }) => id)
})
afterEach(() => sandbox.clearFaults())

/** Consecutive reads differ, because equal concurrent reads would share one call. */
const read = async (number: number) => {
  const campaignId = campaigns[number % campaigns.length] ?? ''
  const began = performance.now()
  const { status } = await service.call(number % 2 === 0 ? 'social/get_ad_sets' : 'social/get_ads', {
    userId,
    campaignId,
  })
  return { isDone: status === 200, took: performance.now() - began }
}
const half = (times: readonly number[]) => Math.round(times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0)

// Calls to platforms do not depend on the database.
const onSqlite = testDatabaseUrl() === ''

test.runIf(onSqlite)(
  'when a platform fails three calls in ten, almost every read succeeds with at most 1.5 calls per read',
  async () => {
    const reads = proofSize(60, 5000)
    // Rate limits are not transient: adrail observes their retry time and reports them to callers.
    const troubles = [
      { kind: 'status', status: 503, code: '2' },
      { kind: 'reset' },
      { kind: 'stall', milliseconds: proofSize(20, 1000) },
    ]
    const draw = seededRandom('reads')
    const readAll = async (): Promise<{ done: number; times: number[] }> => {
      const responses: Awaited<ReturnType<typeof read>>[] = []
      let next = 0
      const reader = async () => {
        while (next < reads) responses.push(await read(next++))
      }
      await Promise.all(Array.from({ length: Math.min(8, campaigns.length) }, reader))
      return {
        done: responses.filter(({ isDone }) => isDone).length,
        times: responses.map(({ took }) => took),
      }
    }
    const calm = isLong ? await readAll() : undefined
    for (let call = 0, passed = 0; call < reads * 2; call++)
      if (draw() < 0.3) {
        const trouble = troubles[Math.floor(draw() * troubles.length)]
        await sandbox.injectFault({ call: '*', ...trouble, skip: passed })
      } else passed += 1
    await sandbox.clearRequests()

    const began = performance.now()
    const { done, times } = await readAll()
    const calls = (await sandbox.requests()).length

    expect(done / reads).toBeGreaterThanOrEqual(isLong ? 0.99 : 0.95)
    expect(calls / reads).toBeLessThanOrEqual(1.5)
    const halfMs = calm ? { halfWithinMs: half(times), halfWithinMsWhenCalm: half(calm.times) } : {}
    reportProof('T7', { reads, succeeded: done, calls, ...halfMs, seconds: secondsSince(began) })
  },
)

test.runIf(onSqlite)(
  'an unavailable platform receives few calls, and adrail uses the platform again soon after its recovery',
  async () => {
    const requests = proofSize(200, 12_000)
    const everyMs = proofSize(0, 5)
    await sandbox.injectFault({ call: '*', kind: 'reset', times: 1_000_000 })
    await sandbox.clearRequests()
    const pendingResponses: Promise<Awaited<ReturnType<typeof read>>>[] = []
    const began = performance.now()
    for (let number = 0; number < requests; number++) {
      pendingResponses.push(read(number))
      if (isLong) await setTimeout(Math.max(0, began + number * everyMs - performance.now()))
      else await pendingResponses.at(-1)
    }
    const away = await Promise.all(pendingResponses)
    expect(away.filter(({ isDone }) => isDone)).toEqual([])
    const calls = (await sandbox.requests()).length
    expect(calls).toBeLessThanOrEqual(Math.max(20, requests * 0.05))

    await sandbox.clearFaults()
    const back = performance.now()
    if (!isLong) service.clock.advance(5000)
    await expect.poll(async () => (await read(0)).isDone).toBe(true)
    const seconds = secondsSince(back)
    expect(
      (await Promise.all(campaigns.map((_, number) => read(number)))).every(({ isDone }) => isDone),
    ).toBe(true)
    const late = away.map(({ took }) => took).toSorted((a, b) => a - b)[Math.floor(requests * 0.99)] ?? 0
    const times = isLong ? { toldWithinMs: Math.round(late), usedAgainAfterSeconds: seconds } : {}
    reportProof('T8', { requestsWhileAway: requests, calls, ...times })
  },
)
