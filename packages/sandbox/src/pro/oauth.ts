// Consent, tokens and identity of the professional network.

import type { Call, Exchange } from '../exchange.ts'
import type { Authentication } from '../people.ts'

export const proOauthCalls: readonly Call[] = []

/** The caller, or the refusal: no token, a dead one, or none of the scopes that would do. */
export function authenticatePro(_exchange: Exchange, _anyOf: readonly string[] = []): Authentication {
  return { refusal: { status: 401, body: {} } }
}
