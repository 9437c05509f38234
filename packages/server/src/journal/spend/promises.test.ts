// Each write changes exactly what its plan announced. PLAN_RUNS sets the number of random writes.

import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { minimalProCampaign } from '../../../testing/proCampaign.ts'
import { newProUser, newSearchUser } from '../../../testing/search.ts'
import { minimalSearchCampaign } from '../../../testing/searchCampaign.ts'
import { createAtPlatform, useSocial } from '../../../testing/social.ts'
import { minimalSocialCampaign } from '../../../testing/socialCampaign.ts'

const numRuns = Number(process.env['PLAN_RUNS'] ?? 25)
const social = useSocial()
const { service } = social
const users = { social: '', search: '', pro: '' }
type Platform = keyof typeof users

beforeAll(async () => {
  users.social = social.userId
  users.search = await newSearchUser(service)
  users.pro = await newProUser(service)
  for (const daily_budget of [1000, 2550])
    await createAtPlatform(social, 'campaigns', {
      name: `Campaign of ${daily_budget}`,
      objective: 'OUTCOME_TRAFFIC',
      special_ad_categories: [],
      status: 'PAUSED',
      daily_budget,
      bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
    })
  await call('pro', 'pro/create_campaign', {
    ...minimalProCampaign('Promise of the start'),
    status: 'PAUSED',
  })
})

/** Calls any operation. The type is that of one operation, because the name is known only at run time. */
async function call(platform: Platform, operation: string, body: object) {
  const response = await service.post(operation as 'social/edit_campaign', {
    userId: users[platform],
    ...body,
  })
  return JSON.parse(response.text).results
}

/** The fields of a campaign that plans mention. */
interface Shown {
  readonly name: string
  readonly status: string
  readonly dailyBudget: string
}
type Account = ReadonlyMap<string, Shown>

/** Returns all campaigns with one daily budget by id, as the platform shows them now. */
async function shownAt(platform: Platform): Promise<Account> {
  const { campaigns } = await call(platform, `${platform}/get_campaigns`, {})
  const shown = new Map<string, Shown>()
  for (const { id, name, status, dailyBudget } of campaigns) {
    // LinkedIn keeps budgets in ad groups, whose names have no marker at the end.
    const holder =
      platform === 'pro'
        ? (await call(platform, 'pro/get_ad_groups', { campaignId: id })).adGroups
        : [{ name, dailyBudget }]
    if (holder.length === 1 && holder[0].dailyBudget !== '' && name.startsWith(holder[0].name))
      shown.set(id, { name: holder[0].name, status, dailyBudget: holder[0].dailyBudget })
  }
  return shown
}

/** Applies the sentences of a plan to a campaign. Each sentence must start from the value of the campaign. */
function promised(campaign: Shown | undefined, sentences: readonly string[]): Shown | undefined {
  let after = campaign
  for (const sentence of sentences) {
    const [, name, amount] =
      /^Create the campaign "(.*)", paused, with ([\d.]+) [A-Z]{3} a day/.exec(sentence) ?? []
    if (name !== undefined) after = { name, status: 'PAUSED', dailyBudget: amount ?? '' }
    else if (after && sentence === `Activate the campaign "${after.name}".`)
      after = { ...after, status: 'ACTIVE' }
    else if (campaign && after) after = changed(after, sentence)
  }
  return after
}

function changed(campaign: Shown, sentence: string): Shown {
  const [, from, to = ''] = /from ([A-Z]+|[\d.]+)(?: [A-Z]{3})? to ([A-Z]+|[\d.]+)/.exec(sentence) ?? []
  const member = /budget/.test(sentence) ? 'dailyBudget' : 'status'
  expect(sentence).toContain(`"${campaign.name}`)
  expect(campaign[member]).toBe(from)
  return { ...campaign, [member]: to }
}

const cents = fc.integer({ min: 1, max: 60_000 })
const status = fc.constantFrom('ACTIVE' as const, 'PAUSED' as const)
const writes = fc.record({
  platform: fc.constantFrom<Platform>('social', 'search', 'pro'),
  which: fc.nat(),
  wish: fc.oneof(
    cents.map((amount) => ({ amount: amount / 100 })),
    status.map((to) => ({ status: to })),
    fc.record({ creates: cents, status }),
  ),
})
type Write = typeof writes extends fc.Arbitrary<infer Each> ? Each : never
let made = 0

/** Returns the request for a wish, with the campaign that the request changes. */
function requestFor({ platform, which, wish }: Write, account: Account) {
  if (!('creates' in wish)) {
    const campaignId = [...account.keys()][which % account.size]
    const operation = 'amount' in wish ? 'edit_campaign' : 'update_campaign_status'
    return { campaignId, operation: `${platform}/${operation}`, body: { campaignId, ...wish } }
  }
  const name = `Promise ${++made}`
  const minimum = {
    social: minimalSocialCampaign(name),
    search: minimalSearchCampaign(users.search, name),
    pro: minimalProCampaign(name),
  }[platform]
  const operation = platform === 'search' ? 'search/create_search_campaign' : `${platform}/create_campaign`
  const dailyBudget = (wish.creates / 100).toFixed(2)
  return { campaignId: undefined, operation, body: { ...minimum, dailyBudget, status: wish.status } }
}

test(`each of ${numRuns} random writes changes exactly what its plan announced, and a refused write changes nothing`, async () => {
  const run = async (write: Write) => {
    const { platform } = write
    const before = await shownAt(platform)
    const { campaignId, operation, body } = requestFor(write, before)
    const { plan, planHash, code } = await call(platform, operation, { ...body, dryRun: true })
    const done = await call(platform, operation, { ...body, ...(planHash === undefined ? {} : { planHash }) })
    // LinkedIn validates nothing in advance, so only the write itself reports a budget that is too low.
    const isRefusedLate = platform === 'pro' && done.code === 'BUDGET_TOO_LOW'
    if (!isRefusedLate) expect([done.success, done.code]).toEqual([plan !== undefined, code])
    const sentences = isRefusedLate ? [] : (plan ?? []).map(({ says }: { readonly says: string }) => says)
    const concerned = campaignId === undefined ? undefined : before.get(campaignId)
    const after = promised(concerned, sentences)
    const id = campaignId ?? String(done.campaignId)
    expect(await shownAt(platform)).toEqual(after ? new Map([...before, [id, after]]) : before)
  }
  await fc.assert(fc.asyncProperty(writes, run), { numRuns })
})
