// The maximum spend of a plan, in words for the person who approves it.

import type { Platform } from '@adrail/contract'
import { overspendPercentPerDay, overspendPercentPerWeek } from '../../platforms/connector-kit/budgets.ts'
import { formatCurrencyMicros } from './microAmounts.ts'
import type { SpendChange } from './spendChange.ts'

/** Returns a sentence for plans that increase spend. */
export function describeMaxSpend(platform: Platform, { currencyCode, after }: SpendChange): string {
  const format = (micros: string) => formatCurrencyMicros(BigInt(micros), currencyCode)
  const shares = `up to ${overspendPercentPerDay[platform]} % of a daily budget on one day, ${overspendPercentPerWeek[platform]} % in a week`
  return `${after.runs ? 'The' : 'Once it runs, the'} campaign may spend up to ${format(after.dayMicros)} on one day and ${format(after.weekMicros)} in a week (${shares}).`
}
