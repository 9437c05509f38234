// Tokens of the social platform: how they are made, lengthened, looked at and ended, and what a refusal means.

import {
  type Alive,
  type AppStanding,
  ConsentRefused,
  expiryOf,
  type LinkProblem,
  type PlatformApp,
  RefreshRefused,
  type Tokens,
  type Verdict,
} from '../kit/provider.ts'
import { garbled } from '../kit/rows.ts'
import type { UpstreamResponse } from '../kit/upstream.ts'
import { asObject, asText, at, exactIds, type Json } from '../kit/values.ts'
import { proofOf } from './proof.ts'

export class SocialOauthTokens {
  readonly #app: PlatformApp

  constructor(app: PlatformApp) {
    this.#app = app
  }

  /** A lasting set for the code of a consent, and whose it is. */
  async exchange(code: string, redirectUri: string): Promise<{ tokens: Tokens; personId: string }> {
    const { response, body } = await this.#ask({ code, redirect_uri: redirectUri })
    if (response.status !== 200) {
      const refusal = at(body, 'error', 'code')
      throw new ConsentRefused(problemOf(response.status, refusal), `code exchange: ${asText(refusal)}`)
    }
    const long = await this.#extend(asText(body['access_token']))
    const data = await this.#debug(long.accessToken)
    // A token of another app must never be stored as ours.
    if (asText(data['app_id']) !== this.#app.endpoints.clientId || data['is_valid'] !== true)
      throw new ConsentRefused('code_rejected', 'the token does not belong to this app')
    const tokens = {
      accessToken: long.accessToken,
      accessExpiresAt: long.accessExpiresAt ?? instantOf(data['expires_at']),
      refreshToken: '',
      refreshExpiresAt: null,
      dataAccessExpiresAt: instantOf(data['data_access_expires_at']),
      issuedAt: long.sentAt,
      scopes: scopesIn(data),
    }
    return { tokens, personId: asText(data['user_id']) }
  }

  async refresh(tokens: Tokens): Promise<Tokens> {
    const { accessToken, accessExpiresAt, sentAt } = await this.#extend(tokens.accessToken)
    return {
      ...tokens,
      accessToken,
      // An answer that leaves its end out does not make the token endless.
      accessExpiresAt: accessExpiresAt ?? tokens.accessExpiresAt,
      issuedAt: sentAt,
    }
  }

  async inspect({ accessToken }: Tokens): Promise<Verdict | Alive> {
    const data = await this.#debug(accessToken)
    if (data['is_valid'] === true)
      return {
        kind: 'alive',
        dataAccessExpiresAt: instantOf(data['data_access_expires_at']),
        scopes: scopesIn(data),
      }
    return verdictOfCodes(at(data, 'error', 'code'), at(data, 'error', 'subcode'))
  }

  /** An app's own token is given to whoever knows its secret. https://developers.facebook.com/docs/facebook-login/guides/access-tokens#apptokens */
  async checkApp(): Promise<AppStanding> {
    const { response } = await this.#ask({ grant_type: 'client_credentials' })
    if (response.status === 200) return { kind: 'accepted' }
    const { kind, reason } = verdictOf(response)
    return { kind: kind === 'app' ? 'refused' : 'unknown', reason }
  }

  /** https://developers.facebook.com/docs/graph-api/reference/user/permissions (DELETE ends the whole app) */
  async revoke({ accessToken }: Tokens): Promise<void> {
    const { upstream, endpoints } = this.#app
    const proof = new URLSearchParams({ appsecret_proof: proofOf(accessToken, endpoints.clientSecret) })
    await upstream.send({
      call: 'social DELETE permissions',
      method: 'DELETE',
      url: `${endpoints.apiUrl}/${endpoints.version}/me/permissions?${proof}`,
      headers: { authorization: `Bearer ${accessToken}` },
    })
  }

  /** https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived */
  async #extend(token: string) {
    const { response, sentAt, body } = await this.#ask({
      grant_type: 'fb_exchange_token',
      fb_exchange_token: token,
    })
    if (response.status !== 200) throw new RefreshRefused(verdictOf(response))
    return {
      accessToken: asText(body['access_token']),
      accessExpiresAt: expiryOf(sentAt, body['expires_in']),
      sentAt,
    }
  }

  /** https://developers.facebook.com/docs/graph-api/reference/debug_token */
  async #debug(token: string): Promise<Json> {
    const { upstream, endpoints } = this.#app
    const { apiUrl, version, clientId, clientSecret } = endpoints
    const appToken = `${clientId}|${clientSecret}`
    // An app that requires proofs requires them of its own token as well.
    const appsecret_proof = proofOf(appToken, clientSecret)
    const response = await upstream.send({
      call: 'social GET debug_token',
      method: 'GET',
      url: `${apiUrl}/${version}/debug_token?${new URLSearchParams({ input_token: token, appsecret_proof })}`,
      headers: { authorization: `Bearer ${appToken}` },
    })
    // The question is put by the app itself: a refusal is about the app, never about the token it asks about.
    if (response.status !== 200)
      throw new RefreshRefused(
        response.status >= 500
          ? { kind: 'passing', reason: `status ${response.status}` }
          : { kind: 'app', reason: `debug_token: ${asText(at(response.json(), 'error', 'code'))}` },
      )
    // Meta writes these ids as JSON numbers of up to 17 digits, here and in the example of the reference.
    return asObject(at(response.json(exactIds), 'data'))
  }

  /** https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow#exchangecode */
  async #ask(form: Readonly<Record<string, string>>) {
    const { upstream, runtime, endpoints } = this.#app
    const { tokenUrl, version, clientId, clientSecret } = endpoints
    const query = new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form })
    const sentAt = runtime.now()
    const response = await upstream.send({
      call: 'social GET access_token',
      method: 'GET',
      url: `${tokenUrl}/${version}/oauth/access_token?${query}`,
      timeoutMs: 15_000,
    })
    return { response, sentAt, body: asObject(response.json()) }
  }
}

