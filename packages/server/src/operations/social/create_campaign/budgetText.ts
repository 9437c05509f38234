// Converts a campaign's budget to micros and to text.

import type { Body } from '@adrail/contract'
import { formatMoney, toSmallestUnits } from '../../../money/money.ts'
import { formatDailyBudget, percentOf } from '../../campaign/budgetText.ts'
import type { SocialBudget } from './plan.ts'

export function toSocialMicroBudget({ field, amount }: SocialBudget) {
  // No currency has more decimals than micros.
  const micros = toSmallestUnits(amount, 6) ?? 0n
  return field === 'dailyBudget' ? { daily: micros, lifetime: 0n } : { daily: 0n, lifetime: micros }
}

export function formatBudget(
  { field, amount, currencyCode }: SocialBudget,
  { endDate = '' }: Body<'social/create_campaign'>,
) {
  return field === 'dailyBudget'
    ? formatDailyBudget(amount, currencyCode)
    : `${formatMoney(amount, currencyCode)} ${currencyCode} in total until ${endDate}`
}

/** https://developers.facebook.com/docs/marketing-api/bidding/overview/budgets */
export function describeSocialOverspend({ field, amount, currencyCode }: SocialBudget): string {
  if (field === 'lifetimeBudget') return 'The platform never spends more than the lifetime budget.'
  const maxDayText = formatMoney(percentOf(amount, 175n), currencyCode)
  const maxWeekText = formatMoney(percentOf(amount, 700n), currencyCode)
  return `The platform may spend up to 175% of the daily budget on a single day (${maxDayText} ${currencyCode}) and up to 700% in a week (${maxWeekText} ${currencyCode}).`
}
