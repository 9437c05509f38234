import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { newKeyBody } from '../../../testing/keys.ts'
import { useService } from '../../../testing/service.ts'
import { pollChangesEveryMs } from '../../store/changeWatch.ts'

const service = useService()
const revoke = (keyId: string, apiKey?: string) => service.post('workspace/revoke_key', { keyId }, apiKey)

test('ends a key with the next look of every process, and says the same again [R4.add.workspace-revoke_key, R4.add.workspace-revoke_key.results]', async () => {
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

test('leaves a workspace one key that may manage it, also when two revoke each other', async () => {
  const { id: workspaceId, apiKey } = await service.newWorkspace()
  const admin = ['admin'] as const
  // Neither a key that may not, nor one whose time is over, can take its place.
  await service.newKey({ workspaceId, scopes: ['read', 'spend'] })
  await service.newKey({ workspaceId, expiresAt: service.clock.now() })
  const one = await service.newKey({ workspaceId, scopes: admin })
  const two = await service.newKey({ workspaceId, scopes: admin })
  const { results } = await service.call('workspace/list_keys', {}, { apiKey })
  const first = results.keys.find(({ hint }) => apiKey.startsWith(hint.slice(0, -1)))
  expectSuccess('workspace/revoke_key', await revoke(first?.keyId ?? '', one.text))
  const responses = await Promise.all([revoke(one.id, two.text), revoke(two.id, one.text)])
  // The loser hears of it as the last one, or is not let in any more.
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  const last = responses[0].status === 200 ? two : one
  expectRefusal(await revoke(last.id, last.text), 'LAST_ADMIN_KEY')
})

testOperationCosts('workspace/revoke_key', { store: 10, upstream: 0 }, newKeyBody)
