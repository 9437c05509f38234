// Exchanges, refreshes and introspects LinkedIn tokens, and classifies the platform's refusals.

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
import type { UpstreamResponse } from '../connector-kit/upstream.ts'
import { asObject, asText, valueAt } from '../connector-kit/values.ts'

export class ProOauthTokens {
  readonly #app: PlatformApp

  constructor(app: PlatformApp) {
    this.#app = app
  }

  async exchangeCode(code: string, redirectUri: string): Promise<{ tokens: Tokens }> {
    const { response, sentAt, body } = await this.#requestToken({
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
    })
    if (response.status !== 200)
      throw new CodeExchangeError(toLinkFailureReason(response), `code exchange: ${asText(body['error'])}`)
    const tokens = {
      accessToken: asText(body['access_token']),
      accessExpiresAt: toExpiry(sentAt, body['expires_in']),
      refreshToken: asText(body['refresh_token']),
      refreshExpiresAt: toExpiry(sentAt, body['refresh_token_expires_in']),
      dataAccessExpiresAt: null,
      issuedAt: sentAt,
      scopes: asText(body['scope']).split(/[ ,]+/),
    }
    return { tokens }
  }

  async refresh(tokens: Tokens): Promise<Tokens> {
    if (tokens.refreshToken === '')
      throw new TokenRequestError(
        (await this.#introspect(tokens)) ?? {
          kind: 'transient',
          reason: 'the token lives and cannot be refreshed',
        },
      )
    const { response, sentAt, body } = await this.#requestToken({
      grant_type: 'refresh_token',
      refresh_token: tokens.refreshToken,
    })
    if (response.status !== 200) {
      const verdict = toVerdict(response)
      // LinkedIn refuses an invalid refresh token with an error code that has other causes as well.
      // Introspection determines the cause.
      const isAmbiguous = ['invalid_request', 'invalid_grant'].includes(verdict.reason)
      throw new TokenRequestError((isAmbiguous ? await this.#introspect(tokens) : undefined) ?? verdict)
    }
    const refreshExpiresAt = toExpiry(sentAt, body['refresh_token_expires_in'])
    return {
      ...tokens,
      accessToken: asText(body['access_token']),
      accessExpiresAt: toExpiry(sentAt, body['expires_in']),
      refreshToken: asText(body['refresh_token']) || tokens.refreshToken,
      // The lifetime of a refresh token starts at the consent and is never extended.
      refreshExpiresAt: earliest(tokens.refreshExpiresAt, refreshExpiresAt),
      issuedAt: sentAt,
    }
  }

  async inspect(tokens: Tokens): Promise<TokenVerdict | ValidTokens> {
    return (await this.#introspect(tokens)) ?? { kind: 'alive', dataAccessExpiresAt: null }
  }

  /**
   * LinkedIn refuses an invalid token with 400 and a wrong client secret with 401.
   * https://learn.microsoft.com/en-us/linkedin/shared/authentication/token-introspection
   */
  async checkApp(): Promise<AppCheckResult> {
    const response = await this.#post('introspectToken', { token: 'none' })
    const { kind, reason } = toVerdict(response)
    if (kind === 'app_rejected' || response.status === 401) return { kind: 'refused', reason }
    const isTokenRefused = response.status === 200 || reason === 'invalid_request'
    return isTokenRefused ? { kind: 'accepted' } : { kind: 'unknown', reason }
  }

  // LinkedIn documents no revocation endpoint. Users remove the app under "Permitted services".
  async revoke(): Promise<void> {}

  /**
   * Returns undefined if the tokens are active.
   * https://learn.microsoft.com/en-us/linkedin/shared/authentication/token-introspection
   */
  async #introspect({ accessToken, refreshToken }: Tokens): Promise<TokenVerdict | undefined> {
    const response = await this.#post('introspectToken', { token: refreshToken || accessToken })
    const introspection = asObject(response.json())
    if (introspection['active'] === true) return undefined
    if (introspection['status'] === 'revoked')
      return { kind: 'dead', health: 'revoked', reason: 'user_revoked' }
    // LinkedIn refuses to introspect a token that it no longer stores.
    if (introspection['active'] !== false && introspection['error'] !== 'invalid_request')
      return toVerdict(response)
    const reason = refreshToken === '' ? 'access_expired' : 'refresh_token_expired'
    return { kind: 'dead', health: 'needs_reauth', reason }
  }

  /** https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow */
  async #requestToken(form: Readonly<Record<string, string>>) {
    const sentAt = this.#app.runtime.now()
    const response = await this.#post('accessToken', form)
    return { response, sentAt, body: asObject(response.json()) }
  }

  async #post(
    path: 'accessToken' | 'introspectToken',
    form: Readonly<Record<string, string>>,
  ): Promise<UpstreamResponse> {
    const { upstream, appConfig } = this.#app
    const { tokenUrl, clientId, clientSecret } = appConfig
    return await upstream.send({
      callName: `pro ${path}`,
      method: 'POST',
      url: `${tokenUrl}/oauth/v2/${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form }).toString(),
      timeoutMs: 15_000,
    })
  }
}

const isTransient = ({ status }: UpstreamResponse) => status >= 500 || status === 429

/**
 * LinkedIn refuses both an invalid code and an unknown app with status 400. Only the error code distinguishes
 * them.
 * https://learn.microsoft.com/en-us/linkedin/shared/authentication/client-credentials-flow
 */
function toLinkFailureReason(response: UpstreamResponse): LinkFailureReason {
  if (isTransient(response)) return 'platform_unavailable'
  const isAppError = toVerdict(response).kind === 'app_rejected'
  return response.status === 400 && !isAppError ? 'code_rejected' : 'app_misconfigured'
}

function toVerdict(response: UpstreamResponse): TokenVerdict {
  if (isTransient(response)) return { kind: 'transient', reason: `status ${response.status}` }
  const reason = asText(valueAt(response.json(), 'error'))
  return { kind: reason.startsWith('invalid_client') ? 'app_rejected' : 'transient', reason }
}

function earliest(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.min(a, b)
}
