// Actions in the console for which the key is asked again, whatever page sends the request.

import type { OperationName } from '@adrail/contract'
import { describe, expect, test } from 'vitest'
import { createConsoleClient, newSessionBody } from '../../testing/consoleSession.ts'
import { newKeyBody } from '../../testing/keys.ts'
import { useService } from '../../testing/service.ts'
import { newEndpointBody, unreachableUrl } from '../../testing/webhooks.ts'

const service = useService()
const { ownHeaders, post, signIn, call, prove } = createConsoleClient(service)

const thaw = { freeze: { frozen: false } }
const actions: readonly (readonly [OperationName, () => Promise<object>])[] = [
  ['workspace/create_key', async () => ({ name: 'Till', scopes: ['read'] })],
  ['workspace/rotate_key', () => newKeyBody(service)],
  ['workspace/revoke_key', () => newKeyBody(service)],
  ['workspace/revoke_session', () => newSessionBody(service)],
  ['workspace/update_settings', async () => thaw],
  ['webhook/rotate_secret', () => newEndpointBody(service)],
  ['webhook/create_endpoint', async () => ({ url: unreachableUrl })],
]

describe('a session', () => {
  test.each(actions)('needs the key again for %s, and then has five minutes', async (operation, bodyOf) => {
    const browser = await signIn()
    const body = await bodyOf()
    const refused = await call(browser, operation, body)
    expect([refused.status, refused.results.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
    expect((await prove(browser)).status).toBe(200)
    service.clock.advance(5 * 60_000 - 1)
    expect((await call(browser, operation, body)).status).toBe(200)
    service.clock.advance(1)
    expect((await call(browser, operation, await bodyOf())).results.code).toBe('REAUTHENTICATION_REQUIRED')
  })

  test('freezes, limits and reads without it', async () => {
    const browser = await signIn()
    for (const [operation, body] of [
      ['workspace/update_settings', { freeze: { frozen: true } }],
      ['workspace/update_settings', { guard: {} }],
      ['workspace/list_keys', {}],
    ] as const)
      expect((await call(browser, operation, body)).status).toBe(200)
    await service.call('workspace/update_settings', thaw)
  })

  test('is proved by its own key and no other, and proves no other session', async () => {
    const [browser, other] = [await signIn(), await signIn()]
    const { text } = await service.newKey()
    for (const body of [{ apiKey: text }, { apiKey: 'adr_wrong' }, {}, { demo: true }])
      expect((await prove(browser, body)).status).toBe(401)
    await prove(other)
    expect((await call(browser, 'workspace/update_settings', thaw)).status).toBe(403)
    expect((await call(other, 'workspace/update_settings', thaw)).status).toBe(200)
  })

  test('is proved by its own page alone', async () => {
    const { cookie, pageToken } = await signIn()
    const apiKey = { apiKey: service.apiKey }
    for (const headers of [
      { ...ownHeaders(), cookie },
      { origin: 'https://evil.example', cookie, 'x-adrail-page': pageToken },
    ])
      expect((await post('/console/session/proof', apiKey, headers)).results.code).toBe('ORIGIN_NOT_ALLOWED')
  })
})

test('a caller with an API key is never asked for it again', async () => {
  expect((await service.call('workspace/update_settings', thaw)).status).toBe(200)
})
