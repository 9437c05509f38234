// adrail creates every valid campaign exactly as requested, and sends no request to the platform for an
// invalid campaign.

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proofSize } from '../../../../../../test/chaos/proofRun.ts'
import { phraseArbitrary } from '../../../../testing/arbitraries.ts'
import type { UserlessBody } from '../../../../testing/calls.ts'
import { expectRefusal, expectSuccess } from '../../../../testing/expectations.ts'
import { usePro } from '../../../../testing/pro.ts'
import { readProTree } from '../../../../testing/proCampaign.ts'

const pro = usePro()
const operation = 'pro/create_campaign'
type Request = UserlessBody<typeof operation>
const numRuns = proofSize(12, 300)

const words = phraseArbitrary('boxwood hedge')
/** Names up to the maximum length, with characters that consist of two UTF-16 code units. */
const names = fc.oneof(
  words,
  fc
    .array(fc.constantFrom('🌲', 'x', '字', 'hedge '), { minLength: 1, maxLength: 255, size: 'max' })
    .map((parts) =>
      parts
        .join('')
        .slice(0, 255)
        .replace(/[\ud800-\udbff]$/, '')
        .trim(),
    )
    .filter((name) => name !== ''),
)
const some = (...ids: string[]) => fc.uniqueArray(fc.constantFrom(...ids))
const goals: Partial<Request>[] = [
  { objective: 'TRAFFIC' },
  { objective: 'ENGAGEMENT' },
  { objective: 'AWARENESS' },
  { objective: 'LEADS', leadFormId: '8100102' },
  { objective: 'CONVERSIONS', conversionIds: ['70202'] },
]

const campaign = fc.record({
  goal: fc.constantFrom(...goals),
  campaignName: names,
  cents: fc.integer({ min: 1000, max: 10_000_000 }),
  locations: fc.uniqueArray(fc.constantFrom('103644278', '101174742', '101165590'), { minLength: 1 }),
  seniorities: some('5', '6', '7', '8'),
  industries: some('27', '48', '63'),
  language: fc.constantFrom('en_US', 'de_DE', 'ja_JP'),
  audienceExpansion: fc.boolean(),
  texts: fc.array(fc.record({ introText: words, headline: words }), { minLength: 1, maxLength: 3 }),
})
type GeneratedCampaign = typeof campaign extends fc.Arbitrary<infer Value> ? Value : never

function bodyOf({ goal, cents, texts, ...otherFields }: GeneratedCampaign): Request {
  return {
    objective: 'TRAFFIC',
    ...goal,
    ...otherFields,
    dailyBudget: (cents / 100).toFixed(2),
    startDate: '2030-03-01',
    ads: texts.map((text) => ({
      imageUrl: `${pro.sandbox.url}/_media/image/boxwood-400x210.png`,
      url: 'https://fox-garden.example/?a=1&b=2',
      ...text,
    })),
    notPoliticalAdvertising: true,
    status: 'PAUSED',
  }
}

test('pro/create_campaign creates a campaign exactly as requested for every valid body', async () => {
  await fc.assert(
    fc.asyncProperty(campaign, async (generated) => {
      const body = bodyOf(generated)
      const { campaignId, adIds } = expectSuccess(operation, await pro.call(operation, body))
      const { group, campaign: made, ads } = await readProTree(pro, campaignId)
      expect(group.status).toBe('PAUSED')
      expect(body.campaignName.startsWith(group.name.slice(0, -' · 12345678'.length))).toBe(true)
      expect(made).toMatchObject({
        name: body.campaignName,
        dailyBudget: { amount: body.dailyBudget, currencyCode: 'USD' },
        audienceExpansionEnabled: generated.audienceExpansion,
      })
      for (const ad of ads) expect(ad.name.length).toBeLessThanOrEqual(255)
      const criteriaText = JSON.stringify(made.targetingCriteria)
      for (const [kind, ids] of [
        ['geo', generated.locations],
        ['seniority', generated.seniorities],
        ['industry', generated.industries],
        ['locale', [generated.language]],
      ] as const)
        expect(
          [...criteriaText.matchAll(new RegExp(`urn:li:${kind}:(\\w+)`, 'g'))].map(([, id]) => id),
        ).toEqual(ids)
      const shown = adIds.map((id) => ads.find((ad) => ad.id === `urn:li:sponsoredCreative:${id}`)?.post)
      expect(
        shown.map(({ commentary, content }) => ({ introText: commentary, headline: content.media.title })),
      ).toEqual(generated.texts)
      expect(ads.map(({ name }) => name.at(-1)).toSorted()).toEqual(
        generated.texts.map((_, index) => `${index + 1}`),
      )
      // Without this step, adrail would return the first campaign for an equal body.
      pro.service.clock.advance(16 * 60_000)
    }),
    { numRuns },
  )
})

const spoilt = fc.constantFrom<Record<string, unknown>>(
  { dailyBudget: '0' },
  { dailyBudget: '1e3' },
  { dailyBudget: 25 },
  { locations: [] },
  { locations: ['103644278', '103644278'] },
  { ads: [] },
  { objective: 'WEBSITE_VISITS' },
  { startDate: '2030-02-30' },
  { notPoliticalAdvertising: undefined },
  { campaignName: 'a\nb' },
  { campaignName: '🌲'.repeat(128) },
  { titles: ['3'], jobFunctions: ['15'] },
  { audiences: [1.5] },
)

test('pro/create_campaign refuses every invalid body without a platform request', async () => {
  await fc.assert(
    fc.asyncProperty(campaign, spoilt, async (generated, invalidFields) => {
      const response = await pro.callRecorded(operation, {
        ...bodyOf(generated),
        ...invalidFields,
      } as Request)
      expectRefusal(response, 'INVALID_FIELD')
      expect(response.calls).toEqual([])
    }),
    { numRuns: 40 },
  )
})
