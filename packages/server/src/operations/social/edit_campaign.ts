import { z } from 'zod'
import { type Plan, reconcileValue } from '../../journal/plan.ts'
import { restoreValue } from '../../journal/restoreValue.ts'
import { toSpending } from '../../journal/spend/spendChange.ts'
import { defineStep } from '../../journal/step.ts'
import { requireUnchanged, undoRefusedError } from '../../journal/undoPlans.ts'
import { defineWrite } from '../../journal/write.ts'
import { decimalFromNumber, formatMoney, toSmallestUnits } from '../../money/money.ts'
import { noBudget } from '../../platforms/connector-kit/budgets.ts'
import type { SocialConnector } from '../../platforms/social/connector.ts'
import { socialCurrencyDecimals, toCampaignBudget } from '../../platforms/social/money.ts'
import type { CampaignBudgets } from '../../platforms/social/structure.ts'
import { invalidBodyError, ServiceError } from '../../runtime/errors.ts'
import { describeBudgetChange } from '../campaign/planTexts.ts'
import { type BudgetChange, computeBudgetChanges } from './budgetChanges.ts'
import { createSocialRejection, requireNotDeletedCampaign } from './campaignErrors.ts'

const maxChangesPerHour = 4

const setBudgetStep = defineStep('social', 'set_budget', {
  /** Amounts in the currency's smallest units. */
  dataSchema: z.object({
    kind: z.enum(['campaign', 'ad set']),
    id: z.string(),
    from: z.string(),
    to: z.string(),
  }),
  async send(change, { connector }) {
    await setDailyBudget(connector, change, change.to)
    return { upstreamId: change.id }
  },
  async reconcile({ id, from, to }, { connector }) {
    return reconcileValue(await readDailyBudget(connector, id), { from, to }, id)
  },
  /** A partially applied split would leave a wrong total budget. */
  async compensate(change, { connector }) {
    const budgetField = {
      name: `The daily budget of ${change.kind} ${change.id}`,
      read: () => readDailyBudget(connector, change.id),
      set: (units: string) => setDailyBudget(connector, change, units),
    }
    await restoreValue(budgetField, change)
  },
  raisesSpend: ({ from, to }) => BigInt(to) > BigInt(from),
  compensationRaisesSpend: ({ from, to }) => BigInt(from) > BigInt(to),
  async validate({ id, to }, { connector }) {
    await connector.structure.update(id, { daily_budget: to }, { validateOnly: true })
  },
})

async function setDailyBudget(
  connector: SocialConnector,
  { kind, id }: Pick<BudgetChange, 'kind' | 'id'>,
  units: string,
): Promise<void> {
  await connector.structure.update(id, { daily_budget: units })
  if (kind === 'ad set') connector.recordBudgetChange(id)
}

async function readDailyBudget(connector: SocialConnector, id: string): Promise<string> {
  const { daily_budget = 0n } = await connector.structure.readBudget(id)
  return String(daily_budget)
}

export const edit_campaign = defineWrite('social/edit_campaign', {
  target: ({ campaignId }) => `campaign/${campaignId}`,
  completesAfterDeadline: true,
  steps: [setBudgetStep],

  async plan({ campaignId, amount }, { connector, runtime }) {
    const { currencyCode } = connector.selection
    const { total, scale } = parseUnits(amount, currencyCode)
    const { campaign, adSets } = await connector.structure.campaignBudgets(campaignId)
    requireNotDeletedCampaign(campaign)
    if (campaign.status === 'ARCHIVED')
      throw createSocialRejection('adrail cannot change an archived campaign.', 'campaignId')

    const { budgetChanges, warnings } = computeBudgetChanges(total, campaign, adSets, runtime.now())
    const formatAmount = (units: bigint) => `${formatMoney({ units, scale }, currencyCode)} ${currencyCode}`
    requireMinimum(budgetChanges, connector, formatAmount)
    requireChangeQuota(budgetChanges, connector, runtime.now())
    return { ...planBudgets(connector, { campaign, adSets }, budgetChanges), warnings }
  },

  async undo({ body: { campaignId }, plan: { steps } }, { connector, runtime }) {
    const plannedChanges = setBudgetStep.parsePlannedData(steps)
    if (plannedChanges.length === 0) throw undoRefusedError('the write changed nothing.')
    const current = await connector.structure.campaignBudgets(campaignId)
    requireNotDeletedCampaign(current.campaign)
    const budgetChanges = plannedChanges.map(({ kind, id, from, to }): BudgetChange => {
      const { name, daily_budget } = [current.campaign, ...current.adSets].find((row) => row.id === id) ?? {}
      requireUnchanged(`the budget of ${kind} ${id}`, daily_budget, BigInt(to))
      return { kind, id, name: name ?? id, from: BigInt(to), to: BigInt(from) }
    })
    requireChangeQuota(budgetChanges, connector, runtime.now())
    return planBudgets(connector, current, budgetChanges)
  },

  results: () => ({}),
})

