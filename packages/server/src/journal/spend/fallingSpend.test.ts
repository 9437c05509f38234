// A plan that lowers or stops spend reports nothing about spend.

import { describe, expect, test } from 'vitest'
import { expectSuccess } from '../../../testing/expectations.ts'
import { newLinkedUser } from '../../../testing/linked.ts'
import { minimalProCampaign } from '../../../testing/proCampaign.ts'
import { newProUser, useSearch } from '../../../testing/search.ts'
import { minimalSearchCampaign } from '../../../testing/searchCampaign.ts'
import { minimalSocialCampaign } from '../../../testing/socialCampaign.ts'

const search = useSearch()
const { service } = search
const dailyBudget = '40.00'

/** Creates a running campaign with a budget of 40 a day. */
const create = {
  social: async (userId: string) => {
    const body = { userId, ...minimalSocialCampaign('Falls'), dailyBudget, status: 'ACTIVE' as const }
    return (await service.call('social/create_campaign', body)).results.campaignId
  },
  search: async (userId: string) => {
    const body = { ...minimalSearchCampaign(userId, 'Falls'), dailyBudget, status: 'ENABLED' as const }
    return (await service.call('search/create_search_campaign', body)).results.campaignId
  },
  pro: async (userId: string) => {
    const body = { userId, ...minimalProCampaign('Falls'), dailyBudget, status: 'ACTIVE' as const }
    return (await service.call('pro/create_campaign', body)).results.campaignId
  },
}
const users = {
  social: () => newLinkedUser(service),
  search: async () => search.userId,
  pro: () => newProUser(service),
}

describe.each(['social', 'search', 'pro'] as const)('a dry run on %s', (platform) => {
  test('returns maySpend for a change that raises spend, and not for one that lowers or keeps it', async () => {
    const userId = await users[platform]()
    const campaignId = await create[platform](userId)
    const named = { userId, campaignId, dryRun: true as const }
    const status = async (to: 'ACTIVE' | 'PAUSED' | 'DELETED') => {
      const operation = `${platform}/update_campaign_status` as const
      const { results } = await service.call(operation, { ...named, status: to })
      expect([to, results['dryRun']]).toEqual([to, true])
      return results['maySpend']
    }
    const budget = async (amount: number) => {
      const { results } = await service.call(`${platform}/edit_campaign`, { ...named, amount })
      expect([amount, results['dryRun']]).toEqual([amount, true])
      return results['maySpend']
    }
    expect(await status('PAUSED')).toBeUndefined()
    expect(await status('DELETED')).toBeUndefined()
    expect(await status('ACTIVE')).toBeUndefined()
    expect(await budget(30)).toBeUndefined()
    expect(await budget(40)).toBeUndefined()
    expect(await budget(50)).toContain('The campaign can spend at most')
    const paused = { userId, campaignId, status: 'PAUSED' as const }
    expectSuccess(
      `${platform}/update_campaign_status`,
      await service.call(`${platform}/update_campaign_status`, paused),
    )
    expect(await status('DELETED')).toBeUndefined()
    expect(await budget(30)).toBeUndefined()
    expect(await status('ACTIVE')).toContain('The campaign can spend at most')
  })
})
