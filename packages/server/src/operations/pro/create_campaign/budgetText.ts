// Converts a campaign's budgets to micros and to text.

import { formatMoney, toSmallestUnits } from '../../../money/money.ts'
import { proOverspend } from '../../../platforms/pro/overspend.ts'
import { formatDailyBudget, percentOf } from '../../campaign/budgetText.ts'
import type { ProBudgetAmounts } from './plan.ts'

export function toMicroBudget({ daily, total }: ProBudgetAmounts) {
  // No currency has more than six decimals. If both budgets are set, the daily budget is the tighter limit.
  const micros = (amount = daily ?? total) => (amount === undefined ? 0n : (toSmallestUnits(amount, 6) ?? 0n))
  return daily === undefined ? { daily: 0n, lifetime: micros() } : { daily: micros(), lifetime: 0n }
}

export function formatBudgets({ daily, total, currencyCode }: ProBudgetAmounts): string {
  const totalText =
    total === undefined ? [] : [`${formatMoney(total, currencyCode)} ${currencyCode} in total`]
  return [...(daily === undefined ? [] : [formatDailyBudget(daily, currencyCode)]), ...totalText].join(
    ' and ',
  )
}

/** https://www.linkedin.com/help/lms/answer/a422101 */
export function describeOverspend({ daily, currencyCode }: ProBudgetAmounts): string {
  if (daily === undefined) return 'The platform never spends more than the total budget.'
  const { percentPerDay: percent } = proOverspend
  const maxDayText = formatMoney(percentOf(daily, percent), currencyCode)
  return `The platform may spend up to ${percent}% of the daily budget on a single day (${maxDayText} ${currencyCode}).`
}
