// Expectations that hold for every response of every operation, whichever client received it.

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

/** Checks the envelope and headers with one comparison, because the suite checks very many responses. */
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

/** Expects a success whose results have exactly the declared fields and types. */
export function expectSuccess<Name extends OperationName>(
  operation: Name,
  response: RawResponse,
): SuccessResults<Name> {
  const { results } = expectEnvelope(response)
  expect(results, response.text).toMatchObject({ success: true, error: '' })
  expect(response.status).toBe(200)
  assertDeclaredResults(operation, results)
  // `assertDeclaredResults` has checked the results against the operation's schema.
  return results as SuccessResults<Name>
}

/**
 * Expects an error with this code, the status of the error table, an actionable sentence and the given
 * fields, without a payload.
 */
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
  // The message is a complete sentence of limited length without unfilled placeholders.
  expect(parsedFailure.error).toMatch(/^\S.{8,300}[.?)]$|https:\/\/\S+$/s)
  // The field and quoted texts may repeat names that the caller sent.
  const ownText = parsedFailure.error.replaceAll(parsedFailure.field ?? '""', '""').replace(/".*"/, '""')
  expect(ownText).not.toMatch(/\{[a-z]+\}|undefined|\[object|Error:|node:|\.ts\b| {2}/)
  return parsedFailure
}

/** Removes the values that differ between requests, so that responses can be compared byte by byte. */
export function withoutRequestId({ status, headers, text }: RawResponse) {
  const { date: _, ratelimit: __, ...stableHeaders } = Object.fromEntries(headers)
  const requestId = headers.get('x-request-id') ?? ''
  return {
    status,
    headers: { ...stableHeaders, 'x-request-id': 'req_' },
    text: text.replaceAll(requestId, 'req_'),
  }
}

/** Errors contain the id that the caller sent, so responses to different ids differ in it and in their length. */
export function withoutSentId(response: RawResponse, id: string) {
  const { status, headers, text } = withoutRequestId(response)
  return { status, headers: { ...headers, 'content-length': '' }, text: text.replaceAll(id, '@') }
}
