// Plans and sends changes of a campaign's status.

import { z } from 'zod'
import { type Plan, reconcileValue } from '../../journal/plan.ts'
import { toSpending } from '../../journal/spend/spendChange.ts'
import { defineStep } from '../../journal/step.ts'
import type { TownConnector } from '../../platforms/town/connector.ts'
import { toTownBudget } from '../../platforms/town/money.ts'

export const setTownStatusStep = defineStep('town', 'set_status', {
  dataSchema: z.object({ id: z.string(), from: z.string(), to: z.string() }),
  async send({ id, to }, { connector }) {
    await connector.change(id, { status: to })
    return { upstreamId: id }
  },
  async reconcile({ id, from, to }, { connector }) {
    return reconcileValue((await connector.findCampaign(id))?.status ?? 'DELETED', { from, to }, id)
  },
  raisesSpend: ({ to }) => to === 'ACTIVE',
})

export async function planTownStatus(
  connector: TownConnector,
  campaignId: string,
  to: string,
): Promise<Plan> {
  const { id, name, status: from, dailyBudget } = await connector.requireCampaign(campaignId)
  const description = `Set the status of campaign ${JSON.stringify(name)} from ${from} to ${to}.`
  const budget = toTownBudget(dailyBudget)
  return {
    steps: from === to ? [] : [setTownStatusStep.toPlannedStep({ id, from, to }, description)],
    spend: {
      campaignId: id,
      currencyCode: connector.selection.currencyCode,
      before: toSpending('town', budget, from === 'ACTIVE'),
      after: toSpending('town', budget, to === 'ACTIVE'),
      field: 'status',
    },
  }
}
