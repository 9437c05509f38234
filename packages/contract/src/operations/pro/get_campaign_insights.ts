import { declareOperation } from '../../declare.ts'
import { buildExampleStats, campaignInsights } from '../campaignInsights.ts'
import { demoUser, proCampaignId } from '../demo.ts'

const stats = buildExampleStats('Trade customers')

export const get_campaign_insights = declareOperation({
  ...campaignInsights,
  source: 'pro',
  summary: 'Reports how a campaign, its ad groups and its ads performed.',
  permissions: [{ permission: 'r_ads_reporting' }],
  example: {
    body: {
      userId: demoUser,
      campaignId: proCampaignId,
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
