import { z } from 'zod'
import { type Plan, reconcileValue } from '../../journal/plan.ts'
import { toSpending } from '../../journal/spend/spendChange.ts'
import { defineStep } from '../../journal/step.ts'
import { requireUnchanged, undoRefusedError } from '../../journal/undoPlans.ts'
import { defineWrite } from '../../journal/write.ts'
import type { TownConnector } from '../../platforms/town/connector.ts'
import { toTownBudget } from '../../platforms/town/money.ts'
import type { TownCampaign } from '../../platforms/town/rows.ts'

/** The budgets are in cents. */
const setBudgetStep = defineStep('town', 'set_budget', {
  dataSchema: z.object({ id: z.string(), from: z.number(), to: z.number() }),
  async send({ id, to }, { connector }) {
    await connector.change(id, { dailyBudget: to })
    return { upstreamId: id }
  },
  async reconcile({ id, from, to }, { connector }) {
    return reconcileValue((await connector.findCampaign(id))?.dailyBudget, { from, to }, id)
  },
  raisesSpend: ({ from, to }) => to > from,
})

export const edit_campaign = defineWrite('town/edit_campaign', {
  target: ({ campaignId }) => `campaign/${campaignId}`,
  steps: [setBudgetStep],

  async plan({ campaignId, amount }, { connector }) {
    return planBudget(connector, await connector.requireCampaign(campaignId), Math.round(amount * 100))
  },

  async undo({ plan: { steps } }, { connector }) {
    const [change] = setBudgetStep.parsePlannedData(steps)
    if (change === undefined) throw undoRefusedError('the write changed nothing.')
    const campaign = await connector.requireCampaign(change.id)
    requireUnchanged('the budget of the campaign', campaign.dailyBudget, change.to)
    return planBudget(connector, campaign, change.from)
  },

  results: () => ({}),
})

function planBudget(
  { account: { currencyCode } }: TownConnector,
  { id, name, status, dailyBudget: from }: TownCampaign,
  to: number,
): Plan {
  const description = `Set the daily budget of ${JSON.stringify(name)} from ${from} to ${to} cents.`
  return {
    steps: from === to ? [] : [setBudgetStep.toPlannedStep({ id, from, to }, description)],
    spend: {
      campaignId: id,
      currencyCode,
      before: toSpending('town', toTownBudget(from), status === 'ACTIVE'),
      after: toSpending('town', toTownBudget(to), status === 'ACTIVE'),
      field: 'amount',
    },
  }
}
