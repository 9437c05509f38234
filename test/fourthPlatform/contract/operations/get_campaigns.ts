import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { buildCampaignSchema, campaignList } from '../campaigns.ts'
import { demoUser } from '../demo.ts'

export const get_campaigns = declareOperation({
  ...campaignList,
  source: 'town',
  summary: "Lists the campaigns in a user's ad account, 100 per page.",
  results: z.object({
    campaigns: z.array(buildCampaignSchema({ dailyBudget: 'The budget of one day.' })),
  }),
  example: { body: { userId: demoUser }, results: { campaigns: [] } },
})
