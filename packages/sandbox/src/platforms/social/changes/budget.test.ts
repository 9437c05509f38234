import { expect, test } from 'vitest'
import { useSocial } from '../../../../testing/social.ts'

const social = useSocial()

const campaign = '120210000000000011'

/** Returns the campaign of an account by its name, and throws if there is none. */
async function findByName(name: string, account = 'act_1001200300400', person = 'ada') {
  const { body } = await social.get(
    `${account}/campaigns`,
    {
      limit: 200,
      fields:
        'name,daily_budget,lifetime_budget,status,adsets{id,name,daily_budget,lifetime_budget,status,effective_status}',
      effective_status: ['ACTIVE', 'PAUSED', 'ARCHIVED'],
    },
    social.token(person),
  )
  const match = body.data.find((each: { name: string }) => each.name === name)
  if (match === undefined)
    throw new Error(`No campaign ${name} among ${body.data.map((each: { name: string }) => each.name)}`)
  return match
}

test('a campaign budget update is returned in minor units and recorded with its values before and after', async () => {
  expect((await social.post(campaign, { daily_budget: '2500' })).body).toEqual({ success: true })
  expect((await social.get(campaign, { fields: 'daily_budget' })).body.daily_budget).toBe('2500')
  const [effect] = social.sandbox.requests.effects({ platform: 'social' })
  expect(effect).toMatchObject({
    kind: 'campaign.update',
    id: campaign,
    detail: { before: { daily_budget: 1_500 }, after: { daily_budget: 2_500 } },
  })
})

test('a budget below the minimum is refused with subcode 1885272 and the minimum in the user message', async () => {
  const { status, body } = await social.post(campaign, { daily_budget: 92 })
  expect(status).toBe(400)
  expect(body.error).toMatchObject({
    code: 100,
    error_subcode: 1885272,
    error_user_title: 'Budget is too low',
    error_user_msg: 'Your campaign budget must be more than €0.93 or your ads may not be delivered.',
    error_data: JSON.stringify({ blame_field_specs: [['daily_budget']] }),
  })
  expect((await social.post(campaign, { daily_budget: 93 })).status).toBe(200)
})

test('minimum budgets in JPY, TWD and HUF are in whole units, unlike those in EUR', async () => {
  const yenCampaign = await findByName('Lunch sets', 'act_1007200300400', 'yuki')
  const token = social.token('yuki')
  const lowBudget = await social.post(yenCampaign.id, { daily_budget: 100 }, token)
  expect(lowBudget.body.error.error_user_msg).toContain('¥151')
  expect((await social.post(yenCampaign.id, { daily_budget: 151 }, token)).status).toBe(200)
  const rows = (await social.get('act_1001200300400/minimum_budgets')).body.data
  const minimum = (currency: string) =>
    rows.find((row: { currency: string }) => row.currency === currency).min_daily_budget_imp
  expect([minimum('EUR'), minimum('JPY'), minimum('TWD'), minimum('HUF')]).toEqual([93, 151, 33, 368])
})

test.each(['12.5', '-1', 'many', '1e3', '99999999999999999999'])(
  'the budget %s is refused because it is not a whole number of minor units',
  async (text) => {
    const { body } = await social.post(campaign, { daily_budget: text })
    expect(body.error).toMatchObject({
      code: 100,
      message: '(#100) Param daily_budget must be an integer that is greater than or equal to 0',
    })
  },
)

test('an update with an empty budget succeeds and leaves the budget unchanged', async () => {
  expect((await social.post(campaign, { daily_budget: '' })).body).toEqual({ success: true })
  expect((await social.get(campaign, { fields: 'daily_budget' })).body.daily_budget).toBe('1500')
})

test('a campaign or ad set refuses a budget with subcode 1885621 when the other level holds the budget', async () => {
  const onAdSets = await findByName('Sunday breakfast boxes')
  expect(onAdSets.daily_budget).toBeUndefined()
  expect(onAdSets.adsets.data[0]).toMatchObject({ daily_budget: '1200', lifetime_budget: '0' })
  expect((await social.post(onAdSets.id, { daily_budget: 2_000 })).body.error.error_subcode).toBe(1885621)
  const { body } = await social.get(campaign, { fields: 'adsets{id,daily_budget}' })
  expect(body.adsets.data[0].daily_budget).toBeUndefined()
  expect((await social.post(body.adsets.data[0].id, { daily_budget: 2_000 })).body.error.error_subcode).toBe(
    1885621,
  )
})

test('an ad set accepts four budget changes per hour, while a campaign accepts more', async () => {
  const adSet = (await findByName('Sunday breakfast boxes')).adsets.data[0].id
  for (const amount of [1_300, 1_400, 1_500, 1_500, 1_600]) {
    expect((await social.post(adSet, { daily_budget: amount })).status).toBe(200)
  }
  const fifthChange = await social.post(adSet, { daily_budget: 1_700 })
  expect([fifthChange.status, fifthChange.body.error.code, fifthChange.body.error.error_subcode]).toEqual([
    400, 613, 1487632,
  ])
  expect((await social.get(adSet, { fields: 'daily_budget' })).body.daily_budget).toBe('1600')
  social.sandbox.clock.advance(3_600_001)
  expect((await social.post(adSet, { daily_budget: 1_700 })).status).toBe(200)
  for (let count = 1; count <= 8; count++)
    expect((await social.post(campaign, { daily_budget: 1_500 + count })).status).toBe(200)
})

