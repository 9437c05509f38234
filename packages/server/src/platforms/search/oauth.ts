// OAuth consent at the search platform: the authorization URL, the code exchange and the resulting grant.

import { listPermissionNames } from '@adrail/contract'
import type { Runtime } from '../../runtime/runtime.ts'
import type { CallWatch } from '../connector-kit/callWatch.ts'
import { CircuitBreakers } from '../connector-kit/circuitBreakers.ts'
import type { AppConfig, Provider } from '../connector-kit/provider.ts'
import type { Upstream } from '../connector-kit/upstream.ts'
import { SearchDiscovery } from './discovery.ts'
import { SearchOauthTokens } from './oauthTokens.ts'
import type { SearchQuota } from './quota.ts'

const requiredScopes = listPermissionNames('search', 'needed')
const scope = ['openid', 'email', 'profile', ...requiredScopes].join(' ')

export function createSearchProvider(
  appConfig: AppConfig & { readonly developerToken: string },
  upstream: Upstream,
  runtime: Runtime,
  quota: SearchQuota,
  watch: CallWatch,
): Provider {
  const { authorizeUrl, clientId } = appConfig
  const meteredApp = {
    appConfig,
    runtime,
    upstream: quota.dayQuota.wrap(upstream, () => [quota.operationsCharge(1)]),
  }
  const app = { appConfig, upstream, runtime }
  const breakers = new CircuitBreakers(runtime, 'search', watch)
  const oauthTokens = new SearchOauthTokens({ ...app, upstream: breakers.wrap(upstream, 'tokens') })
  return {
    platform: 'search',
    usesPkce: true,
    allowsPartialConsent: true,
    offersLoginChoice: true,
    // `openid`, `email` and `profile`
    includedIdentity: 'nameAndEmail',
    addsFragment: false,
    requestedPermissions: listPermissionNames('search', 'needed'),
    issuers: ['https://accounts.google.com', authorizeUrl],

    /** https://developers.google.com/identity/protocols/oauth2/web-server#creatingclient */
    buildAuthorizeUrl({ state, redirectUri, challenge }) {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope,
        access_type: 'offline',
        // The platform issues a refresh token only after a consent screen. `select_account` lets the user
        // choose another login.
        prompt: 'select_account consent',
        include_granted_scopes: 'true',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      })
      return `${authorizeUrl}/o/oauth2/v2/auth?${query}`
    },

    parseRefusal(parameters) {
      const error = parameters.get('error')
      if (error === null) return undefined
      return error === 'access_denied' ? 'access_denied' : 'app_misconfigured'
    },

    async exchangeCode(code, redirectUri, verifier) {
      const { tokens, person } = await oauthTokens.exchangeCode(code, redirectUri, verifier)
      const grant = { tokens, person, pages: [] }
      const missing = requiredScopes.filter((name) => !tokens.scopes.includes(name))
      if (missing.length > 0) return { ...grant, missing, accounts: [] }
      return { ...grant, missing, ...(await new SearchDiscovery(meteredApp, tokens.accessToken).discover()) }
    },

    refresh: (tokens) => oauthTokens.refresh(tokens),
    checkApp: () => oauthTokens.checkApp(),
    revoke: (tokens) => oauthTokens.revoke(tokens),
  }
}
