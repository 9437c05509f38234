// Property tests: a valid campaign is created exactly as requested, with fields that Meta's SDK knows. An
// invalid one never reaches Meta.

import { metaFields } from '@adrail/sandbox/testing'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proofSize } from '../../../../../../test/chaos/proofRun.ts'
import { phraseArbitrary } from '../../../../testing/arbitraries.ts'
import type { UserlessBody } from '../../../../testing/calls.ts'
import { expectSuccess } from '../../../../testing/expectations.ts'
import { useSocial } from '../../../../testing/social.ts'
import { readSocialTree } from '../../../../testing/socialCampaign.ts'

const social = useSocial()
const operation = 'social/create_campaign'
type CampaignBody = UserlessBody<typeof operation>
const numRuns = proofSize(15, 300)

const phrases = phraseArbitrary('rye bread oven {x}')
const goals = [
  { objective: 'TRAFFIC' },
  { objective: 'SALES', pixelId: '330001', conversionEvent: 'ADD_TO_CART' },
  { objective: 'LEADS', pixelId: '330001', conversionEvent: '440002' },
  { objective: 'LEADS', leadFormId: '700012' },
] as const

const campaign = fc.record({
  goal: fc.constantFrom(...goals),
  campaignName: phrases,
  cents: fc.integer({ min: 200, max: 10_000_000 }),
  countries: fc.uniqueArray(fc.constantFrom('US', 'CA', 'GB', 'JP', 'MX'), { minLength: 1 }),
  ages: fc.tuple(fc.integer({ min: 18, max: 65 }), fc.integer({ min: 18, max: 65 })),
  gender: fc.constantFrom('ALL' as const, 'FEMALE' as const, 'MALE' as const),
  interests: fc.uniqueArray(fc.constantFrom('6003139266461', '6003339941896', '6003280616874')),
  texts: fc.array(fc.record({ primaryText: phrases, headline: phrases }), { minLength: 1, maxLength: 3 }),
})

function buildBody({
  goal,
  campaignName,
  cents,
  countries,
  ages,
  gender,
  interests,
  texts,
}: GeneratedCampaign): CampaignBody {
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
type GeneratedCampaign = typeof campaign extends fc.Arbitrary<infer Value> ? Value : never

test('social/create_campaign creates each valid campaign exactly as requested', async () => {
  await fc.assert(
    fc.asyncProperty(campaign, async (generated) => {
      const body = buildBody(generated)
      const response = await social.callRecorded(operation, body)
      const { campaignId, adIds } = expectSuccess(operation, response)
      const tree = await readSocialTree(social, campaignId)
      expect(tree).toMatchObject({
        name: body.campaignName,
        daily_budget: String(generated.cents),
        status: 'PAUSED',
      })
      expect(tree.adset.targeting).toMatchObject({
        geo_locations: { countries: generated.countries },
        age_min: body.ages?.min,
        age_max: body.ages?.max,
      })
      const shown = adIds.map(
        (id) => tree.ads.find((ad) => ad.id === id)?.creative.object_story_spec.link_data,
      )
      expect(shown.map(({ message, name }) => ({ primaryText: message, headline: name }))).toEqual(
        generated.texts,
      )
      expectKnownFields(response.requests)
      // An equal body would return the first campaign.
      social.service.clock.advance(16 * 60_000)
    }),
    { numRuns },
  )
})

test('social/create_campaign returns 400 for an invalid field and sends nothing to Meta', async () => {
  const invalidFields: readonly (readonly [keyof CampaignBody, unknown])[] = [
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
    fc.asyncProperty(campaign, fc.constantFrom(...invalidFields), async (generated, [field, value]) => {
      // The value is wrong on purpose.
      const response = await social.callRecorded(operation, {
        ...buildBody(generated),
        [field]: value,
      } as CampaignBody)
      expect([response.status, response.requests]).toEqual([400, []])
    }),
    { numRuns: numRuns * 3 },
  )
})

/** Types of nested objects, by the name of the outer object in the SDK. */
const nestedObjects: Readonly<Record<string, Readonly<Record<string, string>>>> = {
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

function expectFields(name: string, value: object): void {
  const knownFields = metaFields(name)
  for (const [field, inner] of Object.entries(value)) {
    expect(knownFields.has(field), `${name}.${field}`).toBe(true)
    const next = nestedObjects[name]?.[field]
    if (next !== undefined) expectFields(next, Object(inner))
  }
}

function expectKnownFields(requests: readonly { readonly call: string; readonly body: string }[]): void {
  const objects = { 'campaigns.create': 'Campaign', 'adsets.create': 'AdSet', 'ads.create': 'Ad' } as const
  for (const { call, body } of requests) {
    const name = Object.entries(objects).find(([each]) => each === call)?.[1]
    if (name === undefined) continue
    const fields = [...new URLSearchParams(body)].map(([field, value]) => [field, parseValue(value)])
    expectFields(name, Object.fromEntries(fields))
  }
}

function parseValue(value: string): unknown {
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
