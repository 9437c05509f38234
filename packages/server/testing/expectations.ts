// What must be true of every answer, whichever client got it and whichever operation gave it.

import {
  type Envelope,
  type ErrorCode,
  errors,
  type Failure,
  failure,
  type OperationName,
} from '@adrail/contract'
import { expect } from 'vitest'
import { assertDeclaredResults } from './declaredResults.ts'
import type { RawResponse } from './requests.ts'
import type { SuccessResults } from './service.ts'

const requiredHeaders = {
  'content-type': 'application/json; charset=utf-8',
  'adrail-version': '1',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}
const headerNames = Object.keys(requiredHeaders)

/** What holds for every answer, whatever its status; compared in one go, because the suite looks at very many. */
export function expectEnvelope({ status, headers, text }: RawResponse): Envelope {
  const envelope: Envelope = JSON.parse(text)
  const { success, requestId, results } = envelope
  expect({
    ...Object.fromEntries(headerNames.map((name) => [name, headers.get(name)])),
    members: Object.keys(envelope),
    success,
    requestId,
    types: [typeof results.success, typeof results.error],
  }).toEqual({
    ...requiredHeaders,
    members: ['success', 'requestId', 'results'],
    success: status === 200,
    requestId: headers.get('x-request-id'),
    types: ['boolean', 'string'],
  })
  expect(requestId).toMatch(/^req_[0-9a-z]{26}$/)
  return envelope
}

const strictFailure = failure.strict()

/** A success whose results are what the operation declares: every member there, of its type, and no other. */
export function expectSuccess<Name extends OperationName>(
  operation: Name,
  response: RawResponse,
): SuccessResults<Name> {
  const { results } = expectEnvelope(response)
  expect(results, response.text).toMatchObject({ success: true, error: '' })
  expect(response.status).toBe(200)
  assertDeclaredResults(operation, results)
  // Held against the operation's own schema a line above.
  return results as SuccessResults<Name>
}

/** A refusal with this code: the table's status, a sentence to act on, what the test expects besides, and no payload. */
export function expectRefusal(
  response: RawResponse,
  code: ErrorCode,
  extraFields: Partial<Failure> = {},
): Failure {
  const { results } = expectEnvelope(response)
  expect(results, response.text).toMatchObject({ success: false, code, ...extraFields })
  const parsedFailure = strictFailure.parse(results)
  const { status, retryable } = errors[code]
  expect({ status: response.status, retryable: parsedFailure.retryable }).toEqual({ status, retryable })
  // It begins, it ends, nothing in it was left to be filled in, and it does not run on.
  expect(parsedFailure.error).toMatch(/^\S.{8,300}[.?)]$|https:\/\/\S+$/s)
  // The field, and what stands in quotes, are names that the caller sent.
  const ownText = parsedFailure.error.replaceAll(parsedFailure.field ?? '""', '""').replace(/".*"/, '""')
  expect(ownText).not.toMatch(/\{[a-z]+\}|undefined|\[object|Error:|node:|\.ts\b| {2}/)
  return parsedFailure
}

/** An answer without what differs from request to request, for comparing answers byte for byte. */
export function withoutRequestId({ status, headers, text }: RawResponse) {
  const { date: _, ratelimit: __, ...stableHeaders } = Object.fromEntries(headers)
  const requestId = headers.get('x-request-id') ?? ''
  return {
    status,
    headers: { ...stableHeaders, 'x-request-id': 'req_' },
    text: text.replaceAll(requestId, 'req_'),
  }
}
