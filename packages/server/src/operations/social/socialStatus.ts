// The status of a campaign: how it is changed, and how a change is planned.

import { z } from 'zod'
import { foundBy, type Plan } from '../../journal/plan.ts'
import { spendingOf } from '../../journal/spend/change.ts'
import { step } from '../../journal/write.ts'
import { noBudget } from '../../platforms/kit/budgets.ts'
import { budgetOf } from '../../platforms/social/campaignBudgets.ts'
import type { SocialConnector } from '../../platforms/social/connector.ts'
import { requirePresent } from './campaign.ts'

export const setStatus = step('social', 'set_status', {
  data: z.object({ id: z.string(), from: z.string(), to: z.string() }),
  async send({ id, to }, { connector }) {
    await connector.change(id, { status: to })
    return { upstreamId: id }
  },
  async find({ id, from, to }, { connector }) {
    return foundBy((await connector.campaignStatus(id)).status, { from, to }, id)
  },
  readsBack: true,
  raisesSpend: ({ to }) => to === 'ACTIVE',
  async rehearse({ id, to }, { connector }) {
    await connector.change(id, { status: to }, { rehearsal: true })
  },
})

export async function planStatus(
  connector: SocialConnector,
  campaignId: string,
  status: string,
  spends = status === 'ACTIVE',
): Promise<Plan> {
  const { campaign, budget } = await present(connector, campaignId, spends)
  requirePresent(campaign)
  const { id, status: from } = campaign
  const { currencyCode } = connector.selection
  const says = `Set the status of campaign ${JSON.stringify(campaign.name)} from ${from} to ${status}.`
  return {
    steps: from === status ? [] : [setStatus.plan({ id, from, to: status }, says)],
    before: { status: from },
    after: { status },
    spend: {
      campaignId: id,
      currencyCode,
      before: spendingOf('social', budget, from === 'ACTIVE'),
      after: spendingOf('social', budget, status === 'ACTIVE'),
      field: 'status',
    },
  }
}

/** Deletes the campaign; with what it could spend until then. */
export async function planRemoval(connector: SocialConnector, campaignId: string): Promise<Plan> {
  return await planStatus(connector, campaignId, 'DELETED', true)
}

/** The campaign as it is; and what it may spend, which is asked for only where it is about to. */
async function present(connector: SocialConnector, campaignId: string, spends: boolean) {
  if (!spends) return { campaign: await connector.campaignStatus(campaignId), budget: noBudget }
  const { campaign, adSets } = await connector.campaignBudgets(campaignId)
  return { campaign, budget: budgetOf(campaign, adSets, connector.selection.currencyCode) }
}
