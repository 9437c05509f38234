// Campaigns of the professional network as tests see them there, past the service and by LinkedIn's own client.

import { standingTokenText } from '@adrail/sandbox'
import { linkedinClient } from '@adrail/sandbox/vendors'
import type { UserlessBody } from './calls.ts'
import type { Pro } from './pro.ts'
import type { TestAnswer } from './service.ts'
import { untilSettled } from './settledWrite.ts'

/** Read member by member by the tests, each with the value it expects. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests are about.
type Row = any

export interface Tree {
  readonly group: Row
  readonly campaign: Row
  readonly campaigns: readonly Row[]
  /** By their names, with the post that each shows. */
  readonly ads: readonly Row[]
}

interface AtSandbox {
  readonly sandbox: { readonly url: string }
}

const account = { account: 512345678 }
const root = '/adAccounts/{account}'

export function leastProCampaign(campaignName: string): UserlessBody<'pro/create_campaign'> {
  return {
    objective: 'ENGAGEMENT',
    campaignName,
    dailyBudget: '25',
    startDate: '2030-03-01',
    locations: ['103644278'],
    ads: [{ postId: 'urn:li:share:7180100001' }],
    notPoliticalAdvertising: true,
  }
}

/** Of what was not deleted. */
const present = ['ACTIVE', 'PAUSED', 'DRAFT']

/** A group with its campaigns and the ads of the first of them. */
export async function treeAtPlatform({ sandbox }: AtSandbox, campaignId: string): Promise<Tree> {
  const client = linkedinClient(sandbox.url)
  const group = await client.get(`${root}/adCampaignGroups/{id}`, { ...account, id: campaignId })
  const search = {
    campaignGroup: { values: [`urn:li:sponsoredCampaignGroup:${campaignId}`] },
    status: { values: present },
  }
  const campaigns = await client.find(`${root}/adCampaigns`, account, 'search', { search })
  const [campaign] = campaigns
  const found = await client.find(`${root}/creatives`, account, 'criteria', {
    campaigns: [`urn:li:sponsoredCampaign:${campaign?.id}`],
    intendedStatuses: present,
  })
  const ads = await Promise.all(
    found.map(async (ad) => ({
      ...ad,
      post: await client.get('/posts/{id}', { id: ad.content.reference }),
    })),
  )
  return { group, campaign, campaigns, ads }
}

/** Every group whose name begins so and that was not deleted, with what is in it. */
export async function groupsNamed(pro: AtSandbox, name: string) {
  const client = linkedinClient(pro.sandbox.url)
  const search = { status: { values: present } }
  const groups = await client.find(`${root}/adCampaignGroups`, account, 'search', { search, pageSize: 1000 })
  const ours = groups.filter((group) => group.name.startsWith(`${name} · `))
  return await Promise.all(
    ours.map(async ({ id, status }) => {
      const { campaigns, ads } = await treeAtPlatform(pro, String(id))
      return {
        id: String(id),
        status,
        adGroups: campaigns.map((campaign) => campaign.status),
        ads: ads.map((ad) => ad.name).sort(),
      }
    }),
  )
}

/** Creates an empty group past the service, as the demo person; its id. */
export async function makeGroup(
  { service, sandbox }: Pro,
  name: string,
  status: 'PAUSED' | 'DRAFT' = 'PAUSED',
): Promise<string> {
  const response = await fetch(`${sandbox.url}/rest/adAccounts/${account.account}/adCampaignGroups`, {
    method: 'POST',
    headers: {
      'linkedin-version': '202609',
      'x-restli-protocol-version': '2.0.0',
      'x-restli-method': 'CREATE',
      'content-type': 'application/json',
      authorization: `Bearer ${standingTokenText('pro', 'ada', 'access', '')}`,
    },
    body: JSON.stringify({
      account: `urn:li:sponsoredAccount:${account.account}`,
      name,
      status,
      runSchedule: { start: service.clock.now() + 86_400_000 },
    }),
  })
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`)
  return response.headers.get('x-restli-id') ?? ''
}

type Creation = 'pro/create_campaign'

/** Asks for a campaign, and again under the same key until its outcome is known, while time passes on both sides. */
export async function settledCreation(
  pro: Pro,
  body: UserlessBody<Creation>,
  key: string,
): Promise<TestAnswer<Creation>> {
  return await untilSettled(pro, () => pro.call('pro/create_campaign', body, { 'idempotency-key': key }))
}
