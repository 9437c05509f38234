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
import { requireDeclared } from './declaredResults.ts'
import type { Answer } from './requests.ts'
import type { SuccessResults } from './service.ts'

const everyHeader = {
  'content-type': 'application/json; charset=utf-8',
  'adrail-version': '1',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}
const headerNames = Object.keys(everyHeader)

/** What holds for every answer, whatever its status; compared in one go, because the suite looks at very many. */
export function expectEnvelope({ status, headers, text }: Answer): Envelope {
  const envelope: Envelope = JSON.parse(text)
  const { success, requestId, results } = envelope
  expect({
    ...Object.fromEntries(headerNames.map((name) => [name, headers.get(name)])),
    members: Object.keys(envelope),
    success,
    requestId,
    types: [typeof results.success, typeof results.error],
  }).toEqual({
    ...everyHeader,
    members: ['success', 'requestId', 'results'],
    success: status === 200,
    requestId: headers.get('x-request-id'),
    types: ['boolean', 'string'],
  })
  expect(requestId).toMatch(/^req_[0-9a-z]{26}$/)
  return envelope
}

const refusal = failure.strict()

/** A success whose results are what the operation declares: every member there, of its type, and no other. */
export function expectSuccess<Name extends OperationName>(
  operation: Name,
  answer: Answer,
): SuccessResults<Name> {
  const { results } = expectEnvelope(answer)
  expect(results, answer.text).toMatchObject({ success: true, error: '' })
  expect(answer.status).toBe(200)
  requireDeclared(operation, results)
  // Held against the operation's own schema a line above.
  return results as SuccessResults<Name>
}

/** A refusal with this code: the table's status, a sentence to act on, what the test expects besides, and no payload. */
export function expectRefusal(answer: Answer, code: ErrorCode, besides: Partial<Failure> = {}): Failure {
  const { results } = expectEnvelope(answer)
  expect(results, answer.text).toMatchObject({ success: false, code, ...besides })
  const told = refusal.parse(results)
  const { status, retryable } = errors[code]
  expect({ status: answer.status, retryable: told.retryable }).toEqual({ status, retryable })
  // It begins, it ends, nothing in it was left to be filled in, and it does not run on.
  expect(told.error).toMatch(/^\S.{8,300}[.?)]$|https:\/\/\S+$/s)
  // The field, and what stands in quotes, are names that the caller sent.
  const ours = told.error.replaceAll(told.field ?? '""', '""').replace(/".*"/, '""')
  expect(ours).not.toMatch(/\{[a-z]+\}|undefined|\[object|Error:|node:|\.ts\b| {2}/)
  return told
}

/** An answer without what differs from request to request, for comparing answers byte for byte. */
export function withoutRequest({ status, headers, text }: Answer) {
  const { date: _, ratelimit: __, ...kept } = Object.fromEntries(headers)
  const requestId = headers.get('x-request-id') ?? ''
  return { status, headers: { ...kept, 'x-request-id': 'req_' }, text: text.replaceAll(requestId, 'req_') }
}
