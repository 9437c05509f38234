// Converts callers' decimal amounts to the platform's micros and micros to text, and reads budgets.

import { type Decimal, formatDecimal, formatMoney, toSmallestUnits } from '../../money/money.ts'
import { invalidBodyError } from '../../runtime/errors.ts'
import type { Budget } from '../connector-kit/budgets.ts'
import type { SearchCampaignRow } from './rows.ts'

/** Returns how many decimals an amount can have and still be a whole number of billable units. */
export function countBillableDecimals(unitMicros: bigint): number {
  let decimals = 0
  for (let unit = 1_000_000n; unit > unitMicros && decimals < 6; unit /= 10n) decimals += 1
  return decimals
}

/**
 * Throws `INVALID_FIELD` with the field when the amount is not a whole number of the currency's billable
 * units.
 */
export function toBillableMicros(
  amount: Decimal,
  unitMicros: bigint,
  field: string,
  currencyCode: string,
): bigint {
  const micros = toSmallestUnits(amount, 6)
  if (micros !== undefined && micros % unitMicros === 0n) return micros
  const decimals = countBillableDecimals(unitMicros)
  const problem =
    10n ** BigInt(6 - decimals) === unitMicros
      ? decimals === 0
        ? `must be a whole number: ${currencyCode} has no decimals here.`
        : `may have at most ${decimals} decimals in ${currencyCode}.`
      : `must be a multiple of ${formatDecimal({ units: unitMicros, scale: 6 })} ${currencyCode}.`
  throw invalidBodyError([{ field, code: 'OUT_OF_RANGE', message: `${field} ${problem}` }])
}

export function formatMicros(micros: bigint, currencyCode: string): string {
  return formatMoney({ units: micros, scale: 6 }, currencyCode)
}

export function toSearchBudget({ campaignBudget }: SearchCampaignRow): Budget {
  const { amountMicros = 0n, totalAmountMicros = 0n } = campaignBudget ?? {}
  return { daily: amountMicros, lifetime: totalAmountMicros }
}
