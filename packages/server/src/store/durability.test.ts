import { readFileSync, watch } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Place, post, useProcesses } from '../../testing/processes.ts'
import { testDatabase } from '../../testing/service.ts'

const { newPlace, spawn, start, admin, adminProcess } = useProcesses()
const onSqlite = testDatabase() === ''
const withoutLimits = {
  RATE_LIMIT_PER_MINUTE: '1000000',
  RATE_LIMIT_BURST: '1000000',
  RATE_LIMIT_IN_FLIGHT: '1000',
}
const withoutDemo = { ADRAIL_DEMO: 'off' }

describe('a process that is killed', () => {
  test('has kept every user it acknowledged, and starts again each time', async () => {
    const place = await newPlace()
    const acknowledged = new Acknowledged()
    for (let round = 1; round <= 5; round++) {
      const service = await start(place, withoutLimits)
      await service.said(/demo\.json\n/)
      const clients = Array.from({ length: 8 }, () => createUsers(service.url, keyOf(place), acknowledged))
      await acknowledged.reached(round * 100)
      service.kill('SIGKILL')
      expect(await service.exit).toBe('SIGKILL')
      await Promise.all(clients)
    }

    const service = await start(place, withoutLimits)
    await service.said(/demo\.json\n/)
    const missing: string[] = []
    for (const userId of acknowledged.userIds)
      if ((await post(`${service.url}/user/get_profile`, keyOf(place), { userId })).status !== 200)
        missing.push(userId)

    expect(acknowledged.userIds.length).toBeGreaterThanOrEqual(500)
    expect(missing).toEqual([])
  })

  // On PostgreSQL the schema is not in the folder whose changes tell this test when to kill.
  test.runIf(onSqlite)(
    'in its very first moments leaves nothing that a later start stumbles over',
    async () => {
      for (let changes = 1; changes <= 6; changes++) {
        const place = await newPlace()
        const killed = spawn(place)
        const watcher = watch(place.dataDir)
        let seen = 0
        watcher.on('change', () => {
          if (++seen >= changes * 8) killed.kill('SIGKILL')
        })
        await Promise.race([killed.exit, killed.said(/adrail serves/).catch(() => {})])
        watcher.close()
        killed.kill('SIGKILL')
        await killed.exit

        expect(await admin(place, 'workspace', 'create', 'after')).toMatchObject({ exit: 0, stderr: '' })
      }
    },
  )
})

describe.runIf(onSqlite)('a data folder', () => {
  test('is served by one process; a second one is refused in plain words', async () => {
    const place = await newPlace()
    const first = await start(place, withoutDemo)
    const second = spawn(place, withoutDemo)

    expect(await second.exit).toBe(1)
    expect(second.stderr).toMatch(
      /^Another adrail process serves from \S+\. Stop it first, .*DATABASE_URL.*\n$/,
    )
    expect((await fetch(`${first.url}/readyz`)).status).toBe(200)
  })

  test('is free at once when its process was killed', async () => {
    const place = await newPlace()
    for (let round = 0; round < 5; round++) {
      const service = await start(place, withoutDemo)
      service.kill('SIGKILL')
      await service.exit
    }
  })

  test('can be opened by several commands at once, even before anything is in it', async () => {
    const place = await newPlace()
    const service = spawn(place)
    const commands = ['a', 'b', 'c'].map((name) => adminProcess(place, 'workspace', 'create', name))

    for (const command of commands) expect(await command).toMatchObject({ exit: 0, stderr: '' })
    await service.said(/adrail serves/)
    expect((await admin(place, 'workspace', 'list')).stdout.match(/^ws_/gm)).toHaveLength(4)
  })
})

describe.skipIf(onSqlite)('a PostgreSQL database', () => {
  test('takes two processes that start at once on an empty one, and both serve the same users', async () => {
    const place = await newPlace()
    const other = await newPlace(place.databaseUrl)
    const services = await Promise.all([start(place), start(other)])
    await Promise.all(services.map((service) => service.said(/demo\.json\n/)))
    const [first, second] = services

    const made = await post(`${first?.url}/user/create_user`, keyOf(other), { name: 'Shared' })
    const { user } = made.envelope.results as { user?: { userId: string } }

    const found = await post(`${second?.url}/user/get_profile`, keyOf(place), { userId: user?.userId })
    expect(found).toMatchObject({ status: 200, envelope: { results: { user: { name: 'Shared' } } } })
  })

  test('lets a revoked key be refused by every process within five seconds', async () => {
    const place = await newPlace()
    const other = await newPlace(place.databaseUrl)
    const services = [await start(place), await start(other)]
    await services[0]?.said(/demo\.json\n/)
    const apiKey = keyOf(place)
    const statuses = () =>
      Promise.all(services.map(async ({ url }) => (await post(`${url}/user/list_users`, apiKey)).status))
    // Both processes remember the key from now on.
    expect(await statuses()).toEqual([200, 200])

    const { stdout } = await admin(place, 'key', 'list', 'ws_demo')
    const line = stdout.split('\n').find((row) => row.includes(apiKey.slice(0, 12))) ?? ''
    expect((await admin(other, 'key', 'revoke', line.split(' ')[0] ?? '')).exit).toBe(0)

    await expect.poll(statuses, { timeout: 5000, interval: 200 }).toEqual([401, 401])
  })
})

function keyOf(place: Place): string {
  return JSON.parse(readFileSync(join(place.dataDir, 'demo.json'), 'utf8')).apiKey
}

/** Creates one user after the other until the service is gone, and notes those that were acknowledged. */
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

/** Users whose creation was answered with success. */
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
