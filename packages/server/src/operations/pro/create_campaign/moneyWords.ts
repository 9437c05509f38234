// Converts a campaign's budgets to micros and to text.

import { dailyWords, percentOf } from '../../../base/budgetWords.ts'
import { inUnits, moneyText } from '../../../base/money.ts'
import { hundredthsOnOneDay } from '../../../platforms/kit/budgets.ts'
import type { Money } from './plan.ts'

export function budgetIn({ daily, total }: Money) {
  // No currency has more than six decimals. If both budgets are set, the daily budget is the tighter limit.
  const micros = (amount = daily ?? total) => (amount === undefined ? 0n : (inUnits(amount, 6) ?? 0n))
  return daily === undefined ? { daily: 0n, lifetime: micros() } : { daily: micros(), lifetime: 0n }
}

export function moneyWords({ daily, total, currencyCode }: Money): string {
  const all = total === undefined ? [] : [`${moneyText(total, currencyCode)} ${currencyCode} in all`]
  return [...(daily === undefined ? [] : [dailyWords(daily, currencyCode)]), ...all].join(' and ')
}

/** https://www.linkedin.com/help/lms/answer/a422101 */
export function overspendWords({ daily, currencyCode }: Money): string {
  if (daily === undefined) return 'No more than that is spent.'
  const percent = hundredthsOnOneDay.pro
  const day = moneyText(percentOf(daily, percent), currencyCode)
  return `On one day the platform may spend up to ${percent} % of the daily budget (${day} ${currencyCode}).`
}
