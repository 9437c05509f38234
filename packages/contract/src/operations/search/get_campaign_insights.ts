import { declare } from '../../declare.ts'
import { campaignInsights, exampleFigures } from '../campaignInsights.ts'
import { demoUser, searchCampaign } from '../demo.ts'

const stats = exampleFigures('Fox Garden Shop brand')

export const get_campaign_insights = declare({
  ...campaignInsights,
  reads: 'search',
  summary: 'Reports how a campaign, its ad groups and its ads performed.',
  description: 'Days older than 37 months are missing, with a warning.',
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
        stats,
        adsets: { '171330098685': { name: 'Brand', stats, ads: { '742211908822': { name: '', stats } } } },
        error: '',
      },
    },
  },
})
