// What is answered to a mutate.

import { garbled, isRecord, list, type Member, row } from '../kit/rows.ts'

/** What became of one part of a mutate: `{"campaignResult": {"resourceName": "…"}}`, under the name of its kind. */
const made: Member<string> = {
  accept(value) {
    const [result] = isRecord(value) ? Object.values(value) : []
    const name = isRecord(result) ? result['resourceName'] : undefined
    if (typeof name !== 'string' || name === '') throw garbled('', 'names nothing')
    return name
  },
}

/** The names of what was made or changed, part by part. */
export const mutatedRow = row({ mutateOperationResponses: list(made) })

/** A rehearsal that was not refused; there is nothing to tell about it. */
export const rehearsedRow = row({})
