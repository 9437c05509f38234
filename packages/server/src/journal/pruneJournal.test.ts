import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { growDatabase } from '../../testing/databases.ts'
import { startTestService, type TestService, testDatabaseUrl } from '../../testing/service.ts'
import { dayMs, hourMs } from '../runtime/durations.ts'
import type { EntryState } from '../store/entryStates.ts'

const databaseUrl = testDatabaseUrl()
const userId = 'usr_crowd_0'
// More writes than two batches of the pruning contain.
const crowd = { users: 1, writes: 250, keys: 1 }
let service: TestService

beforeEach(async () => {
  service = await startTestService({ databaseUrl })
  await growDatabase(service, crowd, service.clock.now())
})
afterEach(() => service.stop())

const entries = () => service.app.store.db.selectFrom('operations').selectAll().orderBy('id').execute()
const telling = async () => (await entries()).filter(({ request, plan }) => `${request}${plan}` !== '{}')
const change = (set: { state: EntryState }) =>
  service.app.store.db.updateTable('operations').set(set).where('id', '=', 'op_crowd_7').execute()

/** Queries after an hour, in which the next round runs unless the previous round is still running. */
function anHourLater<Found>(query: () => Promise<Found>): () => Promise<Found> {
  return () => {
    service.clock.advance(hourMs)
    return query()
  }
}

async function deleteUser(): Promise<void> {
  const { text } = await service.newKey({ workspaceId: 'ws_crowd' })
  expect((await service.post('user/delete_user', { userId }, text)).status).toBe(200)
}

describe('the journal', () => {
  test('erases the requests and plans of all 250 writes of a deleted user', async () => {
    expect(await telling()).toHaveLength(250)
    await deleteUser()
    expect(await entries()).toHaveLength(250)
    expect(await telling()).toEqual([])
  })

  test('erases a write of a deleted user that ends after the deletion, and then ends the erasure', async () => {
    const erasures = () =>
      service.app.store.db.selectFrom('erasures').selectAll().where('user_id', '=', userId).execute()
    await change({ state: 'NEEDS_ATTENTION' })
    await deleteUser()
    expect(await telling()).toHaveLength(1)
    service.clock.advance(hourMs)
    expect(await erasures()).toHaveLength(1)

    await change({ state: 'SUCCEEDED' })
    await expect.poll(anHourLater(telling)).toEqual([])
    await expect.poll(anHourLater(erasures)).toEqual([])
  })

  test('deletes all 250 writes 30 days after they began', async () => {
    service.clock.advance(29 * dayMs)
    expect(await entries()).toHaveLength(250)
    service.clock.advance(dayMs)
    await expect.poll(anHourLater(entries)).toEqual([])
  })
})