test('an update with validate_only runs the checks and changes nothing', async () => {
  const validateOnly = { execution_options: ['validate_only'] }
  expect((await social.post(campaign, { daily_budget: 9_000, ...validateOnly })).body).toEqual({
    success: true,
  })
  expect((await social.post(campaign, { daily_budget: 1, ...validateOnly })).body.error.error_subcode).toBe(
    1885272,
  )
  expect((await social.get(campaign, { fields: 'daily_budget' })).body.daily_budget).toBe('1500')
  expect(social.effects()).toEqual([])
})

test('a campaign with a lifetime budget refuses a daily budget and a lifetime budget below its spend', async () => {
  const lifetime = await findByName('Plum cake season (lifetime)')
  expect(lifetime.lifetime_budget).toBe('60000')
  expect((await social.post(lifetime.id, { daily_budget: 2_000 })).status).toBe(400)
  expect((await social.post(lifetime.id, { lifetime_budget: 5_000 })).body.error.error_subcode).toBe(1885650)
  expect((await social.post(lifetime.id, { lifetime_budget: 70_000 })).status).toBe(200)
  const { body } = await social.get(lifetime.id, { fields: 'budget_remaining,lifetime_budget' })
  expect(Number(body.budget_remaining)).toBeGreaterThan(20_000)
  expect(Number(body.budget_remaining)).toBeLessThan(70_000)
})

test('an archived or deleted campaign refuses updates', async () => {
  const archived = await findByName('Christmas stollen 2025')
  expect(archived.status).toBe('ARCHIVED')
  for (const change of [{ daily_budget: 2_000 }, { status: 'ACTIVE' }]) {
    expect((await social.post(archived.id, change)).body.error.code).toBe(100)
  }
  const campaigns = Object.values(social.sandbox.state().social.campaigns)
  const deleted = campaigns.find(({ name }) => name === 'Removed by mistake')
  expect((await social.post(deleted?.id ?? '', { name: 'Again' })).body.error.error_user_msg).toBe(
    'You cannot edit a campaign that is deleted.',
  )
})

test('pausing a campaign changes the effective status of its ad sets and ads but not their own status', async () => {
  expect((await social.post(campaign, { status: 'PAUSED' })).body).toEqual({ success: true })
  const { body } = await social.get(campaign, {
    fields: 'status,effective_status,adsets{status,effective_status},ads.limit(1){status,effective_status}',
  })
  expect([body.status, body.effective_status]).toEqual(['PAUSED', 'PAUSED'])
  expect(body.adsets.data[0]).toMatchObject({ status: 'ACTIVE', effective_status: 'CAMPAIGN_PAUSED' })
  expect(body.ads.data[0]).toMatchObject({ status: 'ACTIVE', effective_status: 'CAMPAIGN_PAUSED' })
  expect((await social.post(campaign, { status: 'RUNNING' })).body.error.code).toBe(100)
})

test('a new campaign with an ad set and an ad delivers only after the clock passes its start', async () => {
  const account = 'act_1001200300400'
  const created = await social.post(`${account}/campaigns`, {
    name: 'Night bread',
    objective: 'OUTCOME_TRAFFIC',
    status: 'ACTIVE',
    special_ad_categories: [],
    daily_budget: 3_000,
  })
  const id = created.body.id
  const adSet = await social.post(`${account}/adsets`, {
    name: 'Everybody',
    campaign_id: id,
    optimization_goal: 'LINK_CLICKS',
    billing_event: 'IMPRESSIONS',
    status: 'ACTIVE',
    start_time: '2026-11-17T00:00:00+0100',
    targeting: { geo_locations: { countries: ['US'] } },
  })
  const creative = (await social.get(`${account}/adcreatives`, { limit: 1 })).body.data[0].id
  const ad = await social.post(`${account}/ads`, {
    name: 'One',
    adset_id: adSet.body.id,
    creative: { creative_id: creative },
    status: 'ACTIVE',
  })
  expect((await social.get(ad.body.id, { fields: 'effective_status' })).body.effective_status).toBe(
    'PENDING_REVIEW',
  )
  social.sandbox.clock.freeze(Date.parse('2026-11-16T22:00:00Z'))
  expect((await social.get(`${id}/insights`, { date_preset: 'maximum' })).body).toEqual({ data: [] })
  social.sandbox.clock.freeze(Date.parse('2026-11-18T12:00:00Z'))
  expect((await social.get(ad.body.id, { fields: 'effective_status' })).body.effective_status).toBe('ACTIVE')
  const { body } = await social.get(`${id}/insights`, { date_preset: 'maximum', fields: 'spend' })
  expect(body.data[0]).toMatchObject({ date_start: '2026-11-17', date_stop: '2026-11-18' })
  expect(Number(body.data[0].spend)).toBeGreaterThan(5)
})
