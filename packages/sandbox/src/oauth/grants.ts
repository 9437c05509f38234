// The lifecycle of consents and their tokens: grants are created, widened and revoked, and tokens are issued,
// rotated and pruned.

import type { Exchange, PlatformName } from '../core/exchange.ts'
import { nextNumber, type State } from '../core/state.ts'
import {
  type Code,
  createOpaqueText,
  type Grant,
  type InvalidationReason,
  type RegisteredApp,
  type Token,
  type TokenKind,
} from './people.ts'
import type { OAuthProfile } from './profile.ts'
import { deriveStandingToken } from './tokenTexts.ts'

/**
 * Limits beyond which the oldest tokens, codes and dead grants are deleted, so that memory stays constant in
 * long tests.
 */
const maxTokensPerKind = 1_000
const maxCodes = 1_000
const maxDeadGrants = 50

export function findApp(state: State, platform: PlatformName, clientId: string): RegisteredApp | undefined {
  const apps = state.apps[platform]
  return Object.hasOwn(apps, clientId) ? apps[clientId] : undefined
}

/** Returns the live grant of a person to an application, if there is one. */
export function findLiveGrant(
  state: State,
  platform: PlatformName,
  person: string,
  clientId: string,
): Grant | undefined {
  return listGrants(state, platform, person).find(
    (grant) => !grant.standing && grant.clientId === clientId && grant.death === undefined,
  )
}

export function listGrants(state: State, platform: PlatformName, person: string): Grant[] {
  return Object.values(state.grants).filter((grant) => grant.platform === platform && grant.person === person)
}

export function createGrant(
  state: State,
  input: Pick<Grant, 'platform' | 'person' | 'clientId' | 'scopes' | 'declined'> & { standing?: boolean },
  now: number,
): Grant {
  pruneDeadGrants(state, input.platform, input.person)
  const grant: Grant = {
    id: `grant_${nextNumber(state, 'grant')}`,
    platform: input.platform,
    person: input.person,
    clientId: input.clientId,
    scopes: [...input.scopes],
    declined: [...input.declined],
    consentedAt: now,
    standing: input.standing ?? false,
    tokens: {},
  }
  state.grants[grant.id] = grant
  return grant
}

export interface TokenInput {
  readonly kind: TokenKind
  readonly scopes: readonly string[]
  readonly expiresAt: number | null
  readonly text?: string
  readonly page?: string
  readonly longLived?: boolean
}

export function issueToken(
  state: State,
  { tokenFormats }: OAuthProfile,
  grant: Grant,
  input: TokenInput,
  now: number,
): Token {
  const formatToken = tokenFormats[input.kind === 'refresh' ? 'refresh' : 'access']
  const token: Token = {
    text: input.text ?? formatToken(createOpaqueText(state, `${grant.platform}-token`, 200)),
    platform: grant.platform,
    kind: input.kind,
    grant: grant.id,
    person: grant.person,
    clientId: grant.clientId,
    scopes: [...input.scopes],
    issuedAt: now,
    expiresAt: input.expiresAt,
    ...(input.page === undefined ? {} : { page: input.page }),
    ...(input.longLived === undefined ? {} : { longLived: input.longLived }),
    ...(input.kind === 'refresh' ? { lastUsedAt: now } : {}),
  }
  state.tokens[token.text] = token
  const texts = grant.tokens[input.kind] ?? []
  grant.tokens[input.kind] = texts
  texts.push(token.text)
  if (texts.length > maxTokensPerKind) {
    for (const text of texts.splice(0, texts.length - maxTokensPerKind)) delete state.tokens[text]
  }
  return token
}

/** Issues the access token of a token response. The refresh token is the one that the response contains. */
export function issueAccessToken(
  exchange: Exchange,
  profile: OAuthProfile,
  grant: Grant,
  input: Pick<TokenInput, 'scopes' | 'expiresAt'>,
  refreshToken: Token | undefined,
): Token {
  const token = issueToken(exchange.state, profile, grant, { kind: 'access', ...input }, exchange.now)
  exchange.effect('token', grant.id, { kind: 'access', refreshToken: refreshToken !== undefined })
  return token
}

/** The seconds until an expiry as token responses contain them, a second less than remain. */
export function remainingSeconds(expiresAt: number, now: number): number {
  return Math.max(0, Math.floor((expiresAt - now) / 1000) - 1)
}

