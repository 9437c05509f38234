import { z } from 'zod'
import { invalidBody, ServiceError } from '../../base/errors.ts'
import { decimalOfNumber, inUnits, moneyText } from '../../base/money.ts'
import { foundBy, type Plan } from '../../journal/plan.ts'
import { setBack } from '../../journal/setBack.ts'
import { spendingOf } from '../../journal/spend/change.ts'
import { requireAsLeft, undoRefused } from '../../journal/undoPlans.ts'
import { step, write } from '../../journal/write.ts'
import { noBudget } from '../../platforms/kit/budgets.ts'
import { budgetOf } from '../../platforms/social/campaignBudgets.ts'
import type { SocialConnector } from '../../platforms/social/connector.ts'
import { decimalsOf } from '../../platforms/social/currency.ts'
import { divide, type Holder } from './budget.ts'
import { refused, requirePresent } from './campaign.ts'

const changesPerHour = 4

const setBudget = step('social', 'set_budget', {
  /** Amounts in the currency's smallest units. */
  data: z.object({
    kind: z.enum(['campaign', 'ad set']),
    id: z.string(),
    from: z.string(),
    to: z.string(),
  }),
  async send(change, { connector }) {
    await setDaily(connector, change, change.to)
    return { upstreamId: change.id }
  },
  async find({ id, from, to }, { connector }) {
    return foundBy(await dailyOf(connector, id), { from, to }, id)
  },
  /** A share of the amount is of no use without the others. */
  async takeBack(change, { connector }) {
    const place = {
      name: `The daily budget of ${change.kind} ${change.id}`,
      read: () => dailyOf(connector, change.id),
      set: (units: string) => setDaily(connector, change, units),
    }
    await setBack(place, change)
  },
  raisesSpend: ({ from, to }) => BigInt(to) > BigInt(from),
  raisesSpendBack: ({ from, to }) => BigInt(from) > BigInt(to),
  async rehearse({ id, to }, { connector }) {
    await connector.change(id, { daily_budget: to }, { rehearsal: true })
  },
})

async function setDaily(
  connector: SocialConnector,
  { kind, id }: Pick<Holder, 'kind' | 'id'>,
  units: string,
): Promise<void> {
  await connector.change(id, { daily_budget: units })
  if (kind === 'ad set') connector.noteBudgetChange(id)
}

async function dailyOf(connector: SocialConnector, id: string): Promise<string> {
  const { daily_budget = 0n } = await connector.budgetOf(id)
  return String(daily_budget)
}

export const edit_campaign = write('social/edit_campaign', {
  target: ({ campaignId }) => `campaign/${campaignId}`,
  finishesLate: true,
  steps: [setBudget],

  async plan({ campaignId, amount }, { connector, runtime }) {
    const { currencyCode } = connector.selection
    const { total, scale } = unitsOf(amount, currencyCode)
    const { campaign, adSets } = await connector.campaignBudgets(campaignId)
    requirePresent(campaign)
    if (campaign.status === 'ARCHIVED') throw refused('an archived campaign cannot be changed.', 'campaignId')

    const { holders, warnings } = divide(total, campaign, adSets, runtime.now())
    const shown = (units: bigint) => `${moneyText({ units, scale }, currencyCode)} ${currencyCode}`
    requireMinimum(holders, connector, shown)
    requireChangesLeft(holders, connector, runtime.now())
    return { ...planBudgets(connector, { campaign, adSets }, holders), warnings }
  },

  async undo({ body: { campaignId }, plan: { steps } }, { connector, runtime }) {
    const changes = setBudget.dataIn(steps)
    if (changes.length === 0) throw undoRefused('it changed nothing.')
    const present = await connector.campaignBudgets(campaignId)
    requirePresent(present.campaign)
    const holders = changes.map(({ kind, id, from, to }): Holder => {
      const { name, daily_budget } = [present.campaign, ...present.adSets].find((row) => row.id === id) ?? {}
      requireAsLeft(`the budget of ${kind} ${id}`, daily_budget, BigInt(to))
      return { kind, id, name: name ?? id, from: BigInt(to), to: BigInt(from) }
    })
    requireChangesLeft(holders, connector, runtime.now())
    return planBudgets(connector, present, holders)
  },

  results: () => ({}),
})

