// LinkedIn refuses with 429 and without Retry-After, whether its infrastructure protects itself or the day's calls are used up.

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
])('a creation outlasts a short rate limit of %s', async (call) => {
  const name = `Limited ${call}`
  // adrail sends the call twice, and then not again for some minutes.
  await sandbox.injectFault({ call, kind: 'rate_limit', times: 2 })
  expectSuccess(operation, await createProUntilFinal(pro, minimalProCampaign(name), `short-${call}`))
  expect(await findGroupsByName(pro, name)).toMatchObject([{ status: 'ACTIVE', adGroups: ['ACTIVE'] }])
})

test('a creation under a rate limit that outlasts its deadline is abandoned, and leaves nothing', async () => {
  const name = 'Limited for hours'
  const limit = await sandbox.injectFault({ call: 'creatives.create', kind: 'rate_limit', times: 1000 })
  expectRefusal(
    await createProUntilFinal(pro, minimalProCampaign(name), 'limited-for-hours'),
    'OPERATION_ABANDONED',
  )
  expect(await findGroupsByName(pro, name)).toEqual([])
  await sandbox.callAdmin('DELETE', `faults/${limit}`)
})
