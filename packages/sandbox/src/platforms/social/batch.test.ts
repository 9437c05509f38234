import { expect, test } from 'vitest'
import { useSocial } from '../../../testing/social.ts'

const social = useSocial()

const batch = (parts: readonly unknown[], extra: Record<string, unknown> = {}) =>
  social.post('v26.0/', { batch: parts, ...extra })
const parseEntry = (entry: { body: string }) => JSON.parse(entry.body)

test('a batch returns its parts in order, each with its status code, headers and a body as text', async () => {
  const { status, body, headers } = await batch([
    { method: 'GET', relative_url: 'v26.0/120210000000000011?fields=name' },
    { method: 'GET', relative_url: '999?fields=name' },
    { method: 'GET', relative_url: '/act_1001200300400/campaigns?limit=1&fields=id' },
  ])
  expect(status).toBe(200)
  expect(body.map(({ code }: { code: number }) => code)).toEqual([200, 400, 200])
  expect(parseEntry(body[0])).toEqual({ name: 'Spring bread', id: '120210000000000011' })
  expect(parseEntry(body[1]).error).toMatchObject({ code: 100, error_subcode: 33 })
  expect(body[0].headers).toContainEqual({ name: 'facebook-api-version', value: 'v26.0' })
  expect(body[2].headers.map(({ name }: { name: string }) => name)).toContain('x-business-use-case-usage')
  expect(headers.get('x-business-use-case-usage')).toBeNull()
})

test('a batch accepts a JSON body with the token in the query, and can leave out the headers', async () => {
  const response = await fetch(`${social.sandbox.url}/v24.0?access_token=${social.token()}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ include_headers: false, batch: [{ method: 'GET', relative_url: 'me' }] }),
  })
  expect(await response.json()).toEqual([
    { code: 200, body: JSON.stringify({ name: 'Ada Fox', id: '102200000000101' }) },
  ])
})

test('a part of a batch can use its own token, and can write through its body', async () => {
  const { body } = await batch([
    { method: 'GET', relative_url: `me?access_token=${social.token('ben')}` },
    { method: 'POST', relative_url: '120210000000000011', body: 'daily_budget=1900' },
  ])
  expect(parseEntry(body[0]).name).toBe('Ben Single')
  expect(parseEntry(body[1])).toEqual({ success: true })
  expect((await social.get('120210000000000011', { fields: 'daily_budget' })).body.daily_budget).toBe('1900')
  expect(social.effects()).toEqual([{ kind: 'campaign.update', id: '120210000000000011' }])
})

test('the ledger records every part of a batch under its own call, in addition to the batch', async () => {
  await batch([
    { method: 'GET', relative_url: '120210000000000011?fields=name' },
    { method: 'GET', relative_url: '120210000000000011/insights?level=ad' },
  ])
  const calls = social.sandbox.requests.list({ platform: 'social' }).map(({ call }) => call)
  expect(calls.toSorted()).toEqual(['batch', 'campaign.read', 'insights.list'])
})

test('a fault applies to one part of a batch, and a stall leaves null for its part', async () => {
  social.orderFailure({ call: 'insights.list', status: 400, code: '80000' })
  social.sandbox.faults.order({ platform: 'social', call: 'campaign.read', kind: 'stall' })
  const { body } = await batch([
    { method: 'GET', relative_url: '120210000000000011?fields=name' },
    { method: 'GET', relative_url: '120210000000000011/insights' },
    { method: 'GET', relative_url: 'me' },
  ])
  expect(body[0]).toBeNull()
  expect([body[1].code, parseEntry(body[1]).error.code]).toEqual([400, 80000])
  expect(body[2].code).toBe(200)
  expect(social.sandbox.faults.unspent()).toEqual([])
})

test('a batch accepts 50 parts and refuses 51', async () => {
  const parts = Array.from({ length: 51 }, () => ({ method: 'GET', relative_url: 'me' }))
  const { status, body } = await batch(parts)
  expect(status).toBe(200)
  expect(body.error).toEqual({
    message: 'Too many requests in batch message. Maximum batch size is 50',
    type: 'GraphBatchException',
  })
  expect((await batch(parts.slice(1))).body).toHaveLength(50)
})

test('a part of a batch can use the response of an earlier part, which the batch then omits by default', async () => {
  const parts = [
    { method: 'GET', name: 'first', relative_url: 'act_1001200300400/campaigns?limit=1&fields=id' },
    { method: 'GET', relative_url: '{result=first:$.data.*.id}?fields=name' },
  ]
  const { body } = await batch(parts)
  expect(body[0]).toBeNull()
  expect(parseEntry(body[1]).name).toBe('Wedding cakes')
  const shown = await batch([{ ...parts[0], omit_response_on_success: false }, parts[1]])
  expect(shown.body[0].code).toBe(200)
})

test('a batch changes only the first of several ad sets of one campaign and refuses the others', async () => {
  const list = await social.get('act_1001200300400/campaigns', { fields: 'name,adsets{id}', limit: 100 })
  const { adsets } = list.body.data.find(({ name }: { name: string }) => name === 'Sunday breakfast boxes')
  const { body } = await batch(
    adsets.data.map(({ id }: { id: string }) => ({
      method: 'POST',
      relative_url: id,
      body: 'daily_budget=1300',
    })),
  )
  expect(body.map(({ code }: { code: number }) => code)).toEqual([200, 400, 400])
})

test('a batch with an invalid token, without parts or with an invalid part fails as a whole', async () => {
  const bad = await social.post('v26.0/', { batch: [{ method: 'GET', relative_url: 'me' }] }, 'nonsense')
  expect([bad.status, bad.body.error.code]).toEqual([400, 190])
  expect((await batch([])).body.error.code).toBe(100)
  expect((await social.post('v26.0/', {})).status).toBe(400)
  expect((await batch([{ method: 'GET' }])).body.error.code).toBe(100)
})
