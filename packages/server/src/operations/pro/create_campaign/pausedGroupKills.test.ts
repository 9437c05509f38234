// Kills processes between the creation of a campaign group, which LinkedIn creates ACTIVE, and its pause.

import { expect, test } from 'vitest'
import { findGroupsByName, minimalProCampaign } from '../../../../testing/proCampaign.ts'
import { testDatabaseUrl } from '../../../../testing/service.ts'
import {
  expireLeases,
  retryUntilFinal,
  useServiceFixtures,
  waitUntilHeld,
  withStore,
} from '../../../../testing/worlds.ts'
import { parsePlan, type StepOutcome } from '../../../journal/plan.ts'

const newWorld = useServiceFixtures()
const key = 'paused-after-kill'
const name = 'Paused after a kill'
const body = { ...minimalProCampaign(name), status: 'PAUSED' }

type World = Awaited<ReturnType<typeof newWorld>>

/** Kills the process while the platform holds the request that pauses the group. */
async function killedWhilePausing(when: 'before' | 'after'): Promise<World> {
  const world = await newWorld()
  world.sandbox.state().switches.pro.pausedGroupsRefused = true
  const { service, send } = await world.start()
  const fault = world.sandbox.faults.order({
    platform: 'pro',
    call: 'adCampaignGroups.update',
    kind: 'stall',
    when,
  })
  const cut = send('pro/create_campaign', body, key).catch(() => undefined)
  await waitUntilHeld(fault)
  service.kill('SIGKILL')
  await service.exit
  await cut
  if (testDatabaseUrl() !== '') await expireLeases(world.installation)
  return world
}

async function expectRemainsPaused({ sandbox, start }: World) {
  const { send } = await start()
  const response = await retryUntilFinal(() => send('pro/create_campaign', body, key))
  expect(response).toMatchObject({ status: 200, results: { success: true } })
  expect(await findGroupsByName({ sandbox }, name)).toMatchObject([
    { status: 'PAUSED', adGroups: ['ACTIVE'], ads: [`${name} 1`] },
  ])
}

test.each(['before', 'after'] as const)(
  'a campaign stays PAUSED when its process is killed right %s its group is paused',
  async (when) => {
    await expectRemainsPaused(await killedWhilePausing(when))
  },
)

test('a campaign stays PAUSED when its plan is of an earlier release, which had no step that pauses the group', async () => {
  const world = await killedWhilePausing('before')
  await withStore(world.installation, async ({ db }) => {
    const [entry] = await db.selectFrom('operations').selectAll().where('idempotency_key', '=', key).execute()
    if (!entry) throw new Error('The write is not recorded.')
    const plan = parsePlan(entry)
    const steps = plan.steps
      .filter((step) => step.name !== 'pause_group')
      .map((step) => (step.name === 'check' ? { ...step, data: { name } } : step))
    expect(plan.steps.length - steps.length).toBe(1)
    await db
      .updateTable('operations')
      .set({ plan: JSON.stringify({ ...plan, steps }) })
      .where('id', '=', entry.id)
      .execute()
    const rows = await db
      .selectFrom('operation_steps')
      .selectAll()
      .where('operation_id', '=', entry.id)
      .orderBy('number')
      .execute()
    expect(rows.map((row) => row.name)).toEqual(['create', 'pause_group'])
    await db
      .deleteFrom('operation_steps')
      .where('operation_id', '=', entry.id)
      .where('name', '=', 'pause_group')
      .execute()
    // The earlier release recorded no status.
    const { upstreamId } = JSON.parse(rows[0]?.outcome ?? '') as StepOutcome
    await db
      .updateTable('operation_steps')
      .set({ outcome: JSON.stringify({ upstreamId }) })
      .where('operation_id', '=', entry.id)
      .execute()
  })
  await expectRemainsPaused(world)
})
