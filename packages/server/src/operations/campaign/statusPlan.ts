// The plan of a change of a campaign's status.

import type { Platform } from '@adrail/contract'
import type { Plan, PlannedStep } from '../../journal/plan.ts'
import { toSpending } from '../../journal/spend/spendChange.ts'
import type { Budget } from '../../platforms/connector-kit/budgets.ts'

interface StatusChange {
  readonly platform: Platform
  readonly campaignId: string
  /** Set where campaigns can share a budget. */
  readonly budgetId?: string
  readonly currencyCode: string
  readonly budget: Budget
  /** Statuses in adrail's terms. A campaign spends only while it is `ACTIVE`. */
  readonly from: string
  readonly to: string
}

/** Builds the plan from the platform's steps and the possible spend before and after the change. */
export function buildStatusPlan(steps: readonly PlannedStep[], change: StatusChange): Plan {
  const { platform, campaignId, budgetId, currencyCode, budget, from, to } = change
  return {
    steps,
    before: { status: from },
    after: { status: to },
    spend: {
      campaignId,
      ...(budgetId === undefined ? {} : { budgetId }),
      currencyCode,
      before: toSpending(platform, budget, from === 'ACTIVE'),
      after: toSpending(platform, budget, to === 'ACTIVE'),
      field: 'status',
    },
  }
}
