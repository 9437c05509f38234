import { beforeAll, beforeEach, expect, test } from 'vitest'
import { expectRefusal, expectResults, rowsOf, searchSandbox, searchUser } from '../../../testing/search.ts'
import { useService } from '../../../testing/service.ts'

const service = useService()
const sandbox = searchSandbox(service)
let userId: string
let campaignId: string
beforeAll(async () => {
  userId = await searchUser(service)
  const { results } = await service.call('search/get_campaigns', { userId })
  campaignId = results.campaigns.find(({ name }) => name === 'Holiday wreaths')?.id ?? ''
})
beforeEach(async () => {
  await sandbox.forgetFaults()
  await sandbox.forget()
})
type Status = 'ACTIVE' | 'PAUSED' | 'DELETED'
const change = (status: Status, more = {}) =>
  service.call('search/update_campaign_status', { userId, campaignId, status, ...more })
const statusOf = async (id = campaignId) =>
  (await rowsOf(service, `SELECT campaign.status FROM campaign WHERE campaign.id = ${id}`))[0]?.['campaign']

test('search/update_campaign_status pauses, starts and deletes a campaign [R4.add.search-update_campaign_status, R4.add.search-update_campaign_status.results]', async () => {
  expectResults('search/update_campaign_status', await change('PAUSED'))
  expect(await statusOf()).toMatchObject({ status: 'PAUSED' })
  expectResults('search/update_campaign_status', await change('ACTIVE'))
  expect(await statusOf()).toMatchObject({ status: 'ENABLED' })
  expect(await sandbox.writes()).toHaveLength(2)
})

test('search/update_campaign_status writes nothing when nothing changes', async () => {
  expectResults('search/update_campaign_status', await change('ACTIVE'))
  expect(await sandbox.writes()).toEqual([])
})

test.each([
  ['lost after it was done', { kind: 'reset', when: 'after' }],
  ['lost before it was done', { kind: 'reset' }],
  ['answered with a failure', { kind: 'status', status: 503 }],
])('search/update_campaign_status settles a change that was %s', async (_, fault) => {
  const wanted = (await statusOf()) as { status: string }
  const status = wanted.status === 'ENABLED' ? 'PAUSED' : 'ACTIVE'
  await sandbox.fail({ call: 'googleAds:mutate', ...fault })
  expectResults('search/update_campaign_status', await change(status))
  expect(await statusOf()).toMatchObject({ status: status === 'ACTIVE' ? 'ENABLED' : 'PAUSED' })
  expect(await sandbox.unspent()).toEqual([])
})

test('search/update_campaign_status rehearses without changing anything', async () => {
  const before = await statusOf()
  const { results } = await change('DELETED', { dryRun: true })
  expect(results).toMatchObject({ success: true, dryRun: true })
  expect(await statusOf()).toEqual(before)
})

test('search/update_campaign_status finds no campaign of another account, none that is gone, and none that never was', async () => {
  const foreign = await searchUser(service, { accountId: '4823109764' })
  const answer = await service.call('search/update_campaign_status', {
    userId: foreign,
    campaignId,
    status: 'PAUSED',
  })
  expectRefusal(answer, { status: 200, code: 'OBJECT_NOT_FOUND', field: 'campaignId' })
  expectRefusal(await change('PAUSED', { campaignId: '1' }), {
    status: 200,
    code: 'OBJECT_NOT_FOUND',
    field: 'campaignId',
  })
  expectResults('search/update_campaign_status', await change('DELETED'))
  expect(await statusOf()).toMatchObject({ status: 'REMOVED' })
  expectRefusal(await change('ACTIVE'), { status: 200, code: 'OBJECT_NOT_FOUND', field: 'campaignId' })
  expectResults('search/update_campaign_status', await change('DELETED'))
  expect(await sandbox.writes()).toHaveLength(1)
})
