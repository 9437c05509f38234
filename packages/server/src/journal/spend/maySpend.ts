// The maximum spend of a plan, in words for the person who approves it.

import type { Platform } from '@adrail/contract'
import { hundredthsInOneWeek, hundredthsOnOneDay } from '../../platforms/kit/budgets.ts'
import type { SpendChange } from './change.ts'
import { amountText } from './microAmounts.ts'

/** Returns a sentence for plans that increase spend. */
export function maySpend(platform: Platform, { currencyCode, after }: SpendChange): string {
  const shown = (micros: string) => amountText(BigInt(micros), currencyCode)
  const shares = `up to ${hundredthsOnOneDay[platform]} % of a daily budget on one day, ${hundredthsInOneWeek[platform]} % in a week`
  return `${after.runs ? 'The' : 'Once it runs, the'} campaign may spend up to ${shown(after.dayMicros)} on one day and ${shown(after.weekMicros)} in a week (${shares}).`
}
