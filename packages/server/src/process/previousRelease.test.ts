// The release before this one, run from the history of this repository on the schema of this one, beside a service of this
// one: what docs/upgrading.md promises for the time in which processes are replaced.

import { expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { linkUser } from '../../testing/linking.ts'
import { exportPreviousRelease, hasPreviousRelease, previousRelease } from '../../testing/previousRelease.ts'
import { post, useProcesses } from '../../testing/processes.ts'
import { testDatabase } from '../../testing/service.ts'
import { sandboxForTest } from '../../testing/worlds.ts'
import { openStore } from '../store/open.ts'

const { newPlace, start, serveHere } = useProcesses()
const isPostgres = testDatabase() !== ''
const isThere = hasPreviousRelease()
const burst = 120

if (isPostgres && !isThere)
  console.warn(
    `\n*** SKIPPED: the release before this one. This clone's history lacks ${previousRelease.commit}. ***\n`,
  )

test.runIf(isPostgres && isThere)(
  'a process of the release before works on the new schema, beside one of this release',
  async () => {
    const release = newFolder('adrail-release-')
    exportPreviousRelease(release)
    const sandbox = await sandboxForTest()
    const environment = {
      SANDBOX_URL: sandbox.url,
      // One comes back in a minute.
      RATE_LIMIT_PER_MINUTE: '1',
      RATE_LIMIT_BURST: String(burst),
    }
    const place = { ...(await newPlace()), environment }
    // The schema is this release's before the earlier one starts.
    await (await openStore(place)).close()

    const earlier = await start({ ...place, release })
    const apiKey = await earlier.demoKey()
    const later = await serveHere(place)
    const ask = async (url: string, operation: string, body: object = {}, headers = {}) =>
      (await post(`${url}/${operation}`, apiKey, body, headers)).envelope.results
    const both = [
      [earlier.url, later.url],
      [later.url, earlier.url],
    ] as const

    for (const [one, other] of both) {
      // A user and a connection that the one has made are the other's as well.
      const { user } = await ask(one, 'user/create_user', { name: 'Between' })
      const { userId } = user as { userId: string }
      await linkUser({ url: one, apiKey }, { userId, platform: 'PROFESSIONAL' })
      const { campaigns } = await ask(other, 'pro/get_campaigns', { userId })
      const [campaign] = campaigns as { id: string; status: string }[]

      // A write that the one has begun is not begun by the other, and answered by it when it is done.
      const status = campaign?.status === 'ACTIVE' ? 'PAUSED' : 'ACTIVE'
      const write = { userId, campaignId: campaign?.id, status }
      const key = { 'idempotency-key': `begun at ${one}`.replaceAll(' ', '-') }
      const name = 'pro/update_campaign_status'
      // Whoever links is subscribed to leads by and by, which is another matter.
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

      // What the one tells is read from the other.
      await ask(one, 'user/delete_user', { userId })
      const { events } = await ask(other, 'event/list_events', { types: ['user.deleted'] })
      expect((events as { userId: string }[]).map((event) => event.userId)).toContain(userId)
      await expect
        .poll(async () => (await ask(other, 'user/get_profile', { userId }))['code'])
        .toBe('USER_NOT_FOUND')
    }

    // A key has its limit once, whichever of them it asks.
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
