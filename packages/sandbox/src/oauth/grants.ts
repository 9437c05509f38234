// The lifecycle of consents and their tokens: grants are created, widened and revoked, and tokens are issued,
// rotated and pruned.

import type { PlatformName } from '../core/exchange.ts'
import { nextNumber, type State } from '../core/state.ts'
import {
  type Code,
  type Death,
  type Grant,
  opaqueText,
  type RegisteredApp,
  type Token,
  type TokenKind,
} from './people.ts'
import { standingTokenText, tokenShapes } from './tokenTexts.ts'

/**
 * Limits beyond which the oldest tokens, codes and dead grants are deleted, so that memory stays constant in
 * long tests.
 */
const tokensKeptPerKind = 1_000
const codesKept = 1_000
const deadGrantsKept = 50

export function appOf(state: State, platform: PlatformName, clientId: string): RegisteredApp | undefined {
  const apps = state.apps[platform]
  return Object.hasOwn(apps, clientId) ? apps[clientId] : undefined
}

/** Returns the live grant of a person to an application, if there is one. */
export function liveGrant(
  state: State,
  platform: PlatformName,
  person: string,
  clientId: string,
): Grant | undefined {
  return grantsOf(state, platform, person).find(
    (grant) => !grant.standing && grant.clientId === clientId && grant.death === undefined,
  )
}

export function grantsOf(state: State, platform: PlatformName, person: string): Grant[] {
  return Object.values(state.grants).filter((grant) => grant.platform === platform && grant.person === person)
}

export function createGrant(
  state: State,
  wish: Pick<Grant, 'platform' | 'person' | 'clientId' | 'scopes' | 'declined'> & { standing?: boolean },
  now: number,
): Grant {
  forgetDeadGrants(state, wish.platform, wish.person)
  const grant: Grant = {
    id: `grant_${nextNumber(state, 'grant')}`,
    platform: wish.platform,
    person: wish.person,
    clientId: wish.clientId,
    scopes: [...wish.scopes],
    declined: [...wish.declined],
    consentedAt: now,
    standing: wish.standing ?? false,
    tokens: {},
  }
  state.grants[grant.id] = grant
  return grant
}

export interface TokenWish {
  readonly kind: TokenKind
  readonly scopes: readonly string[]
  readonly expiresAt: number | null
  readonly text?: string
  readonly page?: string
  readonly longLived?: boolean
}

export function issueToken(state: State, grant: Grant, wish: TokenWish, now: number): Token {
  const shape = tokenShapes[grant.platform][wish.kind === 'refresh' ? 'refresh' : 'access']
  const token: Token = {
    text: wish.text ?? shape(opaqueText(state, `${grant.platform}-token`, 200)),
    platform: grant.platform,
    kind: wish.kind,
    grant: grant.id,
    person: grant.person,
    clientId: grant.clientId,
    scopes: [...wish.scopes],
    issuedAt: now,
    expiresAt: wish.expiresAt,
    ...(wish.page === undefined ? {} : { page: wish.page }),
    ...(wish.longLived === undefined ? {} : { longLived: wish.longLived }),
    ...(wish.kind === 'refresh' ? { lastUsedAt: now } : {}),
  }
  state.tokens[token.text] = token
  const texts = grant.tokens[wish.kind] ?? []
  grant.tokens[wish.kind] = texts
  texts.push(token.text)
  if (texts.length > tokensKeptPerKind) {
    for (const text of texts.splice(0, texts.length - tokensKeptPerKind)) delete state.tokens[text]
  }
  return token
}

/** Lists a grant's tokens of a kind, oldest first. */
export function tokensOf(state: State, grant: Grant, kind: TokenKind): Token[] {
  return (grant.tokens[kind] ?? []).flatMap((text) => state.tokens[text] ?? [])
}

export function issueCode(state: State, wish: Omit<Code, 'text' | 'issuedAt'>, now: number): Code {
  const code: Code = {
    ...wish,
    text: tokenShapes[wish.platform].code(opaqueText(state, `${wish.platform}-code`, 200)),
    issuedAt: now,
  }
  state.codes[code.text] = code
  const texts = Object.keys(state.codes)
  for (const text of texts.slice(0, Math.max(0, texts.length - codesKept))) delete state.codes[text]
  return code
}

export function codeOf(state: State, platform: PlatformName, text: string): Code | undefined {
  const code = Object.hasOwn(state.codes, text) ? state.codes[text] : undefined
  return code?.platform === platform ? code : undefined
}

export function killGrant(grant: Grant, reason: Death, now: number): void {
  grant.death = { reason, at: now }
}

/** Replaces a refresh token with a new one, which expires no later than the replaced one would have. */
export function rotateToken(state: State, grant: Grant, old: Token, now: number): Token {
  killToken(old, 'rotated', now)
  return issueToken(state, grant, { kind: 'refresh', scopes: old.scopes, expiresAt: old.expiresAt }, now)
}

export function killToken(token: Token, reason: Death, now: number): void {
  token.death ??= { reason, at: now }
}

/** Invalidates a grant's present tokens. The grant stays valid for new tokens. */
export function killTokens(state: State, grant: Grant, reason: Death, now: number): void {
  for (const kind of ['user', 'page', 'access', 'refresh'] as const) {
    for (const token of tokensOf(state, grant, kind)) killToken(token, reason, now)
  }
}

/** Ten years: the tokens of the starting world outlive every test that advances the clock. */
const standingLifeMs = 10 * 365 * 86_400_000

/** Renews a person's standing tokens on all three platforms. Their texts stay the same. */
export function issueStandingTokens(state: State, personKey: string, now: number): void {
  for (const platform of ['social', 'search', 'pro'] as const) {
    for (const old of grantsOf(state, platform, personKey)) {
      if (old.standing) forgetGrant(state, old)
    }
    for (const [index, app] of Object.values(state.apps[platform]).entries()) {
      const { clientId } = app
      const grant = createGrant(
        state,
        { platform, person: personKey, clientId, scopes: [...app.scopes], declined: [], standing: true },
        now,
      )
      // If a platform has several applications, the first one has the plain tokens.
      const textOf = (kind: 'access' | 'refresh') =>
        standingTokenText(platform, personKey, kind, index === 0 ? '' : clientId)
      issueToken(
        state,
        grant,
        {
          kind: platform === 'social' ? 'user' : 'access',
          scopes: app.scopes,
          expiresAt: platform === 'social' ? null : now + standingLifeMs,
          text: textOf('access'),
          ...(platform === 'social' ? { longLived: true } : {}),
        },
        now,
      )
      if (platform === 'social') continue
      issueToken(
        state,
        grant,
        {
          kind: 'refresh',
          scopes: app.scopes,
          expiresAt: platform === 'pro' ? now + standingLifeMs : null,
          text: textOf('refresh'),
        },
        now,
      )
    }
  }
}

function forgetDeadGrants(state: State, platform: PlatformName, person: string): void {
  const dead = grantsOf(state, platform, person).filter(
    (grant) => grant.death !== undefined && !grant.standing,
  )
  for (const grant of dead.slice(0, Math.max(0, dead.length - deadGrantsKept))) forgetGrant(state, grant)
}

function forgetGrant(state: State, grant: Grant): void {
  for (const texts of Object.values(grant.tokens)) {
    for (const text of texts) delete state.tokens[text]
  }
  delete state.grants[grant.id]
}
