// Rules that several operations share.

import type { Rule } from './operation.ts'
import { repeats } from './values.ts'

/** Rejects lists that contain an entry more than once. */
export function nothingTwice<Member extends string>(
  member: Member,
  noun: string,
): Rule<Record<Member, readonly string[] | undefined>> {
  return {
    says: `No ${noun} is named twice.`,
    over: [member],
    check(body, report) {
      for (const index of repeats(body[member] ?? []))
        report(`${member}[${index}]`, 'DUPLICATE', 'repeats an earlier one.')
    },
  }
}
