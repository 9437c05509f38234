// Why an ad account could not be looked at while linking, and whose matter that is.

import { UpstreamFailure } from '../kit/upstreamFailure.ts'
import { rowOf } from './errors.ts'
import { operator } from './errorTable.ts'
import { SearchRefusal } from './wire.ts'

/** An account that is not as it should be, a service that may not look yet, or a platform in trouble. */
export interface Unread {
  readonly whose: 'account' | 'operator' | 'platform'
  /** For the person who links. */
  readonly says: string
  /** For the log. */
  readonly note: string
}

/** By the platform's code, where the person can do something about it. */
const ofAccount: Readonly<Record<string, string>> = {
  'authenticationError.TWO_STEP_VERIFICATION_NOT_ENROLLED': 'it asks for two-step verification of your login',
  'authenticationError.ADVANCED_PROTECTION_NOT_ENROLLED': 'it asks for advanced protection of your login',
  'authorizationError.ACCESS_DENIED_FOR_ACCOUNT_TYPE':
    'it belongs to another advertising system of the platform',
  'authorizationError.INCOMPLETE_SIGNUP': 'its sign-up at the platform is not finished',
  'authorizationError.USER_PERMISSION_DENIED': 'your access to it has ended',
}

/** What a failed look at an account means; a mistake of ours is thrown on. */
export function unreadFor(failure: unknown): Unread {
  const passing = { whose: 'platform', says: 'the platform could not be asked about it just now' } as const
  if (failure instanceof UpstreamFailure) return { ...passing, note: failure.message }
  if (!(failure instanceof SearchRefusal)) throw failure
  const note = failure.message
  const row = rowOf(failure)
  if (row === operator) return { whose: 'operator', says: 'this service may not manage it yet', note }
  if (['UPSTREAM_RATE_LIMITED', 'UPSTREAM_ERROR', 'INTERNAL'].includes(row.code)) return { ...passing, note }
  const says = ofAccount[failure.errors[0]?.code ?? ''] ?? 'not active at the platform'
  return { whose: 'account', says, note }
}
