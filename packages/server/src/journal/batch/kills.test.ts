// A process that is killed while it pauses many campaigns: the next one goes on, and pauses each campaign once.

import { demoAccess, type Sandbox } from '@adrail/sandbox'
import { expect, test } from 'vitest'
import {
  type Ask,
  effects,
  endLeases,
  expectAudited,
  held,
  insist,
  pausedCampaigns,
  useWorlds,
} from '../../../testing/worlds.ts'

/** PAUSE_CAMPAIGNS sets how many campaigns run; 10,000 for the whole proof. */
const count = Number(process.env['PAUSE_CAMPAIGNS'] ?? 30)
const makeWorld = useWorlds()

/** The bodies of these operations name no user. */
const ofNobody = { userId: undefined }

/** Sets the status of campaigns at the platform itself. */
async function activate(sandbox: Sandbox, ids: readonly string[]): Promise<void> {
  const { url, social } = demoAccess(sandbox.people())
  for (const id of ids)
    await fetch(`${url}/v26.0/${id}`, {
      method: 'POST',
      body: new URLSearchParams({ access_token: social.accessToken, status: 'ACTIVE' }),
    })
}

const show = async (ask: Ask, operationId: string) =>
  (await ask('operation/get_operation', { ...ofNobody, operationId })).results
const isActive = async (ask: Ask) =>
  (await ask('social/get_campaigns', { status: 'ACTIVE' })).results['campaigns']

async function ended(ask: Ask, operationId: string): Promise<void> {
  await expect
    .poll(async () => (await show(ask, operationId))['state'], {
      timeout: 60_000 + count * 200,
      interval: 250,
    })
    .toBe('SUCCEEDED')
}

test('a process killed while it pauses campaigns in the background leaves them to the next one, which pauses each once and resumes each once in the undo', {
  timeout: 240_000 + count * 600,
}, async () => {
  const { sandbox, place, begin } = await makeWorld()
  let { service, ask } = await begin()
  await activate(sandbox, await pausedCampaigns(sandbox, count))
  // The starting world has campaigns that run as well.
  const { results } = await ask('campaign/pause_campaigns', {
    ...ofNobody,
    platforms: ['social'],
    dryRun: true,
  })
  const [{ campaigns: total }] = results['accounts'] as [{ campaigns: number }]
  expect(total).toBeGreaterThanOrEqual(count)
  const before = effects(sandbox, 'campaign.update').length

  const kill = async (work: () => Promise<unknown>) => {
    const fault = sandbox.faults.order({
      platform: 'social',
      call: 'campaign.update',
      kind: 'stall',
      when: 'after',
      skip: 7,
    })
    const asked = work().catch(() => undefined)
    await held(fault)
    service.kill('SIGKILL')
    await service.exit
    await asked
    sandbox.faults.cancel()
    await endLeases(place)
    ;({ service, ask } = await begin())
  }

  const pause = () =>
    ask('campaign/pause_campaigns', { ...ofNobody, platforms: ['social'] }, 'stop-everything')
  await kill(pause)
  const { results: paused } = await insist(pause)
  expect(paused).toMatchObject({ success: true })
  const operationId = String(paused['operationId'])
  await ended(ask, operationId)
  expect(await show(ask, operationId)).toMatchObject({
    progress: { total, changed: total, unchanged: 0, failed: 0, open: 0, accountsOpen: 0 },
    outcome: { isComplete: true },
  })
  expect(await isActive(ask)).toEqual([])
  const sent = effects(sandbox, 'campaign.update').slice(before)
  expect(sent.length).toBe(total)
  expect(new Set(sent).size).toBe(total)

  const undo = () => ask('operation/undo_operation', { ...ofNobody, operationId }, 'go-on')
  await kill(undo)
  const { results: undone } = await insist(undo)
  await ended(ask, String(undone['operationId']))
  expect((await show(ask, String(undone['operationId'])))['progress']).toMatchObject({
    total,
    changed: total,
  })
  const resumed = effects(sandbox, 'campaign.update').slice(before + total)
  expect(resumed.length).toBe(total)
  expect(new Set(resumed).size).toBe(total)
  await expectAudited(place)
})
