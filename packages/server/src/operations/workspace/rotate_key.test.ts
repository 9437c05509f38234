import { expect, test } from 'vitest'
import { costs } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { ofNewKey } from '../../../testing/keys.ts'
import { useService } from '../../../testing/service.ts'

const service = useService()
const rotate = (body: unknown, apiKey?: string) => service.post('workspace/rotate_key', body, apiKey)
const statusOf = async (apiKey: string) => (await service.post('user/list_users', {}, apiKey)).status

test('gives a key a successor with its scopes and limits; both work for the overlap, then the old one ends [R4.add.workspace-rotate_key, R4.add.workspace-rotate_key.results]', async () => {
  const old = await service.newKey({ scopes: ['read'] })
  await service.call('workspace/update_settings', { guard: { maxCreationsPerHour: 7 }, keyId: old.id })
  const made = expectSuccess('workspace/rotate_key', await rotate({ keyId: old.id, overlapHours: 2 }))
  expect(made.key).toMatchObject({ scopes: ['read'], state: 'ACTIVE' })
  const { results } = await service.call('workspace/get_settings', { keyId: made.key.keyId })
  expect(results.guard).toMatchObject({ maxCreationsPerHour: 7 })
  expect([await statusOf(old.text), await statusOf(made.apiKey)]).toEqual([200, 200])
  service.clock.advance(Date.parse(made.oldKeyEndsAt) - service.clock.now())
  await service.app.changes.round()
  expect([await statusOf(old.text), await statusOf(made.apiKey)]).toEqual([401, 200])
  expectRefusal(await rotate({ keyId: old.id }), 'KEY_ENDED')
})

test('gives a key that ends by itself no successor that outlives it', async () => {
  const expiresAt = service.clock.now() + 2 * 86_400_000
  const old = await service.newKey({ expiresAt })
  const made = expectSuccess('workspace/rotate_key', await rotate({ keyId: old.id, overlapHours: 72 }))
  const ends = new Date(expiresAt).toISOString()
  expect(made).toMatchObject({ key: { expiresAt: ends }, oldKeyEndsAt: ends })
})

test('gives a key that is rotated twice at once one successor that does not expire, and reports when the key ends', async () => {
  const old = await service.newKey()
  const answers = await Promise.all([1, 72].map((overlapHours) => rotate({ keyId: old.id, overlapHours })))
  const made = answers.map((answer) => expectSuccess('workspace/rotate_key', answer))
  const { results } = await service.call('workspace/list_keys', {})
  const ends = results.keys.find(({ keyId }) => keyId === old.id)?.expiresAt
  expect(made.filter(({ key }) => key.expiresAt === '')).toHaveLength(1)
  expect(made.map(({ oldKeyEndsAt }) => oldKeyEndsAt)).toContain(ends)
  const last = made.find(({ key }) => key.expiresAt !== '')
  expect(last?.oldKeyEndsAt).toBe(ends)
})

test('hands out no key with more scopes than the own one, and none of another workspace', async () => {
  const mighty = await service.newKey()
  const { text } = await service.newKey({ scopes: ['admin', 'read'] })
  expectRefusal(await rotate({ keyId: mighty.id }, text), 'FORBIDDEN', { field: 'keyId' })
  const { apiKey } = await service.newWorkspace()
  expectRefusal(await rotate({ keyId: mighty.id }, apiKey), 'KEY_NOT_FOUND')
})

costs('workspace/rotate_key', { store: 11, upstream: 0 }, ofNewKey)
