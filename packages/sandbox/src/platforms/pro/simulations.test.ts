import { expect, test } from 'vitest'
import { usePro } from '../../../testing/pro.ts'
import { noon } from '../../../testing/sandbox.ts'

const { sandbox, call, json, patch, create } = usePro()
const order = (name: string, input: unknown) =>
  fetch(`${sandbox.url}/_sandbox/simulate/pro/${name}`, { method: 'POST', body: JSON.stringify(input) })

test('the simulation findersLag delays search results but not reads by key', async () => {
  const groups = '/rest/adAccounts/512345678/adCampaignGroups'
  const [hiring, lagMs] = [`${groups}/640118023`, 20_000]
  const found = async (name: string) => {
    const search = `(name:(values:List(${name})))`
    return (await json(`${groups}?q=search&search=${search}`)).body.elements.map(({ status }) => status)
  }
  expect((await order('findersLag', { milliseconds: lagMs })).status).toBe(200)
  const made = await create(groups, {
    account: 'urn:li:sponsoredAccount:512345678',
    name: 'Autumn',
    status: 'ACTIVE',
    runSchedule: { start: noon + 3_600_000 },
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  expect((await patch(hiring, { patch: { $set: { status: 'ACTIVE' } } })).status).toBe(204)
  expect([await found('Autumn'), await found('Hiring')]).toEqual([[], ['PAUSED']])
  expect((await json(hiring)).body.status).toBe('ACTIVE')
  expect((await call(`${groups}/${made.headers.get('x-restli-id')}`)).status).toBe(200)
  sandbox.clock.advance(lagMs)
  expect([await found('Autumn'), await found('Hiring')]).toEqual([['ACTIVE'], ['ACTIVE']])
  expect((await order('findersLag', { milliseconds: -1 })).status).toBe(400)
  expect((await order('findersLag', {})).status).toBe(200)
})

test('the admin API sets the status of an audience and the quotas, and lists the accounts of a person', async () => {
  expect((await order('segment', { id: 21400801, status: 'FAILED' })).status).toBe(200)
  expect((await json('/rest/dmpSegments/21400801?fields=destinations:(status)')).body).toEqual({
    destinations: [{ status: 'FAILED' }],
  })
  expect((await order('segment', { id: 5, status: 'READY' })).status).toBe(400)
  expect((await order('limits', { perApp: 1 })).status).toBe(200)
  expect((await call('/rest/me')).status).toBe(200)
  expect((await call('/rest/me')).status).toBe(429)
  const ada = sandbox.people().people.find(({ key }) => key === 'ada')
  expect(ada?.pro.accounts).toContainEqual({
    kind: 'adAccount',
    id: '512345678',
    name: 'Fox Garden Shop',
    currency: 'USD',
  })
  expect(ada?.pro.accounts).toContainEqual({ kind: 'organization', id: '2414183', name: 'Fox Garden Shop' })
})
