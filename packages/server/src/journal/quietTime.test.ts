// A request that was lost before the platform acted: nobody finds what it was to make, and it may still be carried out.

import { describe, expect, test } from 'vitest'
import { usePro } from '../../testing/pro.ts'
import { groupsNamed, leastProCampaign } from '../../testing/proCampaign.ts'
import { useSocial } from '../../testing/social.ts'
import { campaignsNamed, leastSocialCampaign } from '../../testing/socialCampaign.ts'

const social = useSocial()
const pro = usePro()
const campaignName = 'Lost on its way'

const cases = [
  {
    operation: 'social/create_campaign',
    linked: social,
    // The first batch asks, the second one creates.
    lost: { call: 'batch', skip: 1, kind: 'reset' },
    looks: 'campaigns.list',
    ask: () => social.call('social/create_campaign', leastSocialCampaign(campaignName)),
    made: () => campaignsNamed(social, campaignName),
  },
  {
    operation: 'pro/create_campaign',
    linked: pro,
    lost: { call: 'adCampaignGroups.create', kind: 'reset' },
    looks: 'adCampaignGroups.search',
    ask: () => pro.call('pro/create_campaign', leastProCampaign(campaignName)),
    made: () => groupsNamed(pro, campaignName),
  },
] as const

describe.each(cases)('$operation', ({ linked, lost, looks, ask, made }) => {
  test('is sent again fifty seconds after a try that nobody finds, not before and not later', async () => {
    const { service, sandbox } = linked
    const looked = async () => (await sandbox.requests(looks)).length
    const held = () => service.app.store.db.selectFrom('operations').select('id').where('lease_until', '>', 0)
    await sandbox.fail(lost)
    const { status, text } = await ask()
    expect(status, text).toBe(504)
    const { operationId } = JSON.parse(text).results
    const state = async () => (await service.call('operation/get_operation', { operationId })).results.state

    const before = await looked()
    service.clock.advance(49_000)
    await expect.poll(looked).toBeGreaterThan(before)
    await expect.poll(() => held().execute()).toEqual([])
    expect(await made()).toEqual([])
    // The runner comes every two seconds.
    service.clock.advance(2000)
    await expect.poll(state).toBe('SUCCEEDED')
    expect(await made()).toHaveLength(1)
  })
})

test('a first try that comes through while the second one is under way leaves one campaign on social', async () => {
  const { service, sandbox } = social
  const name = 'Came through late'
  await sandbox.fail({ call: 'batch', skip: 1, kind: 'reset' })
  const { text } = await social.call('social/create_campaign', leastSocialCampaign(name))
  const { operationId } = JSON.parse(text).results
  // A look comes first, which is a batch as well.
  const second = await sandbox.fail({ call: 'batch', skip: 1, kind: 'stall' })
  service.clock.advance(60_000)
  await expect.poll(() => sandbox.isHolding(second)).toBe(true)
  const { marker } = await service.app.store.db
    .selectFrom('operations')
    .select('marker')
    .where('id', '=', operationId)
    .executeTakeFirstOrThrow()
  const late = {
    name,
    objective: 'OUTCOME_TRAFFIC',
    status: 'PAUSED',
    special_ad_categories: '[]',
    daily_budget: '1250',
    adlabels: JSON.stringify([{ name: `adrail:${marker}` }]),
    access_token: service.app.sandbox?.social.accessToken ?? '',
  }
  const { adAccountId } = service.app.sandbox?.social ?? {}
  const came = await fetch(`${sandbox.url}/v26.0/act_${adAccountId}/campaigns`, {
    method: 'POST',
    body: new URLSearchParams(late),
  })
  expect(came.status, await came.text()).toBe(200)
  expect(await campaignsNamed(social, name)).toHaveLength(1)

  await sandbox.release(second)
  const settled = async () => (await service.call('operation/get_operation', { operationId })).results.state
  await expect.poll(settled).toBe('SUCCEEDED')
  expect(await campaignsNamed(social, name)).toMatchObject([{ status: 'ACTIVE', adSets: 1 }])
})
