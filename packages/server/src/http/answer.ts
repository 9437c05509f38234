// Writes answers: every one of them, whatever happened, is the envelope with the same headers.

import type { Envelope } from '@adrail/contract'
import type { FastifyReply } from 'fastify'
import { failureResults, type ServiceError } from '../base/errors.ts'

/** The headers of every answer. Nothing of ours may be kept by a cache or guessed to be another type. */
export function commonHeaders(requestId: string): Record<string, string> {
  return {
    'content-type': 'application/json; charset=utf-8',
    'x-request-id': requestId,
    'adrail-version': '1',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  }
}

export function envelopeText(status: number, requestId: string, results: Envelope['results']): string {
  const envelope: Envelope = { success: status === 200, requestId, results }
  return JSON.stringify(envelope)
}

export function sendFailure(reply: FastifyReply, failure: ServiceError): FastifyReply {
  const { retryAfterSeconds } = failure.details
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
  if (failure.code === 'UNAUTHENTICATED') reply.header('www-authenticate', 'ApiKey')
  return reply
    .code(failure.status)
    .headers(commonHeaders(reply.request.id))
    .send(envelopeText(failure.status, reply.request.id, failureResults(failure)))
}
