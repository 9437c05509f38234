// Tokens of the social platform: code exchange, refresh, inspection, revocation, and the meaning of refusals.

import {
  type AppCheckResult,
  CodeExchangeError,
  type LinkFailureReason,
  type PlatformApp,
  TokenRequestError,
  type Tokens,
  type TokenVerdict,
  toExpiry,
  type ValidTokens,
} from '../connector-kit/provider.ts'
import { malformedError } from '../connector-kit/rows.ts'
import type { UpstreamResponse } from '../connector-kit/upstream.ts'
import { asObject, asText, exactIdReviver, type JsonObject, valueAt } from '../connector-kit/values.ts'
import { computeAppSecretProof } from './appSecretProof.ts'

export class SocialOauthTokens {
  readonly #app: PlatformApp

  constructor(app: PlatformApp) {
    this.#app = app
  }

  /** Exchanges the code of a consent for long-lived tokens and the user's id. */
  async exchangeCode(code: string, redirectUri: string): Promise<{ tokens: Tokens; personId: string }> {
    const { response, body } = await this.#requestToken({ code, redirect_uri: redirectUri })
    if (response.status !== 200) {
      const errorCode = valueAt(body, 'error', 'code')
      throw new CodeExchangeError(
        toLinkFailureReason(response.status, errorCode),
        `code exchange: ${asText(errorCode)}`,
      )
    }
    const longLived = await this.#requestLongLivedToken(asText(body['access_token']))
    const data = await this.#inspectToken(longLived.accessToken)
    // A token of another app must never be stored.
    if (asText(data['app_id']) !== this.#app.appConfig.clientId || data['is_valid'] !== true)
      throw new CodeExchangeError('code_rejected', 'the token does not belong to this app')
    const tokens = {
      accessToken: longLived.accessToken,
      accessExpiresAt: longLived.accessExpiresAt ?? parseUnixTime(data['expires_at']),
      refreshToken: '',
      refreshExpiresAt: null,
      dataAccessExpiresAt: parseUnixTime(data['data_access_expires_at']),
      issuedAt: longLived.sentAt,
      scopes: parseScopes(data),
    }
    return { tokens, personId: asText(data['user_id']) }
  }

  async refresh(tokens: Tokens): Promise<Tokens> {
    const { accessToken, accessExpiresAt, sentAt } = await this.#requestLongLivedToken(tokens.accessToken)
    return {
      ...tokens,
      accessToken,
      // A response without an expiry does not mean that the token never expires.
      accessExpiresAt: accessExpiresAt ?? tokens.accessExpiresAt,
      issuedAt: sentAt,
    }
  }

  async inspect({ accessToken }: Tokens): Promise<TokenVerdict | ValidTokens> {
    const data = await this.#inspectToken(accessToken)
    if (data['is_valid'] === true)
      return {
        kind: 'alive',
        dataAccessExpiresAt: parseUnixTime(data['data_access_expires_at']),
        scopes: parseScopes(data),
      }
    return toVerdictForCodes(valueAt(data, 'error', 'code'), valueAt(data, 'error', 'subcode'))
  }

  /**
   * Requests an app token, which the platform issues to anyone who knows the app's secret.
   * https://developers.facebook.com/docs/facebook-login/guides/access-tokens#apptokens
   */
  async checkApp(): Promise<AppCheckResult> {
    const { response } = await this.#requestToken({ grant_type: 'client_credentials' })
    if (response.status === 200) return { kind: 'accepted' }
    const { kind, reason } = toSocialVerdict(response)
    return { kind: kind === 'app_rejected' ? 'refused' : 'unknown', reason }
  }

  /**
   * Revokes the consent. A DELETE without a permission name removes the whole app.
   * https://developers.facebook.com/docs/graph-api/reference/user/permissions
   */
  async revoke({ accessToken }: Tokens): Promise<void> {
    const { upstream, appConfig } = this.#app
    const proof = new URLSearchParams({
      appsecret_proof: computeAppSecretProof(accessToken, appConfig.clientSecret),
    })
    await upstream.send({
      callName: 'social DELETE permissions',
      method: 'DELETE',
      url: `${appConfig.apiUrl}/${appConfig.version}/me/permissions?${proof}`,
      headers: { authorization: `Bearer ${accessToken}` },
    })
  }

  /** https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived */
  async #requestLongLivedToken(token: string) {
    const { response, sentAt, body } = await this.#requestToken({
      grant_type: 'fb_exchange_token',
      fb_exchange_token: token,
    })
    if (response.status !== 200) throw new TokenRequestError(toSocialVerdict(response))
    return {
      accessToken: asText(body['access_token']),
      accessExpiresAt: toExpiry(sentAt, body['expires_in']),
      sentAt,
    }
  }

  /** https://developers.facebook.com/docs/graph-api/reference/debug_token */
  async #inspectToken(token: string): Promise<JsonObject> {
    const { upstream, appConfig } = this.#app
    const { apiUrl, version, clientId, clientSecret } = appConfig
    const appToken = `${clientId}|${clientSecret}`
    // An app that requires proofs also requires them for its own token.
    const appsecret_proof = computeAppSecretProof(appToken, clientSecret)
    const response = await upstream.send({
      callName: 'social GET debug_token',
      method: 'GET',
      url: `${apiUrl}/${version}/debug_token?${new URLSearchParams({ input_token: token, appsecret_proof })}`,
      headers: { authorization: `Bearer ${appToken}` },
    })
    // The app itself sends this request, so a refusal concerns the app, never the inspected token.
    if (response.status !== 200)
      throw new TokenRequestError(
        response.status >= 500
          ? { kind: 'transient', reason: `status ${response.status}` }
          : {
              kind: 'app_rejected',
              reason: `debug_token: ${asText(valueAt(response.json(), 'error', 'code'))}`,
            },
      )
    // Meta returns `app_id` and `user_id` as JSON numbers of up to 17 digits, as its reference shows.
    return asObject(valueAt(response.json(exactIdReviver), 'data'))
  }

  /** https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow#exchangecode */
  async #requestToken(form: Readonly<Record<string, string>>) {
    const { upstream, runtime, appConfig } = this.#app
    const { tokenUrl, version, clientId, clientSecret } = appConfig
    const query = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form })
    const sentAt = runtime.now()
    const response = await upstream.send({
      callName: 'social GET access_token',
      method: 'GET',
      url: `${tokenUrl}/${version}/oauth/access_token?${query}`,
      timeoutMs: 15_000,
    })
    return { response, sentAt, body: asObject(response.json()) }
  }
}

