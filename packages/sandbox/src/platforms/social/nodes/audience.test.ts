import { expect, test } from 'vitest'
import { noon } from '../../../../testing/sandbox.ts'
import { useSocial } from '../../../../testing/social.ts'

const social = useSocial()

const account = 'act_1001200300400'

function part(
  type: string,
  event: string,
  ids: readonly string[] = ['700011', '700012'],
  retention: unknown = 7_776_000,
) {
  return {
    event_sources: ids.map((id) => ({ type, id })),
    retention_seconds: retention,
    filter: { operator: 'and', filters: [{ field: 'event', operator: 'eq', value: event }] },
  }
}
const rule = (...rules: unknown[]) => ({ inclusions: { operator: 'or', rules } })
const good = rule(
  part('lead', 'lead_generation_submitted'),
  part('ig_lead_generation', 'lead_generation_submitted'),
)

test('a lead form audience is created, returned with an equivalent rule, listed, recorded and deleted', async () => {
  const { status, body } = await social.post(`${account}/customaudiences`, {
    name: 'Asked for a quote',
    description: 'both networks',
    prefill: 1,
    rule: good,
  })
  expect(status).toBe(200)
  expect(body).toEqual({ id: expect.stringMatching(/^2385\d+$/) })
  const read = await social.get(body.id, { fields: 'name,description,subtype,rule,time_created' })
  expect(read.body).toMatchObject({
    name: 'Asked for a quote',
    description: 'both networks',
    subtype: 'ENGAGEMENT',
    time_created: noon / 1000,
  })
  // Meta returns the same rule with its fields and sources in another order.
  const shown = JSON.parse(read.body.rule)
  expect(JSON.stringify(shown)).not.toBe(JSON.stringify(good))
  for (const each of shown.inclusions.rules) each.event_sources.reverse()
  expect(shown).toEqual(good)
  const list = await social.get(`${account}/customaudiences`, { fields: 'name' })
  expect(list.body.data[0]).toEqual({ name: 'Asked for a quote', id: body.id })
  expect(list.headers.get('x-business-use-case-usage')).toContain('custom_audience')
  expect(social.effects()).toEqual([{ kind: 'audience.create', id: body.id }])
  const again = await social.post(`${account}/customaudiences`, { name: 'Asked for a quote', rule: good })
  expect(again.body.id).not.toBe(body.id)
  expect((await social.delete(body.id)).body).toEqual({ success: true })
  expect((await social.get(body.id)).body.error.error_subcode).toBe(33)
})

test.each([
  [
    'two source types in one rule',
    rule({
      ...part('lead', 'lead_generation_opened'),
      event_sources: [
        { type: 'lead', id: '700011' },
        { type: 'ig_lead_generation', id: '700011' },
      ],
    }),
  ],
  ['a retention of 91 days', rule(part('lead', 'lead_generation_opened', ['700011'], 91 * 86_400))],
  ['no retention', rule(part('lead', 'lead_generation_opened', ['700011'], null))],
  ['an unknown event', rule(part('lead', 'lead_generation_loved'))],
  ['an unknown source', rule(part('carrier_pigeon', 'lead_generation_opened'))],
  ['a form that does not exist', rule(part('lead', 'lead_generation_opened', ['999']))],
  ['a form of another person', rule(part('lead', 'lead_generation_opened', ['702011']))],
  ['an invalid id', rule(part('lead', 'lead_generation_opened', ['abc']))],
  ['no sources', rule(part('lead', 'lead_generation_opened', []))],
  ['no rules', rule()],
  ['an unknown field', { ...good, colour: 'red' }],
  ['no inclusions', {}],
  ['a list instead of a record', []],
])('an audience rule with %s is refused and creates nothing', async (_what, bad) => {
  const { status, body } = await social.post(`${account}/customaudiences`, { name: 'x', rule: bad })
  expect([status, body.error.code]).toEqual([400, 2654])
  expect(body.error.message).toMatch(/^\(#2654\) /)
  expect(social.effects()).toEqual([])
})

test('an audience without a name, with a subtype in addition to its rule, or with invalid JSON is refused', async () => {
  expect((await social.post(`${account}/customaudiences`, { rule: good })).body.error.message).toBe(
    '(#100) The parameter name is required.',
  )
  expect(
    (await social.post(`${account}/customaudiences`, { name: 'x', rule: good, subtype: 'ENGAGEMENT' })).body
      .error.code,
  ).toBe(2654)
  expect((await social.post(`${account}/customaudiences`, { name: 'x', rule: '{' })).body.error.code).toBe(
    100,
  )
})

test('an audience is refused with the address of the terms until the account accepts the terms', async () => {
  const tea = 'act_1001200300402'
  const { body } = await social.post(`${tea}/customaudiences`, { name: 'x', rule: good })
  expect(body.error).toMatchObject({ code: 100, error_subcode: 1870034 })
  expect(body.error.error_user_msg).toContain(
    'https://www.facebook.com/ads/manage/customaudiences/tos.php?act=1001200300402',
  )
  const terms = await social.get(`${tea}/customaudiencestos`)
  expect((await social.post(`${tea}/customaudiencestos`, { tos_id: terms.body.data[0].id })).body).toEqual({
    success: true,
  })
  expect((await social.post(`${tea}/customaudiences`, { name: 'x', rule: good })).status).toBe(200)
})

test('an account with 500 engagement audiences refuses another one', async () => {
  const { audiences } = social.sandbox.state().social
  for (let number = 0; number < 499; number++) {
    audiences[`1${number}`] = {
      id: `1${number}`,
      account: '1001200300400',
      name: 'x',
      description: '',
      subtype: 'ENGAGEMENT',
      createdAt: noon,
      updatedAt: noon,
    }
  }
  const { body } = await social.post(`${account}/customaudiences`, { name: 'x', rule: good })
  expect(body.error.error_user_msg).toContain('500')
})
