// Whatever is written: what its plan said is what the platform shows afterwards, and nothing else. PLAN_RUNS sets how many
// random writes are made.

import * as fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { searchUser } from '../../../testing/search.ts'
import { makeAtPlatform, useSocial } from '../../../testing/social.ts'

const numRuns = Number(process.env['PLAN_RUNS'] ?? 25)
const social = useSocial()
const { service } = social
const users = { social: '', search: '' }

beforeAll(async () => {
  users.social = social.userId
  users.search = await searchUser(service)
  for (const daily_budget of [1000, 2550])
    await makeAtPlatform(social, 'campaigns', {
      name: `Campaign of ${daily_budget}`,
      objective: 'OUTCOME_TRAFFIC',
      special_ad_categories: [],
      status: 'PAUSED',
      daily_budget,
      bid_strategy: 'LOWEST_COST_WITHOUT_CAP',
    })
})

type Platform = keyof typeof users
interface Shown {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly dailyBudget: string
}

/** All campaigns with a daily budget of their own, as the platform shows them now. */
async function shownAt(platform: Platform): Promise<Shown[]> {
  const { results } = await service.call(`${platform}/get_campaigns`, { userId: users[platform] })
  return results.campaigns
    .map(({ id, name, status, dailyBudget }) => ({ id, name, status, dailyBudget }))
    .filter(({ dailyBudget }) => dailyBudget !== '')
}

/** The campaign as the sentences of a plan say that it becomes; each must begin where it is. */
function promised(campaign: Shown, sentences: readonly string[]): Shown {
  let after = campaign
  for (const says of sentences) {
    const [, from, to] = /from ([A-Z]+|[\d.]+)(?: [A-Z]{3})? to ([A-Z]+|[\d.]+)/.exec(says) ?? []
    const member = /budget/.test(says) ? 'dailyBudget' : 'status'
    expect(says).toContain(`"${campaign.name}"`)
    expect(after[member]).toBe(from)
    after = { ...after, [member]: to }
  }
  return after
}

const writes = fc.record({
  platform: fc.constantFrom<Platform>('social', 'search'),
  which: fc.nat(),
  wish: fc.oneof(
    fc.integer({ min: 1, max: 60_000 }).map((cents) => ({ amount: cents / 100 })),
    fc.constantFrom({ status: 'ACTIVE' as const }, { status: 'PAUSED' as const }),
  ),
})

test(`of ${numRuns} random writes each does what its plan said, and nothing that was refused does anything`, async () => {
  const run = async ({
    platform,
    which,
    wish,
  }: typeof writes extends fc.Arbitrary<infer Write> ? Write : never) => {
    const before = await shownAt(platform)
    const index = which % before.length
    const campaign = before[index] as Shown
    const operation = 'amount' in wish ? `${platform}/edit_campaign` : `${platform}/update_campaign_status`
    const body = { userId: users[platform], campaignId: campaign.id, ...wish }
    // Both operations exist on both platforms, with one body each.
    const call = async (more: object) =>
      JSON.parse((await service.post(operation as 'social/edit_campaign', { ...body, ...more })).text).results
    const { plan, planHash, code } = await call({ dryRun: true })
    const done = await call(planHash === undefined ? {} : { planHash })
    expect({ success: done.success, code: done.code }).toEqual({ success: plan !== undefined, code })
    const sentences = (plan ?? []).map(({ says }: { readonly says: string }) => says)
    expect(await shownAt(platform)).toEqual(before.with(index, promised(campaign, sentences)))
  }
  await fc.assert(fc.asyncProperty(writes, run), { numRuns })
})
