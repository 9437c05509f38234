// Consent at the social platform: the authorization URL, the code exchange, and app removals.

import { createHmac, timingSafeEqual } from 'node:crypto'
import { listPermissionNames } from '@adrail/contract'
import type { Runtime } from '../../runtime/runtime.ts'
import type { CallWatch } from '../connector-kit/callWatch.ts'
import { CircuitBreakers } from '../connector-kit/circuitBreakers.ts'
import {
  type AppConfig,
  type AppRemoval,
  CodeExchangeError,
  type Provider,
} from '../connector-kit/provider.ts'
import type { Upstream } from '../connector-kit/upstream.ts'
import { asText, tryParseJson, valueAt } from '../connector-kit/values.ts'
import { SocialDiscovery } from './discovery.ts'
import { createSocialLeadWebhook } from './leadPush.ts'
import type { SocialLimiter } from './limiter.ts'
import { SocialOauthTokens } from './oauthTokens.ts'

/** Scopes without which linking is useless. */
const requiredScopes = listPermissionNames('social', 'needed')

/** Settings of the sign-in at the platform. */
export interface SocialLogin {
  /** Configuration id of Login for Business. Empty for an app without it. */
  readonly configId: string
  /** Scopes that are requested in addition to the default scopes. */
  readonly extraScopes: readonly string[]
  /** True when adrail reads leads. */
  readonly leads: boolean
  /** Token that the platform must send when it verifies the webhook. Empty to reject webhooks. */
  readonly webhookToken: string
}

export function createSocialProvider(
  appConfig: AppConfig & SocialLogin,
  upstream: Upstream,
  runtime: Runtime,
  limiter: SocialLimiter,
  watch: CallWatch,
): Provider {
  const { authorizeUrl, clientId, clientSecret, version, configId, extraScopes, leads } = appConfig
  const requestedScopes = [
    ...listPermissionNames('social', 'needed', 'optional', ...(leads ? ['leads' as const] : [])),
    ...listPermissionNames('social', 'extra').filter((name) => extraScopes.includes(name)),
  ]
  const scopes = [...new Set(['public_profile', ...requestedScopes, ...extraScopes])]
  const app = { appConfig, upstream, runtime }
  const breakers = new CircuitBreakers(runtime, 'social', watch)
  const oauthTokens = new SocialOauthTokens({ ...app, upstream: breakers.wrap(upstream, 'tokens') })
  return {
    platform: 'social',
    // Meta documents PKCE only for another flow, as being tested.
    usesPkce: false,
    // A configuration is granted as a whole, never in parts.
    allowsPartialConsent: configId === '',
    offersLoginChoice: false,
    // `public_profile`
    includedIdentity: 'name',
    // Meta adds `#_=_`.
    addsFragment: true,
    requestedPermissions: requestedScopes,

    /**
     * https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow. Apps with Login for
     * Business show no login to users without a configuration. The configuration replaces the scopes:
     * https://developers.facebook.com/docs/facebook-login/facebook-login-for-business
     */
    buildAuthorizeUrl({ state, redirectUri, rerequestDeclined }) {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        response_type: 'code',
        ...(configId === '' ? { scope: scopes.join(',') } : { config_id: configId }),
        ...(rerequestDeclined ? { auth_type: 'rerequest' } : {}),
      })
      return `${authorizeUrl}/${version}/dialog/oauth?${query}`
    },

    parseRefusal(parameters) {
      if (parameters.get('error') === 'access_denied') return 'access_denied'
      // A misconfigured app returns an error_code without an error.
      return parameters.has('error') || parameters.has('error_code') ? 'app_misconfigured' : undefined
    },

    async exchangeCode(code, redirectUri) {
      const { tokens, personId } = await oauthTokens.exchangeCode(code, redirectUri)
      const missing = requiredScopes.filter((name) => !tokens.scopes.includes(name))
      if (missing.length === 0)
        return {
          tokens,
          missing,
          ...(await new SocialDiscovery({ ...app, upstream: limiter.wrap(upstream) }, tokens).discover()),
        }
      // Users cannot grant permissions that the configuration lacks.
      if (configId !== '')
        throw new CodeExchangeError('app_misconfigured', `SOCIAL_CONFIG_ID lacks ${missing.join(', ')}`)
      const person = { id: personId, name: '', email: '' }
      return { tokens, person, missing, accounts: [], pages: [] }
    },

    refresh: (tokens) => oauthTokens.refresh(tokens),
    inspect: (tokens) => oauthTokens.inspect(tokens),
    checkApp: () => oauthTokens.checkApp(),
    revoke: (tokens) => oauthTokens.revoke(tokens),
    // https://developers.facebook.com/docs/development/create-an-app/app-dashboard/data-deletion-callback
    removalNotices: {
      parse: (form) => parseAppRemoval(form.get('signed_request') ?? '', clientSecret),
      toDeletionResponse: (url, code) => ({ url, confirmation_code: code }),
    },
    leadWebhook: createSocialLeadWebhook(clientSecret, appConfig.webhookToken),
  }
}

/**
 * Parses the payload of the deauthorize callback: a signature, a dot, and JSON, both in base64url.
 * https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow#deauth-callback
 */
function parseAppRemoval(signedRequest: string, secret: string): AppRemoval | undefined {
  const [signature = '', payload = ''] = signedRequest.split('.')
  // The signature covers the raw text. Padding the text first would change the HMAC.
  const expected = createHmac('sha256', secret).update(payload).digest()
  const signatureBytes = Buffer.from(signature, 'base64url')
  if (signatureBytes.length !== expected.length || !timingSafeEqual(signatureBytes, expected))
    return undefined
  const message = tryParseJson(Buffer.from(payload, 'base64url').toString('utf8'))
  const issuedAt = Number(valueAt(message, 'issued_at'))
  const isRemoval = asText(valueAt(message, 'algorithm')).toUpperCase() === 'HMAC-SHA256' && issuedAt > 0
  // A time beyond the maximum date would fail in the database.
  if (!isRemoval || issuedAt > 1e11) return undefined
  const personId = asText(valueAt(message, 'user_id'))
  if (!/^\d{0,40}$/.test(personId)) return undefined
  return { personId: personId === '0' ? '' : personId, at: Math.floor(issuedAt * 1000) }
}
