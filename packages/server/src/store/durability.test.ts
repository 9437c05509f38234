import { readFileSync, watch } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { proofSize } from '../../../../test/chaos/proofRun.ts'
import { type Installation, post, useProcesses } from '../../testing/processes.ts'
import { testDatabaseUrl } from '../../testing/service.ts'

const { newInstallation, spawn, start, admin, adminProcess } = useProcesses()
const onSqlite = testDatabaseUrl() === ''

describe('a process that is killed during its first start', () => {
  // This test kills the process after changes in the data folder. With PostgreSQL, the schema is not in that
  // folder.
  test.runIf(onSqlite)('leaves a data folder on which a later command succeeds', async () => {
    const moments = proofSize(3, 12)
    for (let moment = 1; moment <= moments; moment++) {
      const place = await newInstallation()
      const killed = spawn(place)
      const watcher = watch(place.dataDir)
      let seen = 0
      watcher.on('change', () => {
        if (++seen >= (48 / moments) * moment) killed.kill('SIGKILL')
      })
      await Promise.race([killed.exit, killed.waitForOutput(/adrail serves/).catch(() => {})])
      watcher.close()
      killed.kill('SIGKILL')
      await killed.exit

      expect(await admin(place, '--create-database', 'workspace', 'create', 'after')).toMatchObject({
        exit: 0,
        stderr: '',
      })
    }
  })
})

describe.runIf(onSqlite)('a data folder', () => {
  test('can be opened by a service and three commands at the same time while it is empty', async () => {
    const place = await newInstallation()
    const service = spawn(place)
    const commands = ['a', 'b', 'c'].map((name) =>
      adminProcess(place, '--create-database', 'workspace', 'create', name),
    )

    for (const command of commands) expect(await command).toMatchObject({ exit: 0, stderr: '' })
    await service.waitForOutput(/adrail serves/)
    expect((await admin(place, 'workspace', 'list')).stdout.match(/^ws_/gm)).toHaveLength(4)
  })
})

describe.skipIf(onSqlite)('a PostgreSQL database', () => {
  const sameKeys = { ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 1).toString('base64')}` }

  test('refuses a process whose encryption keys cannot decrypt its secrets, with a one-line error', async () => {
    const place = await newInstallation()
    await start(place, sameKeys)
    const refused = spawn(await newInstallation(place.databaseUrl))
    expect(await refused.exit).toBe(1)
    expect(refused.stderr).toMatch(/^Secrets in [^\n]+\n$/)
  })

  test('accepts two processes that start at the same time while it is empty, and both serve the same users', async () => {
    const place = await newInstallation()
    const other = await newInstallation(place.databaseUrl)
    const services = await Promise.all([start(place, sameKeys), start(other, sameKeys)])
    await Promise.all(services.map((service) => service.waitForOutput(/demo\.json\n/)))
    const [first, second] = services

    const made = await post(`${first?.url}/user/create_user`, keyOf(other), { name: 'Shared' })
    const { user } = made.envelope.results as { user?: { userId: string } }

    const found = await post(`${second?.url}/user/get_profile`, keyOf(place), { userId: user?.userId })
    expect(found).toMatchObject({ status: 200, envelope: { results: { user: { name: 'Shared' } } } })
  })

  test('makes every process refuse an API key that was revoked on the command line', async () => {
    const place = await newInstallation()
    const other = await newInstallation(place.databaseUrl)
    const services = [await start(place, sameKeys), await start(other, sameKeys)]
    await services[0]?.waitForOutput(/demo\.json\n/)
    const apiKey = keyOf(place)
    const statuses = () =>
      Promise.all(services.map(async ({ url }) => (await post(`${url}/user/list_users`, apiKey)).status))
    // Both processes have cached the key.
    expect(await statuses()).toEqual([200, 200])

    const { stdout } = await admin(place, 'key', 'list', 'ws_demo')
    const line = stdout.split('\n').find((row) => row.includes(apiKey.slice(0, 12))) ?? ''
    expect((await admin(other, 'key', 'revoke', line.split(' ')[0] ?? '')).exit).toBe(0)

    await expect.poll(statuses, { interval: 200 }).toEqual([401, 401])
  })
})

function keyOf(place: Installation): string {
  return JSON.parse(readFileSync(join(place.dataDir, 'demo.json'), 'utf8')).apiKey
}
