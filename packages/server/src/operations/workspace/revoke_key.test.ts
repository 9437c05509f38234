import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { newKeyBody } from '../../../testing/keys.ts'
import { useService } from '../../../testing/service.ts'
import { pollChangesEveryMs } from '../../store/changeWatch.ts'

const service = useService()
const revoke = (keyId: string, apiKey?: string) => service.post('workspace/revoke_key', { keyId }, apiKey)

test('workspace/revoke_key revokes a key as of the next poll for changes, and returns the same key for a second request [R4.add.workspace-revoke_key, R4.add.workspace-revoke_key.results]', async () => {
  const key = await service.newKey()
  const list = () => service.post('user/list_users', {}, key.text)
  expect((await list()).status).toBe(200)
  const first = expectSuccess('workspace/revoke_key', await revoke(key.id))
  expect(first.key).toMatchObject({ keyId: key.id, state: 'REVOKED' })
  service.clock.advance(pollChangesEveryMs)
  await service.app.changes.poll()
  expectRefusal(await list(), 'UNAUTHENTICATED')
  expect(expectSuccess('workspace/revoke_key', await revoke(key.id)).key).toEqual(first.key)
  expectRefusal(await revoke('key_misspelt'), 'KEY_NOT_FOUND')
})

test('workspace/revoke_key refuses to revoke the last admin key, also when two keys revoke each other concurrently', async () => {
  const { id: workspaceId, apiKey } = await service.newWorkspace()
  const admin = ['admin'] as const
  // A key without the scope `admin` and an expired key do not count as admin keys.
  await service.newKey({ workspaceId, scopes: ['read', 'spend'] })
  await service.newKey({ workspaceId, expiresAt: service.clock.now() })
  const one = await service.newKey({ workspaceId, scopes: admin })
  const two = await service.newKey({ workspaceId, scopes: admin })
  const { results } = await service.call('workspace/list_keys', {}, { apiKey })
  const first = results.keys.find(({ hint }) => apiKey.startsWith(hint.slice(0, -1)))
  expectSuccess('workspace/revoke_key', await revoke(first?.keyId ?? '', one.text))
  const responses = await Promise.all([revoke(one.id, two.text), revoke(two.id, one.text)])
  // The other request is refused because its target is the last admin key, or because its own key is revoked.
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  const last = responses[0].status === 200 ? two : one
  expectRefusal(await revoke(last.id, last.text), 'LAST_ADMIN_KEY')
})

testOperationCosts('workspace/revoke_key', { store: 10, upstream: 0 }, newKeyBody)
