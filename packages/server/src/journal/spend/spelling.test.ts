// A campaign id has one spelling, so another spelling cannot bypass limits that count raises per campaign.

import { expect, test } from 'vitest'
import { expectRefusal, expectSuccess } from '../../../testing/expectations.ts'
import { minimalProCampaign } from '../../../testing/proCampaign.ts'
import { newProUser, useSearch } from '../../../testing/search.ts'
import { minimalSearchCampaign } from '../../../testing/searchCampaign.ts'

const search = useSearch()
const { service } = search
const dailyBudget = '40.00'

/** Creates a campaign with a budget of 40 USD a day. */
const make = {
  async search() {
    const { userId } = search
    const body = { ...minimalSearchCampaign(userId, 'One spelling'), dailyBudget }
    const { results } = await service.call('search/create_search_campaign', body)
    return { userId, campaignId: results.campaignId }
  },
  async pro() {
    const userId = await newProUser(service)
    const body = { userId, ...minimalProCampaign('One spelling'), dailyBudget }
    const { results } = await service.call('pro/create_campaign', body)
    return { userId, campaignId: results.campaignId }
  },
}

test.each(['search', 'pro'] as const)(
  '%s/edit_campaign returns 400 for another spelling of a campaign id, so maxRaise holds for the campaign',
  async (platform) => {
    const { userId, campaignId } = await make[platform]()
    const set = (id: string, amount: number) =>
      service.call(`${platform}/edit_campaign`, { userId, campaignId: id, amount })
    await service.call('workspace/update_settings', {
      guard: { currencies: [{ currencyCode: 'USD', maxRaise: '10' }] },
    })
    expectSuccess(`${platform}/edit_campaign`, await set(campaignId, 50))
    expectRefusal(await set(campaignId, 60), 'SPEND_LIMIT_EXCEEDED')
    const before = ['0', '000', '+', '-', ' ', '\u00a0', '\u0660'].map((sign) => sign + campaignId)
    const after = [' ', '\n', '.0', 'e0', '\u200b'].map((sign) => campaignId + sign)
    for (const spelling of [...before, ...after]) {
      const { error } = expectRefusal(await set(spelling, 60), 'INVALID_FIELD', { field: 'campaignId' })
      expect(error).toContain('1 to 20 digits without leading zeros')
    }
  },
)
