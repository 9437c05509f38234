import { expect, test } from 'vitest'
import { useSocial } from '../../../testing/social.ts'

const social = useSocial()

async function simulate(name: string, fields: Record<string, unknown>) {
  const response = await fetch(`${social.sandbox.url}/_sandbox/simulate/social/${name}`, {
    method: 'POST',
    body: JSON.stringify(fields),
  })
  return response.status
}

test('the admin API sets the audience terms, odd pages, page sizes and rate limits of Meta', async () => {
  expect(await simulate('audience_terms', { account: '1001200300400', accepted: false })).toBe(200)
  const refused = await social.post('act_1001200300400/customaudiences', { name: 'x', subtype: 'CUSTOM' })
  expect(refused.body.error.error_subcode).toBe(1870034)
  expect(await simulate('odd_pages', { short: 1 })).toBe(200)
  expect((await social.get('act_1001200300400/adimages', { limit: 10 })).body.data).toHaveLength(5)
  expect(await simulate('page_rows', { rows: 3 })).toBe(200)
  expect((await social.get('act_1001200300400/adimages', { limit: 10 })).body.data).toHaveLength(3)
  expect(await simulate('limits', { points: 1, tier: 'development_access' })).toBe(200)
  expect((await social.get('act_1001200300400/adimages')).body.error.code).toBe(80004)
})

test.each([
  ['limits', { points: 0 }],
  ['limits', { points: 5, tier: 'gold' }],
  ['audience_terms', { account: 'toString', accepted: true }],
  ['audience_terms', { account: '1001200300400', accepted: 'yes' }],
  ['odd_pages', { short: -1 }],
  ['page_rows', { rows: 0 }],
])('the simulation %s refuses the invalid fields %o', async (name, fields) => {
  expect(await simulate(name, fields)).toBe(400)
})
