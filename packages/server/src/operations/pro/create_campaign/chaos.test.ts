// Whatever happens to its requests, a campaign is made once and whole, or not at all.

import type { RequestBody } from '@adrail/contract'
import { expect, test } from 'vitest'
import { usePro } from '../../../../testing/pro.ts'
import { groupsNamed, settledCreation } from '../../../../testing/proCampaign.ts'

const pro = usePro()
const operation = 'pro/create_campaign'
/** Each trouble once; `CREATIONS=300` goes round and round. */
const creations = Number(process.env['CREATIONS'] ?? 30)

type Trouble = Readonly<Record<string, unknown>>

const refused = { kind: 'status', status: 400, code: 'FIELD_INVALID' }
/** What changes something, in order. */
const changing = [
  'adCampaignGroups.create',
  'adCampaigns.create',
  'creatives.createInline',
  'campaignConversions.update',
  'adCampaigns.update',
  'adCampaignGroups.update',
]
const troubles: readonly (readonly [string, Trouble])[] = [
  ['nothing', {}],
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

const bodyOf = (campaignName: string): Omit<RequestBody<typeof operation>, 'userId'> => ({
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

const cases = Array.from({ length: creations }, (_, index) => {
  const [what, trouble] = troubles[index % troubles.length] ?? ['nothing', {}]
  return [index, what, trouble] as const
})

test.each(cases)('%i: %s leaves one whole campaign, or none', async (index, what, trouble) => {
  const name = `Chaos ${index}`
  if (what !== 'nothing') await pro.sandbox.fail(trouble)
  const answer = await settledCreation(pro, bodyOf(name), `chaos-${index}`)
  expect(answer.status, answer.text).toBe(200)
  const made = await groupsNamed(pro, name)
  if (!answer.results.success) {
    expect(made).toEqual([])
    return
  }
  const ads = [1, 2].map((number) => `${name} ad ${number}`)
  expect(made).toEqual([{ id: answer.results.campaignId, status: 'ACTIVE', adGroups: ['ACTIVE'], ads }])
})
