// Some actions of the console require the key again, regardless of the page that sends the request.

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

describe('a console session', () => {
  test.each(actions)(
    'requires the key again for %s, and accepts that proof for five minutes',
    async (operation, bodyOf) => {
      const browser = await signIn()
      const body = await bodyOf()
      const refused = await call(browser, operation, body)
      expect([refused.status, refused.results.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
      expect((await prove(browser)).status).toBe(200)
      service.clock.advance(5 * 60_000 - 1)
      expect((await call(browser, operation, body)).status).toBe(200)
      service.clock.advance(1)
      expect((await call(browser, operation, await bodyOf())).results.code).toBe('REAUTHENTICATION_REQUIRED')
    },
  )

  test('freezes spend, sets limits and lists keys without a proof of the key', async () => {
    const browser = await signIn()
    for (const [operation, body] of [
      ['workspace/update_settings', { freeze: { frozen: true } }],
      ['workspace/update_settings', { guard: {} }],
      ['workspace/list_keys', {}],
    ] as const)
      expect((await call(browser, operation, body)).status).toBe(200)
    await service.call('workspace/update_settings', thaw)
  })

  test('accepts only its own key as proof, and the proof does not count for another session', async () => {
    const [browser, other] = [await signIn(), await signIn()]
    const { text } = await service.newKey()
    for (const body of [{ apiKey: text }, { apiKey: 'adr_wrong' }, {}, { demo: true }])
      expect((await prove(browser, body)).status).toBe(401)
    await prove(other)
    expect((await call(browser, 'workspace/update_settings', thaw)).status).toBe(403)
    expect((await call(other, 'workspace/update_settings', thaw)).status).toBe(200)
  })

  test('refuses a proof without the page token or from another origin', async () => {
    const { cookie, pageToken } = await signIn()
    const apiKey = { apiKey: service.apiKey }
    for (const headers of [
      { ...ownHeaders(), cookie },
      { origin: 'https://evil.example', cookie, 'x-adrail-page': pageToken },
    ])
      expect((await post('/console/session/proof', apiKey, headers)).results.code).toBe('ORIGIN_NOT_ALLOWED')
  })
})

test('a caller with an API key updates settings without a proof of the key', async () => {
  expect((await service.call('workspace/update_settings', thaw)).status).toBe(200)
})
