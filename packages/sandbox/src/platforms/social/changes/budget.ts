// The rules of budgets: which level has them, how small they may be, how often they may change.
// https://developers.facebook.com/docs/marketing-api/bidding/overview/budgets

import { dayMs, hourMs } from '../../../core/durations.ts'
import { type BudgetChange, createCells } from '../../../delivery/delivery.ts'
import { getZone } from '../../../delivery/zone.ts'
import { GraphError, invalidParameter } from '../errors.ts'
import type { GraphRequest } from '../graph/request.ts'
import { openPools } from '../insights/pools.ts'
import { currencyOffset, formatMoney, minDailyBudgetUnits } from '../money.ts'
import type { AdAccount, AdSet, Campaign } from '../state.ts'

const editsPerHour = 4
const maxUnits = 100_000_000_000

export interface BudgetInput {
  readonly daily?: number
  readonly lifetime?: number
}

/** Returns the current budget. Only one level has a budget: the campaign, or each of its ad sets. */
export const currentBudget = (holder: { readonly budget: readonly BudgetChange[] }) => holder.budget.at(-1)

/** Reads the budget parameters and checks only their form. Empty text is silently ignored, as upstream. */
export function readBudget(request: GraphRequest): BudgetInput | undefined {
  const { params } = request
  const daily = readAmount(request, 'daily_budget')
  const lifetime = readAmount(request, 'lifetime_budget')
  if (daily === undefined && lifetime === undefined) return undefined
  if (daily !== undefined && daily > 0 && lifetime !== undefined && lifetime > 0) {
    throw invalidParameter('Invalid parameter', {
      userTitle: 'Two budgets',
      userMessage: 'Set a daily budget or a lifetime budget, not both.',
      blame: params.names().filter((name) => name.endsWith('_budget')),
    })
  }
  return lifetime !== undefined && lifetime > 0 ? { lifetime } : { daily: daily ?? 0 }
}

function readAmount(request: GraphRequest, name: string): number | undefined {
  const text = request.params.text(name)?.trim()
  if (text === undefined || text === '') return undefined
  if (!/^\d{1,15}$/.test(text)) {
    throw invalidParameter(`Param ${name} must be an integer that is greater than or equal to 0`, {
      blame: [name],
    })
  }
  return Number(text)
}

/** Name of the budget's parameter, for the blamed parameters of a refusal. */
const budgetParameter = (requestedBudget: BudgetInput) =>
  requestedBudget.lifetime === undefined ? 'daily_budget' : 'lifetime_budget'

export function checkBudgetBounds(
  account: AdAccount,
  requestedBudget: BudgetInput,
  noun: 'campaign' | 'ad set',
  start: number,
  end: number | undefined,
): void {
  const { currency } = account
  const minimum = minDailyBudgetUnits(currency)
  const days =
    requestedBudget.lifetime === undefined ? 1 : Math.max(1, Math.ceil(((end ?? start) - start) / dayMs))
  const value = requestedBudget.lifetime ?? requestedBudget.daily ?? 0
  if (value < minimum * days) {
    throw invalidParameter('Invalid parameter', {
      subcode: 1885272,
      transient: false,
      userTitle: 'Budget is too low',
      userMessage: `Your ${noun} budget must be more than ${formatMoney(minimum * days, currency)} or your ads may not be delivered.`,
      blame: [budgetParameter(requestedBudget)],
    })
  }
  if (value > maxUnits * currencyOffset(currency)) {
    throw invalidParameter('Invalid parameter', {
      userTitle: 'Budget is too high',
      userMessage: `Your ${noun} budget is more than can be spent.`,
      blame: [budgetParameter(requestedBudget)],
    })
  }
}

/** Error for a budget when the other level has the budget. */
export function budgetLevelError(requestedBudget: BudgetInput): GraphError {
  return invalidParameter('Invalid parameter', {
    subcode: 1885621,
    transient: false,
    userTitle: 'Cannot set a budget on both the campaign and the ad set',
    userMessage:
      'You can only set an ad set budget or a campaign budget. Please remove one of them: campaigns with a campaign budget share it among their ad sets.',
    blame: [budgetParameter(requestedBudget)],
  })
}

