import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { useService } from '../../../testing/service.ts'
import { recordAudit } from '../../audit/chain.ts'
import { hourMs } from '../../runtime/durations.ts'

const service = useService()
type AuditBody = Parameters<typeof service.call<'workspace/list_audit'>>[1]

/** Creates a workspace with one audit entry for each new user, `apartMs` apart. */
async function createAuditedWorkspace(entries: number, apartMs: number) {
  const { id, apiKey } = await service.newWorkspace()
  const users: string[] = []
  for (let count = 0; count < entries; count++) {
    service.clock.advance(apartMs)
    const response = await service.call('user/create_user', { name: 'Somebody' }, { apiKey })
    users.push(response.results.user.userId)
  }
  const list = async (filters: AuditBody = {}) =>
    expectSuccess('workspace/list_audit', await service.call('workspace/list_audit', filters, { apiKey }))
  const numbers = async (filters: AuditBody) => (await list(filters)).entries.map(({ number }) => number)
  return { id, users, list, numbers }
}

test('workspace/list_audit returns each entry once, newest first, on pages in both directions, with the state of the chain [R4.add.workspace-list_audit, R4.add.workspace-list_audit.results]', async () => {
  const { users, list, numbers } = await createAuditedWorkspace(120, 1000)
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

test('workspace/list_audit filters by event, operation, actor and time, and refuses a key without the scope admin', async () => {
  const { users, list, numbers } = await createAuditedWorkspace(9, hourMs)
  const [entry] = (await list()).entries
  expect(await numbers({ event: 'user.deleted' })).toEqual([])
  expect(await numbers({ event: 'user.created', operationId: 'op_none' })).toEqual([])
  expect(await numbers({ actor: String(entry?.actor) })).toHaveLength(9)
  const at = Date.parse(String(entry?.at))
  const time = (hoursAgo: number) => new Date(at - hoursAgo * hourMs).toISOString()
  expect(await numbers({ since: time(8), until: time(6) })).toEqual([2, 1])
  expect(await numbers({ since: time(1) })).toEqual([9, 8])
  expectRefusal(
    await service.post(
      'workspace/list_audit',
      { userId: users[0] },
      (await service.newKey({ scopes: ['read'] })).text,
    ),
    'FORBIDDEN',
  )
})

test('workspace/list_audit reports which entry was changed or deleted', async () => {
  const { id, list } = await createAuditedWorkspace(105, 1000)
  const { db } = service.app.store
  await sql`update audit_entries set subject = 'other' where workspace_id = ${id} and number = 3`.execute(db)
  const first = await list()
  expect(first.chain.problem).toBe('')
  const second = await list({ pagination: first.pagination.next })
  expect(second.chain.problem).toBe('Entry 3 (user.created) or the entry before it was changed.')
  await sql`delete from audit_entries where workspace_id = ${id} and number = 100`.execute(db)
  expect((await list()).chain.problem).toBe('Entry 100 is missing.')
})

test('workspace/list_audit reports that the newest entries, all entries or the head of the chain were deleted', async () => {
  const { id, list } = await createAuditedWorkspace(3, 1000)
  const { db } = service.app.store
  const without = (number: number) =>
    db.deleteFrom('audit_entries').where('workspace_id', '=', id).where('number', '>=', number).execute()
  await without(3)
  expect((await list()).chain).toMatchObject({
    entries: 3,
    problem: 'Entry 3 is missing from the end of the log.',
  })
  expect((await list({ event: 'user.created' })).chain.problem).toBe(
    'Entry 3 is missing from the end of the log.',
  )
  await db.deleteFrom('audit_heads').where('workspace_id', '=', id).execute()
  const headless = await list()
  expect(headless.entries).toHaveLength(2)
  expect(headless.chain.problem).toBe('Entry 2 is after the recorded end of the log.')

  const emptied = await createAuditedWorkspace(2, 1000)
  await db.deleteFrom('audit_entries').where('workspace_id', '=', emptied.id).execute()
  expect((await emptied.list()).chain).toMatchObject({ entries: 2, problem: 'Entry 2 is missing.' })
})

test('workspace/list_audit reports an entry that is missing between the entries of a filtered list', async () => {
  const { id, list } = await createAuditedWorkspace(1, 0)
  const { db } = service.app.store
  for (let count = 1; count < 1010; count++)
    await db.transaction().execute((transaction) =>
      recordAudit(transaction, {
        workspaceId: id,
        at: count,
        event: 'tested',
        actor: 'admin',
        subject: '-',
      }),
    )
  await db.deleteFrom('audit_entries').where('workspace_id', '=', id).where('number', '=', 10).execute()
  const problems: string[] = []
  let pagination = ''
  do {
    const page = await list({ event: 'user.created', ...(pagination === '' ? {} : { pagination }) })
    problems.push(page.chain.problem)
    pagination = page.pagination.next
  } while (pagination !== '')
  expect(problems).toContain('Entry 10 is missing.')
})

testOperationCosts('workspace/list_audit', { store: 1, upstream: 0 }, async (service) => {
  await service.call('user/create_user', { name: 'Recorded' })
  return {}
})
