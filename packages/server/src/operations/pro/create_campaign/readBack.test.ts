// A new campaign is read back before it is switched on, from a platform that may show late what it was told.

import { afterEach, describe, expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../../../testing/expectations.ts'
import { usePro } from '../../../../testing/pro.ts'
import { createProUntilFinal, findGroupsByName, minimalProCampaign } from '../../../../testing/proCampaign.ts'

const pro = usePro()
const { sandbox } = pro
const operation = 'pro/create_campaign'
const lag = (milliseconds: number) => sandbox.simulate('pro/findersLag', { milliseconds })
const whole = (name: string) => [{ status: 'ACTIVE', adGroups: ['ACTIVE'], ads: [`${name} 1`] }]

describe('lists that are behind', () => {
  afterEach(async () => {
    await lag(0)
  })

  test('do not keep a campaign from being made', async () => {
    await lag(60_000)
    expectSuccess(operation, await pro.call(operation, minimalProCampaign('Unlisted')))
    await lag(0)
    expect(await findGroupsByName(pro, 'Unlisted')).toMatchObject(whole('Unlisted'))
  })

  test.each(['adCampaigns.get', 'creatives.get'])(
    'are waited for when %s does not know it yet',
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

test('a part that one read does not find yet is no change by someone else, however slow the other reads are', async () => {
  const name = 'Slowly read'
  const { clock } = pro.service
  await lag(600_000)
  // Sending the check and the look for its outcome read the ad group by its id, each once.
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

describe('what somebody else did to it meanwhile', () => {
  test.each(['ARCHIVED', 'PAUSED'])(
    'is not overridden when they made it %s, and it is taken back',
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
