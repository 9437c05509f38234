import { copyFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Installation, post, useProcesses } from '../../testing/processes.ts'
import { postText } from '../../testing/requests.ts'
import { testDatabaseUrl } from '../../testing/service.ts'
import { startTestSandbox } from '../../testing/worlds.ts'

const { newInstallation, start, admin } = useProcesses()
const onSqlite = testDatabaseUrl() === ''
const campaignId = '120210000000000250'

/** Starts a demo service on a sandbox that keeps running when the service is killed. */
async function demoService() {
  const sandbox = await startTestSandbox()
  const environment = {
    SANDBOX_URL: sandbox.url,
    RATE_LIMIT_BURST: '100000',
    RATE_LIMIT_PER_MINUTE: '1000000',
  }
  const place: Installation = { ...(await newInstallation()), environment }
  const service = await start(place)
  const apiKey = await service.readDemoKey()
  const backup = join(place.dataDir, 'backup.db')
  return { sandbox, place, service, apiKey, backup }
}

describe.runIf(onSqlite)('a backup of SQLite', () => {
  test('restores keys, users, connections and a write with a lost response when it is taken from a busy service', async () => {
    const { sandbox, place, service, apiKey, backup } = await demoService()
    // The platform pauses a campaign, and withholds the response.
    sandbox.faults.order({ platform: 'social', call: 'campaign.update', kind: 'stall', when: 'after' })
    const pause = (url: string) =>
      postText(
        `${url}/social/update_campaign_status`,
        JSON.stringify({ userId: 'usr_demo_all', campaignId, status: 'PAUSED' }),
        { 'x-api-key': apiKey, 'idempotency-key': 'pause-1' },
      )
    const lost = pause(service.url).catch(() => undefined)
    await expect.poll(() => sandbox.faults.list().some(({ holding }) => holding > 0)).toBe(true)
    const users: string[] = []
    const enough = Promise.withResolvers<void>()
    let working = true
    const work = async () => {
      for (; working; ) {
        const { envelope } = await post(`${service.url}/user/create_user`, apiKey, { name: 'Earlier' })
        const { user } = envelope.results as { user?: { userId: string } }
        users.push(user?.userId ?? '')
        if (users.length > 20) enough.resolve()
      }
    }
    const worked = work()
    await enough.promise
    const earlier = [...users]

    expect(await admin(place, 'backup', backup)).toMatchObject({ exit: 0, stderr: '' })

    working = false
    await worked
    expect(statSync(backup).mode & 0o777).toBe(0o600)
    service.kill('SIGKILL')
    await Promise.all([service.exit, lost])

    const elsewhere: Installation = {
      ...(await newInstallation()),
      environment: { ...place.environment, ADRAIL_DEMO: 'off' },
    }
    copyFileSync(join(place.dataDir, 'encryption.key'), join(elsewhere.dataDir, 'encryption.key'))
    expect(await admin(elsewhere, 'restore', backup)).toMatchObject({ exit: 0, stderr: '' })
    const restored = await start(elsewhere)
    const ask = (operation: string, body: object) => post(`${restored.url}/${operation}`, apiKey, body)

    for (const userId of earlier) expect((await ask('user/get_profile', { userId })).status).toBe(200)
    expect(await ask('social/get_campaigns', { userId: 'usr_demo_all' })).toMatchObject({
      status: 200,
      envelope: { results: { success: true } },
    })
    await expect
      .poll(async () => {
        const { envelope } = await ask('operation/get_operation', { idempotencyKey: 'pause-1' })
        return envelope.results['state']
      })
      .toBe('SUCCEEDED')
    // A retry returns the original response, and the platform received the write once.
    expect((await pause(restored.url)).status).toBe(200)
    expect(sandbox.requests.list({ call: 'campaign.update' })).toHaveLength(1)
    const verified = await admin(elsewhere, 'audit', 'verify')
    expect(verified).toMatchObject({
      exit: 0,
      stdout: expect.stringContaining('may have lost writes (restore)'),
    })
  })

  test('can be restored only while no process serves and with its encryption key, and the replaced database is kept', async () => {
    const { place, service, backup } = await demoService()
    await admin(place, 'workspace', 'create', 'Before')
    expect((await admin(place, 'backup', backup)).exit).toBe(0)
    await admin(place, 'workspace', 'create', 'After')
    expect(await admin(place, 'backup', backup)).toMatchObject({
      exit: 1,
      stderr: expect.stringMatching(/already exists\. Choose a different name/),
    })
    expect(await admin(place, 'restore', backup)).toMatchObject({
      exit: 1,
      stderr: expect.stringMatching(/Another adrail process is already using/),
    })
    service.kill('SIGKILL')
    await service.exit

    const stranger = await newInstallation()
    const otherKey = await admin(stranger, 'restore', backup)
    expect(otherKey).toMatchObject({
      exit: 1,
      stderr: expect.stringMatching(/does not decrypt.*encryption\.key/),
    })
    const cut = join(stranger.dataDir, 'cut')
    writeFileSync(cut, readFileSync(backup).subarray(0, 50_000))
    expect(await admin(stranger, 'restore', cut)).toMatchObject({
      exit: 1,
      stderr: expect.stringMatching(/damaged/),
    })
    expect(readdirSync(stranger.dataDir).filter((name) => /^adrail\.db|^restoring/.test(name))).toEqual([])

    const { exit, stdout } = await admin(place, 'restore', backup)

    expect(exit).toBe(0)
    const names = async (at: Installation) =>
      (await admin(at, 'workspace', 'list')).stdout.match(/Before|After/g)
    expect(await names(place)).toEqual(['Before'])
    const [, previousDatabase = ''] = /previous database is in (\S+)/.exec(stdout) ?? []
    expect(await names({ dataDir: previousDatabase, databaseUrl: '' })).toEqual(['Before', 'After'])
  })
})

test.skipIf(onSqlite)(
  'with PostgreSQL, the commands backup and restore refer to pg_dump and pg_restore',
  async () => {
    const place = await newInstallation()
    expect(await admin(place, 'backup', 'x')).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('pg_dump'),
    })
    expect(await admin(place, 'restore', 'x')).toMatchObject({
      exit: 1,
      stderr: expect.stringContaining('pg_restore'),
    })
  },
)
