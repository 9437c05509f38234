// Under every fault of its requests, a campaign is created once and completely, or not at all.

import type { UserlessBody } from '@adrail/server/testing'
import { createProUntilFinal, findGroupsByName, testDatabaseUrl, usePro } from '@adrail/server/testing'
import { expect, test } from 'vitest'
import { proofTimeoutMs } from '../proofRun.ts'
import { type NamedFault, proveFaults } from './proveFaults.ts'

const pro = usePro()
const operation = 'pro/create_campaign'

const refused = { kind: 'status', status: 400, code: 'FIELD_INVALID' }
/** The changing requests, in order. */
const changing = [
  'adCampaignGroups.create',
  'adCampaigns.create',
  'creatives.createInline',
  'campaignConversions.update',
  'adCampaigns.update',
  'adCampaignGroups.update',
]
const troubles: readonly NamedFault[] = [
  ...changing.flatMap((call) => [
    [`${call}: refused`, { call, ...refused }] as const,
    [`${call}: lost before it was done`, { call, kind: 'reset' }] as const,
    [`${call}: lost after it was done`, { call, kind: 'reset', when: 'after' }] as const,
    [`${call}: failed, and done`, { call, kind: 'status', status: 500, when: 'after' }] as const,
  ]),
  ['images.initializeUpload: lost', { call: 'images.initializeUpload', kind: 'reset', when: 'after' }],
  ['media.upload: lost', { call: 'media.upload', kind: 'reset', when: 'after' }],
  ['the second ad: refused', { call: 'creatives.createInline', skip: 1, ...refused }],
  ['the second ad: garbage', { call: 'creatives.createInline', skip: 1, kind: 'garbage', when: 'after' }],
  ['reading back: broken', { call: 'creatives.criteria', kind: 'reset', times: 4 }],
]

const bodyOf = (campaignName: string): UserlessBody<typeof operation> => ({
  objective: 'CONVERSIONS',
  campaignName,
  dailyBudget: '25.50',
  startDate: '2030-03-01',
  locations: ['103644278'],
  conversionIds: ['70201'],
  ads: [1, 2].map((number) => ({
    name: `${campaignName} ad ${number}`,
    imageUrl: `${pro.sandbox.url}/_media/image/boxwood-400x210.png`,
    introText: 'Boxwood by the pallet',
    headline: 'Trade prices',
    url: 'https://fox-garden.example/trade',
  })),
  notPoliticalAdvertising: true,
})

// The database only affects the journal, so one database is enough.
test.skipIf(testDatabaseUrl() !== '')(
  'pro/create_campaign leaves one complete campaign or none at LinkedIn after any fault of its requests',
  async () => {
    await proveFaults('pro', troubles, async (name, key, [what, trouble]) => {
      if (what !== '') await pro.sandbox.injectFault(trouble)
      const { status, text, results } = await createProUntilFinal(pro, bodyOf(name), key)
      expect(status, text).toBe(200)
      const made = await findGroupsByName(pro, name)
      const ads = [1, 2].map((number) => `${name} ad ${number}`)
      const whole = { id: results.campaignId, status: 'ACTIVE', adGroups: ['ACTIVE'], ads }
      expect(made, `${name}: ${what}`).toEqual(results.success ? [whole] : [])
      return made.length
    })
  },
  proofTimeoutMs,
)
