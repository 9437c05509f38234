// Checks a spend increase against the limits: pure arithmetic over running budgets and the raises of the last
// day.

import { defaultRaiseFactor, type Platform, type SpendLimits } from '@adrail/contract'
import { type Decimal, decimalFromNumber } from '../../money/money.ts'
import type { RunningBudget } from '../../platforms/connector-kit/budgets.ts'
import { definitionOf } from '../../platforms/index.ts'
import type { Raise, RaiseFilter } from '../../store/raises.ts'
import { formatCurrencyMicros, parseMicros } from './microAmounts.ts'
import type { SpendChange } from './spendChange.ts'

export interface LimitRule {
  /** Describes the scope of the limit. Absent for the default limit. */
  readonly scopeText?: string
  /** Whether only the operator's command line changes the limit. */
  readonly isOperatorLimit?: boolean
  readonly limits: SpendLimits
  /** Number of campaigns created in the last hour within the scope of the rule. */
  readonly creationCount: number
}

export interface RaiseFacts {
  readonly platform: Platform
  readonly change: SpendChange
  readonly rules: readonly LimitRule[]
  /** Raises of the last day in the same ad account that match `toRaiseFilter`. */
  readonly raises: readonly Raise[]
  /** The running budgets of the account, with the time of the read. Absent when no limit needs them. */
  readonly running?: { readonly budgets: readonly RunningBudget[]; readonly readAt: number }
}

/** A platform may not show a confirmed change within this time. */
const platformLagMs = 60_000

/** Describes why the change is refused. Returns undefined when the change is within all limits. */
export function findLimitViolation(facts: RaiseFacts): string | undefined {
  const { rules } = facts
  const defaultRule: LimitRule = {
    limits: { currencies: [], maxRaiseFactor: defaultRaiseFactor },
    creationCount: 0,
  }
  const hasFactor = rules.some(({ limits }) => limits.maxRaiseFactor !== undefined)
  for (const rule of hasFactor ? rules : [...rules, defaultRule]) {
    const problem = checkCreations(facts, rule) ?? checkRaise(facts, rule) ?? checkAmounts(facts, rule)
    if (problem !== undefined) return `${problem} ${describeRemedy(rule)}`
  }
  return undefined
}

/** Whether the limits depend on the running budgets of the account. */
export function needsRunningBudgets(limits: readonly SpendLimits[], currencyCode: string): boolean {
  return limits.some(({ currencies }) =>
    currencies.some((each) => each.currencyCode === currencyCode && each.maxAccountPerDay !== undefined),
  )
}

/** Selects the raises of the last day that count against a change. Returns undefined when none count. */
export function toRaiseFilter({
  change,
  running,
}: Pick<RaiseFacts, 'change' | 'running'>): RaiseFilter | undefined {
  const filter = {
    ...(increasesBudget(change) ? { campaignId: change.campaignId } : {}),
    ...(running === undefined ? {} : { finalizedSince: running.readAt - platformLagMs }),
  }
  return Object.keys(filter).length === 0 ? undefined : filter
}

/** Whether the budget of an existing campaign increases. */
function increasesBudget({ campaignId, before, after }: SpendChange): boolean {
  return campaignId !== '' && BigInt(after.budgetMicros) > BigInt(before.budgetMicros)
}

function checkCreations({ change }: RaiseFacts, { limits, creationCount }: LimitRule): string | undefined {
  const maxCreations = limits.maxCreationsPerHour
  if (change.campaignId !== '' || maxCreations === undefined || creationCount < maxCreations) return undefined
  return `${creationCount} campaigns were made within the last hour, and at most ${maxCreations} may be.`
}

function checkRaise({ change, raises }: RaiseFacts, { limits }: LimitRule): string | undefined {
  const { campaignId, currencyCode, before, after } = change
  const newMicros = BigInt(after.budgetMicros)
  if (!increasesBudget(change)) return undefined
  const earlierMicros = raises
    .filter((raise) => raise.campaign_id === campaignId && raise.is_creation === 0)
    .map((raise) => BigInt(raise.from_micros))
    .reduce(min, BigInt(before.budgetMicros))
  const format = (micros: bigint) => formatCurrencyMicros(micros, currencyCode)
  const formatLimit = (micros: bigint) => formatCurrencyMicros(micros, currencyCode, 'down')
  const increaseText = `The budget would be ${format(newMicros)}, and was ${format(earlierMicros)} within the last 24 hours`
  const factor = limits.maxRaiseFactor
  if (
    factor !== undefined &&
    earlierMicros > 0n &&
    !isBelow(newMicros, earlierMicros, decimalFromNumber(factor))
  )
    return `${increaseText}: that is ${newMicros / earlierMicros} times as much, and it must stay below ${factor} times.`
  const maxRaise = findLimitMicros(limits, currencyCode, 'maxRaise')
  if (maxRaise === undefined || newMicros - earlierMicros <= maxRaise) return undefined
  return `${increaseText}: it may grow by at most ${formatLimit(maxRaise)} in that time, to ${formatLimit(earlierMicros + maxRaise)}.`
}

