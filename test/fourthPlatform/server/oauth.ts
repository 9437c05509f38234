// OAuth at Town Board: consent, tokens, and the accounts to choose from.

import { listPermissionNames } from '@adrail/contract'
import {
  type AccountOption,
  CodeExchangeError,
  type Grant,
  type PlatformApp,
  type Provider,
  TokenRequestError,
  type Tokens,
  toExpiry,
} from '../connector-kit/provider.ts'
import { asList, asObject, asText, valueAt } from '../connector-kit/values.ts'
import { createTownLeadWebhook } from './leadPush.ts'
import { buildTownRequest, parseTownResponse } from './wire.ts'

export function createTownProvider(app: PlatformApp, readsLeads: boolean): Provider {
  const { appConfig, upstream, runtime } = app
  const { authorizeUrl, tokenUrl, clientId, clientSecret } = appConfig
  const requestedPermissions = listPermissionNames(
    'town',
    'needed',
    ...(readsLeads ? (['leads'] as const) : []),
  )
  const requestToken = async (form: Readonly<Record<string, string>>) => {
    const sentAt = runtime.now()
    const response = await upstream.send({
      callName: 'town token',
      method: 'POST',
      url: `${tokenUrl}/town/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form }).toString(),
    })
    const body = asObject(response.json())
    const tokens: Tokens = {
      accessToken: asText(body['access_token']),
      accessExpiresAt: toExpiry(sentAt, body['expires_in']),
      refreshToken: asText(body['refresh_token']),
      refreshExpiresAt: null,
      dataAccessExpiresAt: null,
      issuedAt: sentAt,
      scopes: asText(body['scope']).split(' '),
    }
    return { status: response.status, error: asText(body['error']), tokens }
  }

  return {
    platform: 'town',
    usesPkce: false,
    allowsPartialConsent: false,
    offersLoginChoice: false,
    includedIdentity: 'name',
    addsFragment: false,
    requestedPermissions,

    buildAuthorizeUrl({ state, redirectUri }) {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        scope: requestedPermissions.join(' '),
      })
      return `${authorizeUrl}/town/authorize?${query}`
    },

    parseRefusal: (parameters) => (parameters.has('error') ? 'access_denied' : undefined),

    async exchangeCode(code, redirectUri): Promise<Grant> {
      const { status, error, tokens } = await requestToken({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
      })
      if (status !== 200) throw new CodeExchangeError('code_rejected', `code exchange: ${error}`)
      const request = buildTownRequest({ name: 'me', path: 'me' }, appConfig, tokens.accessToken)
      const me = parseTownResponse(await upstream.send(request))
      const person = { id: asText(valueAt(me, 'id')), name: asText(valueAt(me, 'name')), email: '' }
      const accounts = asList(valueAt(me, 'accounts')).map(toAccountOption)
      return { tokens, person, missing: [], accounts, pages: [] }
    },

    async refresh({ refreshToken }) {
      const { status, error, tokens } = await requestToken({
        grant_type: 'refresh_token',
        refresh_token: refreshToken,
      })
      if (status === 200) return tokens
      throw new TokenRequestError(
        error === 'invalid_grant'
          ? { kind: 'dead', health: 'needs_reauth', reason: error }
          : { kind: 'transient', reason: `status ${status}` },
      )
    },

    async checkApp() {
      const { error } = await requestToken({ grant_type: 'refresh_token', refresh_token: 'none' })
      if (error === 'invalid_grant') return { kind: 'accepted' }
      return { kind: error === 'invalid_client' ? 'refused' : 'unknown', reason: error }
    },

    async revoke() {},
    leadWebhook: createTownLeadWebhook(clientSecret),
  }
}

function toAccountOption(account: unknown): AccountOption {
  const id = asText(valueAt(account, 'id'))
  const name = asText(valueAt(account, 'name'))
  const currencyCode = asText(valueAt(account, 'currency'))
  const timeZone = asText(valueAt(account, 'timeZone'))
  return {
    id,
    name,
    detail: `${id} · ${currencyCode}`,
    notes: [],
    group: '',
    unusable: '',
    kept: { accountId: id, accountName: name, currencyCode, timeZone },
  }
}
