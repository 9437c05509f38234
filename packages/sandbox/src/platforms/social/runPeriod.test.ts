import { expect, test } from 'vitest'
import { useSocial } from '../../../testing/social.ts'

const social = useSocial()
const account = 'act_1001200300400'

async function newCampaign(more: object = {}): Promise<string> {
  const { body } = await social.post(`${account}/campaigns`, {
    name: 'Rye',
    objective: 'OUTCOME_TRAFFIC',
    status: 'ACTIVE',
    special_ad_categories: [],
    daily_budget: 3_000,
    ...more,
  })
  return body.id
}

async function addAdSet(campaign_id: string, times: object): Promise<string> {
  const { body } = await social.post(`${account}/adsets`, {
    name: 'Everybody',
    campaign_id,
    optimization_goal: 'LINK_CLICKS',
    billing_event: 'IMPRESSIONS',
    status: 'ACTIVE',
    targeting: { geo_locations: { countries: ['US'] } },
    ...times,
  })
  return body.id
}

const read = async (id: string) =>
  (await social.get(id, { fields: 'created_time,start_time,stop_time,status,effective_status' })).body

test('a campaign starts with its first ad set, and ends with its last ad set when every ad set has an end', async () => {
  const id = await newCampaign()
  const empty = await read(id)
  expect([empty.start_time, empty.stop_time]).toEqual([empty.created_time, undefined])
  await addAdSet(id, { start_time: '2030-03-05T00:00:00+0100', end_time: '2030-03-09T23:59:59+0100' })
  await addAdSet(id, { start_time: '2030-03-01T00:00:00+0100', end_time: '2030-03-07T23:59:59+0100' })
  expect(await read(id)).toMatchObject({
    start_time: '2030-03-01T00:00:00+0100',
    stop_time: '2030-03-09T23:59:59+0100',
  })
  const endlessCampaign = await addAdSet(id, { start_time: '2030-03-02T00:00:00+0100' })
  expect(await read(id)).not.toHaveProperty('stop_time')
  await social.post(endlessCampaign, { status: 'DELETED' })
  expect((await read(id)).stop_time).toBe('2030-03-09T23:59:59+0100')
})

test('a campaign has the status ACTIVE after its stop time', async () => {
  const id = await newCampaign()
  await addAdSet(id, { end_time: '2030-03-09T23:59:59+0100' })
  social.sandbox.clock.freeze(Date.parse('2030-03-10T00:00:00+0100'))
  expect(await read(id)).toMatchObject({
    stop_time: '2030-03-09T23:59:59+0100',
    status: 'ACTIVE',
    effective_status: 'ACTIVE',
  })
})
