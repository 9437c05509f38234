// From the platform's refusals and failures to errors of the contract. Decided by codes, never by texts, which may change.
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/error-handling

import type { ErrorCode } from '@adrail/contract'
import { ServiceError } from '../../base/errors.ts'
import { UpstreamFailure, type UpstreamResponse } from '../kit/upstream.ts'
import { asList, asText, at } from '../kit/values.ts'
import type { ProError } from './wire.ts'

const platform = 'pro'
const dayMs = 24 * 60 * 60 * 1000

/** An answer that refuses. */
export class ProRefusal extends Error {
  readonly error: ProError

  constructor(error: ProError) {
    super(`${error.status} ${error.code || error.serviceErrorCode || ''}`)
    this.name = 'ProRefusal'
    this.error = error
  }

  /** By its name or by its number: older answers have only the one, gateways only the other. */
  is(code: string, serviceErrorCode?: number): boolean {
    return (
      this.error.code === code ||
      (serviceErrorCode !== undefined && this.error.serviceErrorCode === serviceErrorCode)
    )
  }
}

export function refusalOf(response: UpstreamResponse): ProRefusal {
  const body = parsed(response.text)
  const number = at(body, 'serviceErrorCode')
  const [detail] = asList(at(body, 'errorDetails', 'inputErrors'))
  return new ProRefusal({
    status: response.status,
    // Refusals of a query have their code only in the details.
    code: asText(at(body, 'code')) || asText(at(detail, 'code')),
    serviceErrorCode: typeof number === 'number' ? number : undefined,
    message: asText(at(body, 'message')),
    wellFormed: at(body, 'status') !== undefined || at(body, 'message') !== undefined,
    traceId: response.headers['x-li-request-id'] ?? response.headers['x-li-uuid'] ?? '',
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function isAboutToken(error: unknown): boolean {
  return error instanceof ProRefusal && error.error.status === 401
}

/** The app or the person lacks the permission for this kind of object; a new token would have the same rights. */
export function isPermissionMissing(error: unknown): boolean {
  return error instanceof ProRefusal && error.error.status === 403 && error.is('ACCESS_DENIED', 100)
}

export function isThrottled(error: unknown): boolean {
  return error instanceof ProRefusal && error.error.status === 429
}

export function isPassing(error: unknown): boolean {
  if (error instanceof UpstreamFailure) return error.kind !== 'too_large'
  return error instanceof ProRefusal && (error.error.status >= 500 || error.error.status === 408)
}

interface Row {
  readonly code: ErrorCode
  readonly says?: string
}

const bug: Row = { code: 'INTERNAL' }
const operator: Row = {
  code: 'PLATFORM_REJECTED',
  says: 'this service speaks a version of it that has ended, and only its operator can change that.',
}

/** What a call that failed for good means to the caller. `now` is wall-clock time: quotas end at midnight UTC. */
export function translate(thrown: unknown, now: number): unknown {
  if (thrown instanceof UpstreamFailure) return failureOf(thrown)
  if (!(thrown instanceof ProRefusal)) return thrown
  const { error } = thrown
  const row = rowOf(thrown)
  const seconds = Math.ceil((dayMs - (now % dayMs)) / 1000)
  return new ServiceError(row.code, {
    values: {
      platform,
      seconds,
      problem: row.says ?? 'it gave no reason.',
      reason: row.says ?? 'its access is no longer accepted',
    },
    ...(row.code === 'UPSTREAM_RATE_LIMITED' ? { retryAfterSeconds: seconds } : {}),
    platformError: {
      platform,
      code: error.code || String(error.serviceErrorCode ?? error.status),
      subcode: error.serviceErrorCode === undefined ? '' : String(error.serviceErrorCode),
      traceId: error.traceId,
    },
    cause: thrown,
  })
}

function rowOf(refusal: ProRefusal): Row {
  const { status } = refusal.error
  if (refusal.is('VERSION_MISSING') || status === 426) return operator
  if (refusal.is('EMPTY_ACCESS_TOKEN', 65604)) return bug
  switch (status) {
    case 401:
      return { code: 'ACCOUNT_RELINK_REQUIRED', says: 'its access is no longer accepted' }
    case 403:
      return {
        code: 'PERMISSION_MISSING',
        says: isPermissionMissing(refusal)
          ? 'this service lacks a permission of the platform for it.'
          : "the linked person's role in the ad account is too low.",
      }
    case 404:
      return { code: 'PERMISSION_MISSING', says: 'the ad account is no longer visible to the linked person.' }
    case 408:
    case 504:
      return { code: 'UPSTREAM_TIMEOUT' }
    case 429:
      return { code: 'UPSTREAM_RATE_LIMITED' }
    default:
      if (status >= 500) return { code: 'UPSTREAM_ERROR' }
      return refusal.error.wellFormed ? bug : { code: 'UPSTREAM_BAD_RESPONSE' }
  }
}

function failureOf(failure: UpstreamFailure): ServiceError {
  const codes = {
    unreachable: 'UPSTREAM_UNAVAILABLE',
    cut: 'UPSTREAM_UNAVAILABLE',
    timeout: 'UPSTREAM_TIMEOUT',
    too_large: 'UPSTREAM_BAD_RESPONSE',
    garbled: 'UPSTREAM_BAD_RESPONSE',
  } as const
  return new ServiceError(codes[failure.kind], { cause: failure, values: { platform }, retryAfterSeconds: 2 })
}
