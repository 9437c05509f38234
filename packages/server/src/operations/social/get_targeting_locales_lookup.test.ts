import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectSuccess } from '../../../testing/expectations.ts'
import { describeRefusals, useSocial } from '../../../testing/social.ts'
import { dayMs } from '../../runtime/durations.ts'

const social = useSocial()

/** Calls that load the catalog, without the refresh of an old token. */
const listSearchCalls = ({ calls }: { readonly calls: readonly string[] }) =>
  calls.filter((call) => call === 'search')

describe('social/get_targeting_locales_lookup', () => {
  test('lists the languages with text keys and requests them from Meta once a week [R4.19.results] [R2.10.locales]', async () => {
    // All cached catalogs have expired.
    social.service.clock.advance(8 * dayMs)
    const response = await social.callRecorded('social/get_targeting_locales_lookup', {})
    expectSuccess('social/get_targeting_locales_lookup', response)
    expect(response.results.locales).toContainEqual({ name: 'English (US)', key: '6' })
    expect(response.results.locales.length).toBeGreaterThan(50)
    expect(listSearchCalls(response)).toEqual(['search'])

    social.service.clock.advance(6 * dayMs)
    const again = await social.callRecorded('social/get_targeting_locales_lookup', {})
    expect(again.results.locales).toEqual(response.results.locales)
    expect(listSearchCalls(again)).toEqual([])

    social.service.clock.advance(2 * dayMs)
    expect((await social.callRecorded('social/get_targeting_locales_lookup', {})).calls).toContain('search')
  })
})

describeRefusals(social, {
  operation: 'social/get_targeting_locales_lookup',
  body: {},
  failingCall: 'search',
  // After each successful test, the next one must call the platform again.
  cacheMs: 7 * dayMs + 1,
})

testOperationCosts('social/get_targeting_locales_lookup', { store: 0, upstream: 0 })
