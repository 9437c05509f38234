import { expect, test } from 'vitest'
import { type Runtime, testRuntime } from '../../runtime/runtime.ts'
import { withDeadline } from '../connector-kit/deadline.ts'
import { LookupCaches } from '../connector-kit/lookupCaches.ts'
import { createIdeasLookupKind, KeywordPlanner } from './planner.ts'

const endpoints = {
  apiUrl: '',
  authorizeUrl: '',
  tokenUrl: '',
  version: '',
  clientId: '',
  clientSecret: '',
}
const ideasLookup = (runtime: Runtime) =>
  new LookupCaches(runtime).createCache(createIdeasLookupKind(endpoints, '1'))

const catalogs = { languages: async () => [], geoTargets: async () => new Map() }

test('KeywordPlanner refuses only the 2 of 20 concurrent calls that would wait too long, with a time to retry', async () => {
  const clock = testRuntime()
  const planner = new KeywordPlanner({ keywordIdeas: async () => [], catalogs }, ideasLookup(clock), {
    ...clock,
    pause: async (durationMs) => clock.advance(durationMs),
  })
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      planner.ideas({ keyword: `k${index}`, languageId: '', geoTargetIds: ['2840'] }),
    ),
  )
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason)
  expect(refused).toHaveLength(2)
  for (const error of refused)
    expect(error).toMatchObject({ code: 'UPSTREAM_RATE_LIMITED', details: { retryAfterSeconds: 20 } })
  expect(await planner.ideas({ keyword: 'later', languageId: '', geoTargetIds: [] })).toEqual([])
})

test('KeywordPlanner sends requests more than a second apart, in order of arrival, and equal requests once a day', async () => {
  const clock = testRuntime()
  // Only a pause advances the clock, and calls that are ready continue before the pause ends.
  const pause = async (durationMs: number) => {
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(durationMs)
  }
  const runtime = { ...clock, pause }
  const requests: [string, number][] = []
  const planner = new KeywordPlanner(
    {
      async keywordIdeas({ keyword }) {
        requests.push([keyword, clock.monotonic()])
        return []
      },
      catalogs,
    },
    ideasLookup(runtime),
    runtime,
  )
  const ideas = (keyword: string) => planner.ideas({ keyword, languageId: '', geoTargetIds: ['2840'] })
  await Promise.all([ideas('a'), ideas('b'), ideas('A '), ideas('c')])
  expect(requests.map(([keyword]) => keyword)).toEqual(['a', 'b', 'c'])
  const times = requests.map(([, at]) => at)
  for (const [index, at] of times.entries())
    if (index > 0) expect(at - (times[index - 1] ?? 0)).toBeGreaterThan(1000)

  await ideas('b')
  expect(requests).toHaveLength(3)
  clock.advance(24 * 60 * 60 * 1000)
  await ideas('b')
  expect(requests).toHaveLength(4)
})

test('KeywordPlanner serves waiting workspaces in turn and refuses the excess calls of the workspace that floods it', async () => {
  const clock = testRuntime()
  const requestedKeywords: string[] = []
  const pauses: (() => void)[] = []
  // Each pause lasts until the test resolves it.
  const pause = () => new Promise<void>((resolve) => pauses.push(resolve))
  const runtime = { ...clock, pause }
  const source = {
    async keywordIdeas({ keyword }: { keyword: string }) {
      requestedKeywords.push(keyword)
      return []
    },
    catalogs,
  }
  const planner = new KeywordPlanner(source, ideasLookup(clock), runtime)
  const ideas = (workspaceId: string, keyword: string, forMs = 60_000) => {
    const query = { keyword, languageId: '', geoTargetIds: ['2840'] }
    return withDeadline(clock, forMs, () => planner.ideas(query), workspaceId).catch(({ code }) => code)
  }
  const flood = Array.from({ length: 19 }, (_, index) => ideas('ws_flood', `f${index}`))
  await expect.poll(() => pauses.length).toBe(1)
  expect(requestedKeywords).toEqual(['f0'])
  // The queue is full, so the planner refuses a call of the workspace with the most calls.
  flood.push(ideas('ws_flood', 'f19'))
  expect(await flood[18]).toBe('UPSTREAM_RATE_LIMITED')
  const few = [ideas('ws_other', 'o0'), ideas('ws_other', 'o1')]
  expect(await ideas('ws_third', 'hurried', 1000)).toBe('UPSTREAM_RATE_LIMITED')
  for (let count = 0; count < 20; count++) {
    clock.advance(1100)
    pauses.shift()?.()
    await new Promise((resolve) => setImmediate(resolve))
  }
  expect(await Promise.all(few)).toEqual([[], []])
  expect(requestedKeywords.slice(0, 5)).toEqual(['f0', 'f1', 'o0', 'f2', 'o1'])
  expect((await Promise.all(flood)).filter((outcome) => outcome === 'UPSTREAM_RATE_LIMITED')).toHaveLength(3)
})
