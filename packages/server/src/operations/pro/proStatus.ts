// The status of a campaign: how it is changed, and how a change is planned.

import { z } from 'zod'
import { foundBy, type Plan } from '../../journal/plan.ts'
import { spendingOf } from '../../journal/spend/change.ts'
import { step } from '../../journal/write.ts'
import type { ProConnector } from '../../platforms/pro/connector.ts'
import { budgetOf, sumOf } from '../../platforms/pro/decimalMoney.ts'
import { isMissing } from '../../platforms/pro/errors.ts'
import { ourStatus } from '../../platforms/pro/groupStatus.ts'
import { requirePresent } from './groupChange.ts'

/** What becomes of a campaign that is deleted, until the platform does it. */
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

/** In the platform's words. */
export async function planStatus(connector: ProConnector, campaignId: string, to: string): Promise<Plan> {
  return await planStops(connector, campaignId, () => [to], to === 'ACTIVE')
}

/**
 * Deletes the campaign; with what it could spend until then. The platform only takes note of that and nowhere promises that
 * nothing is spent meanwhile, so what runs is paused before.
 */
export async function planRemoval(connector: ProConnector, campaignId: string): Promise<Plan> {
  const stopsFrom = (from: string) => (from === 'ACTIVE' ? ['PAUSED', doomed] : [doomed])
  return await planStops(connector, campaignId, stopsFrom, true)
}

/** The campaign takes one status after the other; what it may spend is asked for only where that matters. */
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

/** What was deleted outright is as good as what is about to be. */
async function statusNow({ structure }: ProConnector, id: string): Promise<string> {
  try {
    const { status } = await structure.group(id)
    return status === 'REMOVED' ? doomed : status
  } catch (error) {
    if (isMissing(error)) return doomed
    throw error
  }
}