/** Validates a new budget against the current one. Returns `undefined` when nothing changes. */
export function resolveBudgetChange(
  account: AdAccount,
  noun: 'campaign' | 'ad set',
  current: BudgetChange,
  requestedBudget: BudgetInput,
  computeSpent: () => number,
  bounds: { readonly start: number; readonly end: number | undefined; readonly now: number },
): BudgetChange | undefined {
  if (bounds.end !== undefined && bounds.end <= bounds.now) {
    throw invalidParameter('Invalid parameter', {
      userTitle: 'This has ended',
      userMessage: `The ${noun} has ended. Give it a later end to change its budget.`,
      blame: [budgetParameter(requestedBudget)],
    })
  }
  const wasLifetime = current.lifetime !== undefined
  const isLifetime = requestedBudget.lifetime !== undefined
  if (wasLifetime !== isLifetime) {
    throw invalidParameter('Invalid parameter', {
      userTitle: 'Budget type cannot be changed',
      userMessage: `The ${noun} has a ${wasLifetime ? 'lifetime' : 'daily'} budget. It cannot be changed to a ${isLifetime ? 'lifetime' : 'daily'} budget.`,
      blame: [budgetParameter(requestedBudget)],
    })
  }
  checkBudgetBounds(
    account,
    requestedBudget,
    noun,
    isLifetime ? Math.max(bounds.start, bounds.now - dayMs) : bounds.start,
    bounds.end,
  )
  if (requestedBudget.lifetime === undefined) {
    return requestedBudget.daily === current.daily
      ? undefined
      : { at: bounds.now, daily: requestedBudget.daily ?? 0 }
  }
  if (requestedBudget.lifetime < computeSpent()) {
    throw invalidParameter('Invalid parameter', {
      subcode: 1885650,
      transient: false,
      userTitle: 'Budget is too low',
      userMessage: `The budget of your ${noun} must be higher than the ${formatMoney(computeSpent(), account.currency)} that were already spent.`,
      blame: [budgetParameter(requestedBudget)],
    })
  }
  if (requestedBudget.lifetime === current.lifetime) return undefined
  return {
    at: bounds.now,
    lifetime: requestedBudget.lifetime,
    ...(bounds.end === undefined ? {} : { end: bounds.end }),
  }
}

/**
 * An ad set's budget may change at most four times an hour. Further changes are refused until the hour has
 * passed.
 */
export function checkBudgetEdits(adSet: AdSet, now: number): void {
  const recentEdits = adSet.budgetEdits.filter((at) => at > now - hourMs)
  if (recentEdits.length < editsPerHour) return
  throw new GraphError({
    message: '(#613) Calls to this api have exceeded the rate limit.',
    code: 613,
    subcode: 1487632,
    transient: false,
    userTitle: 'Ad set budget was changed too many times',
    userMessage:
      "You've changed the budget of this ad set too many times in the last hour. You can change it 4 times an hour.",
    blame: ['daily_budget'],
  })
}

export function recordBudgetEdit(adSet: AdSet, now: number): void {
  adSet.budgetEdits = [...adSet.budgetEdits.filter((at) => at > now - hourMs), now]
}

/** Computes what a campaign, or one of its ad sets, has spent so far. */
export function computeSpend(
  request: GraphRequest,
  account: AdAccount,
  campaign: Campaign,
  adSet?: AdSet,
): number {
  const cells = createCells()
  const today = getZone(account.timeZone).dayAt(request.now)
  for (const { ledger, index } of openPools(
    request.exchange.state,
    account,
    campaign,
    adSet === undefined ? {} : { adSet: adSet.id },
  )) {
    ledger.add(index, 0, today, request.now, cells)
  }
  return cells[0] ?? 0
}
