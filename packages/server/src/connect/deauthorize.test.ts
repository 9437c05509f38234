// Meta sends a deauthorize callback when a person removes the app.

import { createHmac } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { newLinkedUser } from '../../testing/linked.ts'
import { advanceClocks } from '../../testing/linking.ts'
import { createSandboxAdmin } from '../../testing/sandbox.ts'
import { type TestService, useService } from '../../testing/service.ts'

const service = useService()
const path = '/connect/deauthorize/social'

const healthOf = async (userId: string) => {
  const { connections } = (await service.call('user/get_profile', { userId })).results.user
  return connections.map(({ health, reason }) => `${health} ${reason}`.trim())
}

const removal = (person: string, more: object = {}) =>
  createSandboxAdmin(service).simulate('deauthorize', { person, url: `${service.url}${path}`, ...more })

const deliver = (signedRequest: string) =>
  service.send(path, { method: 'POST', body: new URLSearchParams({ signed_request: signedRequest }) })

test('a deauthorize callback marks the connections of a person in all workspaces as revoked until a new consent', async () => {
  const other = await service.newWorkspace()
  const [ben, again] = [
    await newLinkedUser(service, { person: 'ben' }),
    await newLinkedUser(service, { person: 'ben' }),
  ]
  const foreignUserId = await newLinkedUser(service, { person: 'ben', apiKey: other.apiKey })
  const greta = await newLinkedUser(service, { person: 'greta' })

  expect(await removal('ben')).toMatchObject({ status: 200 })

  for (const userId of [ben, again]) expect(await healthOf(userId)).toEqual(['revoked user_revoked'])
  const profile = await service.call('user/get_profile', { userId: foreignUserId }, { apiKey: other.apiKey })
  expect(profile.results.user.connections).toMatchObject([{ health: 'revoked' }])
  expect(await healthOf(greta)).toEqual(['active'])

  // One new consent reactivates the other connections of that person in the workspace.
  await advanceClocks(service, 10_000)
  await newLinkedUser(service, { person: 'ben' })
  expect(await healthOf(ben)).toEqual(['active'])
})

test('a deauthorize callback does not revoke a consent that is newer than the callback', async () => {
  const userId = await newLinkedUser(service, { person: 'yuki', accountId: '1007200300400' })
  await createSandboxAdmin(service).advance(-60_000)
  onTestFinished(() => createSandboxAdmin(service).advance(60_000))
  expect(await removal('yuki')).toMatchObject({ status: 200 })
  expect(await healthOf(userId)).toEqual(['active'])
})

test('a deauthorize callback for a page that removed the app leaves the connection active', async () => {
  const userId = await newLinkedUser(service, { person: 'greta' })
  expect(await removal('greta', { page: '104500000000601' })).toMatchObject({ status: 200 })
  expect(await healthOf(userId)).toEqual(['active'])
})

const signedRequest = (text: string) => {
  const payload = Buffer.from(text).toString('base64url')
  return `${createHmac('sha256', 'sandbox-social-secret').update(payload).digest('base64url')}.${payload}`
}

test.each([
  ['a number', '10158012345678901', 'revoked user_revoked'],
  ['text', '"10158012345678901"', 'revoked user_revoked'],
  ['null', 'null', 'active'],
  ['0', '0', 'active'],
])(
  'a deauthorize callback whose user_id is %s (%s) leaves the connection of that person %s',
  async (_, userId, health) => {
    const greta = await newLinkedUser(service, { person: 'greta' })
    await advanceClocks(service, 10_000)
    const at = String(Math.floor(service.clock.now() / 1000))
    for (const issuedAt of [at, `"${at}"`]) {
      const text = `{"algorithm":"HMAC-SHA256","user_id":${userId},"issued_at":${issuedAt}}`
      expect((await deliver(signedRequest(text))).status).toBe(200)
      expect(await healthOf(greta)).toEqual([health])
    }
  },
)

test('a deauthorize callback without a valid signature of the app is refused', async () => {
  const payload = (algorithm: string) =>
    Buffer.from(JSON.stringify({ algorithm, user_id: '1', issued_at: 1 })).toString('base64url')
  for (const signed of ['', '.', 'x.y', `AAAA.${payload('HMAC-SHA256')}`, payload('none')])
    expect((await deliver(signed)).status).toBe(400)
  expect((await service.send(path, { method: 'POST', body: '{}' })).status).toBe(415)
})

test.each([
  ['no JSON', 'nonsense'],
  ['an array', '[]'],
  ['no time', '{"algorithm":"HMAC-SHA256","user_id":"1"}'],
  ['a time out of range', '{"algorithm":"HMAC-SHA256","user_id":"1","issued_at":1e300}'],
  ['an invalid user_id', '{"algorithm":"HMAC-SHA256","user_id":"1\\u0000","issued_at":1700000000}'],
])(
  'a signed deauthorize or data deletion callback is refused with 400 when it contains %s',
  async (_, text) => {
    for (const callback of [path, '/connect/data-deletion/social']) {
      const body = new URLSearchParams({ signed_request: signedRequest(text) })
      expect((await service.send(callback, { method: 'POST', body })).status, callback).toBe(400)
    }
  },
)

describe('a deployment with a live platform', () => {
  const live = useService({
    environment: {
      ADRAIL_SEARCH: 'live',
      SEARCH_CLIENT_ID: 'id',
      SEARCH_CLIENT_SECRET: 'secret',
      PUBLIC_URL: 'https://ads.example',
      ENCRYPTION_KEYS: `k1:${Buffer.alloc(32, 7).toString('base64')}`,
    },
  })

  test.each([path, '/connect/data-deletion/social', '/hooks/social', '/hooks/pro'])(
    'does not accept %s for a sandboxed platform, because the sandbox secrets are public',
    async (callback) => {
      const statusAt = async (of: TestService) =>
        (await of.send(callback, { method: 'POST', body: '{}' })).status
      // A path that also has a page returns 405, because only GET exists.
      expect([404, 405]).toContain(await statusAt(live))
      expect([404, 405]).not.toContain(await statusAt(service))
    },
  )

  test('still accepts messages at /hooks/search, and returns 400 for an invalid one', async () => {
    expect((await live.send('/hooks/search/token', { method: 'POST', body: '{}' })).status).toBe(400)
  })
})
