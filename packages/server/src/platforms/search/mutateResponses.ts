// The responses of mutate calls.

import { isRecord, list, malformedError, type RowField, row } from '../connector-kit/rows.ts'

/**
 * The result of one mutate part is keyed by its kind: `{"campaignResult": {"resourceName": "…"}}`. The
 * field's value is the resource name.
 */
const mutateResult: RowField<string> = {
  parse(value) {
    const [result] = isRecord(value) ? Object.values(value) : []
    const name = isRecord(result) ? result['resourceName'] : undefined
    if (typeof name !== 'string' || name === '') throw malformedError('', 'names nothing')
    return name
  },
}

/** The resource names of the created or changed objects have the same order as the parts. */
export const mutateResponseRow = row({ mutateOperationResponses: list(mutateResult) })

/** The response to a successful validation contains no data. */
export const validateResponseRow = row({})
