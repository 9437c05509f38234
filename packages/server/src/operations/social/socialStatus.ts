// Plans and sends changes of a campaign's status.

import { z } from 'zod'
import { type Plan, reconcileValue } from '../../journal/plan.ts'
import { defineStep } from '../../journal/step.ts'
import { noBudget } from '../../platforms/connector-kit/budgets.ts'
import type { SocialConnector } from '../../platforms/social/connector.ts'
import { toCampaignBudget } from '../../platforms/social/money.ts'
import { describeStatusChange } from '../campaign/planTexts.ts'
import { buildStatusPlan } from '../campaign/statusPlan.ts'
import { requireNotDeletedCampaign } from './campaignErrors.ts'

export const setSocialStatusStep = defineStep('social', 'set_status', {
  dataSchema: z.object({ id: z.string(), from: z.string(), to: z.string() }),
  async send({ id, to }, { connector }) {
    await connector.structure.update(id, { status: to })
    return { upstreamId: id }
  },
  async reconcile({ id, from, to }, { connector }) {
    return reconcileValue((await connector.structure.campaignStatus(id)).status, { from, to }, id)
  },
  needsVerification: true,
  raisesSpend: ({ to }) => to === 'ACTIVE',
  async validate({ id, to }, { connector }) {
    await connector.structure.update(id, { status: to }, { validateOnly: true })
  },
})

export async function planSocialStatus(
  connector: SocialConnector,
  campaignId: string,
  status: string,
  needsBudgets = status === 'ACTIVE',
): Promise<Plan> {
  const { campaign, budget } = await loadCampaign(connector, campaignId, needsBudgets)
  requireNotDeletedCampaign(campaign)
  const { id, status: from } = campaign
  const { currencyCode } = connector.selection
  const description = describeStatusChange(campaign.name, from, status)
  const steps =
    from === status ? [] : [setSocialStatusStep.toPlannedStep({ id, from, to: status }, description)]
  return buildStatusPlan(steps, {
    platform: 'social',
    campaignId: id,
    currencyCode,
    budget,
    from,
    to: status,
  })
}

/** Plans the deletion of the campaign, including the spend that was possible until then. */
export async function planSocialRemoval(connector: SocialConnector, campaignId: string): Promise<Plan> {
  return await planSocialStatus(connector, campaignId, 'DELETED', true)
}

/** Loads the campaign, and its budget only when `needsBudgets` is true. Otherwise the budget is `noBudget`. */
async function loadCampaign(connector: SocialConnector, campaignId: string, needsBudgets: boolean) {
  if (!needsBudgets)
    return { campaign: await connector.structure.campaignStatus(campaignId), budget: noBudget }
  const { campaign, adSets } = await connector.structure.campaignBudgets(campaignId)
  return { campaign, budget: toCampaignBudget(campaign, adSets, connector.selection.currencyCode) }
}
