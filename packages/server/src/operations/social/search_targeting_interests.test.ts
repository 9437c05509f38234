import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectSuccess } from '../../../testing/expectations.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { describeRefusals, useSocial } from '../../../testing/social.ts'
import { hourMs } from '../../runtime/durations.ts'

const social = useSocial()

describe('social/search_targeting_interests', () => {
  test('returns interests with their path and audience size [R4.10.results] [R2.8]', async () => {
    const response = await social.callRecorded('social/search_targeting_interests', { query: ' baking ' })
    expectSuccess('social/search_targeting_interests', response)
    const [baking] = response.results.interests
    expect(baking).toMatchObject({ name: 'Baking', type: 'interests', description: '' })
    expect(baking?.path.at(0)).toBe('Interests')
    expect(baking?.path.at(-1)).toBe('Baking')
    expect(baking?.audience_size_lower_bound).toBeGreaterThan(0)
    expect(baking?.audience_size_upper_bound).toBeGreaterThan(baking?.audience_size_lower_bound ?? 0)
    expect(response.calls).toEqual(['targetingsearch.list'])
  })

  test('caches interests for an hour per ad account, query and special ad categories', async () => {
    const ask = (body: { query: string; specialAdCategories?: ['HOUSING'] }) =>
      social.callRecorded('social/search_targeting_interests', body)
    await ask({ query: 'bread' })
    expect((await ask({ query: 'bread' })).calls).toEqual([])
    expect((await ask({ query: 'bread', specialAdCategories: ['HOUSING'] })).calls).toHaveLength(1)
    const garden = { accountId: '1001200300401', pageId: '104500000000002' }
    const other = await newLinkedUser(social.service, garden)
    const { calls } = await social.callRecorded('social/search_targeting_interests', {
      query: 'bread',
      userId: other,
    })
    expect(calls).toHaveLength(1)
    social.service.clock.advance(hourMs)
    expect((await ask({ query: 'bread' })).calls).toHaveLength(1)
  })

  test('sends special ad categories, countries and locale to Meta', async () => {
    const { requests } = await social.callRecorded('social/search_targeting_interests', {
      query: 'garden',
      specialAdCategories: ['HOUSING', 'EMPLOYMENT'],
      specialAdCountries: ['US', 'DE'],
    })
    const params = new URL(requests[0]?.url ?? '', 'http://x').searchParams
    expect(params.get('regulated_categories')).toBe('["HOUSING","EMPLOYMENT"]')
    expect(params.get('regulated_countries')).toBe('["US","DE"]')
    expect(params.get('locale')).toBe('en_US')
  })

  test('returns an empty list for a query without matching interests', async () => {
    const { results } = await social.call('social/search_targeting_interests', { query: 'qwxyzzy' })
    expect(results.interests).toEqual([])
  })
})

describeRefusals(social, {
  operation: 'social/search_targeting_interests',
  body: { query: 'cake' },
  failingCall: 'targetingsearch.list',
  cacheMs: hourMs + 1,
})

testOperationCosts('social/search_targeting_interests', { store: 0, upstream: 0 })
