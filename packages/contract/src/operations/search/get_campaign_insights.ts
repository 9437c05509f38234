import { declare } from '../../declare.ts'
import { campaignInsights } from '../campaignInsights.ts'
import { demoUser, searchCampaign } from '../demo.ts'
import { exampleStats } from '../social/values.ts'

export const get_campaign_insights = declare({
  ...campaignInsights,
  reads: 'search',
  summary: 'Reports how a campaign, its ad groups and its ads performed.',
  example: {
    body: {
      userId: demoUser,
      campaignId: searchCampaign,
      currencySymbol: '$',
      clientCostAdjustment: { percentage: 0 },
    },
    results: {
      insights: {
        name: 'Fox Garden Shop brand',
        stats: exampleStats,
        adsets: { '170000000001': { name: 'Ad group', stats: exampleStats, ads: {} } },
        error: '',
      },
    },
  },
})
