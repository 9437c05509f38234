// Finds out who calls with an access token. Each platform words the refusals itself.

import type { Exchange, PlatformName } from '../core/exchange.ts'
import { findApp } from './grants.ts'
import {
  findGrant,
  type Grant,
  type InvalidationReason,
  lookUpToken,
  type Person,
  type RegisteredApp,
  type Token,
} from './people.ts'

export type TokenCheck =
  | {
      readonly status: 'live'
      readonly token: Token
      readonly grant: Grant
      readonly app: RegisteredApp
      readonly person: Person
    }
  /** No token of this platform, or a token that leads to no person. */
  | { readonly status: 'unknown' }
  | { readonly status: 'expired'; readonly token: Token }
  | { readonly status: 'dead'; readonly token: Token; readonly reason: InvalidationReason }

export function checkToken({ state, now }: Exchange, platform: PlatformName, text: string): TokenCheck {
  const lookup = lookUpToken(state, text, now)
  if (lookup.status === 'unknown' || lookup.token.platform !== platform) return { status: 'unknown' }
  if (lookup.status !== 'live') return lookup
  const { token } = lookup
  const grant = findGrant(state, token)
  const app = findApp(state, platform, token.clientId)
  const person = state.people[token.person]
  if (grant === undefined || app === undefined || person === undefined) return { status: 'unknown' }
  return { status: 'live', token, grant, app, person }
}
