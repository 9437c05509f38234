// From the start of the process to its first answer, and the memory it needs when nobody asks anything.

import { rmSync } from 'node:fs'
import { newFolder, rssMiBOf, startService } from '../measure.ts'
import { judge, type Result, resultOf } from '../report.ts'

export async function runStartUp(rounds: number): Promise<Result[]> {
  const first: number[] = []
  const later: number[] = []
  const embedded: number[] = []
  const apart: number[] = []
  for (let round = 0; round < rounds; round++) {
    // Nothing is there yet: no database, and no compiled code either.
    const dataDir = newFolder()
    const cache = newFolder()
    try {
      const start = (environment = {}) =>
        startOnce({ dataDir, environment: { NODE_COMPILE_CACHE: cache, ...environment } })
      first.push((await start()).seconds)
      const again = await start()
      later.push(again.seconds)
      embedded.push(again.rssMiB)
      apart.push((await start({ SANDBOX_URL: 'http://127.0.0.1:9' })).rssMiB)
    } finally {
      rmSync(dataDir, { recursive: true, force: true })
      rmSync(cache, { recursive: true, force: true })
    }
  }
  return judge(
    [
      resultOf('startUp', 'first start', 's', first),
      resultOf('startUp', 'later start', 's', later),
      resultOf('startUp', 'RSS idle with sandbox', 'MiB', embedded),
      resultOf('startUp', 'RSS idle without sandbox', 'MiB', apart),
    ],
    [
      { measure: 'first start', atMost: 2 },
      { measure: 'later start', atMost: 0.9 },
      { measure: 'RSS idle with sandbox', atMost: 200 },
      { measure: 'RSS idle without sandbox', atMost: 150 },
    ],
  )
}

async function startOnce(
  options: Parameters<typeof startService>[0],
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
    return { seconds: (performance.now() - startedAt) / 1000, rssMiB: rssMiBOf(service.pid) }
  } finally {
    await service.stop()
  }
}