function planBudgets(
  connector: SocialConnector,
  { campaign, adSets }: CampaignBudgets,
  budgetChanges: readonly BudgetChange[],
): Plan {
  const { currencyCode } = connector.selection
  const scale = socialCurrencyDecimals(currencyCode) ?? 0
  const formatAmount = (units: bigint) => formatMoney({ units, scale }, currencyCode)
  // The budgets of the other ad sets count toward the campaign's daily spend, but not toward the increase.
  const changedIds = new Set(budgetChanges.map(({ id }) => id))
  const otherBudget = changedIds.has(campaign.id)
    ? noBudget
    : toCampaignBudget(
        {},
        adSets.filter(({ id }) => !changedIds.has(id)),
        currencyCode,
      )
  const calculateSpending = (getAmount: (change: BudgetChange) => bigint) => {
    const daily = sumAmounts(budgetChanges.map(getAmount)) * 10n ** BigInt(6 - scale)
    return toSpending('social', { daily, lifetime: 0n }, campaign.status === 'ACTIVE', otherBudget)
  }
  return {
    steps: budgetChanges
      .filter(isChanged)
      .map(({ kind, id, name, from, to }) =>
        setBudgetStep.toPlannedStep(
          { kind, id, from: String(from), to: String(to) },
          describeBudgetChange({ kind, name, from: formatAmount(from), to: formatAmount(to), currencyCode }),
        ),
      ),
    before: {
      currencyCode,
      budgets: budgetChanges.map(({ id, from }) => ({ id, daily: formatAmount(from) })),
    },
    after: { currencyCode, budgets: budgetChanges.map(({ id, to }) => ({ id, daily: formatAmount(to) })) },
    spend: {
      campaignId: campaign.id,
      currencyCode,
      before: calculateSpending((change) => change.from),
      after: calculateSpending((change) => change.to),
      field: 'amount',
    },
  }
}

/** Setting the current amount again would use up one of the few changes per hour. */
function isChanged({ from, to }: BudgetChange): boolean {
  return from !== to
}

function sumAmounts(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n)
}

/** Converts the amount to the currency's smallest units. Throws when the result is not a whole number. */
function parseUnits(amount: number, currencyCode: string): { total: bigint; scale: number } {
  const scale = socialCurrencyDecimals(currencyCode)
  if (scale === undefined)
    throw createSocialRejection(
      `adrail cannot convert amounts in ${currencyCode} exactly, so it sent none.`,
      'amount',
    )
  const total = toSmallestUnits(decimalFromNumber(amount), scale)
  if (total !== undefined) return { total, scale }
  const message = `amount has more decimal places than ${currencyCode} allows (${scale}).`
  throw invalidBodyError([{ field: 'amount', code: 'OUT_OF_RANGE', message }])
}

/** The account's minimum applies to each budget. The platform may require more. */
function requireMinimum(
  budgetChanges: readonly BudgetChange[],
  { selection }: SocialConnector,
  formatAmount: (units: bigint) => string,
): void {
  const minimum = /^\d{1,18}$/.test(selection.minDailyBudget) ? BigInt(selection.minDailyBudget) : 0n
  const insufficientChange = budgetChanges.find(({ to }) => to < minimum)
  if (!insufficientChange) return
  const problem =
    insufficientChange.kind === 'campaign'
      ? `it must be at least ${formatAmount(minimum)} a day.`
      : `the share of ad set ${JSON.stringify(insufficientChange.name)} would be ${formatAmount(insufficientChange.to)}, and each ad set needs at least ${formatAmount(minimum)} a day.`
  throw new ServiceError('BUDGET_TOO_LOW', { field: 'amount', values: { platform: 'social', problem } })
}

/** The platform allows four budget changes per ad set and hour, and then blocks changes for an hour. */
function requireChangeQuota(
  budgetChanges: readonly BudgetChange[],
  connector: SocialConnector,
  now: number,
): void {
  for (const { kind, id, name } of budgetChanges.filter(isChanged)) {
    if (kind === 'campaign') continue
    const recentChanges = connector.budgetChanges(id)
    const [oldest = now] = recentChanges
    if (recentChanges.length < maxChangesPerHour) continue
    const minutes = Math.max(1, Math.ceil((oldest + 3_600_000 - now) / 60_000))
    throw createSocialRejection(
      `the budget of ad set ${JSON.stringify(name)} was changed ${maxChangesPerHour} times within an hour, the platform's maximum. Retry in ${minutes} min.`,
      'campaignId',
    )
  }
}
