// Runs the previous release from the git history on the schema of this release, together with a service of
// this release. docs/upgrading.md promises that both work while processes are replaced.

import { expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { linkUser } from '../../testing/linking.ts'
import { exportPreviousRelease, hasPreviousRelease, previousRelease } from '../../testing/previousRelease.ts'
import { post, useProcesses } from '../../testing/processes.ts'
import { testDatabaseUrl } from '../../testing/service.ts'
import { startTestSandbox } from '../../testing/worlds.ts'
import { openStore } from '../store/open.ts'

const { newInstallation, start, serveInProcess: serveHere, adminProcess } = useProcesses()
const isPostgres = testDatabaseUrl() !== ''
const isThere = hasPreviousRelease()
const burst = 120

if (isPostgres && !isThere)
  console.warn(
    `\n*** SKIPPED: the release before this one. This clone's history lacks ${previousRelease.commit}. ***\n`,
  )

test.runIf(isPostgres && isThere)(
  'a process of the previous release works on the new schema together with a process of this release',
  async () => {
    const releaseRoot = newFolder('adrail-release-')
    exportPreviousRelease(releaseRoot)
    const sandbox = await startTestSandbox()
    const environment = {
      SANDBOX_URL: sandbox.url,
      // The rate limit refills one request a minute.
      RATE_LIMIT_PER_MINUTE: '1',
      RATE_LIMIT_BURST: String(burst),
    }
    const place = { ...(await newInstallation()), environment }
    // This release creates the schema before the previous release starts.
    await (await openStore(place)).close()

    const earlier = await start({ ...place, releaseRoot })
    const apiKey = await earlier.readDemoKey()
    const later = await serveHere(place)
    const ask = async (url: string, operation: string, body: object = {}, headers = {}) =>
      (await post(`${url}/${operation}`, apiKey, body, headers)).envelope.results
    const both = [
      [earlier.url, later.url],
      [later.url, earlier.url],
    ] as const

    for (const [one, other] of both) {
      // The other process serves a user and a connection that the one process created.
      const { user } = await ask(one, 'user/create_user', { name: 'Between' })
      const { userId } = user as { userId: string }
      await linkUser({ url: one, apiKey }, { userId, platform: 'PROFESSIONAL' })
      const { campaigns } = await ask(other, 'pro/get_campaigns', { userId })
      const [campaign] = campaigns as { id: string; status: string }[]

      // The other process does not start a write that the one process has started, and later replays its
      // response.
      const status = campaign?.status === 'ACTIVE' ? 'PAUSED' : 'ACTIVE'
      const write = { userId, campaignId: campaign?.id, status }
      const key = { 'idempotency-key': `begun at ${one}`.replaceAll(' ', '-') }
      const name = 'pro/update_campaign_status'
      // Only this call counts, because adrail subscribes a newly linked user to leads in the background.
      const call = 'adCampaignGroups.update'
      const effects = () =>
        sandbox.requests.effects({ platform: 'pro' }).filter((effect) => effect.call === call).length
      const before = effects()
      const stall = sandbox.faults.order({ platform: 'pro', call, kind: 'stall' })
      const begun = ask(one, name, write, key)
      await expect.poll(() => stall.holding).toBe(1)
      expect(await ask(other, name, write, key)).toMatchObject({ code: 'IDEMPOTENCY_IN_PROGRESS' })
      sandbox.faults.release(stall.id)
      const done = await begun
      expect(done).toMatchObject({ success: true })
      expect(await ask(other, name, write, key)).toEqual(done)
      expect(effects() - before).toBe(1)

      // The other process returns the events that the one process records.
      await ask(one, 'user/delete_user', { userId })
      const { events } = await ask(other, 'event/list_events', { types: ['user.deleted'] })
      expect((events as { userId: string }[]).map((event) => event.userId)).toContain(userId)
      await expect
        .poll(async () => (await ask(other, 'user/get_profile', { userId }))['code'])
        .toBe('USER_NOT_FOUND')
    }

    // Both processes together enforce the rate limit of a key.
    const made = await ask(later.url, 'workspace/create_key', { name: 'Counted', scopes: ['read'] })
    const counted = String(made['apiKey'])
    let passed = 0
    for (let count = 0; count < burst; count++)
      for (const url of both[0]) {
        const { status } = await post(`${url}/user/list_users`, counted)
        if (status === 200) passed += 1
      }
    expect([burst, burst + 1]).toContain(passed)
  },
)

test.runIf(isThere)(
  'limits and freezes that the previous release stored belong to the operator when the admin program set them',
  async () => {
    const releaseRoot = newFolder('adrail-release-')
    exportPreviousRelease(releaseRoot)
    const sandbox = await startTestSandbox()
    const place = { ...(await newInstallation()), environment: { SANDBOX_URL: sandbox.url } }
    const earlier = await start({ ...place, releaseRoot })
    const apiKey = await earlier.readDemoKey()
    const at = (url: string) => async (operation: string, body: object) =>
      (await post(`${url}/${operation}`, apiKey, body)).envelope.results
    const before = at(earlier.url)
    // Transactions of the previous release read before they write. SQLite refuses that when the service
    // writes in between.
    const spending = (command: string, ...more: string[]) =>
      expect
        .poll(() => adminProcess({ ...place, releaseRoot }, 'spending', command, 'ws_demo', ...more))
        .toMatchObject({ exit: 0 })
    const made = await before('workspace/create_key', { name: 'Limited', scopes: ['read'] })
    const { keyId } = made['key'] as { keyId: string }
    const [operators, own] = [{ maxCreationsPerHour: 7 }, { maxCreationsPerHour: 3 }]
    const approval = { kinds: ['CREATE'], currencies: [] }

    // The workspace sets its general limits before the operator, and its limits for LinkedIn after the
    // operator.
    await before('workspace/update_settings', { guard: own, approval })
    await spending('limit', JSON.stringify(operators))
    await spending('limit', JSON.stringify(operators), '--platform', 'pro')
    await before('workspace/update_settings', { guard: own, platform: 'pro' })
    // The successor of a key inherits the limits of the key.
    await spending('limit', JSON.stringify(operators), '--key', keyId)
    const rotated = await before('workspace/rotate_key', { keyId, overlapHours: 1 })
    const successor = (rotated['key'] as { keyId: string }).keyId
    // A freeze changes no limits.
    await before('workspace/update_settings', { guard: own, platform: 'search' })
    await spending('freeze', '--platform', 'search')
    await before('workspace/update_settings', { freeze: { frozen: true }, platform: 'social' })

    // SQLite admits only one serving process.
    if (!isPostgres) earlier.kill('SIGTERM')
    if (!isPostgres) await earlier.exit
    const later = at((await serveHere(place)).url)
    const settings = (scope: object = {}) => later('workspace/get_settings', scope)
    const none = { currencies: [] }
    expect(await settings()).toMatchObject({
      ...{ guard: none, operator: { guard: operators }, approval },
      freezes: [
        { platform: 'search', byOperator: true },
        { platform: 'social', byOperator: false },
      ],
    })
    expect(await settings({ platform: 'pro' })).toMatchObject({ guard: own, operator: { guard: none } })
    expect(await settings({ platform: 'search' })).toMatchObject({ guard: own, operator: { guard: none } })
    for (const limited of [keyId, successor])
      expect(await settings({ keyId: limited })).toMatchObject({
        guard: none,
        operator: { guard: operators },
      })

    const thaw = (platform: string) =>
      later('workspace/update_settings', { platform, freeze: { frozen: false } })
    expect(await thaw('search')).toMatchObject({ code: 'OPERATOR_SETTING' })
    expect(await thaw('social')).toMatchObject({ success: true, freezes: [] })
    if (!isPostgres) return

    // The process of the previous release obeys the limits of the operator, and its writes keep them.
    expect(await later('workspace/update_settings', { guard: { maxCreationsPerHour: 9 } })).toMatchObject({
      guard: { maxCreationsPerHour: 9 },
    })
    expect(await before('workspace/get_settings', {})).toMatchObject({ guard: operators, approval })
    await before('workspace/update_settings', { approval: { kinds: ['RAISE'] } })
    expect(await settings()).toMatchObject({
      guard: { maxCreationsPerHour: 9 },
      operator: { guard: operators },
      approval: { kinds: ['RAISE'] },
    })
    await before('workspace/update_settings', { guard: own })
    expect(await settings()).toMatchObject({ guard: own, operator: { guard: operators } })
  },
)

test.runIf(isThere)(
  'an idempotency key of the previous release replays its response, also for a request with an alias value',
  async () => {
    const releaseRoot = newFolder('adrail-release-')
    exportPreviousRelease(releaseRoot)
    const sandbox = await startTestSandbox()
    const place = { ...(await newInstallation()), environment: { SANDBOX_URL: sandbox.url } }
    const earlier = await start({ ...place, releaseRoot })
    const apiKey = await earlier.readDemoKey()
    const at =
      (url: string) =>
      async (operation: string, body: object = {}, key = '') =>
        (await post(`${url}/${operation}`, apiKey, body, key === '' ? {} : { 'idempotency-key': key }))
          .envelope.results
    const before = at(earlier.url)
    const { user } = await before('user/create_user', { name: 'Between' })
    const { userId } = user as { userId: string }
    await linkUser({ url: earlier.url, apiKey }, { userId, platform: 'PROFESSIONAL' })
    const { campaigns } = await before('pro/get_campaigns', { userId, status: 'ACTIVE' })
    const [campaign] = campaigns as { id: string }[]
    const target = { userId, campaignId: campaign?.id }
    const write = 'pro/update_campaign_status'
    const done = await before(write, { ...target, status: 'ACTIVE' }, 'before')
    expect(done).toMatchObject({ success: true, error: '' })

    // SQLite admits only one serving process.
    if (!isPostgres) earlier.kill('SIGTERM')
    if (!isPostgres) await earlier.exit
    const later = at((await serveHere(place)).url)
    for (const status of ['ACTIVE', 'ENABLED'])
      expect(await later(write, { ...target, status }, 'before')).toEqual(done)
    expect(await later(write, { ...target, status: 'PAUSED' }, 'before')).toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    })
    if (!isPostgres) return

    // This release stores the values that the previous release knows, not the aliases that a caller sends.
    const own = await later(write, { ...target, status: 'ENABLED' }, 'later')
    expect(own).toMatchObject({ success: true })
    expect(await before(write, { ...target, status: 'ACTIVE' }, 'later')).toEqual(own)
  },
)
