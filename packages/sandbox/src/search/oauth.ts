// Consent, tokens and identity of the search platform.

import type { Call, Exchange } from '../exchange.ts'
import type { Caller } from '../people.ts'

export const searchOauthCalls: readonly Call[] = []

/** Why a token was refused; the search platform itself words the answer, with a failure detail. */
export type SearchRefusal = 'missing' | 'invalid' | 'expired' | 'revoked' | 'scope'

export function authenticateSearch(
  _exchange: Exchange,
): { readonly caller: Caller } | { readonly refused: SearchRefusal } {
  return { refused: 'missing' }
}
