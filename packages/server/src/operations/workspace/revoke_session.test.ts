import { expect, test } from 'vitest'
import { consoleOf } from '../../../testing/consoleSession.ts'
import { costs } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { type TestService, useService } from '../../../testing/service.ts'

const service = useService()

async function newSession(own: TestService, apiKey = own.apiKey) {
  const { signIn, sessionOf } = consoleOf(own)
  const browser = await signIn(apiKey)
  const { sessionId } = await sessionOf(browser.cookie)
  return { browser, sessionId: String(sessionId) }
}

test('signs one browser out and no other, also when it signed in with the same key [R4.add.workspace-revoke_session, R4.add.workspace-revoke_session.results]', async () => {
  const [lost, kept] = [await newSession(service), await newSession(service)]
  const { sessionId } = lost
  const answer = await service.call('workspace/revoke_session', { sessionId })
  expect(expectSuccess('workspace/revoke_session', answer)).toMatchObject({ sessionId })
  const { call } = consoleOf(service)
  expect((await call(lost.browser, 'user/list_users', {})).status).toBe(401)
  expect((await call(kept.browser, 'user/list_users', {})).status).toBe(200)
  expectRefusal(await service.call('workspace/revoke_session', { sessionId }), 'SESSION_NOT_FOUND')
})

test('finds no session of another workspace, and none by another text', async () => {
  const { sessionId, browser } = await newSession(service)
  const { apiKey } = await service.newWorkspace()
  for (const [given, key] of [
    [sessionId, apiKey],
    ['ses_', service.apiKey],
    [sessionId.slice(0, 20), service.apiKey],
    [sessionId.replace(/.$/, '%'), service.apiKey],
  ] as const)
    expectRefusal(
      await service.call('workspace/revoke_session', { sessionId: given }, { apiKey: key }),
      'SESSION_NOT_FOUND',
    )
  expect((await consoleOf(service).call(browser, 'user/list_users', {})).status).toBe(200)
})

costs('workspace/revoke_session', { store: 6, upstream: 0 }, async (own) => ({
  sessionId: (await newSession(own)).sessionId,
}))
