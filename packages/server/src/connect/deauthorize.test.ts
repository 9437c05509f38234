// The social platform's word that a person removed the app.

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

test('marks every connection of that person as revoked, in all workspaces, until they consent again', async () => {
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

  // One new consent heals what is left of that person in the workspace.
  await advanceClocks(service, 10_000)
  await newLinkedUser(service, { person: 'ben' })
  expect(await healthOf(ben)).toEqual(['active'])
})

test('does not touch a consent that is younger than the message', async () => {
  const userId = await newLinkedUser(service, { person: 'yuki', accountId: '1007200300400' })
  await createSandboxAdmin(service).advance(-60_000)
  onTestFinished(() => createSandboxAdmin(service).advance(60_000))
  expect(await removal('yuki')).toMatchObject({ status: 200 })
  expect(await healthOf(userId)).toEqual(['active'])
})

test('is taken note of, and no more, when a page removed the app', async () => {
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
])('a callback whose user_id is %s (%s) leaves the person of that id %s', async (_, userId, health) => {
  const greta = await newLinkedUser(service, { person: 'greta' })
  await advanceClocks(service, 10_000)
  const at = String(Math.floor(service.clock.now() / 1000))
  for (const issuedAt of [at, `"${at}"`]) {
    const text = `{"algorithm":"HMAC-SHA256","user_id":${userId},"issued_at":${issuedAt}}`
    expect((await deliver(signedRequest(text))).status).toBe(200)
    expect(await healthOf(greta)).toEqual([health])
  }
})

test('is refused when its signature is not of the app', async () => {
  const payload = (algorithm: string) =>
    Buffer.from(JSON.stringify({ algorithm, user_id: '1', issued_at: 1 })).toString('base64url')
  for (const signed of ['', '.', 'x.y', `AAAA.${payload('HMAC-SHA256')}`, payload('none')])
    expect((await deliver(signed)).status).toBe(400)
  expect((await service.send(path, { method: 'POST', body: '{}' })).status).toBe(415)
})

test.each([
  ['no JSON', 'nonsense'],
  ['a list', '[]'],
  ['no time', '{"algorithm":"HMAC-SHA256","user_id":"1"}'],
  ['a time beyond all dates', '{"algorithm":"HMAC-SHA256","user_id":"1","issued_at":1e300}'],
  ['a person that is no id', '{"algorithm":"HMAC-SHA256","user_id":"1\\u0000","issued_at":1700000000}'],
])('is refused with 400 when it is signed but contains %s', async (_, text) => {
  for (const callback of [path, '/connect/data-deletion/social']) {
    const body = new URLSearchParams({ signed_request: signedRequest(text) })
    expect((await service.send(callback, { method: 'POST', body })).status, callback).toBe(400)
  }
})

describe('where another platform is live', () => {
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
    '%s does not exist, because the secrets of the sandbox are published',
    async (callback) => {
      const statusAt = async (of: TestService) =>
        (await of.send(callback, { method: 'POST', body: '{}' })).status
      // A page of the same path can still be read where one exists.
      expect([404, 405]).toContain(await statusAt(live))
      expect([404, 405]).not.toContain(await statusAt(service))
    },
  )

  test('/hooks/search still takes messages', async () => {
    expect((await live.send('/hooks/search/token', { method: 'POST', body: '{}' })).status).toBe(400)
  })
})
