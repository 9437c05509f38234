import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { describeRefusals, useSocial } from '../../../testing/social.ts'

const social = useSocial()

interface World {
  readonly state: { readonly social: { readonly leadForms: Record<string, Record<string, unknown>> } }
}

const worldNow = async () => (await social.sandbox.callAdmin('GET', 'snapshot')) as World

/** Adds lead forms to the bakery's page in the sandbox. */
async function addForms(count: number): Promise<void> {
  const world = await worldNow()
  const { leadForms } = world.state.social
  for (let index = 0; index < count; index++) {
    const id = String(710_000_000 + index)
    leadForms[id] = { ...leadForms['700011'], id, name: `Form ${index}` }
  }
  await social.sandbox.callAdmin('PUT', 'snapshot', world)
}

describe('social/get_leadform_list', () => {
  test("lists the page's forms with their states, without deleted ones, in one call [R4.18.results] [R2.10.leadForms] [R3.leadform]", async () => {
    const response = await social.callRecorded('social/get_leadform_list', {})
    expectSuccess('social/get_leadform_list', response)
    expect(response.results.leadForms).toEqual([
      { id: '700011', name: 'Catering quote', status: 'ACTIVE' },
      { id: '700012', name: 'Bread course waiting list', status: 'ACTIVE' },
      { id: '700013', name: 'Christmas orders 2025', status: 'ARCHIVED' },
      { id: '700014', name: 'Apprentices', status: 'DRAFT' },
    ])
    expect(response.calls).toEqual(['leadgen_forms.list'])
  })

  test('sends the page token instead of the user token', async () => {
    const { requests: ofPage } = await social.callRecorded('social/get_leadform_list', {})
    const { requests: ofPerson } = await social.callRecorded('social/get_pixels_list', {})
    expect(ofPage[0]?.headers['authorization']).not.toBe(ofPerson[0]?.headers['authorization'])
  })

  test('reloads the page token when the page role is lost, and returns PERMISSION_MISSING when it stays lost', async () => {
    await social.sandbox.injectFault({
      call: 'leadgen_forms.list',
      kind: 'status',
      status: 400,
      code: '190/492',
    })
    expect((await social.call('social/get_leadform_list', {})).results.leadForms).toHaveLength(4)
    await social.sandbox.injectFault({
      call: 'leadgen_forms.list',
      kind: 'status',
      status: 400,
      code: '190/492',
      times: 2,
    })
    const response = await social.call('social/get_leadform_list', {})
    expectRefusal(response, 'PERMISSION_MISSING')
    expect(response.results.error).toContain('role on the page')
  })

  test('returns INTERNAL when Meta rejects the kind of token, and succeeds on the next call', async () => {
    await social.sandbox.injectFault({
      call: 'leadgen_forms.list',
      kind: 'status',
      status: 400,
      code: '190',
      message: '(#190) This method must be called with a Page Access Token',
    })
    expectRefusal(await social.call('social/get_leadform_list', {}), 'INTERNAL')
    expect((await social.call('social/get_leadform_list', {})).results.success).toBe(true)
  })

  test('reads all pages of a long list, and returns an error when the list exceeds the limit [R4.gap.full-lists]', async () => {
    const before = await worldNow()
    await addForms(450)
    const response = await social.callRecorded('social/get_leadform_list', {})
    expect(new Set(response.results.leadForms.map(({ id }) => id)).size).toBe(454)
    expect(response.calls).toHaveLength(5)
    expect(response.requests.some(({ url }) => url.includes('access_token'))).toBe(false)
    await addForms(1100)
    const refused = await social.call('social/get_leadform_list', {})
    expectRefusal(refused, 'PLATFORM_REJECTED')
    expect(refused.results.error).toContain('more than')
    await social.sandbox.callAdmin('PUT', 'snapshot', before)
  })
})

describeRefusals(social, {
  operation: 'social/get_leadform_list',
  body: {},
  failingCall: 'leadgen_forms.list',
  token: 'page',
})

testOperationCosts('social/get_leadform_list', { store: 0, upstream: 1 })
