// The social platform's word that a person removed the app.

import { expect, onTestFinished, test } from 'vitest'
import { linkedUser } from '../../testing/linked.ts'
import { turn } from '../../testing/linking.ts'
import { sandboxOf } from '../../testing/sandbox.ts'
import { useService } from '../../testing/service.ts'

const service = useService()
const path = '/connect/deauthorize/social'

const healthOf = async (userId: string) => {
  const { connections } = (await service.call('user/get_profile', { userId })).results.user
  return connections.map(({ health, reason }) => `${health} ${reason}`.trim())
}

const removal = (person: string, more: object = {}) =>
  sandboxOf(service).simulate('deauthorize', { person, url: `${service.url}${path}`, ...more })

const deliver = (signedRequest: string) =>
  service.send(path, { method: 'POST', body: new URLSearchParams({ signed_request: signedRequest }) })

test('marks every connection of that person as revoked, in all workspaces, until they consent again', async () => {
  const other = await service.newWorkspace()
  const [ben, again] = [
    await linkedUser(service, { person: 'ben' }),
    await linkedUser(service, { person: 'ben' }),
  ]
  const theirs = await linkedUser(service, { person: 'ben', apiKey: other.apiKey })
  const greta = await linkedUser(service, { person: 'greta' })

  expect(await removal('ben')).toMatchObject({ status: 200 })

  for (const userId of [ben, again]) expect(await healthOf(userId)).toEqual(['revoked user_revoked'])
  const profile = await service.call('user/get_profile', { userId: theirs }, { apiKey: other.apiKey })
  expect(profile.results.user.connections).toMatchObject([{ health: 'revoked' }])
  expect(await healthOf(greta)).toEqual(['active'])

  // One new consent heals what is left of that person in the workspace.
  await turn(service, 10_000)
  await linkedUser(service, { person: 'ben' })
  expect(await healthOf(ben)).toEqual(['active'])
})

test('does not touch a consent that is younger than the message', async () => {
  const userId = await linkedUser(service, { person: 'yuki', accountId: '1007200300400' })
  await sandboxOf(service).advance(-60_000)
  onTestFinished(() => sandboxOf(service).advance(60_000))
  expect(await removal('yuki')).toMatchObject({ status: 200 })
  expect(await healthOf(userId)).toEqual(['active'])
})

test('is taken note of, and no more, when a page removed the app', async () => {
  const userId = await linkedUser(service, { person: 'greta' })
  expect(await removal('greta', { page: '104500000000601' })).toMatchObject({ status: 200 })
  expect(await healthOf(userId)).toEqual(['active'])
})

test('is refused when its signature is not of the app', async () => {
  const payload = (algorithm: string) =>
    Buffer.from(JSON.stringify({ algorithm, user_id: '1', issued_at: 1 })).toString('base64url')
  for (const signed of ['', '.', 'x.y', `AAAA.${payload('HMAC-SHA256')}`, payload('none')])
    expect((await deliver(signed)).status).toBe(400)
  expect((await service.send(path, { method: 'POST', body: '{}' })).status).toBe(415)
})
