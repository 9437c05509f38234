// Kills a process while it pauses many campaigns. The next process continues and pauses each campaign once.

import { demoAccess, type Sandbox } from '@adrail/sandbox'
import { expect, test } from 'vitest'
import type { Installation } from '../../../testing/processes.ts'
import {
  createPausedCampaigns,
  expectCompleteAudit,
  expireLeases,
  listEffects,
  retryUntilFinal,
  type SendRequest,
  useServiceFixtures,
  waitUntilHeld,
  withStore,
} from '../../../testing/worlds.ts'

/** PAUSE_CAMPAIGNS sets the number of running campaigns. The full proof uses 10,000. */
const count = Number(process.env['PAUSE_CAMPAIGNS'] ?? 30)
const makeWorld = useServiceFixtures()

/**
 * Restores the state of a process that was killed after the write of a campaign had ended and before the batch
 * recorded it. A kill rarely comes at that moment.
 */
async function forgetOneRecord(installation: Installation): Promise<void> {
  await withStore(installation, async ({ db }) => {
    const item = await db
      .selectFrom('batch_items')
      .select(['operation_id', 'number'])
      .where('state', '=', 'DONE')
      .where('operation_id', 'in', (eb) =>
        eb.selectFrom('operations').select('id').where('state', '=', 'EXECUTING'),
      )
      .executeTakeFirstOrThrow()
    await db
      .updateTable('batch_items')
      .set({ state: 'OPEN', write_id: '' })
      .where('operation_id', '=', item.operation_id)
      .where('number', '=', item.number)
      .execute()
  })
}

/** Removes the user from the body, because these operations take no user. */
const withoutUser = { userId: undefined }

/** Sets the status of campaigns at the platform itself. */
async function activate(sandbox: Sandbox, ids: readonly string[]): Promise<void> {
  const { url, social } = demoAccess(sandbox.people())
  for (const id of ids)
    await fetch(`${url}/v26.0/${id}`, {
      method: 'POST',
      body: new URLSearchParams({ access_token: social.accessToken, status: 'ACTIVE' }),
    })
}

const show = async (ask: SendRequest, operationId: string) =>
  (await ask('operation/get_operation', { ...withoutUser, operationId })).results
const isActive = async (ask: SendRequest) =>
  (await ask('social/get_campaigns', { status: 'ACTIVE' })).results['campaigns']

async function ended(ask: SendRequest, operationId: string): Promise<void> {
  await expect
    .poll(async () => (await show(ask, operationId))['state'], {
      timeout: 60_000 + count * 200,
      interval: 250,
    })
    .toBe('SUCCEEDED')
}

test('campaign/pause_campaigns and its undo change each campaign once when the process is killed and replaced', {
  timeout: 240_000 + count * 600,
}, async () => {
  const { sandbox, installation, start } = await makeWorld()
  let { service, send } = await start()
  await activate(sandbox, await createPausedCampaigns(sandbox, count))
  // The starting world also contains running campaigns.
  const { results } = await send('campaign/pause_campaigns', {
    ...withoutUser,
    platforms: ['social'],
    dryRun: true,
  })
  const [{ campaigns: total }] = results['accounts'] as [{ campaigns: number }]
  expect(total).toBeGreaterThanOrEqual(count)
  const before = listEffects(sandbox, 'campaign.update').length

  const kill = async (work: () => Promise<unknown>) => {
    const fault = sandbox.faults.order({
      platform: 'social',
      call: 'campaign.update',
      kind: 'stall',
      when: 'after',
      skip: 7,
    })
    const request = work().catch(() => undefined)
    await waitUntilHeld(fault)
    service.kill('SIGKILL')
    await service.exit
    await request
    sandbox.faults.cancel()
    await expireLeases(installation)
    await forgetOneRecord(installation)
    ;({ service, send } = await start())
  }

  const pause = () =>
    send('campaign/pause_campaigns', { ...withoutUser, platforms: ['social'] }, 'stop-everything')
  await kill(pause)
  const { results: paused } = await retryUntilFinal(pause)
  expect(paused).toMatchObject({ success: true })
  const operationId = String(paused['operationId'])
  await ended(send, operationId)
  expect(await show(send, operationId)).toMatchObject({
    progress: { total, changed: total, unchanged: 0, failed: 0, open: 0, accountsOpen: 0 },
    outcome: { isComplete: true },
  })
  expect(await isActive(send)).toEqual([])
  const sent = listEffects(sandbox, 'campaign.update').slice(before)
  expect(sent.length).toBe(total)
  expect(new Set(sent).size).toBe(total)

  const undo = () => send('operation/undo_operation', { ...withoutUser, operationId }, 'go-on')
  await kill(undo)
  const { results: undone } = await retryUntilFinal(undo)
  await ended(send, String(undone['operationId']))
  expect((await show(send, String(undone['operationId'])))['progress']).toMatchObject({
    total,
    changed: total,
  })
  const resumed = listEffects(sandbox, 'campaign.update').slice(before + total)
  expect(resumed.length).toBe(total)
  expect(new Set(resumed).size).toBe(total)
  await expectCompleteAudit(installation)
})
