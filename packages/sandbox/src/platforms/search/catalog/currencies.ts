// Currencies and their smallest billable amounts.
// https://developers.google.com/google-ads/api/data/codes-formats#currency_codes

import { lazy, readTable } from '../../../core/dataFiles.ts'
import type { WireObject } from '../wire.ts'

export const listCurrencies: () => readonly WireObject[] = lazy(() =>
  readTable('search/currencies.tsv', ['code', 'name', 'symbol', 'billableUnitMicros']).map((row) => ({
    resourceName: `currencyConstants/${row.code}`,
    ...row,
  })),
)

const billableUnits = lazy(
  () =>
    new Map(
      listCurrencies().map(({ code, billableUnitMicros }) => [
        String(code),
        BigInt(String(billableUnitMicros)),
      ]),
    ),
)

export function billableUnitMicros(code: string): bigint {
  return billableUnits().get(code) ?? 10_000n
}
