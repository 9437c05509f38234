import { z } from 'zod'
import { type BudgetShare, shareBudget } from '../../base/budgetShares.ts'
import { invalidBody } from '../../base/errors.ts'
import { decimalOfNumber, decimalText, inUnits, moneyText, round } from '../../base/money.ts'
import { foundBy, type Plan } from '../../journal/plan.ts'
import { setBack } from '../../journal/setBack.ts'
import { spendingOf } from '../../journal/spend/change.ts'
import { requireAsLeft, undoRefused } from '../../journal/undoPlans.ts'
import { step, write } from '../../journal/write.ts'
import type { ProConnector } from '../../platforms/pro/connector.ts'
import { budgetOf, decimalIn, decimalsOf, microsIn, sumOf } from '../../platforms/pro/decimalMoney.ts'
import type { CampaignRow, GroupRow } from '../../platforms/pro/rows.ts'
import { refused, requirePresent } from './groupChange.ts'

const setBudget = step('pro', 'set_budget', {
  /** The amounts are decimal text. */
  data: z.object({ id: z.string(), from: z.string(), to: z.string(), currencyCode: z.string() }),
  async send(change, { connector }) {
    await setDaily(connector, change, change.to)
    return { upstreamId: change.id }
  },
  async find(change, { connector }) {
    return foundBy(await dailyOf(connector, change), change, change.id)
  },
  /**
   * The total changes only if all shares change, so the applied shares are rolled back if a later share
   * fails.
   */
  async takeBack(change, { connector }) {
    const place = {
      name: `The daily budget of ad group ${change.id}`,
      read: () => dailyOf(connector, change),
      set: (amount: string) => setDaily(connector, change, amount),
    }
    await setBack(place, change)
  },
  raisesSpend: ({ from, to }) => microsIn({ amount: to }) > microsIn({ amount: from }),
  raisesSpendBack: ({ from, to }) => microsIn({ amount: from }) > microsIn({ amount: to }),
})

interface Holder {
  readonly id: string
  readonly currencyCode: string
}

async function setDaily(
  { structure }: ProConnector,
  { id, currencyCode }: Holder,
  amount: string,
): Promise<void> {
  const dailyBudget = { amount, currencyCode }
  const names = { '/': 'campaignId', '/dailyBudget': 'amount' }
  await structure.change('adCampaigns', id, { dailyBudget }, names)
}

async function dailyOf({ structure }: ProConnector, { id, currencyCode }: Holder): Promise<string> {
  const { dailyBudget } = await structure.campaign(id)
  return amountIn(dailyBudget, decimalsOf(currencyCode))
}

/** The platform may write the amount with any number of decimals. */
const amountIn = (money: CampaignRow['dailyBudget'], decimals: number) =>
  decimalText(round(decimalIn(money), decimals))

export const edit_campaign = write('pro/edit_campaign', {
  target: ({ campaignId }) => `campaign/${campaignId}`,
  finishesLate: true,
  steps: [setBudget],

  async plan({ campaignId, amount }, { connector, runtime }) {
    const { currencyCode } = connector.selection
    const scale = decimalsOf(currencyCode)
    const total = unitsOf(amount, currencyCode)
    const present = await presentIn(connector, campaignId)
    const now = runtime.now()
    const parts = present.campaigns
      .filter(({ status }) => status === 'ACTIVE' || status === 'PAUSED')
      .map((row) => ({
        ...row,
        daily: round(decimalIn(row.dailyBudget), scale).units,
        hasEnded: (row.runSchedule?.end ?? Number.POSITIVE_INFINITY) <= now,
      }))
    const shared = shareBudget(total, parts, { part: 'ad group', other: 'total' })
    if (typeof shared === 'string') throw refused(shared, 'campaignId')
    return { ...planBudgets(connector, present, shared.shares), warnings: shared.warnings }
  },

  async undo({ body: { campaignId }, plan: { steps } }, { connector }) {
    const changes = setBudget.dataIn(steps)
    if (changes.length === 0) throw undoRefused('it changed nothing.')
    const present = await presentIn(connector, campaignId)
    const shares = changes.map(({ id, from, to, currencyCode }): BudgetShare => {
      const campaign = present.campaigns.find((row) => row.id === id)
      const scale = decimalsOf(currencyCode)
      requireAsLeft(`the budget of ad group ${id}`, campaign && amountIn(campaign.dailyBudget, scale), to)
      const units = (amount: string) => round(decimalIn({ amount }), scale).units
      return { id, name: campaign?.name ?? id, from: units(to), to: units(from) }
    })
    return planBudgets(connector, present, shares)
  },

  results: () => ({}),
})

interface Present {
  readonly group: GroupRow
  readonly campaigns: readonly CampaignRow[]
}

async function presentIn({ structure }: ProConnector, campaignId: string): Promise<Present> {
  const [group, campaigns] = await Promise.all([
    structure.group(campaignId),
    structure.campaignsOf(campaignId),
  ])
  requirePresent(group)
  return { group, campaigns }
}

function planBudgets(
  { selection: { currencyCode } }: ProConnector,
  { group, campaigns }: Present,
  shares: readonly BudgetShare[],
): Plan {
  const scale = decimalsOf(currencyCode)
  const sent = (units: bigint) => decimalText({ units, scale })
  const shown = (units: bigint) => moneyText({ units, scale }, currencyCode)
  // Other ad groups of the campaign count toward its possible spend per day, but not toward the increase.
  const held = new Set(shares.map(({ id }) => id))
  const beside = sumOf(
    campaigns.filter(({ id, status }) => status === 'ACTIVE' && !held.has(id)).map(budgetOf),
  )
  const spending = (of: (share: BudgetShare) => bigint) => {
    const units = shares.reduce((sum, each) => sum + of(each), 0n)
    const daily = units * 10n ** BigInt(6 - scale)
    return spendingOf('pro', { daily, lifetime: 0n }, group.status === 'ACTIVE', beside)
  }
  return {
    steps: shares
      .filter(({ from, to }) => from !== to)
      .map(({ id, name, from, to }) =>
        setBudget.plan(
          { id, from: sent(from), to: sent(to), currencyCode },
          `Set the daily budget of ad group ${JSON.stringify(name)} from ${shown(from)} to ${shown(to)} ${currencyCode}.`,
        ),
      ),
    before: { currencyCode, budgets: shares.map(({ id, from }) => ({ id, daily: shown(from) })) },
    after: { currencyCode, budgets: shares.map(({ id, to }) => ({ id, daily: shown(to) })) },
    spend: {
      campaignId: group.id,
      currencyCode,
      before: spending(({ from }) => from),
      after: spending(({ to }) => to),
      field: 'amount',
    },
  }
}

/** Throws `INVALID_FIELD` when the amount has more decimals than the currency. */
function unitsOf(amount: number, currencyCode: string): bigint {
  const scale = decimalsOf(currencyCode)
  const units = inUnits(decimalOfNumber(amount), scale)
  if (units !== undefined) return units
  const message = `amount has more decimals than ${currencyCode} has (${scale}).`
  throw invalidBody([{ field: 'amount', code: 'OUT_OF_RANGE', message }])
}
