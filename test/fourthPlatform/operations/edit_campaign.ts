import { z } from 'zod'
import { reconcileValue } from '../../journal/plan.ts'
import { toSpending } from '../../journal/spend/spendChange.ts'
import { defineStep, defineWrite } from '../../journal/write.ts'
import { toTownBudget } from '../../platforms/town/money.ts'
import { requireCampaign } from './townStatus.ts'

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
    const { id, name, status, dailyBudget: from } = await requireCampaign(connector, campaignId)
    const to = Math.round(amount * 100)
    const says = `Set the daily budget of ${JSON.stringify(name)} from ${from} to ${to} cents.`
    const spend = {
      campaignId: id,
      currencyCode: connector.account.currencyCode,
      before: toSpending('town', toTownBudget(from), status === 'ACTIVE'),
      after: toSpending('town', toTownBudget(to), status === 'ACTIVE'),
      field: 'amount',
    }
    return { steps: from === to ? [] : [setBudgetStep.toPlannedStep({ id, from, to }, says)], spend }
  },

  results: () => ({}),
})
