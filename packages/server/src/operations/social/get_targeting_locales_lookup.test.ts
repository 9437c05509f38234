import { describe, expect, test } from 'vitest'
import { costs } from '../../../testing/costs.ts'
import { expectSuccess } from '../../../testing/expectations.ts'
import { describeRefusals, useSocial } from '../../../testing/social.ts'

const social = useSocial()
const dayMs = 86_400_000

/** Calls for the catalogue: a token that has grown old meanwhile is renewed, which is another matter. */
const asked = ({ calls }: { readonly calls: readonly string[] }) => calls.filter((call) => call === 'search')

describe('social/get_targeting_locales_lookup', () => {
  test('lists all languages with text keys, and asks the platform once a week for everybody [R4.19.results] [R2.10.locales]', async () => {
    // Whatever was remembered is forgotten by now.
    social.service.clock.advance(8 * dayMs)
    const answer = await social.watch('social/get_targeting_locales_lookup', {})
    expectSuccess('social/get_targeting_locales_lookup', answer)
    expect(answer.results.locales).toContainEqual({ name: 'English (US)', key: '6' })
    expect(answer.results.locales.length).toBeGreaterThan(50)
    expect(asked(answer)).toEqual(['search'])

    social.service.clock.advance(6 * dayMs)
    const again = await social.watch('social/get_targeting_locales_lookup', {})
    expect(again.results.locales).toEqual(answer.results.locales)
    expect(asked(again)).toEqual([])

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

costs('social/get_targeting_locales_lookup', { store: 0, upstream: 0 })
