import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { useSocial } from '../../../testing/social.ts'

const social = useSocial()
const operation = 'social/create_lead_form'
const body = {
  name: 'Wedding cakes',
  privacyPolicyUrl: 'https://bakery.example/privacy',
  followUpUrl: 'https://bakery.example/thanks',
  questions: ['FULL_NAME', 'EMAIL'] as ('FULL_NAME' | 'EMAIL')[],
  customQuestions: [{ question: 'How many guests will come?', options: ['Up to 50', 'More'] }],
}

const listed = async () => (await social.call('social/get_leadform_list', {})).results.leadForms

describe(operation, () => {
  test('creates an active form and returns the same form for an equal request [R4.add.social-create_lead_form, R4.add.social-create_lead_form.results]', async () => {
    const response = await social.callRecorded(operation, body)
    expectSuccess(operation, response)
    const { leadFormId } = response.results
    expect(response.calls.toSorted()).toEqual(['leadgen_forms.create', 'leadgen_forms.list', 'page.read'])
    expect(await listed()).toContainEqual({ id: leadFormId, name: body.name, status: 'ACTIVE' })
    // An equal request within a minute returns the same form.
    expect((await social.call(operation, body)).results.leadFormId).toBe(leadFormId)
  })

  test('appends a number to the name when the page already has a form with this name', async () => {
    const { results } = await social.call(operation, { ...body, name: 'Catering quote' })
    expect(await listed()).toContainEqual({
      id: results.leadFormId,
      name: 'Catering quote 2',
      status: 'ACTIVE',
    })
  })

  test('finds the form when the creation response is lost, and creates no second form', async () => {
    await social.sandbox.injectFault({ call: 'leadgen_forms.create', kind: 'reset', when: 'after' })
    const { results } = await social.call(operation, { ...body, name: 'Lost and found' })
    const createdForms = (await listed()).filter(({ name }) => name.startsWith('Lost and found'))
    expect(createdForms).toEqual([{ id: results.leadFormId, name: 'Lost and found', status: 'ACTIVE' }])
  })

  test('returns TERMS_NOT_ACCEPTED when the page has not accepted the lead ad terms', async () => {
    const userId = await newLinkedUser(social.service, { pageId: '104500000000002' })
    const response = await social.service.call(operation, { ...body, userId })
    expectRefusal(response, 'TERMS_NOT_ACCEPTED')
  })

  test('returns 400 with the index of a question that occurs twice', async () => {
    const response = await social.service.post(operation, {
      ...body,
      userId: social.userId,
      questions: ['EMAIL', 'EMAIL'],
    })
    expect({ status: response.status, text: response.text }).toMatchObject({
      status: 400,
      text: expect.stringContaining('questions[1]'),
    })
  })
})

testOperationCosts('social/create_lead_form', { store: 22, upstream: 3 })
