import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { newKeyBody } from '../../../testing/keys.ts'
import { useService } from '../../../testing/service.ts'

const service = useService()
const rotate = (body: unknown, apiKey?: string) => service.post('workspace/rotate_key', body, apiKey)
const statusOf = async (apiKey: string) => (await service.post('user/list_users', {}, apiKey)).status

test('workspace/rotate_key creates a successor with the same scopes and limits, and the old key expires after the overlap [R4.add.workspace-rotate_key, R4.add.workspace-rotate_key.results]', async () => {
  const old = await service.newKey({ scopes: ['read'] })
  await service.call('workspace/update_settings', { guard: { maxCreationsPerHour: 7 }, keyId: old.id })
  const made = expectSuccess('workspace/rotate_key', await rotate({ keyId: old.id, overlapHours: 2 }))
  expect(made.key).toMatchObject({ scopes: ['read'], state: 'ACTIVE' })
  const { results } = await service.call('workspace/get_settings', { keyId: made.key.keyId })
  expect(results.guard).toMatchObject({ maxCreationsPerHour: 7 })
  expect([await statusOf(old.text), await statusOf(made.apiKey)]).toEqual([200, 200])
  service.clock.advance(Date.parse(made.oldKeyEndsAt) - service.clock.now())
  await service.app.changes.poll()
  expect([await statusOf(old.text), await statusOf(made.apiKey)]).toEqual([401, 200])
  expectRefusal(await rotate({ keyId: old.id }), 'KEY_ENDED')
})

test('workspace/rotate_key creates no successor that expires later than the rotated key', async () => {
  const expiresAt = service.clock.now() + 2 * 86_400_000
  const old = await service.newKey({ expiresAt })
  const made = expectSuccess('workspace/rotate_key', await rotate({ keyId: old.id, overlapHours: 72 }))
  const ends = new Date(expiresAt).toISOString()
  expect(made).toMatchObject({ key: { expiresAt: ends }, oldKeyEndsAt: ends })
})

test('workspace/rotate_key creates only one successor without expiry in two concurrent rotations, and reports when the old key expires', async () => {
  const old = await service.newKey()
  const responses = await Promise.all([1, 72].map((overlapHours) => rotate({ keyId: old.id, overlapHours })))
  const made = responses.map((response) => expectSuccess('workspace/rotate_key', response))
  const { results } = await service.call('workspace/list_keys', {})
  const ends = results.keys.find(({ keyId }) => keyId === old.id)?.expiresAt
  expect(made.filter(({ key }) => key.expiresAt === '')).toHaveLength(1)
  expect(made.map(({ oldKeyEndsAt }) => oldKeyEndsAt)).toContain(ends)
  const last = made.find(({ key }) => key.expiresAt !== '')
  expect(last?.oldKeyEndsAt).toBe(ends)
})

test('workspace/rotate_key refuses a key with more scopes than the calling key, and a key of another workspace', async () => {
  const mighty = await service.newKey()
  const { text } = await service.newKey({ scopes: ['admin', 'read'] })
  expectRefusal(await rotate({ keyId: mighty.id }, text), 'FORBIDDEN', { field: 'keyId' })
  const { apiKey } = await service.newWorkspace()
  expectRefusal(await rotate({ keyId: mighty.id }, apiKey), 'KEY_NOT_FOUND')
})

test('workspace/rotate_key refuses a key that expires later or has looser limits than the calling key', async () => {
  const scopes = ['admin', 'read'] as const
  const lasting = await service.newKey({ scopes })
  const rotate = (keyId: string, apiKey: string) =>
    service.call('workspace/rotate_key', { keyId, overlapHours: 1 }, { apiKey })

  const ending = await service.newKey({ scopes, expiresAt: service.clock.now() + 3_600_000 })
  expectRefusal(await rotate(lasting.id, ending.text), 'BEYOND_OWN_KEY', { field: 'keyId' })

  const limited = await service.newKey({ scopes })
  const guard = { maxCreationsPerHour: 3, currencies: [] }
  await service.call('workspace/update_settings', { keyId: limited.id, guard })
  expectRefusal(await rotate(lasting.id, limited.text), 'BEYOND_OWN_KEY', { field: 'keyId' })
  // The successor of the limited key has the same limits.
  expectSuccess('workspace/rotate_key', await rotate(limited.id, limited.text))
})

test('a rotated key cannot rotate its successor, which expires later or has looser limits', async () => {
  const scopes = ['admin', 'read'] as const
  const rotateWith = (keyId: string, apiKey: string) =>
    service.call('workspace/rotate_key', { keyId, overlapHours: 1 }, { apiKey })
  const rotated = await service.newKey({ scopes })
  const successor = expectSuccess('workspace/rotate_key', await rotateWith(rotated.id, rotated.text))
  expectRefusal(await rotateWith(successor.key.keyId, rotated.text), 'BEYOND_OWN_KEY', { field: 'keyId' })
  expect(await statusOf(successor.apiKey)).toBe(200)

  // Both expire at the same time, so only the limits differ.
  const ending = await service.newKey({ scopes, expiresAt: service.clock.now() + 60_000 })
  const next = expectSuccess('workspace/rotate_key', await rotateWith(ending.id, ending.text))
  const guard = { maxCreationsPerHour: 3, currencies: [] }
  await service.call('workspace/update_settings', { keyId: ending.id, guard })
  expectRefusal(await rotateWith(next.key.keyId, ending.text), 'BEYOND_OWN_KEY', { field: 'keyId' })
  // The successor has no limits and may rotate the limited key, whose own successor is limited too.
  const heir = expectSuccess('workspace/rotate_key', await rotateWith(ending.id, next.apiKey))
  const { results } = await service.call('workspace/get_settings', { keyId: heir.key.keyId })
  expect(results.guard).toEqual(guard)
})

testOperationCosts('workspace/rotate_key', { store: 15, upstream: 0 }, newKeyBody)
