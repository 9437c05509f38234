// Explains why adrail could not read an ad account during linking, and who can fix the problem.

import type { Obstacle } from '../kit/provider.ts'
import { UpstreamFailure } from '../kit/upstreamFailure.ts'
import { rowOf } from './errors.ts'
import { operator } from './errorTable.ts'
import { SearchRefusal } from './wire.ts'

/** The cause is the account, a missing approval of adrail's app, or a failure of the platform. */
export interface Unread {
  readonly whose: 'account' | 'operator' | 'platform'
  /** The obstacle is shown to the person who links. */
  readonly says: Obstacle
  /** The note is written to the log. */
  readonly note: string
}

/** The keys are the platform's error codes that the person who links can resolve. */
const ofAccount: Readonly<Record<string, Obstacle>> = {
  'authenticationError.TWO_STEP_VERIFICATION_NOT_ENROLLED': 'two_step_verification',
  'authenticationError.ADVANCED_PROTECTION_NOT_ENROLLED': 'advanced_protection',
  'authorizationError.ACCESS_DENIED_FOR_ACCOUNT_TYPE': 'other_system',
  'authorizationError.INCOMPLETE_SIGNUP': 'signup_unfinished',
  'authorizationError.USER_PERMISSION_DENIED': 'access_ended',
}

/**
 * Rethrows errors that are neither a refusal nor a failure of the platform, because these are bugs in adrail.
 */
export function unreadFor(failure: unknown): Unread {
  const passing = { whose: 'platform', says: 'not_answered' } as const
  if (failure instanceof UpstreamFailure) return { ...passing, note: failure.message }
  if (!(failure instanceof SearchRefusal)) throw failure
  const note = failure.message
  const row = rowOf(failure)
  if (row === operator) return { whose: 'operator', says: 'not_manageable_yet', note }
  // Revoking an earlier consent of the same person also revoked the new consent. Linking once more helps.
  if (failure.errors.some(({ code }) => code.startsWith('authenticationError.OAUTH_TOKEN_')))
    return { ...passing, note }
  if (['UPSTREAM_RATE_LIMITED', 'UPSTREAM_ERROR', 'INTERNAL'].includes(row.code)) return { ...passing, note }
  const says = ofAccount[failure.errors[0]?.code ?? ''] ?? 'not_active'
  return { whose: 'account', says, note }
}
