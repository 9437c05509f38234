// The values of the enumerations, generated from version 25 of the platform's descriptors. The tables omit
// UNSPECIFIED and UNKNOWN because no caller may send them.
// https://developers.google.com/google-ads/api/reference/rpc/v25/overview

import { lazy, readTable } from '../../../core/dataFiles.ts'

/**
 * The values of each enumeration in the protocol's order, with the version that introduced each value, or 0.
 * The descriptors contain one version, so the new values of a version are listed by hand.
 */
export const enumValues: () => ReadonlyMap<string, ReadonlyMap<string, number>> = lazy(() => {
  const versions = new Map(
    readTable('search/schema/newEnumValues.tsv', ['enumeration', 'value', 'since']).map(
      ({ enumeration, value, since }) => [`${enumeration}.${value}`, Number(since)],
    ),
  )
  return new Map(
    readTable('search/descriptors/enumerations.tsv', ['name', 'values']).map(({ name, values }) => [
      name,
      new Map(
        values.split(' ').map((value): [string, number] => [value, versions.get(`${name}.${value}`) ?? 0]),
      ),
    ]),
  )
})

export function isEnumValue(enumeration: string, value: string, version = Number.POSITIVE_INFINITY): boolean {
  const since = enumValues().get(enumeration)?.get(value)
  return since !== undefined && since <= version
}
