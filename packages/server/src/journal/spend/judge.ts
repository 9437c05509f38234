// Checks a spend increase against the limits: pure arithmetic over running budgets and the raises of the last
// day.

import { defaultRaiseFactor, type Platform, type SpendLimits } from '@adrail/contract'
import { type Decimal, decimalOfNumber } from '../../base/money.ts'
import { hundredthsOnOneDay, type RunningBudget } from '../../platforms/kit/budgets.ts'
import type { Raise, RaisesWanted } from '../../store/raises.ts'
import type { SpendChange } from './change.ts'
import { amountText, microsIn } from './microAmounts.ts'

export interface Rule {
  /** Describes the scope of the limit. Absent for the default limit. */
  readonly of?: string
  /** Whether only the operator's command line changes the limit. */
  readonly byOperator?: boolean
  readonly limits: SpendLimits
  /** Number of campaigns created in the last hour within the scope of the rule. */
  readonly creations: number
}

export interface Facts {
  readonly platform: Platform
  readonly change: SpendChange
  readonly rules: readonly Rule[]
  /** Raises of the last day in the same ad account that match `raisesWanted`. */
  readonly raises: readonly Raise[]
  /** The running budgets of the account, with the time of the read. Absent when no limit needs them. */
  readonly running?: { readonly budgets: readonly RunningBudget[]; readonly readAt: number }
}

/** A platform may not show a confirmed change within this time. */
const lagMs = 60_000

/** Describes why the change is refused. Returns undefined when the change is within all limits. */
export function problemWith(facts: Facts): string | undefined {
  const { rules } = facts
  const usual: Rule = { limits: { currencies: [], maxRaiseFactor: defaultRaiseFactor }, creations: 0 }
  const factorIsSet = rules.some(({ limits }) => limits.maxRaiseFactor !== undefined)
  for (const rule of factorIsSet ? rules : [...rules, usual]) {
    const problem = tooManyCreations(facts, rule) ?? raisedTooFar(facts, rule) ?? amountsPassed(facts, rule)
    if (problem !== undefined) return `${problem} ${remedyOf(rule)}`
  }
  return undefined
}

/** Whether the limits depend on the running budgets of the account. */
export function asksForAccount(limits: readonly SpendLimits[], currencyCode: string): boolean {
  return limits.some(({ currencies }) =>
    currencies.some((each) => each.currencyCode === currencyCode && each.maxAccountPerDay !== undefined),
  )
}

/** Selects the raises of the last day that count against a change. Returns undefined when none count. */
export function raisesWanted({
  change,
  running,
}: Pick<Facts, 'change' | 'running'>): RaisesWanted | undefined {
  const wanted = {
    ...(growsBudget(change) ? { campaignId: change.campaignId } : {}),
    ...(running === undefined ? {} : { settledSince: running.readAt - lagMs }),
  }
  return Object.keys(wanted).length === 0 ? undefined : wanted
}

/** Whether the budget of an existing campaign increases. */
function growsBudget({ campaignId, before, after }: SpendChange): boolean {
  return campaignId !== '' && BigInt(after.budgetMicros) > BigInt(before.budgetMicros)
}

function tooManyCreations({ change }: Facts, { limits, creations }: Rule): string | undefined {
  const most = limits.maxCreationsPerHour
  if (change.campaignId !== '' || most === undefined || creations < most) return undefined
  return `${creations} campaigns were made within the last hour, and at most ${most} may be.`
}

function raisedTooFar({ change, raises }: Facts, { limits }: Rule): string | undefined {
  const { campaignId, currencyCode, before, after } = change
  const to = BigInt(after.budgetMicros)
  if (!growsBudget(change)) return undefined
  const from = raises
    .filter((raise) => raise.campaign_id === campaignId && raise.is_creation === 0)
    .map((raise) => BigInt(raise.from_micros))
    .reduce(least, BigInt(before.budgetMicros))
  const shown = (micros: bigint) => amountText(micros, currencyCode)
  const limit = (micros: bigint) => amountText(micros, currencyCode, 'down')
  const rose = `The budget would be ${shown(to)}, and was ${shown(from)} within the last 24 hours`
  const factor = limits.maxRaiseFactor
  if (factor !== undefined && from > 0n && !isBelow(to, from, decimalOfNumber(factor)))
    return `${rose}: that is ${to / from} times as much, and it must stay below ${factor} times.`
  const most = microsOf(limits, currencyCode, 'maxRaise')
  if (most === undefined || to - from <= most) return undefined
  return `${rose}: it may grow by at most ${limit(most)} in that time, to ${limit(from + most)}.`
}

