import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { describeRefusals, useSocial } from '../../../testing/social.ts'

const social = useSocial()

describe('social/get_pixels_list', () => {
  test('lists the usable pixels of the ad account in one call [R4.21.results] [R2.10.pixels]', async () => {
    const response = await social.callRecorded('social/get_pixels_list', {})
    expectSuccess('social/get_pixels_list', response)
    expect(response.results.pixels).toEqual([{ id: '330001', name: 'Bakery site' }])
    expect(response.calls).toEqual(['adspixels.list'])
  })

  test('sends the appsecret_proof in the URL and the token only in a header', async () => {
    const { requests } = await social.callRecorded('social/get_pixels_list', {})
    const { url = '', headers } = requests[0] ?? {}
    expect(headers?.['authorization']).toMatch(/^Bearer /)
    expect(url).not.toContain('access_token')
    expect(new URL(url, 'http://x').searchParams.get('appsecret_proof')).toBeTruthy()
    expect(new URL(url, 'http://x').pathname).toBe('/v26.0/act_1001200300400/adspixels')
  })

  test('retries with half the page size when Meta reports too much data', async () => {
    const heavy = { call: 'adspixels.list', kind: 'status', status: 500, code: '1' }
    await social.sandbox.injectFault({
      ...heavy,
      message: "Please reduce the amount of data you're asking for",
    })
    const { results, requests } = await social.callRecorded('social/get_pixels_list', {})
    expect(results.pixels).toHaveLength(1)
    const limits = requests.map(({ url }) => new URL(url, 'http://x').searchParams.get('limit'))
    expect(limits).toEqual(['100', '50'])
  })

  test('shares requests to Meta among concurrent callers', async () => {
    await social.sandbox.clearRequests()
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => social.call('social/get_pixels_list', {})),
    )
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await social.sandbox.requests()).length).toBeLessThan(10)
  })

  test('lists the pixels of another account while Meta rate-limits one account [R7.3.upstream]', async () => {
    const garden = { accountId: '1001200300401', pageId: '104500000000002' }
    const other = await newLinkedUser(social.service, garden)
    await social.sandbox.injectFault({ call: 'adspixels.list', kind: 'status', status: 400, code: '80004' })
    expectRefusal(await social.call('social/get_pixels_list', {}), 'UPSTREAM_RATE_LIMITED')
    const response = await social.call('social/get_pixels_list', { userId: other })
    expect(response.results.pixels).toEqual([{ id: '330003', name: 'Garden site' }])
  })
})

describeRefusals(social, { operation: 'social/get_pixels_list', body: {}, failingCall: 'adspixels.list' })

testOperationCosts('social/get_pixels_list', { store: 0, upstream: 1 })
