import { describe } from 'vitest'
import { insightsAgreeWithReport } from '../../../testing/campaignInsights.ts'
import { costs } from '../../../testing/costs.ts'
import { proUser } from '../../../testing/search.ts'

describe('pro/get_campaign_insights [R4.add.pro-get_campaign_insights] [R4.add.pro-get_campaign_insights.results]', () => {
  insightsAgreeWithReport({
    platform: 'pro',
    link: proUser,
    campaign: { id: '640118001', name: 'Trade customers' },
  })
})

costs('pro/get_campaign_insights', { store: 0, upstream: 10 })
