import { z } from 'zod'
import { ServiceError } from '../../base/errors.ts'
import { decimalOfNumber } from '../../base/money.ts'
import { foundBy, type Plan } from '../../journal/plan.ts'
import { spendingOf } from '../../journal/spend/change.ts'
import { requireAsLeft, undoRefused } from '../../journal/undoPlans.ts'
import { step, write } from '../../journal/write.ts'
import { amountText, microsOf } from '../../platforms/search/amounts.ts'
import type { SearchConnector } from '../../platforms/search/connector.ts'
import type { Part } from '../../platforms/search/mutate.ts'

const change = z.object({
  campaignId: z.string(),
  /** The resource name of the budget. */
  budget: z.string(),
  fromMicros: z.string(),
  toMicros: z.string(),
})

const setBudget = step('search', 'set_budget', {
  data: change,
  async send(data, { connector }) {
    await connector.mutate([partOf(data)])
    return { upstreamId: data.campaignId }
  },
  /** An amount that is neither old nor new was set by someone else and is not overwritten. */
  async find({ campaignId, fromMicros, toMicros }, { connector }) {
    const micros = (await connector.campaign(campaignId))?.campaignBudget?.amountMicros
    return foundBy(micros?.toString(), { from: fromMicros, to: toMicros }, campaignId)
  },
  raisesSpend: ({ fromMicros, toMicros }) => BigInt(toMicros) > BigInt(fromMicros),
  async rehearse(data, { connector }) {
    await connector.validate([partOf(data)])
  },
})

export const edit_campaign = write('search/edit_campaign', {
  steps: [setBudget],
  target: ({ campaignId }) => `campaign/${campaignId}`,

  async plan({ campaignId, amount }, { connector }) {
    const { currencyCode } = connector.selection
    return await planBudget(connector, campaignId, (unit) =>
      microsOf(decimalOfNumber(amount), unit, 'amount', currencyCode),
    )
  },

  async undo({ plan: { steps } }, { connector }) {
    const [change] = setBudget.dataIn(steps)
    if (!change || change.fromMicros === change.toMicros) throw undoRefused('it changed nothing.')
    const { campaignId, fromMicros, toMicros } = change
    const plan = await planBudget(connector, campaignId, () => BigInt(fromMicros))
    requireAsLeft('the budget of the campaign', plan.spend?.before.budgetMicros, toMicros)
    return plan
  },

  results: () => ({}),
})

async function planBudget(
  connector: SearchConnector,
  campaignId: string,
  wanted: (unitMicros: bigint) => bigint,
): Promise<Plan> {
  const [found, unit] = await Promise.all([connector.campaign(campaignId), connector.billableUnitMicros()])
  const { currencyCode } = connector.selection
  const toMicros = wanted(unit)
  if (!found || found.campaign.status === 'REMOVED')
    throw new ServiceError('OBJECT_NOT_FOUND', { field: 'campaignId', values: { platform: 'search' } })
  const { campaign, campaignBudget: budget } = found
  if (budget?.amountMicros === undefined)
    throw refused('the campaign has a budget for its whole time, not by the day.')
  const { amountMicros, explicitlyShared = false, referenceCount = 0 } = budget
  // Changing a shared budget would change the spend of other campaigns, which the caller did not request.
  if (explicitlyShared && referenceCount > 1)
    throw refused(`the campaign shares its budget with ${referenceCount - 1} others.`)
  const text = (micros: bigint) => `${amountText(micros, currencyCode)} ${currencyCode}`
  const [before, after] = [text(amountMicros), text(toMicros)]
  const data = {
    campaignId: campaign.id,
    budget: budget.resourceName,
    fromMicros: String(amountMicros),
    toMicros: String(toMicros),
  }
  const runs = campaign.status === 'ENABLED'
  const says = `Set the daily budget of "${campaign.name}" from ${before} to ${after}.`
  return {
    steps: [setBudget.plan(data, says)],
    before: { dailyBudget: before },
    after: { dailyBudget: after },
    spend: {
      campaignId: campaign.id,
      budgetId: budget.resourceName,
      currencyCode,
      before: spendingOf('search', { daily: amountMicros, lifetime: 0n }, runs),
      after: spendingOf('search', { daily: toMicros, lifetime: 0n }, runs),
      field: 'amount',
    },
  }
}

function refused(problem: string): ServiceError {
  return new ServiceError('PLATFORM_REJECTED', {
    field: 'campaignId',
    values: { platform: 'search', problem },
  })
}

/** https://developers.google.com/google-ads/api/reference/rpc/v25/CampaignBudgetOperation */
function partOf({ budget, toMicros }: z.infer<typeof change>): Part {
  return {
    origin: 'amount',
    operation: {
      campaignBudgetOperation: {
        updateMask: 'amountMicros',
        update: { resourceName: budget, amountMicros: toMicros },
      },
    },
  }
}
