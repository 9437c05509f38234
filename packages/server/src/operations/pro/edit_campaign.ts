import { z } from 'zod'
import { type Plan, reconcileValue } from '../../journal/plan.ts'
import { restoreValue } from '../../journal/restoreValue.ts'
import { toSpending } from '../../journal/spend/spendChange.ts'
import { defineStep } from '../../journal/step.ts'
import { requireUnchanged, undoRefusedError } from '../../journal/undoPlans.ts'
import { defineWrite } from '../../journal/write.ts'
import { decimalFromNumber, formatDecimal, formatMoney, round, toSmallestUnits } from '../../money/money.ts'
import type { ProConnector } from '../../platforms/pro/connector.ts'
import {
  moneyToMicros,
  parseMoney,
  proCurrencyDecimals,
  sumBudgets,
  toProBudget,
} from '../../platforms/pro/money.ts'
import type { GroupRow, ProCampaignRow } from '../../platforms/pro/rows.ts'
import { invalidBodyError } from '../../runtime/errors.ts'
import { type BudgetShare, splitBudget } from '../campaign/budgetSplit.ts'
import { describeBudgetChange } from '../campaign/planTexts.ts'
import { createProRejection, requireNotDeleted } from './groupChange.ts'

const setBudgetStep = defineStep('pro', 'set_budget', {
  /** The amounts are decimal text. */
  dataSchema: z.object({ id: z.string(), from: z.string(), to: z.string(), currencyCode: z.string() }),
  async send(change, { connector }) {
    await setDailyBudget(connector, change, change.to)
    return { upstreamId: change.id }
  },
  async reconcile(change, { connector }) {
    return reconcileValue(await readDailyBudget(connector, change), change, change.id)
  },
  /**
   * The total changes only if all shares change, so the applied shares are rolled back if a later share
   * fails.
   */
  async compensate(change, { connector }) {
    const budgetField = {
      name: `The daily budget of ad group ${change.id}`,
      read: () => readDailyBudget(connector, change),
      set: (amount: string) => setDailyBudget(connector, change, amount),
    }
    await restoreValue(budgetField, change)
  },
  raisesSpend: ({ from, to }) => moneyToMicros({ amount: to }) > moneyToMicros({ amount: from }),
  compensationRaisesSpend: ({ from, to }) => moneyToMicros({ amount: from }) > moneyToMicros({ amount: to }),
})

interface AdGroupRef {
  readonly id: string
  readonly currencyCode: string
}

async function setDailyBudget(
  { structure }: ProConnector,
  { id, currencyCode }: AdGroupRef,
  amount: string,
): Promise<void> {
  const dailyBudget = { amount, currencyCode }
  const names = { '/': 'campaignId', '/dailyBudget': 'amount' }
  await structure.update('adCampaigns', id, { dailyBudget }, names)
}

async function readDailyBudget(
  { structure }: ProConnector,
  { id, currencyCode }: AdGroupRef,
): Promise<string> {
  const { dailyBudget } = await structure.campaign(id)
  return formatAmount(dailyBudget, proCurrencyDecimals(currencyCode))
}

/** The platform may write the amount with any number of decimals. */
const formatAmount = (money: ProCampaignRow['dailyBudget'], decimals: number) =>
  formatDecimal(round(parseMoney(money), decimals))

