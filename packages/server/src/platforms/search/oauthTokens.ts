// Exchanges, refreshes and revokes tokens of the search platform, and classifies the platform's refusals.

import {
  type AppCheckResult,
  CodeExchangeError,
  type LinkFailureReason,
  type PlatformApp,
  type PlatformUser,
  TokenRequestError,
  type Tokens,
  type TokenVerdict,
  toExpiry,
} from '../connector-kit/provider.ts'
import type { UpstreamResponse } from '../connector-kit/upstream.ts'
import { asObject, asText, type JsonObject } from '../connector-kit/values.ts'

export class SearchOauthTokens {
  readonly #app: PlatformApp

  constructor(app: PlatformApp) {
    this.#app = app
  }

  /** Exchanges the authorization code for tokens and the identity of the person who consented. */
  async exchangeCode(
    code: string,
    redirectUri: string,
    verifier: string,
  ): Promise<{ tokens: Tokens; person: PlatformUser }> {
    const { response, sentAt, body } = await this.#requestToken({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    })
    if (response.status !== 200)
      throw new CodeExchangeError(
        toLinkFailureReason(response, body),
        `code exchange: ${asText(body['error'])}`,
      )
    const claims = decodeClaims(asText(body['id_token']))
    if (asText(claims['aud']) !== this.#app.appConfig.clientId)
      throw new CodeExchangeError('code_rejected', 'the identity is for another app')
    const tokens = {
      accessToken: asText(body['access_token']),
      accessExpiresAt: toExpiry(sentAt, body['expires_in']),
      refreshToken: asText(body['refresh_token']),
      refreshExpiresAt: toExpiry(sentAt, body['refresh_token_expires_in']),
      dataAccessExpiresAt: null,
      issuedAt: sentAt,
      scopes: asText(body['scope']).split(' '),
    }
    const person = { id: asText(claims['sub']), name: asText(claims['name']), email: asText(claims['email']) }
    return { tokens, person }
  }

  async refresh(tokens: Tokens): Promise<Tokens> {
    const { response, sentAt, body } = await this.#requestToken({
      grant_type: 'refresh_token',
      refresh_token: tokens.refreshToken,
    })
    if (response.status !== 200) throw new TokenRequestError(toVerdict(response, body))
    return {
      ...tokens,
      accessToken: asText(body['access_token']),
      accessExpiresAt: toExpiry(sentAt, body['expires_in']),
      // The platform usually returns no new refresh token, and then the stored token remains valid.
      refreshToken: asText(body['refresh_token']) || tokens.refreshToken,
      refreshExpiresAt: toExpiry(sentAt, body['refresh_token_expires_in']) ?? tokens.refreshExpiresAt,
      issuedAt: sentAt,
    }
  }

  /**
   * The platform checks the app before the token, so it refuses an invalid token with `invalid_grant` only to
   * a valid app.
   * https://developers.google.com/identity/protocols/oauth2/web-server#exchange-errors-invalid-grant
   */
  async checkApp(): Promise<AppCheckResult> {
    const { response, body } = await this.#requestToken({
      grant_type: 'refresh_token',
      refresh_token: 'none',
    })
    if (body['error'] === 'invalid_grant') return { kind: 'accepted' }
    const { kind, reason } = toVerdict(response, body)
    return { kind: kind === 'app_rejected' ? 'refused' : 'unknown', reason }
  }

  /** https://developers.google.com/identity/protocols/oauth2/web-server#tokenrevoke */
  async revoke({ refreshToken, accessToken }: Tokens): Promise<void> {
    await this.#post('revoke', { token: refreshToken || accessToken })
  }

  /** https://developers.google.com/identity/protocols/oauth2/web-server#exchange-authorization-code */
  async #requestToken(form: Readonly<Record<string, string>>) {
    const { clientId, clientSecret } = this.#app.appConfig
    const sentAt = this.#app.runtime.now()
    const response = await this.#post('token', { client_id: clientId, client_secret: clientSecret, ...form })
    return { response, sentAt, body: asObject(response.json()) }
  }

  async #post(path: 'token' | 'revoke', form: Readonly<Record<string, string>>): Promise<UpstreamResponse> {
    const { upstream, appConfig } = this.#app
    return await upstream.send({
      callName: `search ${path}`,
      method: 'POST',
      url: `${appConfig.tokenUrl}/${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
      timeoutMs: 15_000,
    })
  }
}

/** The identity token came directly from the token endpoint over TLS, so its signature needs no check. */
function decodeClaims(identityToken: string): JsonObject {
  try {
    return asObject(JSON.parse(Buffer.from(identityToken.split('.')[1] ?? '', 'base64url').toString('utf8')))
  } catch {
    return {}
  }
}

/**
 * The platform's own libraries retry after these errors regardless of the status.
 * https://github.com/googleapis/google-auth-library-python (`_can_retry`)
 */
const transientErrors = ['internal_failure', 'server_error', 'temporarily_unavailable']

function isTransient({ status }: UpstreamResponse, error: string): boolean {
  return status >= 500 || status === 429 || transientErrors.includes(error)
}

function toLinkFailureReason(response: UpstreamResponse, body: JsonObject): LinkFailureReason {
  const error = asText(body['error'])
  if (isTransient(response, error)) return 'platform_unavailable'
  return error === 'invalid_grant' ? 'code_rejected' : 'app_misconfigured'
}

function toVerdict(response: UpstreamResponse, body: JsonObject): TokenVerdict {
  const error = asText(body['error'])
  if (isTransient(response, error)) return { kind: 'transient', reason: `status ${response.status}` }
  if (error === 'invalid_grant')
    return asText(body['error_subtype']).includes('rapt')
      ? { kind: 'dead', health: 'needs_reauth', reason: 'session_expired' }
      : { kind: 'dead', health: 'needs_reauth', reason: 'refresh_token_expired' }
  return ['invalid_client', 'unauthorized_client', 'deleted_client'].includes(error)
    ? { kind: 'app_rejected', reason: error }
    : { kind: 'transient', reason: error }
}
