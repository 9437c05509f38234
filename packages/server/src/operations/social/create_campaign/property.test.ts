// Whatever campaign is asked for: a valid one is made exactly as asked, in members that Meta's own SDK knows; an invalid
// one never reaches the platform.

import { metaFields } from '@adrail/sandbox/vendors'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sized } from '../../../../../../test/chaos/figures.ts'
import { phrasesOf } from '../../../../testing/arbitraries.ts'
import type { UserlessBody } from '../../../../testing/calls.ts'
import { expectSuccess } from '../../../../testing/expectations.ts'
import { useSocial } from '../../../../testing/social.ts'
import { treeAtPlatform } from '../../../../testing/socialCampaign.ts'

const social = useSocial()
const operation = 'social/create_campaign'
type Request = UserlessBody<typeof operation>
const numRuns = sized(15, 300)

const words = phrasesOf('rye bread oven {x}')
const goals = [
  { objective: 'TRAFFIC' },
  { objective: 'SALES', pixelId: '330001', conversionEvent: 'ADD_TO_CART' },
  { objective: 'LEADS', pixelId: '330001', conversionEvent: '440002' },
  { objective: 'LEADS', leadFormId: '700012' },
] as const

const campaign = fc.record({
  goal: fc.constantFrom(...goals),
  campaignName: words,
  cents: fc.integer({ min: 200, max: 10_000_000 }),
  countries: fc.uniqueArray(fc.constantFrom('US', 'CA', 'GB', 'JP', 'MX'), { minLength: 1 }),
  ages: fc.tuple(fc.integer({ min: 18, max: 65 }), fc.integer({ min: 18, max: 65 })),
  gender: fc.constantFrom('ALL' as const, 'FEMALE' as const, 'MALE' as const),
  interests: fc.uniqueArray(fc.constantFrom('6003139266461', '6003339941896', '6003280616874')),
  texts: fc.array(fc.record({ primaryText: words, headline: words }), { minLength: 1, maxLength: 3 }),
})

function bodyOf({ goal, campaignName, cents, countries, ages, gender, interests, texts }: Given): Request {
  const [min = 18, max = 65] = ages.toSorted((a, b) => a - b)
  return {
    ...goal,
    campaignName,
    dailyBudget: (cents / 100).toFixed(2),
    startDate: '2030-03-01',
    locations: countries.map((key) => ({ key, type: 'country' as const })),
    ages: { min, max },
    gender,
    interests,
    ads: texts.map((text) => ({
      imageId: '1001200300400:655b5a433a4db7604ae2e3b96ec5d400',
      url: 'https://www.foxbakery.example/?a=1&b=2',
      ...text,
    })),
    status: 'PAUSED',
  }
}
type Given = typeof campaign extends fc.Arbitrary<infer Value> ? Value : never

test('valid bodies are created and read back equal', async () => {
  await fc.assert(
    fc.asyncProperty(campaign, async (given) => {
      const body = bodyOf(given)
      const answer = await social.watch(operation, body)
      const { campaignId, adIds } = expectSuccess(operation, answer)
      const tree = await treeAtPlatform(social, campaignId)
      expect(tree).toMatchObject({
        name: body.campaignName,
        daily_budget: String(given.cents),
        status: 'PAUSED',
      })
      expect(tree.adset.targeting).toMatchObject({
        geo_locations: { countries: given.countries },
        age_min: body.ages?.min,
        age_max: body.ages?.max,
      })
      const shown = adIds.map(
        (id) => tree.ads.find((ad) => ad.id === id)?.creative.object_story_spec.link_data,
      )
      expect(shown.map(({ message, name }) => ({ primaryText: message, headline: name }))).toEqual(
        given.texts,
      )
      expectKnown(answer.requests)
      // Equal bodies would be answered with the first campaign.
      social.service.clock.advance(16 * 60_000)
    }),
    { numRuns },
  )
})

test('invalid bodies never reach the platform', async () => {
  const spoil: readonly (readonly [keyof Request, unknown])[] = [
    ['objective', 'REACH'],
    ['dailyBudget', '-1'],
    ['startDate', '2030-02-30'],
    ['locations', []],
    ['ages', { min: 17, max: 65 }],
    ['interests', ['x']],
    ['ads', []],
    ['status', 'ON'],
    ['leadFormId', '../me'],
  ]
  await fc.assert(
    fc.asyncProperty(campaign, fc.constantFrom(...spoil), async (given, [member, value]) => {
      // The value is wrong on purpose.
      const answer = await social.watch(operation, { ...bodyOf(given), [member]: value } as Request)
      expect([answer.status, answer.requests]).toEqual([400, []])
    }),
    { numRuns: numRuns * 3 },
  )
})

/** What is sent inside each object, by the object's name in the SDK. */
const inside: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  AdSet: { targeting: 'Targeting', promoted_object: 'AdPromotedObject' },
  Targeting: { geo_locations: 'TargetingGeoLocation', targeting_automation: 'TargetingAutomation' },
  Ad: { creative: 'AdCreative' },
  AdCreative: {
    object_story_spec: 'AdCreativeObjectStorySpec',
    contextual_multi_ads: 'AdCreativeContextualMultiAds',
  },
  AdCreativeObjectStorySpec: { link_data: 'AdCreativeLinkData' },
  AdCreativeLinkData: { call_to_action: 'AdCreativeLinkDataCallToAction' },
  AdCreativeLinkDataCallToAction: { value: 'AdCreativeLinkDataCallToActionValue' },
}

function expectMembers(name: string, value: object): void {
  const known = metaFields(name)
  for (const [member, inner] of Object.entries(value)) {
    expect(known.has(member), `${name}.${member}`).toBe(true)
    const next = inside[name]?.[member]
    if (next !== undefined) expectMembers(next, Object(inner))
  }
}

function expectKnown(requests: readonly { readonly call: string; readonly body: string }[]): void {
  const objects = { 'campaigns.create': 'Campaign', 'adsets.create': 'AdSet', 'ads.create': 'Ad' } as const
  for (const { call, body } of requests) {
    const name = Object.entries(objects).find(([each]) => each === call)?.[1]
    if (name === undefined) continue
    const members = [...new URLSearchParams(body)].map(([member, value]) => [member, parsed(value)])
    expectMembers(name, Object.fromEntries(members))
  }
}

function parsed(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
