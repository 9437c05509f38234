import { declareOperation } from '../../declare.ts'
import { campaignInsights } from '../campaignInsights.ts'
import { demoUser, socialCampaignId } from '../demo.ts'
import { exampleStats } from './values.ts'

export const get_campaign_insights = declareOperation({
  ...campaignInsights,
  source: 'social',
  summary: 'Reports how a campaign, its ad sets and its ads performed.',
  description:
    'adrail does not convert amounts. If both dates are set, `cpmPrevious` and `cpmPercent` refer to the preceding period of the same length. Days older than 37 months are omitted and reported in a warning.',
  example: {
    body: {
      userId: demoUser,
      campaignId: socialCampaignId,
      currencySymbol: '€',
      clientCostAdjustment: { percentage: 0 },
    },
    results: {
      insights: {
        name: 'Spring bread',
        stats: exampleStats,
        adsets: {
          '120210100000001000': {
            name: 'Fans and friends',
            stats: exampleStats,
            ads: { '120210200000100000': { name: 'Rye at seven', stats: exampleStats } },
          },
        },
        error: '',
      },
    },
  },
})
