// From the start of the process to its first answer, and the memory it needs when nobody asks anything.

import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { calmRounds } from '../calm.ts'
import { newFolder, rssMiBOf, startService } from '../measure.ts'
import { judge, type Result, resultOf } from '../report.ts'

/** A first start reads leads and campaigns; once it is idle, the service returns the memory that this took. */
const untilIdleMs = 45_000

export async function runStartUp(rounds: number): Promise<Result[]> {
  const starts = await calmRounds(rounds, async () => {
    // Nothing is there yet: no database, and no compiled code either.
    const dataDir = newFolder()
    const cache = newFolder()
    try {
      const start = (environment = {}) =>
        startOnce({ dataDir, environment: { NODE_COMPILE_CACHE: cache, ...environment } })
      return {
        first: await startOnce({ dataDir, environment: { NODE_COMPILE_CACHE: cache } }, untilIdleMs),
        later: await start(),
        apart: await start({ SANDBOX_URL: 'http://127.0.0.1:9' }),
      }
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
      rmSync(cache, { recursive: true, force: true })
    }
  })
  const result = (measure: string, unit: string, value: (of: (typeof starts)[number]) => number) =>
    resultOf('startUp', measure, unit, starts.map(value))
  return judge(
    [
      result('first start', 's', ({ first }) => first.seconds),
      result('later start', 's', ({ later }) => later.seconds),
      result('RSS idle after a first start', 'MiB', ({ first }) => first.rssMiB),
      result('RSS idle with sandbox', 'MiB', ({ later }) => later.rssMiB),
      result('RSS idle without sandbox', 'MiB', ({ apart }) => apart.rssMiB),
    ],
    [
      { measure: 'first start', atMost: 2 },
      { measure: 'later start', atMost: 0.9 },
      { measure: 'RSS idle after a first start', atMost: 200 },
      { measure: 'RSS idle with sandbox', atMost: 200 },
      { measure: 'RSS idle without sandbox', atMost: 150 },
    ],
  )
}

async function startOnce(
  options: Parameters<typeof startService>[0],
  idleMs = 0,
): Promise<{ seconds: number; rssMiB: number }> {
  const startedAt = performance.now()
  const service = await startService(options)
  try {
    const answer = await fetch(`${service.url}/user/list_users`, {
      method: 'POST',
      headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
      body: '{}',
    })
    if (!answer.ok) throw new Error(`The first answer was ${answer.status}.`)
    const seconds = (performance.now() - startedAt) / 1000
    await sleep(idleMs)
    return { seconds, rssMiB: rssMiBOf(service.pid) }
  } finally {
    await service.stop()
  }
}
