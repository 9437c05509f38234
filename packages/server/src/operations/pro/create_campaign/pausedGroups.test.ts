// In some accounts, LinkedIn refuses to create a campaign group PAUSED. adrail then pauses the group before
// it creates anything in the group.

import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../../../testing/expectations.ts'
import { usePro } from '../../../../testing/pro.ts'
import { createProUntilFinal, findGroupsByName, minimalProCampaign } from '../../../../testing/proCampaign.ts'

const pro = usePro()
const { sandbox } = pro
const operation = 'pro/create_campaign'
const call = 'adCampaignGroups.update'

beforeEach(() => sandbox.setSwitches({ pro: { pausedGroupsRefused: true } }))
afterEach(() => sandbox.setSwitches({ pro: { pausedGroupsRefused: false } }))

const expectedTree = (name: string, status: string) => [{ status, adGroups: ['ACTIVE'], ads: [`${name} 1`] }]

test('a group that cannot be created PAUSED is paused before the ad group is created', async () => {
  const name = 'Paused later'
  const response = await pro.callRecorded(operation, { ...minimalProCampaign(name), status: 'ACTIVE' })
  expectSuccess(operation, response)
  const writes = response.requests.filter(({ call }) => /^adCampaign.*\.(create|update)$/.test(call))
  expect(writes.map(({ call, body }) => `${call} ${/"status":"(\w+)"/.exec(body)?.[1]}`)).toEqual([
    'adCampaignGroups.create PAUSED',
    'adCampaignGroups.create ACTIVE',
    'adCampaignGroups.update PAUSED',
    'adCampaigns.create PAUSED',
    'adCampaigns.update ACTIVE',
    'adCampaignGroups.update ACTIVE',
  ])
  expect(await findGroupsByName(pro, name)).toMatchObject(expectedTree(name, 'ACTIVE'))
})

test('a group that was created ACTIVE is deleted when LinkedIn refuses its ad group', async () => {
  const code = 'NO_PERMISSION_ON_ENTITY'
  await sandbox.injectFault({ call: 'adCampaigns.create', kind: 'status', status: 403, code })
  expectRefusal(await pro.call(operation, minimalProCampaign('Refused below')), 'PERMISSION_MISSING')
  expect(await findGroupsByName(pro, 'Refused below')).toEqual([])
})

describe('a campaign that is requested PAUSED', () => {
  test.each([
    ['a reset', { kind: 'reset', when: 'before' }],
    ['a web page', { kind: 'html', status: 200, when: 'before' }],
    ['a confirmation that has no effect', { kind: 'body', status: 204, when: 'before' }],
    ['an error of the server', { kind: 'status', status: 503 }],
    ['a reset after the effect', { kind: 'reset', when: 'after' }],
  ] as const)(
    'is PAUSED in the end when the request that pauses its group ends with %s',
    async (what, trouble) => {
      const name = `Stays paused after ${what}`
      await sandbox.injectFault({ call, ...trouble })
      const body = { ...minimalProCampaign(name), status: 'PAUSED' as const }
      expectSuccess(operation, await createProUntilFinal(pro, body, name.replaceAll(' ', '-')))
      expect(await findGroupsByName(pro, name)).toMatchObject(expectedTree(name, 'PAUSED'))
    },
  )

  test('is rolled back when LinkedIn refuses to pause its group', async () => {
    await sandbox.injectFault({ call, kind: 'status', status: 403, code: 'NO_PERMISSION_TO_UPDATE' })
    const body = { ...minimalProCampaign('Never paused'), status: 'PAUSED' as const }
    expectRefusal(await pro.call(operation, body), 'PERMISSION_MISSING')
    expect(await findGroupsByName(pro, 'Never paused')).toEqual([])
  })

  test('is rolled back when someone else switches the group on meanwhile', async () => {
    const name = 'Switched on meanwhile'
    await sandbox.clearRequests()
    const waiting = await sandbox.injectFault({ call: 'adCampaigns.update', kind: 'stall' })
    const body = { ...minimalProCampaign(name), status: 'PAUSED' as const }
    const pending = createProUntilFinal(pro, body, 'switched-on-meanwhile')
    await expect.poll(() => sandbox.isHolding(waiting)).toBe(true)
    const made = (await sandbox.effects()).find(({ kind }) => kind === 'adCampaignGroup.created')
    await pro.requestPlatform(`adAccounts/512345678/adCampaignGroups/${made?.id}`, {
      method: 'POST',
      body: { patch: { $set: { status: 'ACTIVE' } } },
    })
    await sandbox.release(waiting)
    expectRefusal(await pending, 'CONCURRENT_CHANGE')
    expect(await findGroupsByName(pro, name)).toEqual([])
  })
})
