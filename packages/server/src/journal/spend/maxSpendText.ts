// The maximum spend of a plan, in words for the person who approves it.

import type { Platform } from '@adrail/contract'
import { definitionOf } from '../../platforms/index.ts'
import { formatCurrencyMicros } from './microAmounts.ts'
import type { SpendChange } from './spendChange.ts'

/** Returns a sentence for plans that increase spend. */
export function describeMaxSpend(platform: Platform, { currencyCode, after }: SpendChange): string {
  const format = (micros: string) => formatCurrencyMicros(BigInt(micros), currencyCode)
  const { percentPerDay, percentPerWeek } = definitionOf(platform).overspend
  const shares = `up to ${percentPerDay}% of a daily budget on one day and ${percentPerWeek}% in a week`
  return `${after.runs ? 'The' : 'After activation, the'} campaign can spend at most ${format(after.dayMicros)} on one day and ${format(after.weekMicros)} in a week (${shares}).`
}
