import { expect, test } from 'vitest'
import { useSocial } from '../../../testing/social.ts'

const social = useSocial()

test.each([
  '1',
  '1/99',
  '1/2853001',
  '2',
  '3',
  '4',
  '4/1504022',
  '4/1504039',
  '10',
  '17',
  '17/2446079',
  '17/1885172',
  '32',
  '100',
  '100/33',
  '100/36009',
  '100/2446289',
  '100/1487534',
  '100/1487694',
  '100/1870034',
  '100/1870090',
  '100/1870092',
  '100/1885272',
  '100/1885650',
  '100/1885621',
  '100/2446307',
  '101',
  '102',
  '104',
  '105',
  '190',
  '190/458',
  '190/459',
  '190/460',
  '190/463',
  '190/464',
  '190/467',
  '190/492',
  '190/493',
  '200',
  '294',
  '300',
  '341',
  '368',
  '506',
  '613',
  '613/1487742',
  '613/1996',
  '613/1487632',
  '613/5044001',
  '613/1487225',
  '803',
  '960',
  '1150',
  '2500',
  '2635',
  '2642',
  '2650',
  '2654',
  '3001',
  '3018',
  '80000',
  '80001',
  '80002',
  '80003',
  '80004',
  '80005',
  '80006',
  '80008',
  '80009',
  '80014',
  '80099',
])('an injected Meta fault with the code %s returns that code in Meta’s error format', async (code) => {
  social.orderFailure({ call: 'user.read', status: 400, code })
  const { status, body, headers } = await social.get('me')
  const [number, subcode] = code.split('/').map(Number)
  expect(status).toBe(400)
  expect(body.error).toMatchObject({
    message: expect.stringMatching(/\w/),
    type: expect.stringMatching(/Exception$/),
    code: number,
    fbtrace_id: expect.any(String),
  })
  expect(body.error.error_subcode).toBe(subcode)
  expect(headers.get('x-fb-trace-id')).toBeTruthy()
})

test('a rate limit fault sets a response header with the estimated time to regain access', async () => {
  social.orderFailure({ call: 'campaigns.list', status: 400, code: '80004', retryAfterSeconds: 180 })
  const { headers, body } = await social.get('act_1001200300400/campaigns')
  expect(body.error.code).toBe(80004)
  const usage = JSON.parse(headers.get('x-business-use-case-usage') ?? '{}')
  expect(usage['1001200300400'][0]).toMatchObject({
    type: 'ads_management',
    estimated_time_to_regain_access: 3,
  })
  social.sandbox.faults.order({ platform: 'social', call: 'campaigns.list', kind: 'rate_limit' })
  expect((await social.get('act_1001200300400/campaigns')).body.error.code).toBe(17)
})

test('a fault with only an HTTP status returns the matching Meta error code', async () => {
  for (const [status, code] of [
    [500, 1],
    [503, 2],
    [429, 4],
    [400, 100],
  ] as const) {
    social.orderFailure({ call: '*', status })
    const reply = await social.get('me')
    expect([reply.status, reply.body.error.code]).toEqual([status, code])
  }
})

test('a fault after the effect fails the response but keeps the change of the campaign', async () => {
  social.orderFailure({ call: 'campaign.update', status: 500, code: '2', when: 'after' })
  expect((await social.post('120210000000000011', { daily_budget: 2_200 })).status).toBe(500)
  expect((await social.get('120210000000000011', { fields: 'daily_budget' })).body.daily_budget).toBe('2200')
})
