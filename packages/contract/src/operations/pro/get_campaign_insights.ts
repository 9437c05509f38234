import { declare } from '../../declare.ts'
import { campaignInsights, exampleFigures } from '../campaignInsights.ts'
import { demoUser, proCampaign } from '../demo.ts'

const stats = exampleFigures('Trade customers')

export const get_campaign_insights = declare({
  ...campaignInsights,
  reads: 'pro',
  summary: 'Reports how a campaign, its ad groups and its ads performed.',
  permissions: [{ permission: 'r_ads_reporting' }],
  example: {
    body: {
      userId: demoUser,
      campaignId: proCampaign,
      currencySymbol: '$',
      clientCostAdjustment: { percentage: 0 },
    },
    results: {
      insights: {
        name: 'Trade customers',
        stats,
        adsets: { '361084726': { name: 'Bulk plants for landscapers', stats, ads: {} } },
        error: '',
      },
    },
  },
})
