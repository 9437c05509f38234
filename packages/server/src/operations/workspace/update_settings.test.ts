import { expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { useService } from '../../../testing/service.ts'
import { newUser } from '../../../testing/users.ts'

const service = useService()
const set = (body: unknown) => service.post('workspace/update_settings', body)

test('workspace/update_settings returns the current settings, keeps omitted fields, and removes limits with an empty guard [R4.add.workspace-update_settings, R4.add.workspace-update_settings.results]', async () => {
  const guard = { currencies: [{ currencyCode: 'EUR', maxRaise: '10.50' }], maxRaiseFactor: 3 }
  const first = expectSuccess('workspace/update_settings', await set({ guard }))
  expect(first).toMatchObject({ guard, freezes: [] })
  const second = expectSuccess('workspace/update_settings', await set({ freeze: { frozen: true } }))
  expect(second).toMatchObject({ guard, freezes: [{ reason: '' }] })
  const approval = { kinds: ['CREATE'], currencies: [{ currencyCode: 'EUR', abovePerDay: '100' }] }
  const third = expectSuccess('workspace/update_settings', await set({ approval }))
  expect(third).toMatchObject({ guard, approval })
  const fourth = expectSuccess('workspace/update_settings', await set({ guard: {} }))
  expect(fourth).toMatchObject({ guard: { currencies: [] }, approval })
  const last = await set({ approval: {}, freeze: { frozen: false } })
  expect(expectSuccess('workspace/update_settings', last)).toMatchObject({
    guard: { currencies: [] },
    approval: { kinds: [], currencies: [] },
    freezes: [],
  })
})

test.each([
  [{}, 'guard'],
  [{ guard: { maxRaiseFactor: 1 } }, 'guard.maxRaiseFactor'],
  [{ guard: { maxRaiseFactor: 1.005 } }, 'guard.maxRaiseFactor'],
  [{ guard: { currencies: [{ currencyCode: 'euro', maxRaise: '1' }] } }, 'guard.currencies[0].currencyCode'],
  [{ guard: { currencies: [{ currencyCode: 'EUR', maxRaise: 1 }] } }, 'guard.currencies[0].maxRaise'],
  [{ guard: { currencies: [{ currencyCode: 'EUR' }, { currencyCode: 'EUR' }] } }, 'guard.currencies'],
  [{ approval: { kinds: ['LOWER'] } }, 'approval.kinds[0]'],
  [{ approval: { kinds: ['RAISE', 'RAISE'] } }, 'approval.kinds'],
  [{ approval: { currencies: [{ currencyCode: 'EUR' }] } }, 'approval.currencies[0].abovePerDay'],
  [
    { approval: { currencies: [{ currencyCode: 'EUR', abovePerDay: 5 }] } },
    'approval.currencies[0].abovePerDay',
  ],
  [{ approval: { kinds: ['RAISE'], expiresAfterHours: 169 } }, 'approval.expiresAfterHours'],
  [{ guard: {}, userId: 'usr_1', keyId: 'key_1' }, 'keyId'],
  [{ guard: {}, userId: 'usr_1', platform: 'pro' }, 'platform'],
  [{ freeze: { frozen: true }, keyId: 'key_1' }, 'freeze'],
  [{ brand: { name: 'a\u200bb' } }, 'brand.name'],
  [{ brand: { colour: 'green' } }, 'brand.colour'],
  [{ brand: { privacyUrl: 'http://fox.example' } }, 'brand.privacyUrl'],
  [{ brand: { supportUrl: 'javascript:alert(1)' } }, 'brand.supportUrl'],
  [{ brand: { name: 'Fox' }, platform: 'pro' }, 'brand'],
  [{ leads: { historyEvents: true }, platform: 'pro' }, 'leads'],
  [{ guard: { maxDailyBudget: '5' } }, 'guard.maxDailyBudget'],
])('workspace/update_settings refuses %j and reports the field %s', async (body, field) => {
  const response = await set(body)
  const code = field.endsWith('maxDailyBudget') ? 'UNKNOWN_FIELD' : 'INVALID_FIELD'
  expectRefusal(response, code, { field })
})

test('workspace/update_settings changes single fields of the brand, and the next page for linking shows them', async () => {
  const parts = {
    name: 'Fox & Sons',
    colour: '#FD0',
    privacyUrl: 'https://fox.example/privacy',
    supportUrl: 'mailto:help@fox.example',
  }
  const brand = { ...parts, colour: '#ffdd00', hasLogo: false }
  const wanted = { userId: await newUser(service), platform: 'SEARCH' as const }
  const { link } = (await service.call('auth/create_link', wanted)).results
  const page = async () => await (await fetch(link)).text()
  expect(await page()).not.toContain('Fox &amp; Sons')
  expect(expectSuccess('workspace/update_settings', await set({ brand: parts }))).toMatchObject({ brand })
  const shown = await page()
  for (const part of ['<strong>Fox &amp; Sons</strong>', 'colour=ffdd00', parts.privacyUrl, parts.supportUrl])
    expect(shown).toContain(part)
  const less = expectSuccess('workspace/update_settings', await set({ brand: { name: '', privacyUrl: '' } }))
  expect(less.brand).toEqual({ ...brand, name: '', privacyUrl: '' })
  expect(await page()).not.toContain(parts.privacyUrl)
  const { results } = await service.call('workspace/get_settings', {})
  expect(results.brand).toEqual(less.brand)
  const entry = await service.app.store.db
    .selectFrom('audit_entries')
    .select(['event', 'before', 'after'])
    .where('workspace_id', '=', service.workspaceId)
    .orderBy('number', 'desc')
    .executeTakeFirstOrThrow()
  expect(entry.event).toBe('workspace.settings_changed')
  expect(JSON.parse(entry.before)).toMatchObject({ brand })
  expect(JSON.parse(entry.after)).toMatchObject({ brand: less.brand })
})

test('workspace/update_settings refuses limits for an unknown key and for a key of another workspace', async () => {
  const other = await service.newWorkspace()
  const foreignKey = await service.newKey({ workspaceId: other.id })
  const own = await service.newKey()
  for (const keyId of ['key_misspelt', foreignKey.id])
    expectRefusal(await set({ guard: { maxCreationsPerHour: 1 }, keyId }), 'REFERENCE_NOT_FOUND', {
      field: 'keyId',
    })
  expectSuccess('workspace/update_settings', await set({ guard: { maxCreationsPerHour: 1 }, keyId: own.id }))
})

test('a key cannot loosen limits or approval rules of its own line, and can tighten them', async () => {
  const key = await service.newKey({ scopes: ['admin'] })
  const { key: successor, apiKey } = expectSuccess(
    'workspace/rotate_key',
    await service.call('workspace/rotate_key', { keyId: key.id }, { apiKey: key.text }),
  )
  const guard = {
    currencies: [{ currencyCode: 'EUR', maxRaise: '10.50', maxCampaignPerDay: '20' }],
    maxRaiseFactor: 3,
    maxCreationsPerHour: 5,
  }
  const approval = { kinds: ['RAISE'], currencies: [{ currencyCode: 'EUR', abovePerDay: '100' }] }
  expectSuccess('workspace/update_settings', await set({ keyId: key.id, guard, approval }))
  const [euro] = guard.currencies
  const looser = [
    { guard: {} },
    { guard: { ...guard, maxRaiseFactor: 3.5 } },
    { guard: { ...guard, maxRaiseFactor: undefined } },
    { guard: { ...guard, maxCreationsPerHour: 6 } },
    { guard: { ...guard, maxCreationsPerHour: undefined } },
    { guard: { ...guard, currencies: [] } },
    { guard: { ...guard, currencies: [{ ...euro, maxRaise: '10.51' }] } },
    { guard: { ...guard, currencies: [{ ...euro, maxCampaignPerDay: undefined }] } },
    { guard: { ...guard, currencies: [euro, { currencyCode: 'USD', maxRaise: '1' }] } },
    { approval: {} },
    { approval: { ...approval, kinds: ['CREATE'] } },
    { approval: { ...approval, currencies: [] } },
    { approval: { ...approval, currencies: [{ currencyCode: 'EUR', abovePerDay: '100.01' }] } },
  ]
  for (const settings of looser)
    for (const text of [key.text, apiKey]) {
      const [field = ''] = Object.keys(settings)
      const refused = await service.post('workspace/update_settings', { keyId: key.id, ...settings }, text)
      expectRefusal(refused, 'BEYOND_OWN_KEY', { field })
    }
  const tighter = {
    guard: { ...guard, maxCreationsPerHour: 4, currencies: [{ ...euro, maxRaise: '9' }] },
    approval: { ...approval, kinds: ['RAISE', 'CREATE'] },
  }
  expectSuccess(
    'workspace/update_settings',
    await service.post('workspace/update_settings', { keyId: key.id, ...tighter }, key.text),
  )
  // A key without limits can loosen the limits of any key that is not related to it.
  const other = await service.newKey({ scopes: ['admin'] })
  expectSuccess(
    'workspace/update_settings',
    await set({ keyId: other.id, guard: { maxCreationsPerHour: 1 } }),
  )
  const unlimited = await service.newKey({ scopes: ['admin'] })
  const loosen = (text: string, keyId: string) =>
    service.post('workspace/update_settings', { keyId, guard: {} }, text)
  expectRefusal(await loosen(key.text, other.id), 'BEYOND_OWN_KEY', { field: 'guard' })
  expectSuccess('workspace/update_settings', await loosen(unlimited.text, other.id))
  expectSuccess('workspace/update_settings', await loosen(unlimited.text, key.id))
  expect(successor.state).toBe('ACTIVE')
})

testOperationCosts('workspace/update_settings', { store: 12, upstream: 0 }, async (testService) => ({
  guard: { maxCreationsPerHour: 5 },
  userId: await newUser(testService),
}))
