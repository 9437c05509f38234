import { describe, expect, test } from 'vitest'
import { expectSuccess } from '../../../testing/expectations.ts'
import { describeRefusals, useSocial } from '../../../testing/social.ts'

const social = useSocial()
const dayMs = 86_400_000

describe('social/get_targeting_locales_lookup', () => {
  test('lists all languages with text keys, and asks the platform once a week for everybody [R4.19.results] [R2.10.locales]', async () => {
    const answer = await social.watch('social/get_targeting_locales_lookup', {})
    expectSuccess('social/get_targeting_locales_lookup', answer)
    expect(answer.results.locales).toContainEqual({ name: 'English (US)', key: '6' })
    expect(answer.results.locales.length).toBeGreaterThan(50)
    expect(answer.calls).toEqual(['search'])

    social.service.clock.advance(6 * dayMs)
    const again = await social.watch('social/get_targeting_locales_lookup', {})
    expect(again.results.locales).toEqual(answer.results.locales)
    expect(again.calls).toEqual([])

    social.service.clock.advance(2 * dayMs)
    expect((await social.watch('social/get_targeting_locales_lookup', {})).calls).toContain('search')
  })
})

describeRefusals(social, {
  operation: 'social/get_targeting_locales_lookup',
  body: {},
  fails: 'search',
  // Every test that succeeds is followed by one that must ask again.
  rememberedMs: 7 * dayMs + 1,
})
