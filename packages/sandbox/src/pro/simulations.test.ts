import { expect, test } from 'vitest'
import { usePro } from '../../testing/pro.ts'

const { sandbox, call, json } = usePro()

test('a tester can move an audience and set quotas from outside, and sees each person’s accounts', async () => {
  const order = (name: string, input: unknown) =>
    fetch(`${sandbox.url}/_sandbox/simulate/pro/${name}`, { method: 'POST', body: JSON.stringify(input) })
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
