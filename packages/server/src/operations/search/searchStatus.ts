// Plans and sends changes of a campaign's status.

import { z } from 'zod'
import { ServiceError } from '../../base/errors.ts'
import { foundBy, type Plan } from '../../journal/plan.ts'
import { spendingOf } from '../../journal/spend/change.ts'
import { step } from '../../journal/write.ts'
import type { SearchConnector } from '../../platforms/search/connector.ts'
import type { Part } from '../../platforms/search/mutate.ts'
import { budgetIn } from '../../platforms/search/rows.ts'
import { ourStatus, platformStatus } from '../../platforms/search/status.ts'

const change = z.object({
  id: z.string(),
  resourceName: z.string(),
  from: z.string(),
  to: z.enum(['ENABLED', 'PAUSED', 'REMOVED']),
})

export const setStatus = step('search', 'change', {
  data: change,
  async send(data, { connector }) {
    if (data.from !== data.to) await connector.mutate([partOf(data)])
    return { upstreamId: data.id }
  },
  async find({ id, from, to }, { connector }) {
    return foundBy((await connector.campaign(id))?.campaign.status, { from, to }, id)
  },
  readsBack: true,
  raisesSpend: ({ to }) => to === 'ENABLED',
  async rehearse(data, { connector }) {
    if (data.from !== data.to) await connector.validate([partOf(data)])
  },
})

export async function planStatus(
  connector: SearchConnector,
  campaignId: string,
  status: keyof typeof platformStatus,
): Promise<Plan> {
  const found = await connector.campaign(campaignId)
  const to = platformStatus[status]
  // A removed campaign cannot be restored. Removing a removed campaign changes nothing.
  if (!found || (found.campaign.status === 'REMOVED' && to !== 'REMOVED'))
    throw new ServiceError('OBJECT_NOT_FOUND', { field: 'campaignId', values: { platform: 'search' } })
  const { id, resourceName, name, status: from } = found.campaign
  const says = `Change the campaign "${name}" from ${ourStatus(from)} to ${status}.`
  return {
    steps: [setStatus.plan({ id, resourceName, from, to }, says)],
    before: { status: ourStatus(from) },
    after: { status },
    spend: {
      campaignId: id,
      budgetId: found.campaignBudget?.resourceName ?? resourceName,
      currencyCode: connector.selection.currencyCode,
      before: spendingOf('search', budgetIn(found), from === 'ENABLED'),
      after: spendingOf('search', budgetIn(found), to === 'ENABLED'),
      field: 'status',
    },
  }
}

/** https://developers.google.com/google-ads/api/reference/rpc/v25/CampaignOperation */
function partOf({ resourceName, to }: z.infer<typeof change>): Part {
  return {
    origin: 'status',
    operation: {
      campaignOperation:
        to === 'REMOVED'
          ? { remove: resourceName }
          : { updateMask: 'status', update: { resourceName, status: to } },
    },
  }
}
