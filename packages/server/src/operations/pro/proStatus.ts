// Plans and sends changes of a campaign's status.

import { z } from 'zod'
import { type Plan, reconcileValue } from '../../journal/plan.ts'
import { defineStep } from '../../journal/step.ts'
import type { ProConnector } from '../../platforms/pro/connector.ts'
import { isNotFound } from '../../platforms/pro/errors.ts'
import { sumBudgets, toProBudget } from '../../platforms/pro/money.ts'
import { fromProStatus } from '../../platforms/pro/status.ts'
import { describeStatusChange } from '../campaign/planTexts.ts'
import { buildStatusPlan } from '../campaign/statusPlan.ts'
import { requireNotDeleted } from './groupChange.ts'

/** A deleted campaign has this status until LinkedIn removes it. */
export const pendingDeletion = 'PENDING_DELETION'

export const setProStatusStep = defineStep('pro', 'set_status', {
  dataSchema: z.object({ id: z.string(), from: z.string(), to: z.string() }),
  async send({ id, from, to }, { connector: { structure } }) {
    if (to === pendingDeletion) await structure.remove('adCampaignGroups', id, from)
    else await structure.update('adCampaignGroups', id, { status: to }, { '/status': 'status' })
    return { upstreamId: id }
  },
  async reconcile({ id, from, to }, { connector }) {
    return reconcileValue(await readStatus(connector, id), { from, to }, id)
  },
  needsVerification: true,
  raisesSpend: ({ to }) => to === 'ACTIVE',
})

/** `to` is a status of the platform. */
export async function planProStatus(connector: ProConnector, campaignId: string, to: string): Promise<Plan> {
  return await planStatusSequence(connector, campaignId, () => [to], to === 'ACTIVE')
}

/**
 * Plans the deletion, including the possible spend before it. LinkedIn only marks the campaign for deletion
 * and does not guarantee that a marked campaign stops spending, so a running campaign is paused first.
 */
export async function planProRemoval(connector: ProConnector, campaignId: string): Promise<Plan> {
  const statusesFrom = (from: string) => (from === 'ACTIVE' ? ['PAUSED', pendingDeletion] : [pendingDeletion])
  return await planStatusSequence(connector, campaignId, statusesFrom, true)
}

/** Plans one step per status. The budgets are read only if the change affects the spend. */
async function planStatusSequence(
  { structure, selection }: ProConnector,
  campaignId: string,
  statusesFrom: (from: string) => readonly string[],
  needsBudgets: boolean,
): Promise<Plan> {
  const [group, campaigns] = await Promise.all([
    structure.group(campaignId),
    needsBudgets ? structure.listGroupCampaigns(campaignId) : [],
  ])
  requireNotDeleted(group)
  const { id, status: initialStatus, name } = group
  const statuses = statusesFrom(initialStatus)
  const changes = statuses.map((to, index) => ({ from: statuses[index - 1] ?? initialStatus, to }))
  const finalStatus = statuses.at(-1) ?? initialStatus
  const budget = sumBudgets(campaigns.filter(({ status }) => status === 'ACTIVE').map(toProBudget))
  const steps = changes
    .filter(({ from, to }) => from !== to)
    .map(({ from, to }) =>
      setProStatusStep.toPlannedStep(
        { id, from, to },
        describeStatusChange(name, fromProStatus(from), fromProStatus(to)),
      ),
    )
  return buildStatusPlan(steps, {
    platform: 'pro',
    campaignId: id,
    currencyCode: selection.currencyCode,
    budget,
    from: fromProStatus(initialStatus),
    to: fromProStatus(finalStatus),
  })
}

/** A removed or missing group counts as pending deletion. */
async function readStatus({ structure }: ProConnector, id: string): Promise<string> {
  try {
    const { status } = await structure.group(id)
    return status === 'REMOVED' ? pendingDeletion : status
  } catch (error) {
    if (isNotFound(error)) return pendingDeletion
    throw error
  }
}
