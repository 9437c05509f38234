import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectSuccess } from '../../../testing/expectations.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { describeRefusals, useSocial } from '../../../testing/social.ts'
import { dayMs } from '../../runtime/durations.ts'

const social = useSocial()

describe('social/search_targeting_locations', () => {
  test('returns cities and countries with every field [R4.12.results] [R2.9]', async () => {
    const response = await social.callRecorded('social/search_targeting_locations', { query: 'san' })
    expectSuccess('social/search_targeting_locations', response)
    const { locations } = response.results
    expect(locations.find(({ name }) => name === 'San Francisco')).toMatchObject({
      type: 'city',
      region: 'California',
      country_name: 'United States',
      country_code: 'US',
      region_id: 3847,
      supports_region: true,
      supports_city: true,
    })
    // Meta omits these fields from the row of a country.
    expect(locations.find(({ type }) => type === 'country')).toMatchObject({
      key: 'SM',
      country_code: 'SM',
      country_name: 'San Marino',
      region: '',
      region_id: 0,
    })
    expect(response.calls).toEqual(['search'])
  })

  test('returns cached locations to every user', async () => {
    await social.call('social/search_targeting_locations', { query: 'berlin' })
    const ben = await newLinkedUser(social.service, { person: 'ben', accountId: '', pageId: '' })
    const again = await social.callRecorded('social/search_targeting_locations', {
      query: 'berlin',
      userId: ben,
    })
    expect(again.calls).toEqual([])
    expect(again.results.locations.length).toBeGreaterThan(0)
  })
})

describeRefusals(social, {
  operation: 'social/search_targeting_locations',
  body: { query: 'paris' },
  failingCall: 'search',
  cacheMs: dayMs + 1,
})

testOperationCosts('social/search_targeting_locations', { store: 0, upstream: 0 })
