// The limit on the parts of one campaign request includes parts that adrail derives from the account.

import { expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../../../testing/expectations.ts'
import { newSearchUser } from '../../../../testing/search.ts'
import { minimalSearchCampaign } from '../../../../testing/searchCampaign.ts'
import { useService } from '../../../../testing/service.ts'

const service = useService()
const operation = 'search/create_search_campaign'

test('search/create_search_campaign counts conversion goals of the account as parts of a campaign that bids for conversions', async () => {
  const userId = await newSearchUser(service)
  // The other 7 parts are the budget, campaign, ad group, location, ad, and a callout, which counts twice.
  const keywords = Array.from({ length: 10_000 - 7 }, (_, index) => ({
    // The text has the maximum length of a keyword.
    text: `chair ${index} `.padEnd(80, 'x'),
    match_type: 'BROAD' as const,
  }))
  const body = { ...minimalSearchCampaign(userId, 'Too many goals'), keywords, dryRun: true }
  const conversions = { objective: 'CONVERSION' as const, conversionEvents: ['PURCHASE'] }
  const refused = await service.call(operation, { ...body, ...conversions })
  expectRefusal(refused, 'INVALID_FIELD', { field: 'keywords' })
  expect(refused.results.error).toContain('conversion goals')
  const goals = Number(/of which (\d+)/.exec(refused.results.error)?.[1])
  expect(goals).toBeGreaterThan(0)
  const fitting = await service.call(operation, { ...body, ...conversions, keywords: keywords.slice(goals) })
  expectSuccess(operation, fitting)
})