function amountsPassed(facts: Facts, { limits }: Rule): string | undefined {
  const { platform, change, running } = facts
  const { currencyCode, after } = change
  if (limits.currencies.length === 0) return undefined
  if (!limits.currencies.some((each) => each.currencyCode === currencyCode))
    return `There is no limit for ${currencyCode}, and where limits are set, spending in other currencies may not be raised.`
  const shown = (micros: bigint) => amountText(micros, currencyCode)
  const limit = (micros: bigint) => amountText(micros, currencyCode, 'down')
  const wish = BigInt(after.dayMicros)
  const asked = `A budget of ${shown(BigInt(after.budgetMicros))} may spend ${shown(wish)} on one day (up to ${hundredthsOnOneDay[platform]} % of a daily one)`
  const ofCampaign = microsOf(limits, currencyCode, 'maxCampaignPerDay')
  if (ofCampaign !== undefined && wish > ofCampaign)
    return `${asked}; the limit for a campaign is ${limit(ofCampaign)}.`
  const ofAccount = microsOf(limits, currencyCode, 'maxAccountPerDay')
  if (ofAccount === undefined || !after.runs) return undefined
  if (running === undefined)
    return 'The limits were changed while this was planned, so what the ad account may spend is not known. Try again.'
  const others = othersOnOneDay(facts, running)
  if (others + wish <= ofAccount) return undefined
  const left = ofAccount > others ? ofAccount - others : 0n
  return `${asked}, and other running campaigns ${shown(others)}; the limit for the ad account is ${limit(ofAccount)}, so ${limit(left)} is left.`
}

/**
 * Sums the possible daily spend of all other campaigns of the account. The platform may not yet show raises
 * that are in progress or ended lately, so they count as well. For each campaign the larger amount counts.
 */
function othersOnOneDay(
  { change, raises }: Facts,
  { budgets, readAt }: NonNullable<Facts['running']>,
): bigint {
  const fresh = raises.filter(
    ({ runs, settled_at }) => runs === 1 && (settled_at === null || settled_at >= readAt - lagMs),
  )
  const known: Known[] = budgets.map(({ campaignIds, dayMicros, budgetId = '' }) => ({
    campaignIds,
    budgetId,
    most: dayMicros,
  }))
  for (const { campaign_id: campaignId, budget_id: budgetId, day_micros } of fresh) {
    const most = BigInt(day_micros)
    const same = known.find((each) => spendsFrom(each, campaignId, budgetId))
    if (same === undefined) known.push({ campaignIds: [campaignId], budgetId, most })
    else if (most > same.most) same.most = most
  }
  return (
    known
      // Campaigns that share the changed budget are part of the requested amount already.
      .filter((each) => !spendsFrom(each, change.campaignId, change.budgetId ?? ''))
      .reduce((sum, { most }) => sum + most, 0n)
  )
}

interface Known {
  readonly campaignIds: readonly string[]
  readonly budgetId: string
  most: bigint
}

/** Campaigns that are not created yet have no id, so they match nothing. */
function spendsFrom({ campaignIds, budgetId }: Known, ofCampaign: string, ofBudget: string): boolean {
  return (ofCampaign !== '' && campaignIds.includes(ofCampaign)) || (ofBudget !== '' && budgetId === ofBudget)
}

function remedyOf({ of, byOperator }: Rule): string {
  if (of === undefined)
    return 'If that is meant, set another maxRaiseFactor with workspace/update_settings (scope admin).'
  return byOperator
    ? `The operator set this limit ${of}; only the operator's command line changes it.`
    : `It is set ${of}; workspace/update_settings changes it (scope admin).`
}

type AmountLimit = 'maxCampaignPerDay' | 'maxAccountPerDay' | 'maxRaise'

function microsOf({ currencies }: SpendLimits, currencyCode: string, name: AmountLimit): bigint | undefined {
  const text = currencies.find((each) => each.currencyCode === currencyCode)?.[name]
  return text === undefined ? undefined : microsIn(text)
}

/** Whether `to` is less than `from` times the factor. */
function isBelow(to: bigint, from: bigint, factor: Decimal): boolean {
  return to * 10n ** BigInt(factor.scale) < from * factor.units
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
