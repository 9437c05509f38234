// Processes whose date is wrong by more than a day, or by more than a month, beside one whose date is right: they tidy the same
// database.

import { testDatabase } from '@adrail/server/testing'
import {
  type Answer,
  type Ask,
  expectAudited,
  useWorlds,
  type World,
  withStore,
} from '@adrail/server/testing/worlds'
import { expect, test, vi } from 'vitest'
import { campaignsMade, creations } from './creations.ts'
import { canShiftClocks, shiftedClock } from './fakeTime.ts'
import { proofTimeoutMs, secondsSince, sized, tell } from './figures.ts'

const makeWorld = useWorlds()
vi.setConfig({ testTimeout: proofTimeoutMs })
const hourSeconds = 3600
const aheadSeconds = [27 * hourSeconds, 32 * 24 * hourSeconds]
const dayMs = 24 * hourSeconds * 1000

test.skipIf(testDatabase() === '' || !canShiftClocks)(
  'processes whose date is 27 hours or 32 days ahead delete nothing that others need: limits hold, and every key is remembered',
  async () => {
    const world = await makeWorld()
    const { sandbox, place, begin } = world
    // It only serves: whatever vanishes was deleted by a process with a wrong date.
    const right = await begin({ ADRAIL_ROLE: 'api' })
    const count = sized(6, 60)
    const began = performance.now()
    const create = (ask: Ask, number: number): Promise<Answer> => {
      const { operation, bodyOf } = creations[number % creations.length] ?? creations[0]
      return ask(operation, bodyOf(`Dated ${number}`), `dated-${number}`)
    }
    await right.ask('workspace/update_settings', { userId: undefined, guard: { maxCreationsPerHour: count } })
    for (let number = 0; number < count; number++)
      expect(await create(right.ask, number)).toMatchObject({ status: 200, results: { success: true } })

    const counts = { processes: 0, rows: 0, deleted: 0, replayed: 0, refused: 0 }
    for (let round = 0; round < sized(1, 5); round++)
      for (const seconds of aheadSeconds) {
        const old = await plantOld(world)
        const before = await rowsOf(world)
        const wrong = await begin(shiftedClock(seconds))
        // Once it has deleted what is really old, it has been through all of it.
        await expect.poll(() => stillThere(world, old), { interval: 100 }).toEqual([])
        const after = new Set(await rowsOf(world))
        const deleted = before.filter((row) => !after.has(row) && !old.includes(row))
        expect(deleted).toEqual([])
        for (const { ask } of [wrong, right]) {
          for (let number = 0; number < count; number++) {
            const again = await create(ask, number)
            expect([again.status, again.replayed], `dated-${number}`).toEqual([200, true])
            counts.replayed += 1
          }
          expect(await create(ask, count)).toMatchObject({ status: 403, code: 'SPEND_LIMIT_EXCEEDED' })
          counts.refused += 1
        }
        wrong.service.kill('SIGKILL')
        await wrong.service.exit
        counts.processes += 1
        counts.rows += before.length
        counts.deleted += deleted.length
      }
    expect(campaignsMade(sandbox).length).toBe(count)
    await expectAudited(place)
    tell('T39', {
      creations: count,
      ...counts,
      createdTwice: campaignsMade(sandbox).length - count,
      seconds: secondsSince(began),
    })
  },
)

/** Makes a write, a raise and an event that are old by the database's clock, as rows. */
function plantOld({ place }: World): Promise<string[]> {
  return withStore(place, async ({ db, clock }) => {
    const { now } = await db.selectNoFrom(clock.as('now')).executeTakeFirstOrThrow()
    const longAgo = now - 400 * dayMs
    const write = await db.selectFrom('operations').selectAll().limit(1).executeTakeFirstOrThrow()
    const raise = await db.selectFrom('raises').selectAll().limit(1).executeTakeFirstOrThrow()
    const event = await db.selectFrom('events').selectAll().orderBy('seq').limit(1).executeTakeFirstOrThrow()
    const id = `op_old_${now}`
    const old = {
      ...write,
      id,
      idempotency_key: id,
      marker: id,
      fingerprint: id,
      created_at: longAgo,
      updated_at: longAgo,
    }
    await db.insertInto('operations').values(old).execute()
    await db
      .insertInto('raises')
      .values({ ...raise, operation_id: id, reserved_at: longAgo })
      .execute()
    // Numbered before the first: events are deleted from the oldest on.
    await db
      .insertInto('events')
      .values({ ...event, seq: 0, id, occurred_at: longAgo })
      .execute()
    return [`operations ${id}`, `raises ${id}`, 'events 0']
  })
}

async function stillThere(world: World, rows: readonly string[]): Promise<string[]> {
  const present = new Set(await rowsOf(world))
  return rows.filter((row) => present.has(row))
}

/** Every row of the tables that are tidied, by name. */
function rowsOf({ place }: World): Promise<string[]> {
  return withStore(place, async ({ db }) => {
    const operations = await db.selectFrom('operations').select('id').execute()
    const steps = await db.selectFrom('operation_steps').select(['operation_id', 'number']).execute()
    const raises = await db.selectFrom('raises').select('operation_id').execute()
    const events = await db.selectFrom('events').select('seq').execute()
    const links = await db.selectFrom('links').select('id').execute()
    const lookups = await db.selectFrom('lookups').select('name_hash').execute()
    return [
      ...operations.map(({ id }) => `operations ${id}`),
      ...steps.map(({ operation_id, number }) => `steps ${operation_id} ${number}`),
      ...raises.map(({ operation_id }) => `raises ${operation_id}`),
      ...events.map(({ seq }) => `events ${seq}`),
      ...links.map(({ id }) => `links ${id}`),
      ...lookups.map(({ name_hash }) => `lookups ${name_hash}`),
    ]
  })
}
