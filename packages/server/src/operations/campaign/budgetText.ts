// Formats budgets for plans and responses.

import { type Decimal, formatMoney } from '../../money/money.ts'

const daysPerMonth = 30n

/** `15.00 EUR a day, 450.00 EUR in 30 days` */
export function formatDailyBudget(daily: Decimal, currencyCode: string): string {
  const month = { ...daily, units: daily.units * daysPerMonth }
  return `${formatMoney(daily, currencyCode)} ${currencyCode} a day, ${formatMoney(month, currencyCode)} ${currencyCode} in ${daysPerMonth} days`
}

/** Returns a percentage of an amount, rounded up to the smallest unit of its scale. */
export function percentOf({ units, scale }: Decimal, percent: bigint): Decimal {
  return { units: (units * percent + 99n) / 100n, scale }
}
