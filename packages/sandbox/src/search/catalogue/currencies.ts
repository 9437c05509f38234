// Currencies and the smallest amount of each that can be billed.
// https://developers.google.com/google-ads/api/data/codes-formats#currency_codes

import { onFirstUse, readTable } from '../../core/dataFiles.ts'
import type { Wire } from '../wire.ts'

export const currencies: () => readonly Wire[] = onFirstUse(() =>
  readTable('search/currencies.tsv', ['code', 'name', 'symbol', 'billableUnitMicros']).map((row) => ({
    resourceName: `currencyConstants/${row.code}`,
    ...row,
  })),
)

const units = onFirstUse(
  () =>
    new Map(
      currencies().map(({ code, billableUnitMicros }) => [String(code), BigInt(String(billableUnitMicros))]),
    ),
)

export function billableUnitMicros(code: string): bigint {
  return units().get(code) ?? 10_000n
}
