import { expect, test } from 'vitest'
import { type Runtime, testRuntime } from '../../base/runtime.ts'
import { Lookups } from '../kit/lookups.ts'
import { ideasKind, KeywordPlanner } from './planner.ts'

const endpoints = {
  apiUrl: '',
  authorizeUrl: '',
  tokenUrl: '',
  version: '',
  clientId: '',
  clientSecret: '',
}
const known = (runtime: Runtime) => new Lookups(runtime).of(ideasKind(endpoints, '1'))

const catalogues = { languages: async () => [], geoTargets: async () => new Map() }

test('whoever would wait too long is told to come back, and nobody else is', async () => {
  const clock = testRuntime()
  const planner = new KeywordPlanner({ keywordIdeas: async () => [], catalogues }, known(clock), {
    ...clock,
    pause: async (durationMs) => clock.advance(durationMs),
  })
  const answers = await Promise.allSettled(
    Array.from({ length: 20 }, (_, index) =>
      planner.ideas({ keyword: `k${index}`, languageId: '', geoTargetIds: ['2840'] }),
    ),
  )
  const refused = answers.filter((answer) => answer.status === 'rejected').map(({ reason }) => reason)
  expect(refused).toHaveLength(2)
  for (const error of refused)
    expect(error).toMatchObject({ code: 'UPSTREAM_RATE_LIMITED', details: { retryAfterSeconds: 20 } })
  expect(await planner.ideas({ keyword: 'later', languageId: '', geoTargetIds: [] })).toEqual([])
})

test('questions are asked more than a second apart, in the order in which they came, and equal ones once', async () => {
  const clock = testRuntime()
  // Waiting turns the clock, and nothing else does; whoever is ready goes on first.
  const pause = async (durationMs: number) => {
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(durationMs)
  }
  const runtime = { ...clock, pause }
  const asked: [string, number][] = []
  const planner = new KeywordPlanner(
    {
      async keywordIdeas({ keyword }) {
        asked.push([keyword, clock.monotonic()])
        return []
      },
      catalogues,
    },
    known(runtime),
    runtime,
  )
  const ideas = (keyword: string) => planner.ideas({ keyword, languageId: '', geoTargetIds: ['2840'] })
  await Promise.all([ideas('a'), ideas('b'), ideas('A '), ideas('c')])
  expect(asked.map(([keyword]) => keyword)).toEqual(['a', 'b', 'c'])
  const times = asked.map(([, at]) => at)
  for (const [index, at] of times.entries())
    if (index > 0) expect(at - (times[index - 1] ?? 0)).toBeGreaterThan(1000)

  await ideas('b')
  expect(asked).toHaveLength(3)
  clock.advance(24 * 60 * 60 * 1000)
  await ideas('b')
  expect(asked).toHaveLength(4)
})
