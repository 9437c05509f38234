import { z } from 'zod'
import { type Plan, reconcileValue } from '../../journal/plan.ts'
import { toSpending } from '../../journal/spend/spendChange.ts'
import { defineStep } from '../../journal/step.ts'
import { requireUnchanged, undoRefusedError } from '../../journal/undoPlans.ts'
import { defineWrite } from '../../journal/write.ts'
import { decimalFromNumber } from '../../money/money.ts'
import { campaignNotFoundError } from '../../platforms/connector-kit/upstreamErrors.ts'
import type { SearchConnector } from '../../platforms/search/connector.ts'
import { formatMicros, toBillableMicros } from '../../platforms/search/money.ts'
import type { MutatePart } from '../../platforms/search/mutate.ts'
import { ServiceError } from '../../runtime/errors.ts'
import { describeBudgetChange } from '../campaign/planTexts.ts'

const budgetChangeData = z.object({
  campaignId: z.string(),
  /** The resource name of the budget. */
  budget: z.string(),
  fromMicros: z.string(),
  toMicros: z.string(),
})

const setBudgetStep = defineStep('search', 'set_budget', {
  dataSchema: budgetChangeData,
  async send(data, { connector }) {
    await connector.mutate([toMutatePart(data)])
    return { upstreamId: data.campaignId }
  },
  /** An amount that is neither old nor new was set by someone else and is not overwritten. */
  async reconcile({ campaignId, fromMicros, toMicros }, { connector }) {
    const micros = (await connector.structure.findCampaign(campaignId))?.campaignBudget?.amountMicros
    return reconcileValue(micros?.toString(), { from: fromMicros, to: toMicros }, campaignId)
  },
  raisesSpend: ({ fromMicros, toMicros }) => BigInt(toMicros) > BigInt(fromMicros),
  async validate(data, { connector }) {
    await connector.validate([toMutatePart(data)])
  },
})

export const edit_campaign = defineWrite('search/edit_campaign', {
  steps: [setBudgetStep],
  target: ({ campaignId }) => `campaign/${campaignId}`,

  async plan({ campaignId, amount }, { connector }) {
    const { currencyCode } = connector.selection
    return await planBudget(connector, campaignId, (unit) =>
      toBillableMicros(decimalFromNumber(amount), unit, 'amount', currencyCode),
    )
  },

  async undo({ plan: { steps } }, { connector }) {
    const [change] = setBudgetStep.parsePlannedData(steps)
    if (!change || change.fromMicros === change.toMicros) throw undoRefusedError('the write changed nothing.')
    const { campaignId, fromMicros, toMicros } = change
    const plan = await planBudget(connector, campaignId, () => BigInt(fromMicros))
    requireUnchanged('the budget of the campaign', plan.spend?.before.budgetMicros, toMicros)
    return plan
  },

  results: () => ({}),
})

async function planBudget(
  connector: SearchConnector,
  campaignId: string,
  computeMicros: (unitMicros: bigint) => bigint,
): Promise<Plan> {
  const [campaignRow, unit] = await Promise.all([
    connector.structure.findCampaign(campaignId),
    connector.billableUnitMicros(),
  ])
  const { currencyCode } = connector.selection
  const toMicros = computeMicros(unit)
  if (!campaignRow || campaignRow.campaign.status === 'REMOVED') throw campaignNotFoundError('search')
  const { campaign, campaignBudget: budget } = campaignRow
  if (budget?.amountMicros === undefined)
    throw createRejection('the campaign has a total budget. adrail sets only daily budgets.')
  const { amountMicros, explicitlyShared = false, referenceCount = 0 } = budget
  // Changing a shared budget would change the spend of other campaigns, which the caller did not request.
  if (explicitlyShared && referenceCount > 1)
    throw createRejection(`the campaign shares its budget with ${referenceCount - 1} other campaigns.`)
  const from = formatMicros(amountMicros, currencyCode)
  const to = formatMicros(toMicros, currencyCode)
  const data = {
    campaignId: campaign.id,
    budget: budget.resourceName,
    fromMicros: String(amountMicros),
    toMicros: String(toMicros),
  }
  const isEnabled = campaign.status === 'ENABLED'
  const description = describeBudgetChange({ kind: 'campaign', name: campaign.name, from, to, currencyCode })
  return {
    steps: [setBudgetStep.toPlannedStep(data, description)],
    before: { dailyBudget: `${from} ${currencyCode}` },
    after: { dailyBudget: `${to} ${currencyCode}` },
    spend: {
      campaignId: campaign.id,
      budgetId: budget.resourceName,
      currencyCode,
      before: toSpending('search', { daily: amountMicros, lifetime: 0n }, isEnabled),
      after: toSpending('search', { daily: toMicros, lifetime: 0n }, isEnabled),
      field: 'amount',
    },
  }
}

function createRejection(problem: string): ServiceError {
  return new ServiceError('PLATFORM_REJECTED', {
    field: 'campaignId',
    values: { platform: 'search', problem },
  })
}

/** https://developers.google.com/google-ads/api/reference/rpc/v25/CampaignBudgetOperation */
function toMutatePart({ budget, toMicros }: z.infer<typeof budgetChangeData>): MutatePart {
  return {
    callerField: 'amount',
    operation: {
      campaignBudgetOperation: {
        updateMask: 'amountMicros',
        update: { resourceName: budget, amountMicros: toMicros },
      },
    },
  }
}
