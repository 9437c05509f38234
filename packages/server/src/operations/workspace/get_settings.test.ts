import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { useService } from '../../../testing/service.ts'
import { newUser } from '../../../testing/users.ts'

const service = useService()
const get = (body: Parameters<typeof service.call<'workspace/get_settings'>>[1], apiKey = service.apiKey) =>
  service.call('workspace/get_settings', body, { apiKey })

test('workspace/get_settings returns empty defaults, and each setting only for the user or workspace that has it [R4.add.workspace-get_settings, R4.add.workspace-get_settings.results]', async () => {
  const approval = { kinds: [], currencies: [] }
  const brand = { name: '', colour: '', privacyUrl: '', supportUrl: '', hasLogo: false }
  const guard = { currencies: [] }
  const leads = { historyEvents: false }
  const none = { success: true, error: '', guard, approval, operator: { guard }, freezes: [], brand, leads }
  expect(expectSuccess('workspace/get_settings', await get({}))).toEqual(none)
  const userId = await newUser(service)
  await service.call('workspace/update_settings', { guard: { maxCreationsPerHour: 3 }, userId })
  await service.call('workspace/update_settings', {
    freeze: { frozen: true, reason: 'Audit' },
    platform: 'pro',
  })
  expect((await get({ userId })).results).toMatchObject({ guard: { maxCreationsPerHour: 3 }, freezes: [] })
  expect((await get({})).results).toMatchObject({
    guard: { currencies: [] },
    freezes: [{ platform: 'pro', reason: 'Audit', frozenBy: expect.stringMatching(/^key_/) }],
  })
})

test("workspace/get_settings requires the scope admin, and returns the settings of the caller's workspace", async () => {
  const { text } = await service.newKey({ scopes: ['read', 'write', 'spend', 'link'] })
  expectRefusal(await get({}, text), 'FORBIDDEN')
  const other = await service.newWorkspace()
  expect((await get({}, other.apiKey)).results).toMatchObject({ freezes: [] })
})

testOperationCosts('workspace/get_settings', { store: 4, upstream: 0 })