/**
 * Codes of server errors and rate limits. Code 1 is not included: with a status below 500 it means a wrong
 * secret.
 * https://developers.facebook.com/docs/graph-api/guides/error-handling
 */
const transientCodes: readonly unknown[] = [2, 4, 17, 32, 341, 613]

function isTransient(status: number, code: unknown): boolean {
  return status >= 500 || status === 429 || transientCodes.includes(code)
}

/** The reason why the platform issued no token for a code. */
function toLinkFailureReason(status: number, code: unknown): LinkFailureReason {
  if (isTransient(status, code)) return 'platform_unavailable'
  return code === 100 ? 'code_rejected' : 'app_misconfigured'
}

/**
 * Returns the granted scopes, which a valid token always has. A missing list means unknown scopes, not an
 * empty list.
 */
function parseScopes(data: JsonObject): string[] {
  const { scopes } = data
  if (!Array.isArray(scopes)) throw malformedError('scopes', 'is not a list')
  return scopes.map(asText)
}

/** Parses unix seconds. 0 means never. */
function parseUnixTime(seconds: unknown): number | null {
  return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : null
}

export function toSocialVerdict(response: UpstreamResponse): TokenVerdict {
  if (response.status >= 500) return { kind: 'transient', reason: `status ${response.status}` }
  const error = valueAt(response.json(), 'error')
  // For a wrong secret, the platform returns the code that elsewhere means a server error.
  if (valueAt(error, 'code') === 1) return { kind: 'app_rejected', reason: 'app credentials refused' }
  return toVerdictForCodes(valueAt(error, 'code'), valueAt(error, 'error_subcode'))
}

/** https://developers.facebook.com/docs/graph-api/guides/error-handling */
function toVerdictForCodes(code: unknown, subcode: unknown): TokenVerdict {
  if (code === 190 || code === 102)
    switch (subcode) {
      case 458:
        return { kind: 'dead', health: 'revoked', reason: 'user_revoked' }
      case 459:
        return { kind: 'blocked', reason: 'checkpoint' }
      case 460:
        return { kind: 'dead', health: 'needs_reauth', reason: 'password_changed' }
      case 493:
        return { kind: 'dead', health: 'needs_reauth', reason: 'data_access_expired' }
      default:
        return { kind: 'dead', health: 'needs_reauth', reason: 'access_expired' }
    }
  if (code === 101) return { kind: 'app_rejected', reason: 'app credentials refused' }
  return { kind: 'transient', reason: `code ${asText(code)}` }
}
