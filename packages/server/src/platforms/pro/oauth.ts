// OAuth consent at LinkedIn: the authorization URL, the code exchange and the resulting grant.

import { listPermissionNames } from '@adrail/contract'
import type { Runtime } from '../../runtime/runtime.ts'
import type { CallWatch } from '../connector-kit/callWatch.ts'
import { CircuitBreakers } from '../connector-kit/circuitBreakers.ts'
import type { AppConfig, Provider } from '../connector-kit/provider.ts'
import type { Upstream } from '../connector-kit/upstream.ts'
import { ProDiscovery } from './discovery.ts'
import { createProLeadWebhook } from './leadPush.ts'
import { ProOauthTokens } from './oauthTokens.ts'
import type { ProQuota } from './quota.ts'

/**
 * `r_basicprofile` is not required because a connection works without the name of the person who consented.
 */
const requiredScopes = listPermissionNames('pro', 'needed').filter((name) => name !== 'r_basicprofile')

export function createProProvider(
  appConfig: AppConfig & { readonly testAccounts: boolean; readonly leads: boolean },
  upstream: Upstream,
  runtime: Runtime,
  quota: ProQuota,
  watch: CallWatch,
): Provider {
  const { authorizeUrl, clientId, clientSecret, excludedScopes = [], testAccounts, leads } = appConfig
  // LinkedIn grants all requested scopes or none, and refuses the whole request if the app does not own a
  // scope.
  const requestedScopes = listPermissionNames(
    'pro',
    'needed',
    'optional',
    ...(leads ? ['leads' as const] : []),
  ).filter((scope) => !excludedScopes.includes(scope))
  const app = { appConfig, upstream, runtime }
  const meteredUpstream = quota.dayQuota.wrap(upstream, (request) => quota.getRequestCharges(request))
  const breakers = new CircuitBreakers(runtime, 'pro', watch)
  const oauthTokens = new ProOauthTokens({ ...app, upstream: breakers.wrap(upstream, 'tokens') })
  return {
    platform: 'pro',
    // LinkedIn offers PKCE only to native apps.
    usesPkce: false,
    allowsPartialConsent: false,
    offersLoginChoice: false,
    // LinkedIn has a permission for it.
    includedIdentity: undefined,
    addsFragment: false,
    requestedPermissions: requestedScopes,

    /** https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow */
    buildAuthorizeUrl({ state, redirectUri }) {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        scope: requestedScopes.join(' '),
      })
      return `${authorizeUrl}/oauth/v2/authorization?${query}`
    },

    parseRefusal(parameters) {
      const error = parameters.get('error')
      if (error === null) return undefined
      return ['user_cancelled_login', 'user_cancelled_authorize', 'access_denied'].includes(error)
        ? 'access_denied'
        : 'app_misconfigured'
    },

    async exchangeCode(code, redirectUri) {
      const { tokens } = await oauthTokens.exchangeCode(code, redirectUri)
      const areScopesReported = tokens.scopes.some((scope) => scope !== '')
      const missing = areScopesReported ? requiredScopes.filter((name) => !tokens.scopes.includes(name)) : []
      const person = { id: '', name: '', email: '' }
      if (missing.length > 0) return { tokens, person, missing, pages: [], accounts: [] }
      const discovery = await new ProDiscovery(
        { ...app, upstream: meteredUpstream },
        tokens.accessToken,
        testAccounts,
      ).discover()
      return { tokens, missing, pages: [], ...discovery }
    },

    refresh: (tokens) => oauthTokens.refresh(tokens),
    inspect: (tokens) => oauthTokens.inspect(tokens),
    checkApp: () => oauthTokens.checkApp(),
    revoke: () => oauthTokens.revoke(),
    leadWebhook: createProLeadWebhook(clientSecret),
  }
}