export const edit_campaign = defineWrite('pro/edit_campaign', {
  target: ({ campaignId }) => `campaign/${campaignId}`,
  completesAfterDeadline: true,
  steps: [setBudgetStep],

  async plan({ campaignId, amount }, { connector, runtime }) {
    const { currencyCode } = connector.selection
    const scale = proCurrencyDecimals(currencyCode)
    const total = parseUnits(amount, currencyCode)
    const current = await loadCurrentCampaign(connector, campaignId)
    const now = runtime.now()
    const adGroups = current.campaigns
      .filter(({ status }) => status === 'ACTIVE' || status === 'PAUSED')
      .map((row) => ({
        ...row,
        daily: round(parseMoney(row.dailyBudget), scale).units,
        hasEnded: (row.runSchedule?.end ?? Number.POSITIVE_INFINITY) <= now,
      }))
    const budgetSplit = splitBudget(total, adGroups, { part: 'ad group', otherBudgetKind: 'total' })
    if (typeof budgetSplit === 'string') throw createProRejection(budgetSplit, 'campaignId')
    return { ...planBudgets(connector, current, budgetSplit.shares), warnings: budgetSplit.warnings }
  },

  async undo({ body: { campaignId }, plan: { steps } }, { connector }) {
    const changes = setBudgetStep.parsePlannedData(steps)
    if (changes.length === 0) throw undoRefusedError('the write changed nothing.')
    const current = await loadCurrentCampaign(connector, campaignId)
    const shares = changes.map(({ id, from, to, currencyCode }): BudgetShare => {
      const campaign = current.campaigns.find((row) => row.id === id)
      const scale = proCurrencyDecimals(currencyCode)
      requireUnchanged(
        `the budget of ad group ${id}`,
        campaign && formatAmount(campaign.dailyBudget, scale),
        to,
      )
      const toUnits = (amount: string) => round(parseMoney({ amount }), scale).units
      return { id, name: campaign?.name ?? id, from: toUnits(to), to: toUnits(from) }
    })
    return planBudgets(connector, current, shares)
  },

  results: () => ({}),
})

interface CurrentCampaign {
  readonly group: GroupRow
  readonly campaigns: readonly ProCampaignRow[]
}

async function loadCurrentCampaign(
  { structure }: ProConnector,
  campaignId: string,
): Promise<CurrentCampaign> {
  const [group, campaigns] = await Promise.all([
    structure.group(campaignId),
    structure.listGroupCampaigns(campaignId),
  ])
  requireNotDeleted(group)
  return { group, campaigns }
}

function planBudgets(
  { selection: { currencyCode } }: ProConnector,
  { group, campaigns }: CurrentCampaign,
  shares: readonly BudgetShare[],
): Plan {
  const scale = proCurrencyDecimals(currencyCode)
  const toWireAmount = (units: bigint) => formatDecimal({ units, scale })
  const toDisplayAmount = (units: bigint) => formatMoney({ units, scale }, currencyCode)
  // Other ad groups of the campaign count toward its possible spend per day, but not toward the increase.
  const sharedIds = new Set(shares.map(({ id }) => id))
  const otherBudget = sumBudgets(
    campaigns.filter(({ id, status }) => status === 'ACTIVE' && !sharedIds.has(id)).map(toProBudget),
  )
  const calculateSpending = (getUnits: (share: BudgetShare) => bigint) => {
    const units = shares.reduce((sum, share) => sum + getUnits(share), 0n)
    const daily = units * 10n ** BigInt(6 - scale)
    return toSpending('pro', { daily, lifetime: 0n }, group.status === 'ACTIVE', otherBudget)
  }
  return {
    steps: shares
      .filter(({ from, to }) => from !== to)
      .map(({ id, name, from, to }) =>
        setBudgetStep.toPlannedStep(
          { id, from: toWireAmount(from), to: toWireAmount(to), currencyCode },
          describeBudgetChange({
            kind: 'ad group',
            name,
            from: toDisplayAmount(from),
            to: toDisplayAmount(to),
            currencyCode,
          }),
        ),
      ),
    before: { currencyCode, budgets: shares.map(({ id, from }) => ({ id, daily: toDisplayAmount(from) })) },
    after: { currencyCode, budgets: shares.map(({ id, to }) => ({ id, daily: toDisplayAmount(to) })) },
    spend: {
      campaignId: group.id,
      currencyCode,
      before: calculateSpending(({ from }) => from),
      after: calculateSpending(({ to }) => to),
      field: 'amount',
    },
  }
}

/** Throws `INVALID_FIELD` when the amount has more decimals than the currency. */
function parseUnits(amount: number, currencyCode: string): bigint {
  const scale = proCurrencyDecimals(currencyCode)
  const units = toSmallestUnits(decimalFromNumber(amount), scale)
  if (units !== undefined) return units
  const message = `amount has more decimal places than ${currencyCode} allows (${scale}).`
  throw invalidBodyError([{ field: 'amount', code: 'OUT_OF_RANGE', message }])
}
