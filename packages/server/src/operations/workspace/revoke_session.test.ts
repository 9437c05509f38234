import { expect, test } from 'vitest'
import { createConsoleClient } from '../../../testing/consoleSession.ts'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { type TestService, useService } from '../../../testing/service.ts'

const service = useService()

async function newSession(own: TestService, apiKey = own.apiKey) {
  const { signIn, sessionOf } = createConsoleClient(own)
  const browser = await signIn(apiKey)
  const { sessionId } = await sessionOf(browser.cookie)
  return { browser, sessionId: String(sessionId) }
}

test('workspace/revoke_session signs out one browser, but not another browser that signed in with the same key [R4.add.workspace-revoke_session, R4.add.workspace-revoke_session.results]', async () => {
  const [lost, otherSession] = [await newSession(service), await newSession(service)]
  const { sessionId } = lost
  const response = await service.call('workspace/revoke_session', { sessionId })
  expect(expectSuccess('workspace/revoke_session', response)).toMatchObject({ sessionId })
  const { call } = createConsoleClient(service)
  expect((await call(lost.browser, 'user/list_users', {})).status).toBe(401)
  expect((await call(otherSession.browser, 'user/list_users', {})).status).toBe(200)
  expectRefusal(await service.call('workspace/revoke_session', { sessionId }), 'SESSION_NOT_FOUND')
})

test('workspace/revoke_session finds no session of another workspace, and none by an incomplete or altered id', async () => {
  const { sessionId, browser } = await newSession(service)
  const { apiKey } = await service.newWorkspace()
  for (const [sessionIdText, key] of [
    [sessionId, apiKey],
    ['ses_', service.apiKey],
    [sessionId.slice(0, 20), service.apiKey],
    [sessionId.replace(/.$/, '%'), service.apiKey],
  ] as const)
    expectRefusal(
      await service.call('workspace/revoke_session', { sessionId: sessionIdText }, { apiKey: key }),
      'SESSION_NOT_FOUND',
    )
  expect((await createConsoleClient(service).call(browser, 'user/list_users', {})).status).toBe(200)
})

testOperationCosts('workspace/revoke_session', { store: 6, upstream: 0 }, async (own) => ({
  sessionId: (await newSession(own)).sessionId,
}))