type Present = Awaited<ReturnType<SocialConnector['campaignBudgets']>>

function planBudgets(
  connector: SocialConnector,
  { campaign, adSets }: Present,
  holders: readonly Holder[],
): Plan {
  const { currencyCode } = connector.selection
  const scale = decimalsOf(currencyCode) ?? 0
  const shown = (units: bigint) => moneyText({ units, scale }, currencyCode)
  // What other ad sets of the campaign spend beside is part of what it can spend on a day, not of what is raised.
  const held = new Set(holders.map(({ id }) => id))
  const beside = held.has(campaign.id)
    ? noBudget
    : budgetOf(
        {},
        adSets.filter(({ id }) => !held.has(id)),
        currencyCode,
      )
  const spending = (amount: (holder: Holder) => bigint) => {
    const daily = sumOf(holders.map(amount)) * 10n ** BigInt(6 - scale)
    return spendingOf('social', { daily, lifetime: 0n }, campaign.status === 'ACTIVE', beside)
  }
  return {
    steps: holders
      .filter(isChanged)
      .map(({ kind, id, name, from, to }) =>
        setBudget.plan(
          { kind, id, from: String(from), to: String(to) },
          `Set the daily budget of ${kind} ${JSON.stringify(name)} from ${shown(from)} to ${shown(to)} ${currencyCode}.`,
        ),
      ),
    before: { currencyCode, budgets: holders.map(({ id, from }) => ({ id, daily: shown(from) })) },
    after: { currencyCode, budgets: holders.map(({ id, to }) => ({ id, daily: shown(to) })) },
    spend: {
      campaignId: campaign.id,
      currencyCode,
      before: spending((holder) => holder.from),
      after: spending((holder) => holder.to),
      field: 'amount',
    },
  }
}

/** Setting what is there already would use up one of the few changes an hour. */
function isChanged({ from, to }: Holder): boolean {
  return from !== to
}

function sumOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n)
}

/** The amount in the currency's smallest units; refused when it is not a whole number of them. */
function unitsOf(amount: number, currencyCode: string): { total: bigint; scale: number } {
  const scale = decimalsOf(currencyCode)
  if (scale === undefined)
    throw refused(`amounts in ${currencyCode} cannot be converted safely, so none was sent.`, 'amount')
  const total = inUnits(decimalOfNumber(amount), scale)
  if (total !== undefined) return { total, scale }
  const message = `amount has more decimals than ${currencyCode} has (${scale}).`
  throw invalidBody([{ field: 'amount', code: 'OUT_OF_RANGE', message }])
}

/** The account's minimum holds for every holder; the platform may ask for more. */
function requireMinimum(
  holders: readonly Holder[],
  { selection }: SocialConnector,
  shown: (units: bigint) => string,
): void {
  const minimum = /^\d{1,18}$/.test(selection.minDailyBudget) ? BigInt(selection.minDailyBudget) : 0n
  const low = holders.find(({ to }) => to < minimum)
  if (!low) return
  const problem =
    low.kind === 'campaign'
      ? `it must be at least ${shown(minimum)} a day.`
      : `its share for ad set ${JSON.stringify(low.name)} would be ${shown(low.to)}, and each ad set needs at least ${shown(minimum)} a day.`
  throw new ServiceError('BUDGET_TOO_LOW', { field: 'amount', values: { platform: 'social', problem } })
}

/** The platform lets the budget of an ad set be changed four times an hour, and blocks it for an hour after that. */
function requireChangesLeft(holders: readonly Holder[], social: SocialConnector, now: number): void {
  for (const { kind, id, name } of holders.filter(isChanged)) {
    if (kind === 'campaign') continue
    const changes = social.budgetChanges(id)
    const [oldest = now] = changes
    if (changes.length < changesPerHour) continue
    const minutes = Math.max(1, Math.ceil((oldest + 3_600_000 - now) / 60_000))
    throw refused(
      `the budget of ad set ${JSON.stringify(name)} was changed ${changesPerHour} times within the hour, as often as the platform allows. Try again in ${minutes} min.`,
      'campaignId',
    )
  }
}
