// The values of the enumerations, as version 25 of the platform's protocol names them
// (https://developers.google.com/google-ads/api/reference/rpc/v25/overview). The tables omit UNSPECIFIED and
// UNKNOWN because no caller may send them. `TEXT_DISCLAIMER@25` marks a value that version 25 introduced.

import { lazy, readTable } from '../../../core/dataFiles.ts'

/**
 * The values of each enumeration in the protocol's order, with the version that introduced each value, or 0.
 */
export const enumValues: () => ReadonlyMap<string, ReadonlyMap<string, number>> = lazy(
  () =>
    new Map(
      readTable('search/schema/enumerations.tsv', ['name', 'values']).map(({ name, values }) => [
        name,
        new Map(
          values.split(' ').map((text): [string, number] => {
            const [value = '', since = '0'] = text.split('@')
            return [value, Number(since)]
          }),
        ),
      ]),
    ),
)

export function isEnumValue(enumeration: string, value: string, version = Number.POSITIVE_INFINITY): boolean {
  const since = enumValues().get(enumeration)?.get(value)
  return since !== undefined && since <= version
}