/** Lists a grant's tokens of a kind, oldest first. */
export function listTokens(state: State, grant: Grant, kind: TokenKind): Token[] {
  return (grant.tokens[kind] ?? []).flatMap((text) => state.tokens[text] ?? [])
}

export function issueCode(
  state: State,
  { platform, tokenFormats }: OAuthProfile,
  input: Omit<Code, 'text' | 'platform' | 'issuedAt'>,
  now: number,
): Code {
  const code: Code = {
    platform,
    ...input,
    text: tokenFormats.code(createOpaqueText(state, `${platform}-code`, 200)),
    issuedAt: now,
  }
  state.codes[code.text] = code
  const texts = Object.keys(state.codes)
  for (const text of texts.slice(0, Math.max(0, texts.length - maxCodes))) delete state.codes[text]
  return code
}

export function findCode(state: State, platform: PlatformName, text: string): Code | undefined {
  const code = Object.hasOwn(state.codes, text) ? state.codes[text] : undefined
  return code?.platform === platform ? code : undefined
}

export function invalidateGrant(grant: Grant, reason: InvalidationReason, now: number): void {
  grant.death = { reason, at: now }
}

/** Replaces a refresh token with a new one, which expires no later than the replaced one would have. */
export function rotateToken(
  state: State,
  profile: OAuthProfile,
  grant: Grant,
  previous: Token,
  now: number,
): Token {
  invalidateToken(previous, 'rotated', now)
  return issueToken(
    state,
    profile,
    grant,
    { kind: 'refresh', scopes: previous.scopes, expiresAt: previous.expiresAt },
    now,
  )
}

export function invalidateToken(token: Token, reason: InvalidationReason, now: number): void {
  token.death ??= { reason, at: now }
}

/** Invalidates a grant's present tokens. The grant stays valid for new tokens. */
export function invalidateTokens(state: State, grant: Grant, reason: InvalidationReason, now: number): void {
  for (const kind of ['user', 'page', 'access', 'refresh'] as const) {
    for (const token of listTokens(state, grant, kind)) invalidateToken(token, reason, now)
  }
}

/** Ten years: the tokens of the starting world outlive every test that advances the clock. */
const standingTokenTtlMs = 10 * 365 * 86_400_000

/** Renews a person's standing tokens on a platform. Their texts stay the same. */
export function issueStandingTokens(
  state: State,
  profile: OAuthProfile,
  personKey: string,
  now: number,
): void {
  const { platform, tokenFormats, standingTokens } = profile
  for (const previous of listGrants(state, platform, personKey)) {
    if (previous.standing) deleteGrant(state, previous)
  }
  for (const [index, { clientId, scopes }] of Object.values(state.apps[platform]).entries()) {
    const grant = createGrant(
      state,
      { platform, person: personKey, clientId, scopes: [...scopes], declined: [], standing: true },
      now,
    )
    // If a platform has several applications, the first one has the plain tokens.
    const tokenText = (kind: 'access' | 'refresh') =>
      deriveStandingToken(platform, tokenFormats, personKey, kind, index === 0 ? '' : clientId)
    const expiresAt = (expires: boolean) => (expires ? now + standingTokenTtlMs : null)
    const { access, refresh } = standingTokens
    const { kind, expires, ...lifetime } = access
    const accessToken = {
      kind,
      scopes,
      expiresAt: expiresAt(expires),
      text: tokenText('access'),
      ...lifetime,
    }
    issueToken(state, profile, grant, accessToken, now)
    if (refresh === undefined) continue
    const refreshToken = { scopes, expiresAt: expiresAt(refresh.expires), text: tokenText('refresh') }
    issueToken(state, profile, grant, { kind: 'refresh', ...refreshToken }, now)
  }
}

function pruneDeadGrants(state: State, platform: PlatformName, person: string): void {
  const deadGrants = listGrants(state, platform, person).filter(
    (grant) => grant.death !== undefined && !grant.standing,
  )
  for (const grant of deadGrants.slice(0, Math.max(0, deadGrants.length - maxDeadGrants)))
    deleteGrant(state, grant)
}

function deleteGrant(state: State, grant: Grant): void {
  for (const texts of Object.values(grant.tokens)) {
    for (const text of texts) delete state.tokens[text]
  }
  delete state.grants[grant.id]
}
