import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { describeRefusals, useSocial } from '../../../testing/social.ts'

const social = useSocial()
const body = { pixelId: '330001', campaignType: 'CONVERSIONS' } as const

describe('social/get_custom_conversions', () => {
  test('lists standard events, custom conversions and custom events, in one request [R4.14.results] [R2.10.customConversions]', async () => {
    const response = await social.callRecorded('social/get_custom_conversions', body)
    expectSuccess('social/get_custom_conversions', response)
    const { customConversions } = response.results
    expect(customConversions.slice(0, 17).every(({ value }) => /^[A-Z_]+$/.test(value))).toBe(true)
    expect(customConversions.slice(17)).toEqual([
      { name: 'Order thank-you', value: '440001', is_custom_event: false },
      { name: 'Catering form sent', value: '440002', is_custom_event: false },
      // Only `data_sources` contains its pixel.
      { name: 'Newsletter', value: '440003', is_custom_event: false },
      { name: 'OvenTimer', value: 'OvenTimer', is_custom_event: true },
      { name: 'RecipePrinted', value: 'RecipePrinted', is_custom_event: true },
    ])
    expect(response.calls.toSorted()).toEqual(['adaccount.read', 'batch', 'stats.list'])
  })

  test('lists only events that a sales campaign can optimize for', async () => {
    const { results } = await social.call('social/get_custom_conversions', {
      ...body,
      campaignType: 'OUTCOME_SALES',
    })
    const values = results.customConversions.map(({ value }) => value)
    expect(values).toContain('PURCHASE')
    expect(values).not.toContain('LEAD')
    expect(values).not.toContain('CONTACT')
  })

  test.each(['330003', '332001', '990011', '7'])(
    'returns OBJECT_NOT_FOUND for %s, which is not a pixel of the ad account',
    async (pixelId) => {
      const response = await social.call('social/get_custom_conversions', { ...body, pixelId })
      expectRefusal(response, 'OBJECT_NOT_FOUND', { field: 'pixelId' })
    },
  )

  test.each([
    [403, '200'],
    [400, '100'],
    [400, '80004'],
  ])(
    'omits custom events with a warning when Meta rejects the pixel statistics with %i %s',
    async (status, code) => {
      await social.sandbox.injectFault({ call: 'stats.list', kind: 'status', status, code, times: 4 })
      const response = await social.call('social/get_custom_conversions', body)
      await social.sandbox.clearFaults()
      expectSuccess('social/get_custom_conversions', response)
      expect(response.results.customConversions).toHaveLength(20)
      expect(response.results.warnings).toEqual([
        expect.stringMatching(/^The custom events of the pixel are missing: ./),
      ])
    },
  )

  test('requests at most the seven days of statistics that Meta keeps', async () => {
    const { results, requests } = await social.callRecorded('social/get_custom_conversions', body)
    expect(results).not.toHaveProperty('warnings')
    const { url = '', at = '' } = requests.find(({ call }) => call === 'stats.list') ?? {}
    const since = Number(new URL(url, 'http://x').searchParams.get('start_time'))
    expect(Date.parse(at) / 1000 - since).toBeLessThanOrEqual(7 * 86_400)
  })

  test('retries only the part of a batch that has no response', async () => {
    await social.sandbox.injectFault({ call: 'stats.list', kind: 'reset' })
    const { results, calls } = await social.callRecorded('social/get_custom_conversions', body)
    expect(results.customConversions).toHaveLength(22)
    expect(calls.toSorted()).toEqual(['adaccount.read', 'batch', 'batch', 'stats.list', 'stats.list'])
  })

  test('returns all conversions although Meta reports that a batch takes too long', async () => {
    await social.sandbox.injectFault({ call: 'batch', kind: 'status', status: 400, code: '960' })
    const { results } = await social.call('social/get_custom_conversions', body)
    expect(results.customConversions).toHaveLength(22)
  })
})

describeRefusals(social, { operation: 'social/get_custom_conversions', body, failingCall: 'batch' })

testOperationCosts('social/get_custom_conversions', { store: 0, upstream: 1 })
