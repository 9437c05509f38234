import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { pollTwice } from '../../../testing/freshRound.ts'
import { listAllLeads } from '../../../testing/leads.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { isVariedRun, useService } from '../../../testing/service.ts'
import { useSocial } from '../../../testing/social.ts'

const environment = { LEADS: 'on' }
const social = useSocial({ environment })
const operation = 'social/create_test_lead'
const fields = [{ name: 'EMAIL', value: 'test@bakery.example' }]

const newForm = async (name: string) => {
  const privacyPolicyUrl = 'https://bakery.example/privacy'
  const questions: ('FULL_NAME' | 'EMAIL')[] = ['FULL_NAME', 'EMAIL']
  const { results } = await social.call('social/create_lead_form', { name, privacyPolicyUrl, questions })
  return results.leadFormId
}

describe(operation, () => {
  test('creates a test lead with the given answers, which the list of leads marks as a test [R4.add.social-create_test_lead, R4.add.social-create_test_lead.results]', async () => {
    const formId = await newForm('Tried once')
    // The background reader has finished, so it does not interfere with the test.
    await pollTwice(social.service.app.leadReader)
    const response = await social.callRecorded(operation, { formId, fields })
    expectSuccess(operation, response)
    expect(response.results.testLeadId).toMatch(/^\d+$/)
    expect(response.calls).toEqual(['leadgen_forms.list', 'test_leads.list', 'test_leads.create'])
    // A later call returns the leads that have arrived since.
    social.service.clock.advance(600_000)
    const { leads } = await listAllLeads(social.service, social.userId, { formId })
    expect(leads).toEqual([
      expect.objectContaining({
        isTest: true,
        campaignId: '',
        fields: [
          expect.objectContaining({ name: 'FULL_NAME', value: '<test lead: dummy data for full_name>' }),
          expect.objectContaining(fields[0]),
        ],
      }),
    ])
  })

  test('emits lead.received for the test lead at the next poll although Meta sends no notification', async () => {
    const formId = await newForm('Tried at once')
    await pollTwice(social.service.app.leadReader)
    const { resume } = (await social.service.call('event/list_events', { from: 'now' })).results
    expectSuccess(operation, await social.call(operation, { formId, fields }))
    const types = ['lead.received'] as const
    await pollTwice(social.service.app.leadReader)
    const received = (
      await social.service.call('event/list_events', { types: [...types], pagination: resume })
    ).results
    expect(received.events).toMatchObject([{ userId: social.userId, data: { formId, isTest: true } }])
  })

  test('returns PLATFORM_REJECTED for a second test lead of a form unless replace is set', async () => {
    const formId = await newForm('Tried twice')
    const first = await social.call(operation, { formId })
    const refused = await social.call(operation, { formId, fields })
    expectRefusal(refused, 'PLATFORM_REJECTED', { field: 'replace' })
    const second = await social.callRecorded(operation, { formId, fields, replace: true })
    expectSuccess(operation, second)
    expect(second.calls.slice(2)).toEqual(['lead.delete', 'test_leads.create'])
    expect(second.results.testLeadId).not.toBe(first.results.testLeadId)
  })

  test('returns PLATFORM_REJECTED for an existing test lead although Meta returns the code of an outage', async () => {
    const formId = await newForm('Made meanwhile')
    await social.sandbox.injectFault({
      call: 'test_leads.create',
      kind: 'status',
      status: 500,
      code: '2/1892058',
    })
    const refused = await social.call(operation, { formId })
    expectRefusal(refused, 'PLATFORM_REJECTED')
    if (!isVariedRun()) expect(refused.results.error).toContain('Test lead already exists for this form.')
  })

  test('creates each test lead once when the response to a creation or a deletion is lost', async () => {
    const formId = await newForm('Lost')
    for (const [call, body] of [
      ['test_leads.create', { formId }],
      ['lead.delete', { formId, replace: true }],
    ] as const) {
      await social.sandbox.injectFault({ call, kind: 'reset', when: 'after' })
      expectSuccess(operation, await social.call(operation, body))
    }
    const createdLeads = (await social.sandbox.effects()).filter(({ kind }) => kind === 'test_lead_created')
    expect(createdLeads.filter(({ detail }) => detail?.['form'] === formId)).toHaveLength(2)
  })

  test('can be undone once, which deletes the test lead', async () => {
    const formId = await newForm('Taken back')
    const { operationId } = expectSuccess(operation, await social.call(operation, { formId }))
    const undo = (key: string) =>
      social.service.call(
        'operation/undo_operation',
        { operationId },
        { headers: { 'idempotency-key': key } },
      )
    expectSuccess('operation/undo_operation', await undo('first'))
    expectSuccess(operation, await social.call(operation, { formId, fields }))
    expectRefusal(await undo('second'), 'UNDO_REFUSED')
  })

  test('returns the field of an unknown form and of an answer to a question that the form lacks', async () => {
    expectRefusal(await social.call(operation, { formId: '702011' }), 'OBJECT_NOT_FOUND', { field: 'formId' })
    const formId = '700011'
    const response = await social.call(operation, {
      formId,
      fields: [...fields, { name: 'HATS', value: '3' }],
    })
    expectRefusal(response, 'REFERENCE_NOT_FOUND', { field: 'fields[1].name' })
    expect(response.results.error).toContain('FULL_NAME, EMAIL')
  })
})

describe('social/create_test_lead without lead retrieval', () => {
  const service = useService({ environment: { LEADS: 'off' } })

  test('returns PERMISSION_MISSING with the permission leads_retrieval', async () => {
    const response = await service.call(operation, { userId: await newLinkedUser(service), formId: '700011' })
    expectRefusal(response, 'PERMISSION_MISSING')
    expect(response.results.error).toContain('leads_retrieval')
  })
})

testOperationCosts('social/create_test_lead', { store: 22, upstream: 3 }, undefined, { environment })
