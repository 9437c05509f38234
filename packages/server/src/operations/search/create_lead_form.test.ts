import { declarationOf, type RequestBody } from '@adrail/contract'
import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { newSearchUser, querySearchRows, useSearch } from '../../../testing/search.ts'

const search = useSearch()
const { service, sandbox } = search

type Form = RequestBody<'search/create_lead_form'>
const form = (name: string, change: Partial<Form> = {}): Form => ({
  userId: search.userId,
  name,
  headline: 'Get a garden plan',
  description: 'Tell us about your garden and we will call you back.',
  privacy_policy_url: 'https://shop.example/legal/privacy?lang=en',
  call_to_action_type: 'GET_QUOTE',
  call_to_action_description: 'Free plan within two days',
  input_fields: ['FULL_NAME', 'EMAIL', 'PREFERRED_CONTACT_TIME'],
  ...change,
})
const create = (body: Form) => service.call('search/create_lead_form', body)

async function formsNamed(name: string) {
  const rows = await querySearchRows(
    service,
    `SELECT asset.id, asset.name, asset.final_urls, asset.lead_form_asset.business_name, asset.lead_form_asset.headline, asset.lead_form_asset.description, asset.lead_form_asset.privacy_policy_url, asset.lead_form_asset.call_to_action_type, asset.lead_form_asset.call_to_action_description, asset.lead_form_asset.fields FROM asset WHERE asset.type = 'LEAD_FORM' AND asset.name = '${name}'`,
  )
  return rows.map(({ asset }) => asset)
}

test('search/create_lead_form creates a form with the value of every field [R4.11.results, R2.10.leadFormAssetId]', async () => {
  const results = expectSuccess('search/create_lead_form', await create(form('Garden plan')))
  expect(await formsNamed('Garden plan')).toEqual([
    {
      resourceName: `customers/4823109756/assets/${results.leadFormAssetId}`,
      id: results.leadFormAssetId,
      name: 'Garden plan',
      finalUrls: ['https://shop.example/'],
      leadFormAsset: {
        businessName: 'Garden plan',
        headline: 'Get a garden plan',
        description: 'Tell us about your garden and we will call you back.',
        privacyPolicyUrl: 'https://shop.example/legal/privacy?lang=en',
        callToActionType: 'GET_QUOTE',
        callToActionDescription: 'Free plan within two days',
        fields: [{ inputType: 'FULL_NAME' }, { inputType: 'EMAIL' }, { inputType: 'PREFERRED_CONTACT_TIME' }],
      },
    },
  ])
  const list = await service.call('search/get_lead_forms', { userId: search.userId })
  expect(list.results.leadFormInfo).toContainEqual({
    leadFormAssetId: results.leadFormAssetId,
    name: 'Garden plan',
  })
  expect(await sandbox.writes()).toHaveLength(1)
})

test('search/create_lead_form keeps the business name and numbers the names of further forms in the account', async () => {
  const business = 'Fox & Daughters'
  for (const headline of ['First', 'Second', 'Third'])
    expectSuccess('search/create_lead_form', await create(form(business, { headline })))
  for (const [name, headline] of [
    [business, 'First'],
    [`${business} 2`, 'Second'],
    [`${business} 3`, 'Third'],
  ] as const)
    expect(await formsNamed(name)).toMatchObject([{ leadFormAsset: { businessName: business, headline } }])
})

test('search/create_lead_form accepts every call to action and every input field', async () => {
  const { shape } = declarationOf('search/create_lead_form').input
  const fields = shape.input_fields.element.options
  const loads = Array.from({ length: 14 }, (_, index) => fields.slice(index * 4, index * 4 + 4))
  expect(loads.flat()).toEqual(fields)
  for (const [index, call_to_action_type] of shape.call_to_action_type.options.entries()) {
    const load = loads[index] ?? []
    const input_fields = load.length > 0 ? [...load] : ['EMAIL' as const]
    const response = await create(form(`Choice ${index}`, { call_to_action_type, input_fields }))
    expectSuccess('search/create_lead_form', response)
  }
})

