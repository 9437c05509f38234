// An acknowledged write outlives its process, and one process at a time serves a data folder.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Installation, post, testDatabaseUrl, useProcesses } from '@adrail/server/testing'
import { expect, test, vi } from 'vitest'
import { isLong, proofSize, proofTimeoutMs, reportProof, secondsSince } from './proofRun.ts'

const { newInstallation, spawn, start } = useProcesses()
vi.setConfig({ testTimeout: proofTimeoutMs })
const onSqlite = testDatabaseUrl() === ''
const environment = {
  DRAIN_MS: '0',
  RATE_LIMIT_PER_MINUTE: '1000000',
  RATE_LIMIT_BURST: '1000000',
  RATE_LIMIT_IN_FLIGHT: '1000',
}

test('a process that is killed or stopped keeps every user that it acknowledged, and starts again', async () => {
  const place = await newInstallation()
  const acknowledged = new Acknowledged()
  const ends = { SIGKILL: 0, SIGTERM: 0 }
  const began = performance.now()
  for (let round = 1; round <= proofSize(2, 80); round++) {
    const service = await start(place, environment)
    await service.waitForOutput(/demo\.json\n/)
    const clients = Array.from({ length: 8 }, () => createUsers(service.url, keyOf(place), acknowledged))
    await acknowledged.reached(round * 100)
    const signal = round % 2 === 1 ? 'SIGKILL' : 'SIGTERM'
    service.kill(signal)
    expect(await service.exit).toBe(signal === 'SIGKILL' ? signal : 0)
    ends[signal] += 1
    await Promise.all(clients)
  }

  const service = await start(place, environment)
  await service.waitForOutput(/demo\.json\n/)
  const missing: string[] = []
  for (const userId of acknowledged.userIds)
    if ((await post(`${service.url}/user/get_profile`, keyOf(place), { userId })).status !== 200)
      missing.push(userId)
  expect(missing).toEqual([])
  const counts = { acknowledged: acknowledged.userIds.length, lost: missing.length }
  reportProof('T10', { killed: ends.SIGKILL, stopped: ends.SIGTERM, ...counts, seconds: secondsSince(began) })
})

test.runIf(onSqlite)(
  'a second process on a data folder is refused while the first one serves, and not after the first one is killed',
  async () => {
    const place = await newInstallation()
    const times = proofSize(2, 50)
    let [longest, startsAfterKills] = [0, 0]
    for (let time = 0; time < times; time++) {
      // The folder is free at once, although the previous process was killed.
      const first = await start(place, { ADRAIL_DEMO: 'off' })
      if (time > 0) startsAfterKills += 1
      const began = performance.now()
      const second = spawn(place, { ADRAIL_DEMO: 'off' })
      expect(await second.exit).toBe(1)
      longest = Math.max(longest, secondsSince(began))
      expect(second.stderr).toMatch(
        /^Another adrail process is already using \S+\. Stop that process, .*DATABASE_URL.*\n$/,
      )
      expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
      first.kill('SIGKILL')
      await first.exit
    }
    const results = { refused: times, startsAfterKills }
    reportProof('T10 second process', isLong ? { ...results, longestRefusalSeconds: longest } : results)
  },
)

function keyOf(place: Installation): string {
  return JSON.parse(readFileSync(join(place.dataDir, 'demo.json'), 'utf8')).apiKey
}

/** Creates users one after the other until the service stops, and records the acknowledged ones. */
async function createUsers(url: string, apiKey: string, acknowledged: Acknowledged): Promise<void> {
  for (let count = 0; ; count++)
    try {
      const { status, envelope } = await post(`${url}/user/create_user`, apiKey, { name: `User ${count}` })
      const { user } = envelope.results as { user?: { userId: string } }
      if (status === 200 && user) acknowledged.add(user.userId)
    } catch {
      return
    }
}

/** Records users with an acknowledged creation. */
class Acknowledged {
  readonly userIds: string[] = []
  #noticed = () => {}

  add(userId: string): void {
    this.userIds.push(userId)
    this.#noticed()
  }

  reached(count: number): Promise<void> {
    return new Promise((resolve) => {
      this.#noticed = () => {
        if (this.userIds.length >= count) resolve()
      }
      this.#noticed()
    })
  }
}
