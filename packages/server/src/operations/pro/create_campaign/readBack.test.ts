// adrail reads a new campaign back before it activates the campaign, although LinkedIn's lists may lag.

import { afterEach, describe, expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../../../testing/expectations.ts'
import { usePro } from '../../../../testing/pro.ts'
import { createProUntilFinal, findGroupsByName, minimalProCampaign } from '../../../../testing/proCampaign.ts'

const pro = usePro()
const { sandbox } = pro
const operation = 'pro/create_campaign'
const lag = (milliseconds: number) => sandbox.simulate('pro/findersLag', { milliseconds })
const whole = (name: string) => [{ status: 'ACTIVE', adGroups: ['ACTIVE'], ads: [`${name} 1`] }]

describe('LinkedIn lists that lag behind', () => {
  afterEach(async () => {
    await lag(0)
  })

  test('do not prevent the creation of a campaign', async () => {
    await lag(60_000)
    expectSuccess(operation, await pro.call(operation, minimalProCampaign('Unlisted')))
    await lag(0)
    expect(await findGroupsByName(pro, 'Unlisted')).toMatchObject(whole('Unlisted'))
  })

  test.each(['adCampaigns.get', 'creatives.get'])(
    'do not prevent the creation of a campaign that %s does not find at first',
    async (call) => {
      const name = `Unknown to ${call}`
      await lag(60_000)
      await sandbox.injectFault({ call, kind: 'status', status: 404, code: 'NOT_FOUND', times: 3 })
      expectSuccess(operation, await pro.call(operation, minimalProCampaign(name)))
      await lag(0)
      expect(await findGroupsByName(pro, name)).toMatchObject(whole(name))
    },
  )
})

test('pro/create_campaign reports no concurrent change when one read does not find a part yet and other reads are slow', async () => {
  const name = 'Slowly read'
  const { clock } = pro.service
  await lag(600_000)
  // `send` and `reconcile` of the step `check` each read the ad group by its id once.
  await sandbox.injectFault({
    call: 'adCampaigns.get',
    kind: 'status',
    status: 404,
    code: 'NOT_FOUND',
    times: 2,
  })
  const lists = await sandbox.injectFault({ call: 'creatives.criteria', kind: 'stall', skip: 1 })
  const ads = await sandbox.injectFault({ call: 'creatives.get', kind: 'stall', skip: 1 })
  const pending = createProUntilFinal(pro, minimalProCampaign(name), 'slowly-read')
  for (const stalled of [lists, ads]) {
    await expect.poll(() => sandbox.isHolding(stalled)).toBe(true)
    clock.advance(29_000)
    await sandbox.release(stalled)
  }
  expectSuccess(operation, await pending)
  await lag(0)
  expect(await findGroupsByName(pro, name)).toMatchObject(whole(name))
})

describe('a concurrent change of a new ad group by someone else', () => {
  test.each(['ARCHIVED', 'PAUSED'])(
    'to %s makes pro/create_campaign return CONCURRENT_CHANGE and roll back',
    async (status) => {
      const name = `Beside ${status}`
      await sandbox.clearRequests()
      const stalled = await sandbox.injectFault({ call: 'adCampaigns.search', kind: 'stall' })
      const pending = createProUntilFinal(pro, minimalProCampaign(name), `beside-${status}`)
      await expect.poll(() => sandbox.isHolding(stalled)).toBe(true)
      const made = (await sandbox.effects()).find(({ kind }) => kind === 'adCampaign.created')
      const body = { patch: { $set: { status } } }
      await pro.requestPlatform(`adAccounts/512345678/adCampaigns/${made?.id}`, { method: 'POST', body })
      await sandbox.release(stalled)
      expectRefusal(await pending, 'CONCURRENT_CHANGE')
      expect(await findGroupsByName(pro, name)).toEqual([])
    },
  )
})
