import { declareOperation } from '../../declare.ts'
import { buildExampleStats, campaignInsights } from '../campaignInsights.ts'
import { demoUser, searchCampaignId } from '../demo.ts'

const stats = buildExampleStats('Fox Garden Shop brand')

export const get_campaign_insights = declareOperation({
  ...campaignInsights,
  source: 'search',
  summary: 'Reports how a campaign, its ad groups and its ads performed.',
  description: 'Days older than 37 months are omitted and reported in a warning.',
  example: {
    body: {
      userId: demoUser,
      campaignId: searchCampaignId,
      currencySymbol: '$',
      clientCostAdjustment: { percentage: 0 },
    },
    results: {
      insights: {
        name: 'Fox Garden Shop brand',
        stats,
        adsets: { '171330098685': { name: 'Brand', stats, ads: { '742211908822': { name: '', stats } } } },
        error: '',
      },
    },
  },
})
