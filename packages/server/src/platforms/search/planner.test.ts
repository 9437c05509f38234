import { expect, test } from 'vitest'
import { testRuntime } from '../../runtime.ts'
import { KeywordPlanner } from './planner.ts'

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
      languages: async () => [],
      geoTargets: async () => new Map(),
    },
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
