import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { useService } from '../../../testing/service.ts'
import { dayMs } from '../../runtime/durations.ts'

const service = useService()
const create = (body: unknown, apiKey?: string) => service.post('workspace/create_key', body, apiKey)

test('workspace/create_key creates a key that works at once, with only its scopes, until it expires [R4.add.workspace-create_key, R4.add.workspace-create_key.results]', async () => {
  const made = await create({ name: 'Till', scopes: ['read'], expiresInDays: 2 })
  const { key, apiKey } = expectSuccess('workspace/create_key', made)
  expect(key).toMatchObject({
    name: 'Till',
    scopes: ['read'],
    state: 'ACTIVE',
    revokedAt: '',
    lastUsedAt: '',
  })
  expect(apiKey.startsWith(key.hint.slice(0, -1))).toBe(true)
  const list = () => service.post('user/list_users', {}, apiKey)
  expect((await list()).status).toBe(200)
  expectRefusal(await service.post('user/create_user', { name: 'Nobody' }, apiKey), 'FORBIDDEN')
  service.clock.advance(2 * 24 * 60 * 60 * 1000)
  expectRefusal(await list(), 'UNAUTHENTICATED')
})

test('workspace/create_key refuses a scope that the calling key lacks', async () => {
  const { text } = await service.newKey({ scopes: ['admin', 'read'] })
  const { error } = expectRefusal(
    await create({ name: 'Wider', scopes: ['read', 'spend'] }, text),
    'FORBIDDEN',
    {
      field: 'scopes',
    },
  )
  expect(error).toContain('"spend"')
  expectSuccess('workspace/create_key', await create({ name: 'Equal', scopes: ['admin', 'read'] }, text))
})

test('workspace/create_key creates no key that expires later than the calling key', async () => {
  const endsAt = service.clock.now() + 2 * dayMs
  const { text } = await service.newKey({ scopes: ['admin', 'read'], expiresAt: endsAt })
  const withoutEnd = await create({ name: 'Heir', scopes: ['read'] }, text)
  const { key } = expectSuccess('workspace/create_key', withoutEnd)
  expect(key.expiresAt).toBe(new Date(endsAt).toISOString())
  expectRefusal(
    await create({ name: 'Longer', scopes: ['read'], expiresInDays: 3 }, text),
    'BEYOND_OWN_KEY',
    {
      field: 'expiresInDays',
    },
  )
  const shorter = await create({ name: 'Shorter', scopes: ['read'], expiresInDays: 1 }, text)
  expectSuccess('workspace/create_key', shorter)
})

test('workspace/create_key copies the limits of the calling key to the new key', async () => {
  const guard = { maxCreationsPerHour: 3, currencies: [] }
  const { id: keyId, text } = await service.newKey({ scopes: ['admin', 'spend'] })
  expectSuccess(
    'workspace/update_settings',
    await service.call('workspace/update_settings', { keyId, guard }),
  )
  const made = expectSuccess('workspace/create_key', await create({ name: 'Heir', scopes: ['spend'] }, text))
  const settings = await service.call('workspace/get_settings', { keyId: made.key.keyId })
  expect(expectSuccess('workspace/get_settings', settings).guard).toEqual(guard)
})

test.each([
  [{ name: 'Till', scopes: [] }, 'scopes'],
  [{ name: 'Till', scopes: ['read', 'read'] }, 'scopes'],
  [{ name: 'Till', scopes: ['all'] }, 'scopes[0]'],
  [{ name: ' ', scopes: ['read'] }, 'name'],
  [{ name: 'Till', scopes: ['read'], expiresInDays: 0 }, 'expiresInDays'],
])('workspace/create_key refuses %j and reports the field %s', async (body, field) => {
  expectRefusal(await create(body), 'INVALID_FIELD', { field })
})

testOperationCosts('workspace/create_key', { store: 11, upstream: 0 })
