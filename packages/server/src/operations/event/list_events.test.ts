import type { Event } from '@adrail/contract'
import { beforeEach, describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { listEventsSince } from '../../../testing/events.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { pollTwice } from '../../../testing/freshRound.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { useService } from '../../../testing/service.ts'
import { emitEvents, makeEvent } from '../../events/emit.ts'
import { dayMs } from '../../runtime/durations.ts'

const service = useService()
let workspace = { id: '', apiKey: '' }
let userId = ''
beforeEach(async () => {
  workspace = await service.newWorkspace()
  userId = (await service.call('user/create_user', { name: 'Told' }, workspace)).results.user.userId
})

const list = (body: object) => service.call('event/list_events', body, workspace)
const seen = (events: readonly Event[]) => events.map(({ data }) => data['connectionId'])

/** Emits `count` events: `connection.expires_soon` for every fifth connection, else `connection.healed`. */
async function happen(count: number, from = 1): Promise<void> {
  const { store } = service.app
  const platform = 'search' as const
  const events = Array.from({ length: count }, (_, index) => {
    const connectionId = `con_${from + index}`
    return (from + index) % 5 === 0
      ? makeEvent(service.clock, 'connection.expires_soon', '', { connectionId, platform, expiresAt: '' })
      : makeEvent(service.clock, 'connection.healed', userId, { connectionId, platform })
  })
  await store.db.transaction().execute((transaction) => emitEvents(transaction, workspace.id, events))
}
const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `con_${from + index}`)

describe('event/list_events', () => {
  test('returns each event once, oldest first, 100 per page, in both directions [R4.add.event-list_events, R4.add.event-list_events.results]', async () => {
    await happen(250)
    const first = await list({})
    expectSuccess('event/list_events', first)
    expect(seen(first.results.events)).toEqual(numbered(1, 100))
    expect(first.results.userNames).toEqual({ [userId]: 'Told' })
    expect(first.results.pagination.previous).toBe('')
    const { events } = await listEventsSince(service, '', workspace)
    expect(seen(events)).toEqual(numbered(1, 250))
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(250)

    const second = await list({ pagination: first.results.pagination.next })
    const back = await list({ pagination: second.results.pagination.previous })
    expect(back.results.events).toEqual(first.results.events)
    expect(back.results.pagination.previous).toBe('')
    const forth = await list({ pagination: back.results.pagination.next })
    expect(forth.results.events).toEqual(second.results.events)
  })

  test('continues from the resume cursor of the last page, of an empty list and of a list from now', async () => {
    const empty = (await list({})).results
    expect(empty.events).toEqual([])
    await happen(3)
    const then = await listEventsSince(service, empty.resume, workspace)
    expect(seen(then.events)).toEqual(numbered(1, 3))
    const now = (await list({ from: 'now' })).results
    expect([now.events, now.pagination.next]).toEqual([[], ''])

    await happen(2, 4)

    for (const { resume } of [then, now])
      expect(seen((await listEventsSince(service, resume, workspace)).events)).toEqual(numbered(4, 5))
  })

  test('returns only events of the requested types and user, in the same order, also when matches are rare', async () => {
    await happen(2600)
    const walk = async (body: object) => {
      const found: Event[] = []
      for (let pagination = '', isFirst = true; isFirst || pagination !== ''; isFirst = false) {
        const { results } = await list({ ...body, pagination })
        found.push(...results.events)
        pagination = results.pagination.next
      }
      return found
    }
    const expiries = numbered(1, 2600).filter((_, index) => (index + 1) % 5 === 0)
    expect(seen(await walk({ types: ['connection.expires_soon'] }))).toEqual(expiries)
    expect(await walk({ types: ['user.deleted'] })).toEqual([])
    const own = await walk({ userId, types: [] })
    expect(own).toHaveLength(2600 - expiries.length)
    expect(new Set(own.map((event) => event.userId))).toEqual(new Set([userId]))
    expect(await walk({ userId, types: ['connection.expires_soon'] })).toEqual([])
  })

  test("returns only events of the caller's workspace, and refuses a cursor of another workspace [R5.4.workspace]", async () => {
    await happen(1)
    const { apiKey } = await service.newWorkspace()
    const foreign = await service.call('event/list_events', {}, { apiKey })
    expect(foreign.results.events).toEqual([])
    const pagination = (await list({})).results.resume
    expectRefusal(await service.post('event/list_events', { pagination }, apiKey), 'INVALID_CURSOR')
  })
})

describe('event/list_events after events were deleted', () => {
  test('returns CURSOR_EXPIRED for a cursor before the deleted events, and the remaining events without a cursor', async () => {
    await happen(60)
    const between = (await list({})).results.resume
    await happen(60, 61)
    service.clock.advance(31 * dayMs)
    await happen(10, 121)
    const atTheEnd = (await list({ from: 'now' })).results.resume
    await pollTwice(service.app.pruning)

    const { field } = expectRefusal(
      await service.post('event/list_events', { pagination: between }, workspace.apiKey),
      'CURSOR_EXPIRED',
    )
    expect(field).toBe('pagination')
    expect(seen((await list({})).results.events)).toEqual(numbered(121, 130))
    expect((await list({ pagination: atTheEnd })).results.events).toEqual([])
  })

  test('returns old events that follow a retained event, so a wrong clock leaves no gap', async () => {
    await happen(1)
    service.clock.advance(-20 * dayMs)
    await happen(2, 2)
    service.clock.advance(45 * dayMs)
    await pollTwice(service.app.pruning)
    expect(seen((await list({})).results.events)).toEqual(numbered(1, 3))
  })

  test('returns CURSOR_EXPIRED for a cursor that is ahead of a restored database', async () => {
    await happen(3)
    const pagination = (await list({ from: 'now' })).results.resume
    const { db } = service.app.store
    await db.deleteFrom('events').where('workspace_id', '=', workspace.id).execute()
    await db
      .updateTable('audit_heads')
      .set({ event_seq: 1 })
      .where('workspace_id', '=', workspace.id)
      .execute()
    expectRefusal(await service.post('event/list_events', { pagination }, workspace.apiKey), 'CURSOR_EXPIRED')
  })
})

testOperationCosts('event/list_events', { store: 3, upstream: 0 }, async (service) => {
  await newLinkedUser(service)
  return {}
})
