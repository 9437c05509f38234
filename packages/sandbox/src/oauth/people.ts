// People, the applications that they consented to, and the resulting tokens: issued, looked up, expired by
// the clock, revoked.

import { deriveText } from '../core/derivedText.ts'
import type { HttpResponse, PlatformName } from '../core/exchange.ts'
import { nextNumber, type State } from '../core/state.ts'

declare module '../core/state.ts' {
  interface State {
    /** People by key, such as `ada`. */
    people: Record<string, Person>
    /** Registered client applications by platform and client id. */
    apps: Record<PlatformName, Record<string, RegisteredApp>>
    /** Accepted redirect addresses besides loopback ones. */
    redirectUris: string[]
    grants: Record<string, Grant>
    /** Tokens by their text. */
    tokens: Record<string, Token>
    /** Authorization codes by their text. */
    codes: Record<string, Code>
  }
}

export interface Person {
  /** Short, stable key such as `ada`, to which the platforms' seeds refer. */
  readonly key: string
  readonly name: string
  readonly givenName: string
  readonly familyName: string
  readonly email: string
  /** Locale such as `en_US`. */
  readonly locale: string
  /** The case that the person demonstrates. */
  readonly purpose: string
  /** The person's own id on each platform: app-scoped user id, `sub`, member id. */
  readonly ids: Readonly<Record<PlatformName, string>>
}

export interface RegisteredApp {
  readonly platform: PlatformName
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
  /** Scopes that the application may request. */
  readonly scopes: readonly string[]
  /**
   * Social: the scopes of the saved configurations of the application's business login, by configuration id.
   */
  readonly configurations?: Readonly<Record<string, readonly string[]>>
}

/** Why a grant or token no longer works, in terms that are independent of the platform. */
export type InvalidationReason =
  | 'removed' // the person removed the application
  | 'password' // the person changed the password
  | 'checkpoint' // the person must pass a check on the platform first, then the tokens work again
  | 'logged_out'
  | 'suspended' // the person's account is suspended
  | 'scope_change' // a later consent with other scopes replaced it
  | 'crowded_out' // more live refresh tokens than the platform keeps
  | 'rotated' // replaced by its successor
  | 'revoked' // revoked through the API
  | 'role_lost' // the person no longer has the role on which the token depends

/**
 * The permissions that one person granted to one application. Tokens belong to a grant and become invalid
 * with it.
 */
export interface Grant {
  readonly id: string
  readonly platform: PlatformName
  readonly person: string
  readonly clientId: string
  scopes: string[]
  /** Scopes that were requested and refused, kept until the application explicitly requests them again. */
  declined: string[]
  consentedAt: number
  /**
   * Whether the grant belongs to the starting world instead of a consent. Its tokens need no consent, and
   * platform limits do not count them.
   */
  readonly standing: boolean
  /** Texts of the grant's tokens by kind, oldest first. */
  tokens: Partial<Record<TokenKind, string[]>>
  /**
   * Social: the assets to which a permission is limited. A permission that is absent here applies to all
   * assets.
   */
  assets?: Record<string, string[]>
  /** Search: the instant at which time-based access ends. */
  endsAt?: number
  /** Search: the sign-in that the organization's session policy requires. */
  reauthentication?: 'invalid_rapt' | 'rapt_required'
  /** Pro: the old scopes, which still apply to calls for a while after a consent with other scopes. */
  sticky?: { readonly scopes: readonly string[]; readonly until: number }
  death?: { readonly reason: InvalidationReason; readonly at: number }
}

export type TokenKind = 'user' | 'page' | 'app' | 'access' | 'refresh'

export interface Token {
  readonly text: string
  readonly platform: PlatformName
  readonly kind: TokenKind
  /** Empty for an application's own token. */
  readonly grant: string
  readonly person: string
  readonly clientId: string
  readonly scopes: string[]
  readonly issuedAt: number
  /** Instant of expiry. `null` when the token does not expire by time. */
  expiresAt: number | null
  /** Social: the page of a page token. */
  readonly page?: string
  /** Social: whether the token is valid for sixty days instead of hours. */
  readonly longLived?: boolean
  /** Last use of a refresh token. Idle refresh tokens expire. */
  lastUsedAt?: number
  death?: { readonly reason: InvalidationReason; readonly at: number }
}

/** An authorization code, which is valid once and for a short time. */
export interface Code {
  readonly text: string
  readonly platform: PlatformName
  readonly grant: string
  readonly clientId: string
  readonly redirectUri: string
  readonly scopes: string[]
  readonly issuedAt: number
  readonly challenge?: { readonly text: string; readonly method: 'S256' | 'plain' }
  /** Search: whether a refresh token is issued with the access token. */
  readonly offline: boolean
  readonly nonce?: string
  usedAt?: number
}

/** Result of looking up a token by its text. */
export type TokenLookup =
  | { readonly status: 'live'; readonly token: Token }
  | { readonly status: 'unknown' }
  | { readonly status: 'expired'; readonly token: Token }
  | { readonly status: 'dead'; readonly token: Token; readonly reason: InvalidationReason }

export function lookUpToken(state: State, text: string, now: number): TokenLookup {
  const token = Object.hasOwn(state.tokens, text) ? state.tokens[text] : undefined
  if (token === undefined) return { status: 'unknown' }
  const invalidation = token.death ?? state.grants[token.grant]?.death
  if (invalidation !== undefined) return { status: 'dead', token, reason: invalidation.reason }
  if (token.expiresAt !== null && token.expiresAt <= now) return { status: 'expired', token }
  return { status: 'live', token }
}

export function findGrant(state: State, token: Token): Grant | undefined {
  return state.grants[token.grant]
}

/**
 * Generates text without meaning from the letters and digits of a hash. The same state always yields the same
 * text.
 */
export function createOpaqueText(state: State, kind: string, length: number): string {
  return deriveText(`${state.seed}:${kind}:${nextNumber(state, kind)}`, length)
}

/** The identity behind a call, after its token was accepted. */
export interface Caller {
  /** Absent for an application's own token. */
  readonly person?: Person
  readonly app: RegisteredApp
  readonly kind: TokenKind
  readonly scopes: readonly string[]
  readonly token: Token
  /** The page's id, for page tokens of social only. */
  readonly page?: string
}

/** Either the caller or the platform's own refusal. */
export type Authentication = { readonly caller: Caller } | { readonly refusal: HttpResponse }
