// Plans and sends changes of a campaign's status.

import { z } from 'zod'
import { foundBy, type Plan } from '../../journal/plan.ts'
import { spendingOf } from '../../journal/spend/change.ts'
import { step } from '../../journal/write.ts'
import type { ProConnector } from '../../platforms/pro/connector.ts'
import { budgetOf, sumOf } from '../../platforms/pro/decimalMoney.ts'
import { isMissing } from '../../platforms/pro/errors.ts'
import { ourStatus } from '../../platforms/pro/groupStatus.ts'
import { requirePresent } from './groupChange.ts'

/** A deleted campaign has this status until LinkedIn removes it. */
export const doomed = 'PENDING_DELETION'

export const setStatus = step('pro', 'set_status', {
  data: z.object({ id: z.string(), from: z.string(), to: z.string() }),
  async send({ id, from, to }, { connector: { structure } }) {
    if (to === doomed) await structure.remove('adCampaignGroups', id, from)
    else await structure.change('adCampaignGroups', id, { status: to }, { '/status': 'status' })
    return { upstreamId: id }
  },
  async find({ id, from, to }, { connector }) {
    return foundBy(await statusNow(connector, id), { from, to }, id)
  },
  readsBack: true,
  raisesSpend: ({ to }) => to === 'ACTIVE',
})

/** `to` is a status of the platform. */
export async function planStatus(connector: ProConnector, campaignId: string, to: string): Promise<Plan> {
  return await planStops(connector, campaignId, () => [to], to === 'ACTIVE')
}

/**
 * Plans the deletion, including the possible spend before it. LinkedIn only marks the campaign for deletion
 * and does not guarantee that a marked campaign stops spending, so a running campaign is paused first.
 */
export async function planRemoval(connector: ProConnector, campaignId: string): Promise<Plan> {
  const stopsFrom = (from: string) => (from === 'ACTIVE' ? ['PAUSED', doomed] : [doomed])
  return await planStops(connector, campaignId, stopsFrom, true)
}

/** Plans one step per status. The budgets are read only if the change affects the spend. */
async function planStops(
  { structure, selection }: ProConnector,
  campaignId: string,
  stopsFrom: (from: string) => readonly string[],
  spends: boolean,
): Promise<Plan> {
  const [group, campaigns] = await Promise.all([
    structure.group(campaignId),
    spends ? structure.campaignsOf(campaignId) : [],
  ])
  requirePresent(group)
  const { id, status: first, name } = group
  const stops = stopsFrom(first)
  const changes = stops.map((to, index) => ({ from: stops[index - 1] ?? first, to }))
  const last = stops.at(-1) ?? first
  const budget = sumOf(campaigns.filter(({ status }) => status === 'ACTIVE').map(budgetOf))
  return {
    steps: changes
      .filter(({ from, to }) => from !== to)
      .map(({ from, to }) =>
        setStatus.plan(
          { id, from, to },
          `Set the status of campaign ${JSON.stringify(name)} from ${ourStatus(from)} to ${ourStatus(to)}.`,
        ),
      ),
    before: { status: ourStatus(first) },
    after: { status: ourStatus(last) },
    spend: {
      campaignId: id,
      currencyCode: selection.currencyCode,
      before: spendingOf('pro', budget, first === 'ACTIVE'),
      after: spendingOf('pro', budget, last === 'ACTIVE'),
      field: 'status',
    },
  }
}

/** A removed or missing group counts as pending deletion. */
async function statusNow({ structure }: ProConnector, id: string): Promise<string> {
  try {
    const { status } = await structure.group(id)
    return status === 'REMOVED' ? doomed : status
  } catch (error) {
    if (isMissing(error)) return doomed
    throw error
  }
}
