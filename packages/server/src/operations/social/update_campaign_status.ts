import { z } from 'zod'
import { foundBy } from '../../journal/plan.ts'
import { spendingOf } from '../../journal/spend/change.ts'
import { step, write } from '../../journal/write.ts'
import { noBudget } from '../../platforms/kit/budgets.ts'
import { budgetOf } from '../../platforms/social/campaignBudgets.ts'
import type { SocialConnector } from '../../platforms/social/connector.ts'
import { requirePresent } from './campaign.ts'

const setStatus = step('social', 'set_status', {
  data: z.object({ id: z.string(), from: z.string(), to: z.string() }),
  async send({ id, to }, { connector }) {
    await connector.change(id, { status: to })
    return { upstreamId: id }
  },
  async find({ id, from, to }, { connector }) {
    return foundBy((await connector.campaignStatus(id)).status, { from, to }, id)
  },
  raisesSpend: ({ to }) => to === 'ACTIVE',
  async rehearse({ id, to }, { connector }) {
    await connector.change(id, { status: to }, { rehearsal: true })
  },
})

export const update_campaign_status = write('social/update_campaign_status', {
  target: ({ campaignId }) => `campaign/${campaignId}`,
  steps: [setStatus],

  async plan({ campaignId, status }, { connector }) {
    const { campaign, budget } = await present(connector, campaignId, status === 'ACTIVE')
    requirePresent(campaign)
    const from = campaign.status
    const { currencyCode } = connector.selection
    const says = `Set the status of campaign ${JSON.stringify(campaign.name)} from ${from} to ${status}.`
    return {
      steps: from === status ? [] : [setStatus.plan({ id: campaignId, from, to: status }, says)],
      before: { status: from },
      after: { status },
      spend: {
        campaignId,
        currencyCode,
        before: spendingOf('social', budget, from === 'ACTIVE'),
        after: spendingOf('social', budget, status === 'ACTIVE'),
        field: 'status',
      },
    }
  },

  results: () => ({}),
})

/** The campaign as it is; and what it may spend, which is asked for only where it is about to. */
async function present(connector: SocialConnector, campaignId: string, spends: boolean) {
  if (!spends) return { campaign: await connector.campaignStatus(campaignId), budget: noBudget }
  const { campaign, adSets } = await connector.campaignBudgets(campaignId)
  return { campaign, budget: budgetOf(campaign, adSets, connector.selection.currencyCode) }
}
