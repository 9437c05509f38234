import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { describeRefusals, useSocial } from '../../../testing/social.ts'

const social = useSocial()
const operation = 'social/create_leadform_audience'
const body = {
  name: 'Catering quote: sent',
  description: 'People who asked',
  type: 'submit',
  leadFormIds: ['700011', '700012'],
} as const
const draft = { ...body, leadFormIds: [...body.leadFormIds] }

const created = async () => (await social.sandbox.effects()).filter(({ kind }) => kind === 'audience.create')

/** The platform's clock and ours agree, as real ones nearly do. */
const alignClocks = () =>
  social.sandbox.callAdmin('POST', 'clock', { set: new Date(social.service.clock.now()).toISOString() })

describe('social/create_leadform_audience', () => {
  test('creates an audience and answers its id: one look at the forms, one creation [R4.13.results] [R2.10.audience]', async () => {
    const response = await social.callRecorded(operation, draft)
    expectSuccess(operation, response)
    expect(response.results.audience).toEqual({ id: expect.stringMatching(/^2385\d+$/), name: body.name })
    expect(response.calls).toEqual(['leadgen_forms.list', 'customaudiences.create'])
  })

  test.each([
    ['open', 'lead_generation_opened'],
    ['close', 'lead_generation_dropoff'],
    ['submit', 'lead_generation_submitted'],
  ] as const)('takes %s for the event %s on both networks, for 90 days', async (type, event) => {
    await social.sandbox.clearRequests()
    await social.call(operation, { ...draft, type })
    const [effect] = await created()
    const rule = (source: string) => ({
      event_sources: body.leadFormIds.map((id) => ({ type: source, id })),
      retention_seconds: 7_776_000,
      filter: { operator: 'and', filters: [{ field: 'event', operator: 'eq', value: event }] },
    })
    expect(effect?.detail).toMatchObject({
      name: body.name,
      description: body.description,
      rule: { inclusions: { operator: 'or', rules: [rule('lead'), rule('ig_lead_generation')] } },
    })
  })

  test.each(['700021', '700015', '1'])(
    'refuses %s, which is no form of the page, before anything is written',
    async (id) => {
      const response = await social.callRecorded(operation, { ...draft, leadFormIds: ['700011', id] })
      expectRefusal(response, 'REFERENCE_NOT_FOUND', { field: 'leadFormIds[1]' })
      expect(response.calls).toEqual(['leadgen_forms.list'])
    },
  )

  test('says where the terms are accepted that an account has not accepted', async () => {
    const userId = await newLinkedUser(social.service, { accountId: '1001200300402' })
    const response = await social.call(operation, { ...draft, userId })
    expectRefusal(response, 'PLATFORM_REJECTED')
    expect(response.results.error).toContain('customaudiences/tos.php?act=1001200300402')
  })

  const sourcesOf = ({ detail }: { readonly detail?: Readonly<Record<string, unknown>> }) => {
    const { rules } = Object(detail?.['rule']).inclusions as {
      rules: { event_sources: { type: string }[] }[]
    }
    return rules.flatMap((rule) => rule.event_sources.map(({ type }) => type))
  }

  test("does without the photo network's forms where the platform refuses them, whatever it blames", async () => {
    // This page has no photo account, so its forms do not belong to the photo network.
    const account = { accountId: '1001200300401', pageId: '104500000000002' }
    const userId = await newLinkedUser(social.service, account)
    await social.sandbox.clearRequests()
    const response = await social.call(operation, { ...draft, userId, leadFormIds: ['700021'] })
    expectSuccess(operation, response)
    expect((await created()).map(sourcesOf)).toEqual([['lead']])
    await social.sandbox.clearRequests()
    await social.sandbox.injectFault({
      call: 'customaudiences.create',
      kind: 'status',
      status: 400,
      code: '2654',
    })
    expectSuccess(operation, await social.call(operation, { ...draft, name: 'Refused once' }))
    expect((await created()).map(sourcesOf)).toEqual([['lead', 'lead']])
  })

  test('passes a refusal on that stays', async () => {
    await social.sandbox.clearRequests()
    const twice = { call: 'customaudiences.create', kind: 'status', status: 400, code: '2654', times: 2 }
    await social.sandbox.injectFault(twice)
    expectRefusal(await social.call(operation, { ...draft, name: 'Refused' }), 'PLATFORM_REJECTED')
    expect(await created()).toEqual([])
  })

  test('finds an audience whose answer was lost and does not create it twice', async () => {
    await alignClocks()
    await social.sandbox.clearRequests()
    await social.sandbox.injectFault({ call: 'customaudiences.create', kind: 'reset', when: 'after' })
    const response = await social.call(operation, { ...draft, name: 'Lost and found' })
    expectSuccess(operation, response)
    const effects = await created()
    expect(effects.map(({ id }) => id)).toEqual([response.results.audience.id])
  })

  test('waits before it creates again what did not arrive, and does so once', async () => {
    await alignClocks()
    await social.sandbox.clearRequests()
    await social.sandbox.injectFault({ call: 'customaudiences.create', kind: 'reset' })
    const headers = { 'idempotency-key': 'never-arrived' }
    const name = 'Never arrived'
    expectRefusal(await social.call(operation, { ...draft, name }, headers), 'OPERATION_PENDING')
    expect(await created()).toEqual([])
    // A later attempt of the caller or of the runner determines the outcome. While the runner works, the
    // status is 409.
    let response = await social.call(operation, { ...draft, name }, headers)
    for (let attempt = 0; attempt < 1000 && response.status !== 200; attempt++) {
      if (response.status === 504) social.service.clock.advance(120_000)
      response = await social.call(operation, { ...draft, name }, headers)
    }
    expectSuccess(operation, response)
    expect((await created()).map(({ id }) => id)).toEqual([response.results.audience.id])
  })

  test('tells the plan without effect when asked to', async () => {
    await social.sandbox.clearRequests()
    const { results } = await social.call(operation, { ...draft, dryRun: true })
    expect(results['plan']).toEqual([
      {
        step: 'create_audience',
        says: 'Create the audience "Catering quote: sent" of people with the event lead_generation_submitted on 2 lead forms within 90 days.',
      },
    ])
    expect(await social.sandbox.effects()).toEqual([])
  })
})

describeRefusals(social, { operation, body: draft, failingCall: 'leadgen_forms.list', token: 'page' })

testOperationCosts('social/create_leadform_audience', { store: 22, upstream: 2 })
