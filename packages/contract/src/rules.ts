// Rules that several operations share.

import type { Rule } from './operation.ts'
import { findDuplicates } from './values.ts'

/** Rejects lists that contain an entry more than once. */
export function noDuplicates<ListField extends string>(
  listField: ListField,
  noun: string,
): Rule<Record<ListField, readonly string[] | undefined>> {
  return {
    description: `Each ${noun} must occur only once.`,
    fields: [listField],
    check(body, report) {
      for (const index of findDuplicates(body[listField] ?? []))
        report(`${listField}[${index}]`, 'DUPLICATE', 'repeats an earlier one.')
    },
  }
}
