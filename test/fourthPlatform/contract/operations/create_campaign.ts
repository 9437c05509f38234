import { z } from 'zod'
import { declareOperation } from '../../declare.ts'
import { userId } from '../../values.ts'
import { demoUser } from '../demo.ts'

export const create_campaign = declareOperation({
  writeEffect: { platform: 'town', scope: 'spend', event: 'campaign.created' },
  summary: 'Creates a campaign in the local newspaper, and switches it on.',
  errors: ['CONCURRENT_CHANGE'],
  input: z.object({
    userId,
    name: z.string().min(1).max(100),
    dailyBudget: z.number().positive().max(1e6).describe("In the ad account's currency."),
  }),
  results: z.object({ campaignId: z.string() }),
  example: {
    body: { userId: demoUser, name: 'Buns', dailyBudget: 5 },
    results: { campaignId: '1001' },
  },
})
