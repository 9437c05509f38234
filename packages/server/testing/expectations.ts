// What must be true of every answer, whichever client got it and whichever operation gave it.

import {
  declarationOf,
  type Envelope,
  type ErrorCode,
  errors,
  type Failure,
  failure,
  type OperationName,
} from '@adrail/contract'
import { expect } from 'vitest'
import { z } from 'zod'
import type { Answer, SuccessResults } from './service.ts'

/** What holds for every answer, whatever its status. */
export function expectEnvelope({ status, headers, text }: Answer): Envelope {
  expect(Object.fromEntries(headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'adrail-version': '1',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  })
  const envelope: Envelope = JSON.parse(text)
  expect(Object.keys(envelope)).toEqual(['success', 'requestId', 'results'])
  expect(envelope.success).toBe(status === 200)
  expect(envelope.requestId).toMatch(/^req_[0-9a-z]{26}$/)
  expect(envelope.requestId).toBe(headers.get('x-request-id'))
  expect(envelope.results.success).toBeTypeOf('boolean')
  expect(envelope.results.error).toBeTypeOf('string')
  return envelope
}

/** A success whose results are what the operation declares: every member there, of its type, and no other. */
export function expectSuccess<Name extends OperationName>(
  operation: Name,
  answer: Answer,
): SuccessResults<Name> {
  const { results } = expectEnvelope(answer)
  expect(results, answer.text).toMatchObject({ success: true, error: '' })
  expect(answer.status).toBe(200)
  const declared = declarationOf(operation)
    .results.extend({
      success: z.literal(true),
      error: z.literal(''),
      operationId: z.string().optional(),
      warnings: z.array(z.string()).optional(),
    })
    .strict()
  expect(declared.parse(results)).toEqual(results)
  // Held against the operation's own schema a line above.
  return results as SuccessResults<Name>
}

/** A refusal with this code: the table's status, a sentence to act on, what the test expects besides, and no payload. */
export function expectRefusal(answer: Answer, code: ErrorCode, besides: Partial<Failure> = {}): Failure {
  const { results } = expectEnvelope(answer)
  expect(results, answer.text).toMatchObject({ success: false, code, ...besides })
  expect(answer.status).toBe(errors[code].status)
  const told = failure.strict().parse(results)
  expect(told.retryable).toBe(errors[code].retryable)
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
