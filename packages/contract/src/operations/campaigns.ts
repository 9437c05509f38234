// What campaigns have in common on every platform: their states, and how they are changed.

import { z } from 'zod'
import { platformId, userId } from '../values.ts'

const campaignStatuses = ['ACTIVE', 'PAUSED', 'DELETED'] as const

export const statusFilter = z.enum(campaignStatuses).optional().describe('Only campaigns of this status.')

/** A change of a campaign that is there: not of one that is gone, and not while somebody else changes it. */
const changeErrors = ['OBJECT_NOT_FOUND', 'CONCURRENT_CHANGE', 'TARGET_BUSY'] as const

export const statusChange = {
  scope: 'spend',
  audit: { event: 'campaign.status_changed' },
  errors: changeErrors,
  input: z.object({ userId, campaignId: platformId, status: z.enum(campaignStatuses) }),
  results: z.object({}),
} as const

export const budgetChange = {
  scope: 'spend',
  audit: { event: 'campaign.budget_changed' },
  errors: [...changeErrors, 'BUDGET_TOO_LOW'],
  input: z.object({
    userId,
    campaignId: platformId,
    editLevel: z.enum(['BUDGET']).default('BUDGET'),
    amount: z.number().positive().max(1e12).describe("In the ad account's currency."),
  }),
  results: z.object({}),
} as const
