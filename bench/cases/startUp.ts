// The time from the start of the process to its first response, and the memory of an idle service.

import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTempFolder, readRssMiB, startService } from '../measure.ts'
import { runQuietRounds } from '../quietRounds.ts'
import { applyGoals, type Result, toResult } from '../report.ts'

/** A first start reads leads and campaigns. When the service is idle, it returns the memory of that work. */
const idleWaitMs = 45_000

export async function runStartUp(rounds: number): Promise<Result[]> {
  const starts = await runQuietRounds(rounds, async () => {
    // The folders are new: they contain no database and no compiled code.
    const dataDir = createTempFolder()
    const cacheFolder = createTempFolder()
    try {
      const start = (environment = {}) =>
        startOnce({ dataDir, environment: { NODE_COMPILE_CACHE: cacheFolder, ...environment } })
      return {
        first: await startOnce({ dataDir, environment: { NODE_COMPILE_CACHE: cacheFolder } }, idleWaitMs),
        later: await start(),
        withoutSandbox: await start({ SANDBOX_URL: 'http://127.0.0.1:9' }),
      }
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
      rmSync(cacheFolder, { recursive: true, force: true })
    }
  })
  const createResult = (
    measure: string,
    unit: string,
    getValue: (start: (typeof starts)[number]) => number,
  ) => toResult('startUp', measure, unit, starts.map(getValue))
  return applyGoals(
    [
      createResult('first start', 's', ({ first }) => first.seconds),
      createResult('later start', 's', ({ later }) => later.seconds),
      createResult('RSS idle after a first start', 'MiB', ({ first }) => first.rssMiB),
      createResult('RSS idle with sandbox', 'MiB', ({ later }) => later.rssMiB),
      createResult('RSS idle without sandbox', 'MiB', ({ withoutSandbox }) => withoutSandbox.rssMiB),
    ],
    [
      { measure: 'first start', max: 2 },
      { measure: 'later start', max: 0.9 },
      { measure: 'RSS idle after a first start', max: 200 },
      { measure: 'RSS idle with sandbox', max: 200 },
      { measure: 'RSS idle without sandbox', max: 150 },
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
    const response = await fetch(`${service.url}/user/list_users`, {
      method: 'POST',
      headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
      body: '{}',
    })
    if (!response.ok) throw new Error(`The first answer was ${response.status}.`)
    const seconds = (performance.now() - startedAt) / 1000
    await sleep(idleMs)
    return { seconds, rssMiB: readRssMiB(service.pid) }
  } finally {
    await service.stop()
  }
}
