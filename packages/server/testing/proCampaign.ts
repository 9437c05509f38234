// Reads and creates LinkedIn campaigns at the sandbox with LinkedIn's own client, bypassing the service.

import { standingTokenText } from '@adrail/sandbox'
import { linkedinClient } from '@adrail/sandbox/testing'
import { advanceUntilFinal } from './advanceUntilFinal.ts'
import type { UserlessBody } from './calls.ts'
import type { ProCalls } from './pro.ts'
import type { TestResponse } from './service.ts'

/** The tests read single fields and compare each with the expected value. */
// biome-ignore lint/suspicious/noExplicitAny: the shape is what the tests are about.
type ProRow = any

export interface ProCampaignTree {
  readonly group: ProRow
  readonly campaign: ProRow
  readonly campaigns: readonly ProRow[]
  /** Ads of the first campaign, each with its post. */
  readonly ads: readonly ProRow[]
}

interface WithSandbox {
  readonly sandbox: { readonly url: string }
}

const account = { account: 512345678 }
const accountPath = '/adAccounts/{account}'

export function minimalProCampaign(campaignName: string): UserlessBody<'pro/create_campaign'> {
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

const nonDeletedStatuses = ['ACTIVE', 'PAUSED', 'DRAFT']

/** Reads a group with its campaigns and the ads of its first campaign. */
export async function readProTree({ sandbox }: WithSandbox, campaignId: string): Promise<ProCampaignTree> {
  const client = linkedinClient(sandbox.url)
  const group = await client.get(`${accountPath}/adCampaignGroups/{id}`, { ...account, id: campaignId })
  const search = {
    campaignGroup: { values: [`urn:li:sponsoredCampaignGroup:${campaignId}`] },
    status: { values: nonDeletedStatuses },
  }
  const campaigns = await client.find(`${accountPath}/adCampaigns`, account, 'search', { search })
  const [campaign] = campaigns
  const adRows = await client.find(`${accountPath}/creatives`, account, 'criteria', {
    campaigns: [`urn:li:sponsoredCampaign:${campaign?.id}`],
    intendedStatuses: nonDeletedStatuses,
  })
  const ads = await Promise.all(
    adRows.map(async (ad) => ({
      ...ad,
      post: await client.get('/posts/{id}', { id: ad.content.reference }),
    })),
  )
  return { group, campaign, campaigns, ads }
}

/** Finds all groups that are not deleted and whose name begins with the given name. */
export async function findGroupsByName(pro: WithSandbox, name: string) {
  const client = linkedinClient(pro.sandbox.url)
  const search = { status: { values: nonDeletedStatuses } }
  const groups = await client.find(`${accountPath}/adCampaignGroups`, account, 'search', {
    search,
    pageSize: 1000,
  })
  const matching = groups.filter((group) => group.name.startsWith(`${name} · `))
  return await Promise.all(
    matching.map(async ({ id, status }) => {
      const { campaigns, ads } = await readProTree(pro, String(id))
      return {
        id: String(id),
        status,
        adGroups: campaigns.map((campaign) => campaign.status),
        ads: ads.map((ad) => ad.name).sort(),
      }
    }),
  )
}

/** Creates an empty group directly at the sandbox as the demo person. Returns its id. */
export async function createProGroup(
  { service, sandbox }: ProCalls,
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

type CreationName = 'pro/create_campaign'

/**
 * Sends the creation with one idempotency key until its outcome is final. Advances the clocks between
 * attempts.
 */
export async function createProUntilFinal(
  pro: ProCalls,
  body: UserlessBody<CreationName>,
  key: string,
): Promise<TestResponse<CreationName>> {
  return await advanceUntilFinal(pro, () => pro.call('pro/create_campaign', body, { 'idempotency-key': key }))
}
