import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { costs } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { useService } from '../../../testing/service.ts'

const service = useService()
const place = { id: '', apiKey: '' }
const users: string[] = []
type Asked = Parameters<typeof service.call<'workspace/list_audit'>>[1]

const list = async (asked: Asked = {}) =>
  expectSuccess(
    'workspace/list_audit',
    await service.call('workspace/list_audit', asked, { apiKey: place.apiKey }),
  )
const numbers = async (asked: Asked) => (await list(asked)).entries.map(({ number }) => number)

beforeAll(async () => {
  Object.assign(place, await service.newWorkspace())
  for (let count = 0; count < 120; count++) {
    service.clock.advance(60_000)
    const answer = await service.call('user/create_user', { name: 'Somebody' }, { apiKey: place.apiKey })
    users.push(answer.results.user.userId)
  }
})

test('lists every entry once, newest first, there and back, with the state of the chain [R4.add.workspace-list_audit, R4.add.workspace-list_audit.results]', async () => {
  const first = await list()
  const second = await list({ pagination: first.pagination.next })
  const all = [...first.entries, ...second.entries]
  expect(all.map(({ number }) => number)).toEqual(Array.from({ length: 120 }, (_, index) => 120 - index))
  expect(second.pagination.next).toBe('')
  expect(await numbers({ pagination: second.pagination.previous })).toEqual(
    first.entries.map(({ number }) => number),
  )
  expect(first.entries[0]).toMatchObject({
    event: 'user.created',
    actor: expect.stringMatching(/^key_/),
    actorName: 'test',
    requestId: expect.stringMatching(/^req_/),
    surface: 'http',
    subject: users.at(-1),
    userName: 'Somebody',
  })
  expect(first.chain).toEqual({ entries: 120, hash: first.entries[0]?.hash, problem: '' })
})

test('finds by user, event, actor and time', async () => {
  const [entry] = (await list()).entries
  expect(await numbers({ event: 'user.deleted' })).toEqual([])
  expect(await numbers({ event: 'user.created', operationId: 'op_none' })).toEqual([])
  expect((await numbers({ actor: String(entry?.actor) })).length).toBe(100)
  const at = Date.parse(String(entry?.at))
  const time = (minutesAgo: number) => new Date(at - minutesAgo * 60_000).toISOString()
  expect(await numbers({ since: time(119), until: time(117) })).toEqual([2, 1])
  expect(await numbers({ since: time(1) })).toEqual([120, 119])
  expectRefusal(
    await service.post(
      'workspace/list_audit',
      { userId: users[0] },
      (await service.newKey({ scopes: ['read'] })).text,
    ),
    'FORBIDDEN',
  )
})

test('says where the record was tampered with', async () => {
  const { db } = service.app.store
  await sql`update audit_entries set subject = 'other' where workspace_id = ${place.id} and number = 7`.execute(
    db,
  )
  const first = await list()
  expect(first.chain.problem).toBe('')
  const second = await list({ pagination: first.pagination.next })
  expect(second.chain.problem).toBe('Entry 7 (user.created) was changed, or the one before it.')
  await sql`delete from audit_entries where workspace_id = ${place.id} and number = 110`.execute(db)
  expect((await list()).chain.problem).toBe('Entry 110 is missing.')
})

costs('workspace/list_audit', { store: 1, upstream: 0 }, async (service) => {
  await service.call('user/create_user', { name: 'Recorded' })
  return {}
})
