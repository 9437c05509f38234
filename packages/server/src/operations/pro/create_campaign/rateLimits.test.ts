// LinkedIn returns status 429 without `Retry-After` both when its infrastructure is overloaded and when the
// daily quota is used up.

import { expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../../../testing/expectations.ts'
import { usePro } from '../../../../testing/pro.ts'
import { createProUntilFinal, findGroupsByName, minimalProCampaign } from '../../../../testing/proCampaign.ts'

const pro = usePro()
const { sandbox } = pro
const operation = 'pro/create_campaign'

test.each([
  'adCampaignGroups.create',
  'adCampaigns.create',
  'creatives.create',
  'adCampaigns.update',
  'adCampaigns.search',
  'creatives.criteria',
  'adCampaignGroups.update',
  'adCampaignGroups.get',
])('pro/create_campaign succeeds after a short rate limit of %s', async (call) => {
  const name = `Limited ${call}`
  // adrail sends the call twice, and retries only after some minutes.
  await sandbox.injectFault({ call, kind: 'rate_limit', times: 2 })
  expectSuccess(operation, await createProUntilFinal(pro, minimalProCampaign(name), `short-${call}`))
  expect(await findGroupsByName(pro, name)).toMatchObject([{ status: 'ACTIVE', adGroups: ['ACTIVE'] }])
})

test('pro/create_campaign abandons a creation when a rate limit outlasts its deadline, and leaves no campaign', async () => {
  const name = 'Limited for hours'
  const limit = await sandbox.injectFault({ call: 'creatives.create', kind: 'rate_limit', times: 1000 })
  expectRefusal(
    await createProUntilFinal(pro, minimalProCampaign(name), 'limited-for-hours'),
    'OPERATION_ABANDONED',
  )
  expect(await findGroupsByName(pro, name)).toEqual([])
  await sandbox.callAdmin('DELETE', `faults/${limit}`)
})
