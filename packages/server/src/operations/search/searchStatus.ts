// Plans and sends changes of a campaign's status.

import { z } from 'zod'
import { type Plan, reconcileValue } from '../../journal/plan.ts'
import { defineStep } from '../../journal/step.ts'
import { campaignNotFoundError } from '../../platforms/connector-kit/upstreamErrors.ts'
import type { SearchConnector } from '../../platforms/search/connector.ts'
import { toSearchBudget } from '../../platforms/search/money.ts'
import type { MutatePart } from '../../platforms/search/mutate.ts'
import { fromSearchStatus, searchStatusByName } from '../../platforms/search/status.ts'
import { describeStatusChange } from '../campaign/planTexts.ts'
import { buildStatusPlan } from '../campaign/statusPlan.ts'

const statusChangeData = z.object({
  id: z.string(),
  resourceName: z.string(),
  from: z.string(),
  to: z.enum(['ENABLED', 'PAUSED', 'REMOVED']),
})

export const setSearchStatusStep = defineStep('search', 'change', {
  dataSchema: statusChangeData,
  async send(data, { connector }) {
    if (data.from !== data.to) await connector.mutate([toMutatePart(data)])
    return { upstreamId: data.id }
  },
  async reconcile({ id, from, to }, { connector }) {
    return reconcileValue((await connector.structure.findCampaign(id))?.campaign.status, { from, to }, id)
  },
  needsVerification: true,
  raisesSpend: ({ to }) => to === 'ENABLED',
  async validate(data, { connector }) {
    if (data.from !== data.to) await connector.validate([toMutatePart(data)])
  },
})

export async function planSearchStatus(
  connector: SearchConnector,
  campaignId: string,
  status: keyof typeof searchStatusByName,
): Promise<Plan> {
  const campaignRow = await connector.structure.findCampaign(campaignId)
  const to = searchStatusByName[status]
  // A removed campaign cannot be restored. Removing a removed campaign changes nothing.
  if (!campaignRow || (campaignRow.campaign.status === 'REMOVED' && to !== 'REMOVED'))
    throw campaignNotFoundError('search')
  const { id, resourceName, name, status: from } = campaignRow.campaign
  const description = describeStatusChange(name, fromSearchStatus(from), status)
  return buildStatusPlan([setSearchStatusStep.toPlannedStep({ id, resourceName, from, to }, description)], {
    platform: 'search',
    campaignId: id,
    budgetId: campaignRow.campaignBudget?.resourceName ?? resourceName,
    currencyCode: connector.selection.currencyCode,
    budget: toSearchBudget(campaignRow),
    from: fromSearchStatus(from),
    to: status,
  })
}

/** https://developers.google.com/google-ads/api/reference/rpc/v25/CampaignOperation */
function toMutatePart({ resourceName, to }: z.infer<typeof statusChangeData>): MutatePart {
  return {
    callerField: 'status',
    operation: {
      campaignOperation:
        to === 'REMOVED'
          ? { remove: resourceName }
          : { updateMask: 'status', update: { resourceName, status: to } },
    },
  }
}
