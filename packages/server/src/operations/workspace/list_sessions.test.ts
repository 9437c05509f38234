import { expect, test } from 'vitest'
import { createConsoleClient } from '../../../testing/consoleSession.ts'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectSuccess } from '../../../testing/expectations.ts'
import { type TestService, useService } from '../../../testing/service.ts'
import { markKeyRevoked } from '../../store/keys.ts'

const service = useService()
const { signIn, sessionOf } = createConsoleClient(service)

async function list(apiKey: string) {
  return expectSuccess(
    'workspace/list_sessions',
    await service.call('workspace/list_sessions', {}, { apiKey }),
  )
}

test('workspace/list_sessions returns the sessions of the console and the approval page, with their key and address [R4.add.workspace-list_sessions, R4.add.workspace-list_sessions.results]', async () => {
  const { id: workspaceId, apiKey } = await service.newWorkspace()
  const person = await service.newKey({ workspaceId, scopes: ['approve', 'read'] })
  await signIn((await service.newWorkspace()).apiKey)
  const startedAt = new Date(service.clock.now()).toISOString()
  const { cookie } = await signIn(person.text)
  await approve(service, person.text)
  service.clock.advance(5 * 60_000)
  const lastUsedAt = new Date(service.clock.now()).toISOString()
  const { sessionId } = await sessionOf(cookie)
  const { sessions } = await list(apiKey)
  const about = {
    keyId: person.id,
    keyName: 'test',
    startedAt,
    address: expect.stringContaining('127.0.0.1'),
  }
  expect(sessions.toSorted((a, b) => b.page.localeCompare(a.page))).toEqual([
    { ...about, sessionId, page: 'console', lastUsedAt },
    {
      ...about,
      sessionId: expect.stringMatching(/^ses_[0-9a-f]{32}$/),
      page: 'approve',
      lastUsedAt: startedAt,
    },
  ])
})

test('workspace/list_sessions returns each of 103 sessions once, on pages in both directions', async () => {
  const { apiKey } = await service.newWorkspace()
  for (let count = 0; count < 103; count++) await signIn(apiKey)
  const page = async (pagination: string) =>
    (await service.call('workspace/list_sessions', { pagination }, { apiKey })).results
  const first = await page('')
  const second = await page(first.pagination.next)
  expect([first.sessions.length, second.sessions.length]).toEqual([100, 3])
  const ids = [...first.sessions, ...second.sessions].map(({ sessionId }) => sessionId)
  expect(new Set(ids).size).toBe(103)
  expect((await page(second.pagination.previous)).sessions).toEqual(first.sessions)
})

test('workspace/list_sessions omits expired sessions and sessions of a revoked or expired key', async () => {
  const { id: workspaceId, apiKey } = await service.newWorkspace()
  const revoked = await service.newKey({ workspaceId })
  const expiring = await service.newKey({ workspaceId, expiresAt: service.clock.now() + 1000 })
  const activeKey = await service.newKey({ workspaceId, scopes: ['approve'] })
  for (const { text } of [revoked, expiring, activeKey]) await signIn(text)
  await approve(service, activeKey.text)
  const keys = async () => (await list(apiKey)).sessions.map(({ keyId, page }) => `${page} ${keyId}`).sort()
  expect(await keys()).toHaveLength(4)
  service.clock.advance(1000)
  await markKeyRevoked(service.app.store.db, revoked.id, service.clock.now())
  expect(await keys()).toEqual([`approve ${activeKey.id}`, `console ${activeKey.id}`])
  service.clock.advance(15 * 60_000)
  expect(await keys()).toEqual([`console ${activeKey.id}`])
  service.clock.advance(15 * 60_000)
  expect(await keys()).toEqual([])
})

async function approve({ send }: TestService, key: string) {
  const response = await send('/approve/op_1/sign-in', {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ key }).toString(),
  })
  expect(response.status).toBe(303)
}

testOperationCosts('workspace/list_sessions', { store: 1, upstream: 0 })
