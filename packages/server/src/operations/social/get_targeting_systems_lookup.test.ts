import { describe, expect, test } from 'vitest'
import { testOperationCosts } from '../../../testing/costs.ts'
import { expectSuccess } from '../../../testing/expectations.ts'
import { describeRefusals, useSocial } from '../../../testing/social.ts'
import { dayMs } from '../../runtime/durations.ts'

const social = useSocial()

describe('social/get_targeting_systems_lookup', () => {
  test('lists operating systems with their versions [R4.9.results] [R2.7]', async () => {
    // All cached catalogs have expired.
    social.service.clock.advance(2 * 86_400_000)
    const response = await social.callRecorded('social/get_targeting_systems_lookup', { type: 'os' })
    expectSuccess('social/get_targeting_systems_lookup', response)
    const ios = response.results.targetingSystems.find(({ name }) => name === 'iOS')
    expect(ios).toMatchObject({ type: 'user_os', platform: 'iOS' })
    expect(ios?.description).toMatch(/^\d+\.\d+(;\d+\.\d+)+$/)
    expect(response.calls).toEqual(['search'])
  })

  test('lists devices, and caches the lists of devices and operating systems', async () => {
    await social.call('social/get_targeting_systems_lookup', { type: 'os' })
    const devices = await social.callRecorded('social/get_targeting_systems_lookup', { type: 'device' })
    expectSuccess('social/get_targeting_systems_lookup', devices)
    expect(devices.results.targetingSystems.length).toBeGreaterThan(100)
    expect(devices.results.targetingSystems).toContainEqual({
      type: 'user_device',
      name: 'iPad',
      platform: 'iOS',
      description: 'iPads (all)',
    })
    for (const type of ['os', 'device'] as const)
      expect((await social.callRecorded('social/get_targeting_systems_lookup', { type })).calls).toEqual([])
  })
})

describeRefusals(social, {
  operation: 'social/get_targeting_systems_lookup',
  body: { type: 'os' },
  failingCall: 'search',
  cacheMs: dayMs + 1,
})

testOperationCosts('social/get_targeting_systems_lookup', { store: 0, upstream: 0 })
