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

/** Sets the clock of the sandbox to the clock of adrail, because real clocks nearly agree. */
const alignClocks = () =>
  social.sandbox.callAdmin('POST', 'clock', { set: new Date(social.service.clock.now()).toISOString() })

describe('social/create_leadform_audience', () => {
  test('creates an audience with one call after one lookup of the forms, and returns its id [R4.13.results] [R2.10.audience]', async () => {
    const response = await social.callRecorded(operation, draft)
    expectSuccess(operation, response)
    expect(response.results.audience).toEqual({ id: expect.stringMatching(/^2385\d+$/), name: body.name })
    expect(response.calls).toEqual(['leadgen_forms.list', 'customaudiences.create'])
  })

  test.each([
    ['open', 'lead_generation_opened'],
    ['close', 'lead_generation_dropoff'],
    ['submit', 'lead_generation_submitted'],
  ] as const)(
    'maps the type %s to the event %s of Facebook and Instagram forms within 90 days',
    async (type, event) => {
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
    },
  )

  test.each(['700021', '700015', '1'])(
    'returns REFERENCE_NOT_FOUND for %s, which is not a form of the page, and writes nothing',
    async (id) => {
      const response = await social.callRecorded(operation, { ...draft, leadFormIds: ['700011', id] })
      expectRefusal(response, 'REFERENCE_NOT_FOUND', { field: 'leadFormIds[1]' })
      expect(response.calls).toEqual(['leadgen_forms.list'])
    },
  )

  test('returns the URL of the audience terms when the account has not accepted them', async () => {
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

  test('creates the audience from only Facebook forms when Meta rejects the Instagram forms', async () => {
    // This page has no Instagram account, so its forms are only on Facebook.
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

  test('returns PLATFORM_REJECTED and creates nothing when Meta rejects the creation twice', async () => {
    await social.sandbox.clearRequests()
    const twice = { call: 'customaudiences.create', kind: 'status', status: 400, code: '2654', times: 2 }
    await social.sandbox.injectFault(twice)
    expectRefusal(await social.call(operation, { ...draft, name: 'Refused' }), 'PLATFORM_REJECTED')
    expect(await created()).toEqual([])
  })

  test('finds the audience when the creation response is lost, and creates no second audience', async () => {
    await alignClocks()
    await social.sandbox.clearRequests()
    await social.sandbox.injectFault({ call: 'customaudiences.create', kind: 'reset', when: 'after' })
    const response = await social.call(operation, { ...draft, name: 'Lost and found' })
    expectSuccess(operation, response)
    const effects = await created()
    expect(effects.map(({ id }) => id)).toEqual([response.results.audience.id])
  })

  test('returns OPERATION_PENDING when the creation request is lost, and later creates the audience once', async () => {
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

  test('returns the plan of a dry run and changes nothing at Meta', async () => {
    await social.sandbox.clearRequests()
    const { results } = await social.call(operation, { ...draft, dryRun: true })
    expect(results['plan']).toEqual([
      {
        step: 'create_audience',
        says: 'Create the audience "Catering quote: sent" from people who triggered lead_generation_submitted on 2 lead forms in the last 90 days.',
      },
    ])
    expect(await social.sandbox.effects()).toEqual([])
  })
})

describeRefusals(social, { operation, body: draft, failingCall: 'leadgen_forms.list', token: 'page' })

testOperationCosts('social/create_leadform_audience', { store: 22, upstream: 2 })
