// From the platform's refusals and failures to errors of the contract. Decided by codes, never by texts, which may change.
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/error-handling

import type { ErrorCode } from '@adrail/contract'
import { ServiceError } from '../../base/errors.ts'
import { errorOfFailure } from '../kit/noAnswer.ts'
import { UpstreamFailure } from '../kit/upstreamFailure.ts'
import { ProRefusal } from './wire.ts'

const platform = 'pro'
const dayMs = 24 * 60 * 60 * 1000
const dataWindowSeconds = 330

export function isAboutToken(error: unknown): boolean {
  return error instanceof ProRefusal && error.status === 401
}

/** The app or the person lacks the permission for this kind of object; a new token would have the same rights. */
export function isPermissionMissing(error: unknown): boolean {
  const refusal = error instanceof ServiceError ? error.cause : error
  return refusal instanceof ProRefusal && refusal.status === 403 && refusal.is('ACCESS_DENIED', 100)
}

export function isThrottled(error: unknown): boolean {
  return error instanceof ProRefusal && error.status === 429
}

/** Too many figures within five minutes; used-up calls of a day come with a number of their own. */
function isAboutData({ status, serviceErrorCode }: ProRefusal): boolean {
  return status === 429 && serviceErrorCode === undefined
}

/** Whether the platform itself failed. */
export function isFailing(error: unknown): boolean {
  return error instanceof ProRefusal && (error.status >= 500 || error.status === 408)
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
export function asError(thrown: unknown, now: number): unknown {
  if (thrown instanceof UpstreamFailure) return errorOfFailure(thrown, platform)
  if (!(thrown instanceof ProRefusal)) return thrown
  const row = rowOf(thrown)
  const seconds = isAboutData(thrown) ? dataWindowSeconds : Math.ceil((dayMs - (now % dayMs)) / 1000)
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
      code: thrown.code || String(thrown.serviceErrorCode ?? thrown.status),
      subcode: thrown.serviceErrorCode === undefined ? '' : String(thrown.serviceErrorCode),
      traceId: thrown.traceId,
    },
    cause: thrown,
  })
}

function rowOf(refusal: ProRefusal): Row {
  const { status } = refusal
  if (refusal.is('VERSION_MISSING') || status === 426) return operator
  if (refusal.is('EMPTY_ACCESS_TOKEN', 65604)) return bug
  switch (status) {
    case 401:
      return { code: 'ACCOUNT_RELINK_REQUIRED', says: 'its access is no longer accepted' }
    case 403:
      return {
        code: 'PERMISSION_MISSING',
        says: isPermissionMissing(refusal)
          ? 'a permission for it was not granted. Link the account again with auth/create_link and allow what is asked for.'
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
      return refusal.wellFormed ? bug : { code: 'UPSTREAM_BAD_RESPONSE' }
  }
}