/**
 * Trouble of the platform's own, and calls beyond a limit. Its code 1 is not among them: below 500 it is a wrong secret.
 * https://developers.facebook.com/docs/graph-api/guides/error-handling
 */
const passingCodes: readonly unknown[] = [2, 4, 17, 32, 341, 613]

function isPassing(status: number, code: unknown): boolean {
  return status >= 500 || status === 429 || passingCodes.includes(code)
}

/** Why no token came for a code. */
function problemOf(status: number, code: unknown): LinkProblem {
  if (isPassing(status, code)) return 'platform_unavailable'
  return code === 100 ? 'code_rejected' : 'app_misconfigured'
}

/** The granted permissions, which a valid token always has. Without the list they are unknown, and not none. */
function scopesIn(data: Json): string[] {
  const { scopes } = data
  if (!Array.isArray(scopes)) throw garbled('scopes', 'is no list')
  return scopes.map(asText)
}

/** Unix seconds; 0 stands for never. */
function instantOf(seconds: unknown): number | null {
  return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : null
}

export function verdictOf(response: UpstreamResponse): Verdict {
  if (response.status >= 500) return { kind: 'passing', reason: `status ${response.status}` }
  const error = at(response.json(), 'error')
  // A wrong secret is told by the code that elsewhere stands for trouble on the platform's side.
  if (at(error, 'code') === 1) return { kind: 'app', reason: 'app credentials refused' }
  return verdictOfCodes(at(error, 'code'), at(error, 'error_subcode'))
}

/** https://developers.facebook.com/docs/graph-api/guides/error-handling */
function verdictOfCodes(code: unknown, subcode: unknown): Verdict {
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
  if (code === 101) return { kind: 'app', reason: 'app credentials refused' }
  return { kind: 'passing', reason: `code ${asText(code)}` }
}
