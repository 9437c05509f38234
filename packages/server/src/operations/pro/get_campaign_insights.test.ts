import { describe } from 'vitest'
import { testInsightsMatchReport } from '../../../testing/campaignInsights.ts'
import { testOperationCosts } from '../../../testing/costs.ts'
import { newProUser } from '../../../testing/search.ts'

describe('pro/get_campaign_insights [R4.add.pro-get_campaign_insights] [R4.add.pro-get_campaign_insights.results]', () => {
  testInsightsMatchReport({
    platform: 'pro',
    linkUser: newProUser,
    campaign: { id: '640118001', name: 'Trade customers' },
  })
})

testOperationCosts('pro/get_campaign_insights', { store: 0, upstream: 10 })
