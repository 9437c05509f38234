// Only keys with the scope `leads` can read personal data of leads. Keys of releases before that scope keep
// their access.

import type { Scope } from '@adrail/contract'
import { expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { useService } from '../../../testing/service.ts'
import { newUser } from '../../../testing/users.ts'

const service = useService({ environment: { LEADS: 'on' } })

async function list(apiKey: string) {
  return await service.call('lead/list_leads', { userId: await newUser(service) }, { apiKey })
}

/** Creates a key as a release without the scope `leads` stores keys. */
async function earlierKey(scopes: string) {
  const { id, text } = await service.newKey()
  await service.app.store.db.updateTable('api_keys').set({ scopes }).where('id', '=', id).execute()
  return { id, text }
}

const create = (scopes: Scope[], apiKey: string) =>
  service.call('workspace/create_key', { name: 'New', scopes }, { apiKey })
const rotate = (keyId: string, apiKey: string) => service.call('workspace/rotate_key', { keyId }, { apiKey })

test('only a key with the scope leads can read leads', async () => {
  const { text } = await service.newKey({ scopes: ['leads'] })
  expectSuccess('lead/list_leads', await list(text))
  const other = await service.newKey({ scopes: ['read', 'write', 'spend', 'link', 'approve', 'admin'] })
  expectRefusal(await list(other.text), 'FORBIDDEN')
  const body = { userId: await newUser(service), leadId: 'led_1' }
  expectRefusal(await service.call('lead/get_lead', body, { apiKey: other.text }), 'FORBIDDEN')
})

test('a key of an earlier release with the scope read can read leads, and its successor has the scope leads', async () => {
  const old = await earlierKey('read admin')
  expectSuccess('lead/list_leads', await list(old.text))
  const { results } = await rotate(old.id, old.text)
  expect(results.key.scopes).toEqual(['read', 'admin', 'leads'])
  expectSuccess('lead/list_leads', await list(results.apiKey))
  const { db } = service.app.store
  const stored = await db
    .selectFrom('api_keys')
    .select('scopes')
    .where('id', '=', results.key.keyId)
    .executeTakeFirstOrThrow()
  expect(stored.scopes).toBe('read admin leads')
  const blind = await earlierKey('link admin')
  expectRefusal(await list(blind.text), 'FORBIDDEN')
})

test('a key that is created without the scope leads cannot read leads, neither before nor after its rotation', async () => {
  const old = await earlierKey('read admin')
  const { results } = await create(['read', 'admin'], old.text)
  expect(results.key.scopes).toEqual(['read', 'admin'])
  expectRefusal(await list(results.apiKey), 'FORBIDDEN')
  const next = await rotate(results.key.keyId, results.apiKey)
  expect(next.results.key.scopes).toEqual(['read', 'admin'])
  expectRefusal(await list(next.results.apiKey), 'FORBIDDEN')
  // An earlier release copies the stored scopes when it rotates a key.
  const { db } = service.app.store
  const stored = await db
    .selectFrom('api_keys')
    .select('scopes')
    .where('id', '=', results.key.keyId)
    .executeTakeFirstOrThrow()
  const copied = await earlierKey(stored.scopes.split(' ').join(' '))
  expectRefusal(await list(copied.text), 'FORBIDDEN')
})

test('a key without the scope leads can neither grant the scope nor rotate a key that can read leads', async () => {
  const { text } = await service.newKey({ scopes: ['read', 'admin'] })
  expectRefusal(await create(['leads'], text), 'FORBIDDEN', { field: 'scopes' })
  const named = await service.newKey({ scopes: ['leads'] })
  const implicit = await earlierKey('read')
  for (const { id } of [named, implicit])
    expectRefusal(await rotate(id, text), 'FORBIDDEN', { field: 'keyId' })
})
