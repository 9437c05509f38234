// Why an ad account could not be looked at while linking, and whose matter that is.

import type { Obstacle } from '../kit/provider.ts'
import { UpstreamFailure } from '../kit/upstreamFailure.ts'
import { rowOf } from './errors.ts'
import { operator } from './errorTable.ts'
import { SearchRefusal } from './wire.ts'

/** An account that is not as it should be, a service that may not look yet, or a platform in trouble. */
export interface Unread {
  readonly whose: 'account' | 'operator' | 'platform'
  /** For the person who links. */
  readonly says: Obstacle
  /** For the log. */
  readonly note: string
}

/** By the platform's code, where the person can do something about it. */
const ofAccount: Readonly<Record<string, Obstacle>> = {
  'authenticationError.TWO_STEP_VERIFICATION_NOT_ENROLLED': 'two_step_verification',
  'authenticationError.ADVANCED_PROTECTION_NOT_ENROLLED': 'advanced_protection',
  'authorizationError.ACCESS_DENIED_FOR_ACCOUNT_TYPE': 'other_system',
  'authorizationError.INCOMPLETE_SIGNUP': 'signup_unfinished',
  'authorizationError.USER_PERMISSION_DENIED': 'access_ended',
}

/** What a failed look at an account means; a mistake of ours is thrown on. */
export function unreadFor(failure: unknown): Unread {
  const passing = { whose: 'platform', says: 'not_answered' } as const
  if (failure instanceof UpstreamFailure) return { ...passing, note: failure.message }
  if (!(failure instanceof SearchRefusal)) throw failure
  const note = failure.message
  const row = rowOf(failure)
  if (row === operator) return { whose: 'operator', says: 'not_manageable_yet', note }
  // A consent given a moment ago, and ended meanwhile with an earlier one of the same person: another try helps.
  if (failure.errors.some(({ code }) => code.startsWith('authenticationError.OAUTH_TOKEN_')))
    return { ...passing, note }
  if (['UPSTREAM_RATE_LIMITED', 'UPSTREAM_ERROR', 'INTERNAL'].includes(row.code)) return { ...passing, note }
  const says = ofAccount[failure.errors[0]?.code ?? ''] ?? 'not_active'
  return { whose: 'account', says, note }
}
