// These tests read the leads of Meta through its API, as a caller does.

import { expect, test } from 'vitest'
import { type SocialRow, useSocial } from '../../../../testing/social.ts'

const social = useSocial()
const form = '700011'
const fields = 'id,created_time,ad_id,is_organic,field_data'

async function simulate(name: string, body: object) {
  const response = await fetch(`${social.sandbox.url}/_sandbox/simulate/social/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await response.json()) as { leadIds: string[] }
}

const leads = async (params: object = {}): Promise<SocialRow[]> =>
  await social.all(`${form}/leads`, { fields, limit: 500, ...params }, await social.pageToken())

test('leads appear as the clock advances, newest first, and existing leads stay unchanged', async () => {
  const before = await leads()
  expect(before.length).toBeGreaterThan(50)
  const times = before.map((lead) => String(lead['created_time']))
  expect(times).toEqual(times.toSorted().reverse())
  social.sandbox.clock.advance('3d')
  const after = await leads()
  expect(String(after[0]?.['created_time']) > (times[0] ?? '')).toBe(true)
  expect(after).toEqual(expect.arrayContaining(before.slice(0, 20)))
})

test('a lead filter on time_created accepts seconds and ignores ISO text', async () => {
  const now = Math.floor(social.sandbox.clock.now() / 1000)
  const { leadIds } = await simulate('lead', { formId: form, count: 2 })
  const since = (value: unknown) => ({
    filtering: JSON.stringify([{ field: 'time_created', operator: 'GREATER_THAN', value }]),
  })
  const found = await leads(since(now - 1))
  expect(found.map(({ id }) => String(id))).toEqual(expect.arrayContaining(leadIds))
  expect(found.length).toBeLessThan(10)
  expect((await leads(since('2026-01-01T00:00:00'))).length).toBeGreaterThan(50)
})

test('a lead is readable for 90 days and only with the page token', async () => {
  const { leadIds } = await simulate('lead', { formId: form })
  const [id = ''] = leadIds
  expect((await social.get(id, { fields }, await social.pageToken())).status).toBe(200)
  expect((await social.get(id, { fields })).status).toBe(400)
  social.sandbox.clock.advance('91d')
  expect((await social.get(id, { fields }, await social.pageToken())).status).toBe(400)
  expect((await leads()).some((lead) => lead['id'] === id)).toBe(false)
})

test('a lead form can be archived, and its deletion is refused with code 100 and subcode 33', async () => {
  const token = await social.pageToken()
  const send = async (method: string, params: Readonly<Record<string, string>> = {}) => {
    const query = new URLSearchParams({ ...params, access_token: token })
    return await fetch(`${social.sandbox.url}/v26.0/${form}?${query}`, { method })
  }
  const refusal = await send('DELETE')
  expect(await refusal.json()).toMatchObject({ error: { code: 100, error_subcode: 33 } })
  expect((await send('POST', { status: 'DELETED' })).status).toBe(400)
  expect(await (await send('POST', { status: 'ARCHIVED' })).json()).toEqual({ success: true })
  expect((await social.get(form, { fields: 'status' }, token)).body).toMatchObject({ status: 'ARCHIVED' })
})

test.each([
  ['context_card', 'style', { title: 'Cakes', style: 'PARAGRAPH_STYLE' }],
  ['thank_you_page', 'button_type', { title: 'Thank you', button_type: 'VIEW_WEBSITE' }],
])('creation of a lead form with a %s is refused without its %s', async (part, required, completePart) => {
  const create = async (formPart: object) => {
    const body = new URLSearchParams({
      name: `With a ${part}`,
      questions: JSON.stringify([{ type: 'EMAIL' }]),
      privacy_policy: JSON.stringify({ url: 'https://shop.example/privacy' }),
      [part]: JSON.stringify(formPart),
      access_token: await social.pageToken(),
    })
    return await fetch(`${social.sandbox.url}/v26.0/104500000000001/leadgen_forms`, { method: 'POST', body })
  }
  const refusal = await create({ ...completePart, [required]: undefined })
  expect(await refusal.json()).toMatchObject({
    error: { code: 100, message: expect.stringContaining(required) },
  })
  expect((await create(completePart)).status).toBe(200)
})

test('a lead contains the tracking parameters of its form after its answers', async () => {
  const token = await social.pageToken()
  const body = new URLSearchParams({
    name: 'With tracking',
    questions: JSON.stringify([{ type: 'EMAIL', key: 'email' }]),
    privacy_policy: JSON.stringify({ url: 'https://shop.example/privacy' }),
    tracking_parameters: JSON.stringify({ utm_source: 'feed' }),
    access_token: token,
  })
  const post = async (path: string, fields: URLSearchParams) =>
    await (await fetch(`${social.sandbox.url}/v26.0/${path}`, { method: 'POST', body: fields })).json()
  const { id } = (await post('104500000000001/leadgen_forms', body)) as { id: string }
  await post(`${id}/test_leads`, new URLSearchParams({ access_token: token }))
  const { body: found } = await social.get(`${id}/leads`, { fields: 'field_data' }, token)
  expect(found).toMatchObject({
    data: [{ field_data: [{ name: 'email' }, { name: 'utm_source', values: ['feed'] }] }],
  })
})
