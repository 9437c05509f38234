import { describe } from 'vitest'
import { insightsAgreeWithReport } from '../../../testing/campaignInsights.ts'
import { costs } from '../../../testing/costs.ts'
import { searchUser } from '../../../testing/search.ts'

describe('search/get_campaign_insights [R4.add.search-get_campaign_insights] [R4.add.search-get_campaign_insights.results]', () => {
  insightsAgreeWithReport({
    platform: 'search',
    link: searchUser,
    campaign: { id: '21894430548', name: 'Fox Garden Shop brand' },
  })
})

costs('search/get_campaign_insights', { store: 0, upstream: 9 })
