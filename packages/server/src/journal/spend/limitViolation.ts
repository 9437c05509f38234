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

function checkCreations({ change }: RaiseFacts, rule: LimitRule): string | undefined {
  const { limits, creationCount } = rule
  const maxCreations = limits.maxCreationsPerHour
  if (change.campaignId !== '' || maxCreations === undefined || creationCount < maxCreations) return undefined
  return `${creationCount} campaigns were created within the last hour. The maximum is ${maxCreations}${formatScope(rule)}.`
}

function checkRaise({ change, raises }: RaiseFacts, rule: LimitRule): string | undefined {
  const { limits } = rule
  const { campaignId, currencyCode, before, after } = change
  const newMicros = BigInt(after.budgetMicros)
  if (!increasesBudget(change)) return undefined
  const earlierMicros = raises
    .filter((raise) => raise.campaign_id === campaignId && raise.is_creation === 0)
    .map((raise) => BigInt(raise.from_micros))
    .reduce(min, BigInt(before.budgetMicros))
  const format = (micros: bigint) => formatCurrencyMicros(micros, currencyCode)
  const formatLimit = (micros: bigint) => formatCurrencyMicros(micros, currencyCode, 'down')
  const increaseText = `The budget would rise from ${format(earlierMicros)} to ${format(newMicros)} within 24 hours.`
  const factor = limits.maxRaiseFactor
  if (
    factor !== undefined &&
    earlierMicros > 0n &&
    !isBelow(newMicros, earlierMicros, decimalFromNumber(factor))
  )
    return `${increaseText} It must stay below ${factor} times the earlier value${formatScope(rule)}.`
  const maxRaise = findLimitMicros(limits, currencyCode, 'maxRaise')
  if (maxRaise === undefined || newMicros - earlierMicros <= maxRaise) return undefined
  return `${increaseText} The maximum is ${formatLimit(earlierMicros + maxRaise)}${formatScope(rule)}.`
}

function checkAmounts(facts: RaiseFacts, rule: LimitRule): string | undefined {
  const { limits } = rule
  const { platform, change, running } = facts
  const { currencyCode, after } = change
  if (limits.currencies.length === 0) return undefined
  if (!limits.currencies.some((each) => each.currencyCode === currencyCode))
    return `The limits${formatScope(rule)} contain no limit for ${currencyCode}, so spend in ${currencyCode} cannot rise.`
  const format = (micros: bigint) => formatCurrencyMicros(micros, currencyCode)
  const formatLimit = (micros: bigint) => formatCurrencyMicros(micros, currencyCode, 'down')
  const requestedMicros = BigInt(after.dayMicros)
  const { percentPerDay } = definitionOf(platform).overspend
  const requestText = `A budget of ${format(BigInt(after.budgetMicros))} can spend ${format(requestedMicros)} on one day (up to ${percentPerDay}% of a daily budget)`
  const campaignLimit = findLimitMicros(limits, currencyCode, 'maxCampaignPerDay')
  if (campaignLimit !== undefined && requestedMicros > campaignLimit)
    return `${requestText}. The limit per campaign is ${formatLimit(campaignLimit)}${formatScope(rule)}.`
  const accountLimit = findLimitMicros(limits, currencyCode, 'maxAccountPerDay')
  if (accountLimit === undefined || !after.runs) return undefined
  if (running === undefined)
    return 'The limits changed during planning, so the possible spend of the ad account is unknown. Retry.'
  const otherMicros = sumOthersPerDay(facts, running)
  if (otherMicros + requestedMicros <= accountLimit) return undefined
  const remaining = accountLimit > otherMicros ? accountLimit - otherMicros : 0n
  return `${requestText}, and other running campaigns ${format(otherMicros)}. The limit per ad account is ${formatLimit(accountLimit)}${formatScope(rule)}, so ${formatLimit(remaining)} remain.`
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

function formatScope({ scopeText }: LimitRule): string {
  return scopeText === undefined ? '' : ` ${scopeText}`
}

function describeRemedy({ scopeText, isOperatorLimit }: LimitRule): string {
  if (scopeText === undefined)
    return 'Nothing changed. To allow this raise, set maxRaiseFactor with workspace/update_settings.'
  return isOperatorLimit
    ? 'Nothing changed. Only the operator can change this limit.'
    : 'Nothing changed. To change the limit, call workspace/update_settings.'
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