function checkAmounts(facts: RaiseFacts, { limits }: LimitRule): string | undefined {
  const { platform, change, running } = facts
  const { currencyCode, after } = change
  if (limits.currencies.length === 0) return undefined
  if (!limits.currencies.some((each) => each.currencyCode === currencyCode))
    return `There is no limit for ${currencyCode}, and where limits are set, spending in other currencies may not be raised.`
  const format = (micros: bigint) => formatCurrencyMicros(micros, currencyCode)
  const formatLimit = (micros: bigint) => formatCurrencyMicros(micros, currencyCode, 'down')
  const requestedMicros = BigInt(after.dayMicros)
  const { percentPerDay } = definitionOf(platform).overspend
  const requestText = `A budget of ${format(BigInt(after.budgetMicros))} may spend ${format(requestedMicros)} on one day (up to ${percentPerDay} % of a daily one)`
  const campaignLimit = findLimitMicros(limits, currencyCode, 'maxCampaignPerDay')
  if (campaignLimit !== undefined && requestedMicros > campaignLimit)
    return `${requestText}; the limit for a campaign is ${formatLimit(campaignLimit)}.`
  const accountLimit = findLimitMicros(limits, currencyCode, 'maxAccountPerDay')
  if (accountLimit === undefined || !after.runs) return undefined
  if (running === undefined)
    return 'The limits were changed while this was planned, so what the ad account may spend is not known. Try again.'
  const otherMicros = sumOthersPerDay(facts, running)
  if (otherMicros + requestedMicros <= accountLimit) return undefined
  const remaining = accountLimit > otherMicros ? accountLimit - otherMicros : 0n
  return `${requestText}, and other running campaigns ${format(otherMicros)}; the limit for the ad account is ${formatLimit(accountLimit)}, so ${formatLimit(remaining)} is left.`
}

/**
 * Sums the possible daily spend of all other campaigns of the account. The platform may not yet show raises
 * that are in progress or ended lately, so they count as well. For each campaign the larger amount counts.
 */
function sumOthersPerDay(
  { change, raises }: RaiseFacts,
  { budgets, readAt }: NonNullable<RaiseFacts['running']>,
): bigint {
  const recentRaises = raises.filter(
    ({ runs, settled_at }) => runs === 1 && (settled_at === null || settled_at >= readAt - platformLagMs),
  )
  const spenders: Spender[] = budgets.map(({ campaignIds, dayMicros, budgetId = '' }) => ({
    campaignIds,
    budgetId,
    maxMicros: dayMicros,
  }))
  for (const { campaign_id: campaignId, budget_id: budgetId, day_micros } of recentRaises) {
    const maxMicros = BigInt(day_micros)
    const spender = spenders.find((each) => spendsFromBudget(each, campaignId, budgetId))
    if (spender === undefined) spenders.push({ campaignIds: [campaignId], budgetId, maxMicros })
    else if (maxMicros > spender.maxMicros) spender.maxMicros = maxMicros
  }
  return (
    spenders
      // Campaigns that share the changed budget are part of the requested amount already.
      .filter((each) => !spendsFromBudget(each, change.campaignId, change.budgetId ?? ''))
      .reduce((sum, { maxMicros }) => sum + maxMicros, 0n)
  )
}

interface Spender {
  readonly campaignIds: readonly string[]
  readonly budgetId: string
  maxMicros: bigint
}

/** Campaigns that are not created yet have no id, so they match nothing. */
function spendsFromBudget(
  { campaignIds, budgetId }: Spender,
  otherCampaignId: string,
  otherBudgetId: string,
): boolean {
  return (
    (otherCampaignId !== '' && campaignIds.includes(otherCampaignId)) ||
    (otherBudgetId !== '' && budgetId === otherBudgetId)
  )
}

function describeRemedy({ scopeText, isOperatorLimit }: LimitRule): string {
  if (scopeText === undefined)
    return 'If that is meant, set another maxRaiseFactor with workspace/update_settings (scope admin).'
  return isOperatorLimit
    ? `The operator set this limit ${scopeText}; only the operator's command line changes it.`
    : `It is set ${scopeText}; workspace/update_settings changes it (scope admin).`
}

type AmountLimit = 'maxCampaignPerDay' | 'maxAccountPerDay' | 'maxRaise'

function findLimitMicros(
  { currencies }: SpendLimits,
  currencyCode: string,
  name: AmountLimit,
): bigint | undefined {
  const text = currencies.find((each) => each.currencyCode === currencyCode)?.[name]
  return text === undefined ? undefined : parseMicros(text)
}

/** Whether `newMicros` is less than `earlierMicros` times the factor. */
function isBelow(to: bigint, from: bigint, factor: Decimal): boolean {
  return to * 10n ** BigInt(factor.scale) < from * factor.units
}

function min(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