describe('search/create_lead_form after a rejection by Google Ads', () => {
  test('returns name as the field when another form took the name meanwhile, and creates no form', async () => {
    const code = 'assetError.DUPLICATE_ASSET_NAME@mutate_operations[0].asset_operation.create.name'
    await sandbox.injectFault({ call: 'googleAds:mutate', kind: 'status', status: 400, code })
    expectRefusal(await create(form('Taken')), 'PLATFORM_REJECTED', { field: 'name' })
    expect(await formsNamed('Taken')).toEqual([])
  })

  test('returns the field of a call to action that is too long for the account', async () => {
    const short = await newSearchUser(service, { person: 'yuki', accountId: '5570001002' })
    const long = { call_to_action_description: 'x'.repeat(31), userId: short }
    expectRefusal(await create(form('Short', long)), 'PLATFORM_REJECTED', {
      field: 'call_to_action_description',
    })
    const fits = { ...long, call_to_action_description: 'x'.repeat(30) }
    expectSuccess('search/create_lead_form', await create(form('Short', fits)))
  })

  test('returns POLICY_VIOLATION with the field and the policy, and creates no form', async () => {
    const response = await create(form('Policy', { headline: 'Win in our casino' }))
    const { error } = expectRefusal(response, 'POLICY_VIOLATION', { field: 'headline' })
    expect(error).toContain('GAMBLING')
    expect(await formsNamed('Policy')).toEqual([])
  })

  test('returns PLATFORM_REJECTED when the account has not accepted the lead form terms', async () => {
    const without = await newSearchUser(service, { person: 'otto', accountId: '6600000003' })
    const response = await create({ ...form('Terms'), userId: without })
    const { error } = expectRefusal(response, 'PLATFORM_REJECTED', { field: 'name' })
    expect(error).toContain('terms for lead forms')
  })

  test.each([
    ['lead_form_asset.headline', 'headline'],
    ['lead_form_asset.description', 'description'],
    ['lead_form_asset.privacy_policy_url', 'privacy_policy_url'],
    ['lead_form_asset.call_to_action_type', 'call_to_action_type'],
    ['lead_form_asset.call_to_action_description', 'call_to_action_description'],
    ['lead_form_asset.business_name', 'name'],
    ['lead_form_asset.fields[1]', 'input_fields[1]'],
    ['lead_form_asset.fields', 'input_fields'],
    ['name', 'name'],
  ])('maps a rejection of %s to the field %s', async (path, field) => {
    const code = `stringLengthError.TOO_LONG@mutate_operations[0].asset_operation.create.${path}`
    await sandbox.injectFault({ call: 'googleAds:mutate', kind: 'status', status: 400, code })
    const response = await create(form('Refused'))
    const results = expectRefusal(response, 'PLATFORM_REJECTED', { field })
    expect(results['details']).toEqual([{ field, code: 'TOO_LONG', message: expect.any(String) }])
    expect(await sandbox.listUnusedFaults()).toEqual([])
  })
})

test.each([
  ['lost after it was made', { kind: 'reset', when: 'after' }],
  ['lost before it was made', { kind: 'reset' }],
  ['answered with garbage', { kind: 'garbage', when: 'after' }],
])('search/create_lead_form creates one form although the request was %s', async (how, fault) => {
  const name = `Once ${how}`.slice(0, 25)
  await sandbox.injectFault({ call: 'googleAds:mutate', ...fault })
  const results = expectSuccess('search/create_lead_form', await create(form(name)))
  expect(await formsNamed(name)).toEqual([expect.objectContaining({ id: results.leadFormAssetId })])
  expect(await sandbox.listUnusedFaults()).toEqual([])
})

test('search/create_lead_form returns the plan of a dry run and creates nothing', async () => {
  const { results } = await create({ ...form('Rehearsed'), dryRun: true })
  expect(results).toMatchObject({ success: true, dryRun: true, plan: [{ step: 'create' }] })
  expect(await formsNamed('Rehearsed')).toEqual([])
  expect(await sandbox.effects()).toEqual([])
})

testOperationCosts('search/create_lead_form', { store: 22, upstream: 2 })
