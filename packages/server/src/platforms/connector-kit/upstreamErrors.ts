// Platform-independent errors for calls without a usable response, and for responses that are too long.

import type { Platform } from '@adrail/contract'
import { ServiceError } from '../../runtime/errors.ts'
import { UpstreamFailure } from './upstreamFailure.ts'

const codeByKind = {
  unreachable: 'UPSTREAM_UNAVAILABLE',
  paused: 'UPSTREAM_UNAVAILABLE',
  cut: 'UPSTREAM_UNAVAILABLE',
  crowded: 'UPSTREAM_UNAVAILABLE',
  late: 'UPSTREAM_TIMEOUT',
  timeout: 'UPSTREAM_TIMEOUT',
  too_large: 'UPSTREAM_BAD_RESPONSE',
  garbled: 'UPSTREAM_BAD_RESPONSE',
} as const

export function toUpstreamError(failure: UpstreamFailure, platform: Platform): ServiceError {
  return new ServiceError(codeByKind[failure.kind], {
    values: { platform },
    retryAfterSeconds: failure.retryAfterSeconds,
    note: failure.message,
    cause: failure,
  })
}

/** Error for a campaign that the ad account does not have. */
export function campaignNotFoundError(platform: Platform): ServiceError {
  return new ServiceError('OBJECT_NOT_FOUND', { field: 'campaignId', values: { platform } })
}

/** Error for a list that exceeds the limit of an operation. Lists are never truncated. */
export function listTooLongError(platform: Platform, count: number): ServiceError {
  const problem = `the list has more than ${count} entries, the maximum of this operation.`
  return new ServiceError('PLATFORM_REJECTED', { values: { platform, problem } })
}

/**
 * Error for a report of one account that exceeds the limit. A retry does not help, but a smaller report does.
 */
export function reportTooLongError(platform: Platform, count: number): ServiceError {
  const problem = `the report has more than ${count} rows for one account, the maximum. Request fewer days or campaigns, or a higher level.`
  return new ServiceError('PLATFORM_REJECTED', { values: { platform, problem } })
}

/** True when the same read may succeed on a retry. After two timeouts, the read is not retried. */
export function isTransientFailure(error: unknown, attempts: number): boolean {
  if (!(error instanceof UpstreamFailure)) return false
  return error.kind === 'timeout' ? attempts < 2 : ['unreachable', 'cut', 'garbled'].includes(error.kind)
}
