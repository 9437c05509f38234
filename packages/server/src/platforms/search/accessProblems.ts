// Explains why adrail could not read an ad account during linking, and who can fix the problem.

import type { Obstacle } from '../connector-kit/provider.ts'
import { UpstreamFailure } from '../connector-kit/upstreamFailure.ts'
import { findRefusalRule } from './errors.ts'
import { operatorRule } from './errorTable.ts'
import { SearchRefusal } from './wire.ts'

/** The cause is the account, a missing approval of adrail's app, or a failure of the platform. */
export interface AccountAccessProblem {
  readonly responsible: 'account' | 'operator' | 'platform'
  /** The obstacle is shown to the person who links. */
  readonly obstacle: Obstacle
  /** The note is written to the log. */
  readonly note: string
}

/** The keys are the platform's error codes that the person who links can resolve. */
const obstacleByCode: Readonly<Record<string, Obstacle>> = {
  'authenticationError.TWO_STEP_VERIFICATION_NOT_ENROLLED': 'two_step_verification',
  'authenticationError.ADVANCED_PROTECTION_NOT_ENROLLED': 'advanced_protection',
  'authorizationError.ACCESS_DENIED_FOR_ACCOUNT_TYPE': 'other_system',
  'authorizationError.INCOMPLETE_SIGNUP': 'signup_unfinished',
  'authorizationError.USER_PERMISSION_DENIED': 'access_ended',
}

/**
 * Rethrows errors that are neither a refusal nor a failure of the platform, because these are bugs in adrail.
 */
export function toAccessProblem(failure: unknown): AccountAccessProblem {
  const transient = { responsible: 'platform', obstacle: 'not_answered' } as const
  if (failure instanceof UpstreamFailure) return { ...transient, note: failure.message }
  if (!(failure instanceof SearchRefusal)) throw failure
  const note = failure.message
  const rule = findRefusalRule(failure)
  if (rule === operatorRule) return { responsible: 'operator', obstacle: 'not_manageable_yet', note }
  // Revoking an earlier consent of the same person also revoked the new consent. Linking once more helps.
  if (failure.errors.some(({ code }) => code.startsWith('authenticationError.OAUTH_TOKEN_')))
    return { ...transient, note }
  if (['UPSTREAM_RATE_LIMITED', 'UPSTREAM_ERROR', 'INTERNAL'].includes(rule.code))
    return { ...transient, note }
  const obstacle = obstacleByCode[failure.errors[0]?.code ?? ''] ?? 'not_active'
  return { responsible: 'account', obstacle, note }
}
