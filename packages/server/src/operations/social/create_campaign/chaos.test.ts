// Whatever happens to its requests, a campaign is made once and whole, or not at all.

import { expect, test } from 'vitest'
import { useSocial } from '../../../../testing/social.ts'
import { campaignsNamed, leastSocialCampaign, settledCreation } from '../../../../testing/socialCampaign.ts'

const social = useSocial()
/** Each trouble once; `CREATIONS=300` goes round and round. */
const creations = Number(process.env['CREATIONS'] ?? 30)

type Trouble = Readonly<Record<string, unknown>>

/** The request that creates is the second batch: the first asks. */
const creating: Trouble = { call: 'batch', skip: 1 }
const refused = { kind: 'status', status: 400, code: '100' }
const troubles: readonly (readonly [string, Trouble])[] = [
  ['nothing', {}],
  ...['reset', 'garbage', 'truncate'].flatMap((kind) => [
    [`the creating request: ${kind} before`, { ...creating, kind }] as const,
    [`the creating request: ${kind} after`, { ...creating, kind, when: 'after' }] as const,
  ]),
  ['the creating request: 503', { ...creating, kind: 'status', status: 503, code: '2' }],
  ['the creating request: 503 after', { ...creating, kind: 'status', status: 503, code: '2', when: 'after' }],
  [
    'the creating request: ran out of time',
    { ...creating, kind: 'status', status: 400, code: '960', when: 'after' },
  ],
  ...['campaigns.create', 'adsets.create', 'ads.create'].flatMap((call) => [
    [`${call}: refused`, { call, ...refused }] as const,
    [`${call}: no answer`, { call, kind: 'stall' }] as const,
    [`${call}: no answer, done`, { call, kind: 'stall', when: 'after' }] as const,
    [`${call}: failed, done`, { call, kind: 'status', status: 500, code: '1', when: 'after' }] as const,
  ]),
  ['the second ad: refused', { call: 'ads.create', skip: 1, ...refused }],
  ['the second ad: failed', { call: 'ads.create', skip: 1, kind: 'status', status: 500, code: '1' }],
  ['reading back: broken', { call: 'campaign.read', kind: 'reset', times: 4 }],
  ['switching on: refused', { call: 'campaign.update', ...refused }],
  ['switching on: lost', { call: 'campaign.update', kind: 'reset', when: 'after' }],
  ['switching on: not sent', { call: 'campaign.update', kind: 'reset' }],
]

const bodyOf = (campaignName: string) => {
  const least = leastSocialCampaign(campaignName)
  const ads = [1, 2, 3].flatMap((number) =>
    least.ads.map((ad) => ({ ...ad, name: `${campaignName} ad ${number}` })),
  )
  return { ...least, ads }
}

const cases = Array.from({ length: creations }, (_, index) => {
  const [what, trouble] = troubles[index % troubles.length] ?? ['nothing', {}]
  return [index, what, trouble] as const
})

test.each(cases)('%i: %s leaves one whole campaign, or none', async (index, what, trouble) => {
  const name = `Chaos ${index}`
  if (what !== 'nothing') await social.sandbox.fail(trouble)
  const answer = await settledCreation(social, bodyOf(name), `chaos-${index}`)
  expect(answer.status, answer.text).toBe(200)
  const made = await campaignsNamed(social, name)
  if (!answer.results.success) {
    expect(made).toEqual([])
    return
  }
  const ads = bodyOf(name).ads.map((ad) => ad.name)
  expect(made).toEqual([{ id: answer.results.campaignId, status: 'ACTIVE', adSets: 1, ads }])
})
