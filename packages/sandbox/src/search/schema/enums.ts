// The values of the enumerations, as version 25 of the platform's protocol names them
// (https://developers.google.com/google-ads/api/reference/rpc/v25/overview). UNSPECIFIED and UNKNOWN are left out: nobody may send them.

import { onFirstUse, readTable } from '../../core/dataFiles.ts'

/** By the enumeration's name, in the protocol's order. */
export const enumValues: () => ReadonlyMap<string, ReadonlySet<string>> = onFirstUse(
  () =>
    new Map(
      readTable('search/schema/enumerations.tsv', ['name', 'values']).map(({ name, values }) => [
        name,
        new Set(values.split(' ')),
      ]),
    ),
)

export function isEnumValue(enumeration: string, value: string): boolean {
  return enumValues().get(enumeration)?.has(value) ?? false
}
