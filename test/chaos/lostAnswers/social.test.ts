// Under every fault of its requests, a campaign is created once and completely, or not at all.

import {
  createSocialUntilFinal,
  findCampaignsByName,
  minimalSocialCampaign,
  testDatabaseUrl,
  useSocial,
} from '@adrail/server/testing'
import { expect, test } from 'vitest'
import { proofTimeoutMs } from '../proofRun.ts'
import { type NamedFault, proveFaults } from './proveFaults.ts'

const social = useSocial()

/** The second batch creates the campaign. The first batch only reads. */
const creating = { call: 'batch', skip: 1 }
const refused = { kind: 'status', status: 400, code: '100' }
const troubles: readonly NamedFault[] = [
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

const buildBody = (campaignName: string) => {
  const minimalCampaign = minimalSocialCampaign(campaignName)
  const ads = [1, 2, 3].flatMap((number) =>
    minimalCampaign.ads.map((ad) => ({ ...ad, name: `${campaignName} ad ${number}` })),
  )
  return { ...minimalCampaign, ads }
}

// The database only affects the journal, so one database is enough.
test.skipIf(testDatabaseUrl() !== '')(
  'social/create_campaign leaves one complete campaign or none at Meta after any fault of its requests',
  async () => {
    await proveFaults('social', troubles, async (name, key, [what, trouble]) => {
      if (what !== '') await social.sandbox.injectFault(trouble)
      const { status, text, results } = await createSocialUntilFinal(social, buildBody(name), key)
      expect(status, text).toBe(200)
      const made = await findCampaignsByName(social, name)
      const ads = buildBody(name).ads.map((ad) => ad.name)
      const whole = { id: results.campaignId, status: 'ACTIVE', adSets: 1, ads }
      expect(made, `${name}: ${what}`).toEqual(results.success ? [whole] : [])
      return made.length
    })
  },
  proofTimeoutMs,
)
