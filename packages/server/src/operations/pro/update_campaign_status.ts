import { z } from 'zod'
import { foundBy } from '../../journal/plan.ts'
import { spendingOf } from '../../journal/spend/change.ts'
import { step, write } from '../../journal/write.ts'
import { noBudget } from '../../platforms/kit/budgets.ts'
import type { ProConnector } from '../../platforms/pro/connector.ts'
import { budgetOf, sumOf } from '../../platforms/pro/decimalMoney.ts'
import { isMissing } from '../../platforms/pro/errors.ts'
import { ourStatus } from '../../platforms/pro/groupStatus.ts'
import { requirePresent } from './groupChange.ts'

const setStatus = step('pro', 'set_status', {
  data: z.object({ id: z.string(), from: z.string(), to: z.string() }),
  async send({ id, from, to }, { connector: { structure } }) {
    if (to === 'PENDING_DELETION') await structure.remove('adCampaignGroups', id, from)
    else await structure.change('adCampaignGroups', id, { status: to }, { '/status': 'status' })
    return { upstreamId: id }
  },
  async find({ id, from, to }, { connector }) {
    return foundBy(await statusNow(connector, id), { from, to }, id)
  },
  raisesSpend: ({ to }) => to === 'ACTIVE',
})

export const update_campaign_status = write('pro/update_campaign_status', {
  target: ({ campaignId }) => `campaign/${campaignId}`,
  steps: [setStatus],

  async plan({ campaignId, status }, { connector }) {
    const { structure, selection } = connector
    const [group, campaigns] = await Promise.all([
      structure.group(campaignId),
      status === 'ACTIVE' ? structure.campaignsOf(campaignId) : [],
    ])
    requirePresent(group)
    const from = group.status
    const to = status === 'DELETED' ? 'PENDING_DELETION' : status
    const budget =
      status === 'ACTIVE'
        ? sumOf(campaigns.filter((campaign) => campaign.status === 'ACTIVE').map(budgetOf))
        : noBudget
    const says = `Set the status of campaign ${JSON.stringify(group.name)} from ${ourStatus(from)} to ${status}.`
    return {
      steps: from === to ? [] : [setStatus.plan({ id: campaignId, from, to }, says)],
      before: { status: ourStatus(from) },
      after: { status },
      spend: {
        campaignId,
        currencyCode: selection.currencyCode,
        before: spendingOf('pro', budget, from === 'ACTIVE'),
        after: spendingOf('pro', budget, status === 'ACTIVE'),
        field: 'status',
      },
    }
  },

  results: () => ({}),
})

/** What was deleted outright is as good as what is about to be. */
async function statusNow({ structure }: ProConnector, id: string): Promise<string> {
  try {
    const { status } = await structure.group(id)
    return status === 'REMOVED' ? 'PENDING_DELETION' : status
  } catch (error) {
    if (isMissing(error)) return 'PENDING_DELETION'
    throw error
  }
}
