// People, the applications they consented to, and the tokens that follow: issued, looked up, expired by the clock, revoked.

import type { Answer, PlatformName } from '../core/exchange.ts'
import { nextNumber, type State } from '../core/state.ts'
import { textFrom } from './tokenTexts.ts'

declare module '../core/state.ts' {
  interface State {
    /** By key, such as `ada`. */
    people: Record<string, Person>
    /** Registered client applications by platform and client id. */
    apps: Record<PlatformName, Record<string, RegisteredApp>>
    /** Redirect addresses accepted besides loopback ones. */
    redirectUris: string[]
    grants: Record<string, Grant>
    /** By the token's text. */
    tokens: Record<string, Token>
    /** Authorization codes by their text. */
    codes: Record<string, Code>
  }
}

export interface Person {
  /** Short and stable, such as `ada`: what the platforms' seeds refer to. */
  readonly key: string
  readonly name: string
  readonly givenName: string
  readonly familyName: string
  readonly email: string
  /** `en_US` */
  readonly locale: string
  /** What the person is there to show. */
  readonly purpose: string
  /** The person's own id on each platform: app-scoped user id, `sub`, member id. */
  readonly ids: Readonly<Record<PlatformName, string>>
}

export interface RegisteredApp {
  readonly platform: PlatformName
  readonly clientId: string
  readonly clientSecret: string
  readonly name: string
  /** Scopes the application may ask for. */
  readonly scopes: readonly string[]
  /** Social: what the saved configurations of its business login ask for, by their ids. */
  readonly configurations?: Readonly<Record<string, readonly string[]>>
}

/** Why a grant or token no longer works, in the words of no particular platform. */
export type Death =
  | 'removed' // the person removed the application
  | 'password' // the person changed the password
  | 'checkpoint' // the person must pass a check on the platform first; heals
  | 'logged_out'
  | 'suspended' // the person's account is suspended
  | 'scope_change' // a later consent with other scopes replaced it
  | 'crowded_out' // more live refresh tokens than the platform keeps
  | 'rotated' // replaced by its successor
  | 'revoked' // revoked through the API
  | 'role_lost' // the person no longer has the role the token speaks for

/** What one person allowed one application. Tokens hang on it and die with it. */
export interface Grant {
  readonly id: string
  readonly platform: PlatformName
  readonly person: string
  readonly clientId: string
  scopes: string[]
  /** Asked for and refused; remembered until asked for again explicitly. */
  declined: string[]
  consentedAt: number
  /** Made with the world, not by a consent: its tokens work without one and count for no platform's rules. */
  readonly standing: boolean
  /** Texts of its tokens by kind, oldest first. */
  tokens: Partial<Record<TokenKind, string[]>>
  /** Social: the assets a permission was limited to; a permission that is not here holds for all of them. */
  assets?: Record<string, string[]>
  /** Search: the person chose access for a limited time. */
  endsAt?: number
  /** Search: the organisation's session policy wants a new sign-in. */
  reauthentication?: 'invalid_rapt' | 'rapt_required'
  /** Pro: for a while after a consent with other scopes, calls are still judged by the old ones. */
  sticky?: { readonly scopes: readonly string[]; readonly until: number }
  death?: { readonly reason: Death; readonly at: number }
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
  /** `null`: never by time alone. */
  expiresAt: number | null
  /** Social: the page a page token speaks for. */
  readonly page?: string
  /** Social: a token of hours, or one of sixty days. */
  readonly longLived?: boolean
  /** Refresh tokens: idle ones die. */
  lastUsedAt?: number
  death?: { readonly reason: Death; readonly at: number }
}

/** An authorization code: once, and not for long. */
export interface Code {
  readonly text: string
  readonly platform: PlatformName
  readonly grant: string
  readonly clientId: string
  readonly redirectUri: string
  readonly scopes: string[]
  readonly issuedAt: number
  readonly challenge?: { readonly text: string; readonly method: 'S256' | 'plain' }
  /** Search: whether a refresh token comes with it. */
  readonly offline: boolean
  readonly nonce?: string
  usedAt?: number
}

/** What a token's text is worth now. */
export type TokenStanding =
  | { readonly standing: 'live'; readonly token: Token }
  | { readonly standing: 'unknown' }
  | { readonly standing: 'expired'; readonly token: Token }
  | { readonly standing: 'dead'; readonly token: Token; readonly reason: Death }

export function tokenOf(state: State, text: string, now: number): TokenStanding {
  const token = Object.hasOwn(state.tokens, text) ? state.tokens[text] : undefined
  if (token === undefined) return { standing: 'unknown' }
  const death = token.death ?? state.grants[token.grant]?.death
  if (death !== undefined) return { standing: 'dead', token, reason: death.reason }
  if (token.expiresAt !== null && token.expiresAt <= now) return { standing: 'expired', token }
  return { standing: 'live', token }
}

export function grantOf(state: State, token: Token): Grant | undefined {
  return state.grants[token.grant]
}

/** Text without meaning, always the same for the same state: letters and digits of a hash. */
export function opaqueText(state: State, kind: string, length: number): string {
  return textFrom(`${state.seed}:${kind}:${nextNumber(state, kind)}`, length)
}

/** Who makes a call, once the token was found good. */
export interface Caller {
  /** Absent for an application's own token. */
  readonly person?: Person
  readonly app: RegisteredApp
  readonly kind: TokenKind
  readonly scopes: readonly string[]
  readonly token: Token
  /** Social, page tokens only: the page's id. */
  readonly page?: string
}

/** Either who calls, or the platform's own refusal. */
export type Authentication = { readonly caller: Caller } | { readonly refusal: Answer }
