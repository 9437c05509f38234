// Decides whether new settings for an API key allow more than the settings that they replace.

import { type ApprovalRules, defaultRaiseFactor, type SpendLimits } from '@adrail/contract'
import { parseDecimal, subtract } from '../money/money.ts'

type Amount = string | undefined

const amountFields = ['maxCampaignPerDay', 'maxAccountPerDay', 'maxRaise'] as const

export function areLimitsLooser(before: SpendLimits, after: SpendLimits): boolean {
  const { currencies, maxRaiseFactor, maxCreationsPerHour } = before
  const isLimited = currencies.length > 0 || (maxRaiseFactor ?? maxCreationsPerHour) !== undefined
  if (!isLimited) return false
  const getRaiseFactor = (limits: SpendLimits) => limits.maxRaiseFactor ?? defaultRaiseFactor
  return (
    getRaiseFactor(after) > getRaiseFactor(before) ||
    (maxCreationsPerHour ?? Infinity) < (after.maxCreationsPerHour ?? Infinity) ||
    areAmountsLooser(currencies, after.currencies, (oldEntry, newEntry) =>
      amountFields.some((field) => isAmountLooser(oldEntry[field], newEntry[field])),
    )
  )
}

export function areRulesLooser(before: ApprovalRules, after: ApprovalRules): boolean {
  return (
    before.kinds.some((kind) => !after.kinds.includes(kind)) ||
    areAmountsLooser(before.currencies, after.currencies, (oldEntry, newEntry) =>
      isAmountLooser(oldEntry.abovePerDay, newEntry.abovePerDay),
    )
  )
}

/**
 * A list with one currency blocks all others. A new list is looser if it is empty or has a further currency.
 */
function areAmountsLooser<T extends { readonly currencyCode: string }>(
  before: readonly T[],
  after: readonly T[],
  isLooser: (before: T, after: T) => boolean,
): boolean {
  if (before.length === 0) return false
  return (
    after.length === 0 ||
    after.some((newEntry) => {
      const oldEntry = before.find(({ currencyCode }) => currencyCode === newEntry.currencyCode)
      return oldEntry === undefined || isLooser(oldEntry, newEntry)
    })
  )
}

function isAmountLooser(before: Amount, after: Amount): boolean {
  if (before === undefined) return false
  const [limit, newLimit] = [before, after].map((amount) =>
    amount === undefined ? undefined : parseDecimal(amount),
  )
  return limit === undefined || newLimit === undefined || subtract(newLimit, limit).units > 0n
}
