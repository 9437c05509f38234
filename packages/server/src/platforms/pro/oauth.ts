// Consent, tokens and discovery at the professional network.

import type { Runtime } from '../../base/runtime.ts'
import {
  type AccountOption,
  ConsentRefused,
  type Endpoints,
  expiryOf,
  inOrder,
  type Provider,
  RefreshRefused,
  type Tokens,
  type Verdict,
} from '../kit/provider.ts'
import { type Upstream, UpstreamFailure, type UpstreamResponse } from '../kit/upstream.ts'
import { asList, asObject, asText, at } from '../kit/values.ts'
import { version } from './version.ts'

/** Consent is all or nothing here, and a scope that the app does not own fails the whole request. */
const scopes = ['r_basicprofile', 'r_ads', 'rw_ads', 'r_ads_reporting', 'rw_dmp_segments']
const freshTokenPatienceMs = 20_000
const mostPages = 50

export function proProvider(endpoints: Endpoints, upstream: Upstream, runtime: Runtime): Provider {
  const { apiUrl, authorizeUrl, tokenUrl, clientId, clientSecret, withoutScopes = [] } = endpoints

  const post = (path: string, form: Readonly<Record<string, string>>) =>
    upstream.send({
      method: 'POST',
      url: `${tokenUrl}/oauth/v2/${path}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form }).toString(),
      timeoutMs: 15_000,
    })

  /** https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow */
  const askForToken = async (form: Readonly<Record<string, string>>) => {
    const sentAt = runtime.now()
    const response = await post('accessToken', form)
    return { response, sentAt, body: asObject(response.json()) }
  }

  /** A brand-new token may be called revoked for some seconds though it is valid; that is waited for. */
  const getFresh = async (path: string, token: string): Promise<UpstreamResponse> => {
    const startedAt = runtime.monotonic()
    for (let waitMs = 2000; ; waitMs *= 2) {
      const response = await upstream.send({
        method: 'GET',
        url: `${apiUrl}/${path}`,
        headers: {
          authorization: `Bearer ${token}`,
          'linkedin-version': version,
          'x-restli-protocol-version': '2.0.0',
        },
      })
      if (response.status !== 401 || runtime.monotonic() - startedAt + waitMs > freshTokenPatienceMs)
        return response
      await runtime.sleep(waitMs)
    }
  }

  const getList = async (token: string, pathOf: (page: unknown, count: number) => string | undefined) => {
    const rows: unknown[] = []
    let page: unknown
    for (let count = 0; count < mostPages; count++) {
      const path = pathOf(page, rows.length)
      if (path === undefined) break
      const response = await getFresh(path, token)
      if (response.status !== 200)
        throw new UpstreamFailure('garbled', `${path.split('?')[0]}: ${response.status}`)
      page = response.json()
      const elements = asList(at(page, 'elements'))
      // A short page is not the last one; an empty one is.
      if (elements.length === 0) break
      rows.push(...elements)
    }
    return rows
  }

  /** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-accounts */
  const discover = async (token: string): Promise<AccountOption[]> => {
    const [accounts, roles] = await Promise.all([
      getList(token, (page) => {
        const next =
          asText(at(page, 'metadata', 'nextPageToken')) || asText(at(page, 'paging', 'nextPageToken'))
        if (page !== undefined && next === '') return undefined
        const after = next === '' ? '' : `&pageToken=${encodeURIComponent(next)}`
        return `rest/adAccounts?q=search&search=(status:(values:List(ACTIVE,DRAFT)),test:false)&pageSize=100${after}`
      }),
      getList(token, (_page, start) => `rest/adAccountUsers?q=authenticatedUser&start=${start}&count=100`),
    ])
    const roleOf = new Map(
      roles.map((row) => [lastPart(asText(at(row, 'account'))), asText(at(row, 'role'))]),
    )
    return inOrder(
      accounts.map((row) => accountOption(row, roleOf.get(lastPart(asText(at(row, 'id')))) ?? '')),
    )
  }

  const identify = async (token: string) => {
    const response = await getFresh('rest/me', token)
    if (response.status !== 200) throw new UpstreamFailure('garbled', `rest/me: ${response.status}`)
    const me = response.json()
    const name = [asText(at(me, 'localizedFirstName')), asText(at(me, 'localizedLastName'))].join(' ').trim()
    return { id: asText(at(me, 'id')), name, email: '' }
  }

  /**
   * What became of a consent; nothing when its tokens are active.
   * https://learn.microsoft.com/en-us/linkedin/shared/authentication/token-introspection
   */
  const fateOf = async ({ accessToken, refreshToken }: Tokens): Promise<Verdict | undefined> => {
    const response = await post('introspectToken', { token: refreshToken || accessToken })
    const facts = asObject(response.json())
    if (facts['active'] === true) return undefined
    if (facts['status'] === 'revoked') return { kind: 'dead', health: 'revoked', reason: 'user_revoked' }
    // A token that the platform no longer knows at all is refused, not described.
    if (facts['active'] !== false && facts['error'] !== 'invalid_request') return refusalOf(response)
    const reason = refreshToken === '' ? 'access_expired' : 'refresh_token_expired'
    return { kind: 'dead', health: 'needs_reauth', reason }
  }

  return {
    platform: 'pro',
    // Offered to native apps only.
    usesPkce: false,

    authorizeUrl({ state, redirectUri }) {
      const query = new URLSearchParams({
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        scope: scopes.filter((scope) => !withoutScopes.includes(scope)).join(' '),
      })
      return `${authorizeUrl}/oauth/v2/authorization?${query}`
    },

    refusal(parameters) {
      const error = parameters.get('error')
      if (error === null) return undefined
      return ['user_cancelled_login', 'user_cancelled_authorize', 'access_denied'].includes(error)
        ? 'access_denied'
        : 'app_misconfigured'
    },

    async exchange(code, redirectUri) {
      const { response, sentAt, body } = await askForToken({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
      })
      if (response.status !== 200)
        throw new ConsentRefused(
          response.status === 400 ? 'code_rejected' : 'app_misconfigured',
          `code exchange: ${asText(body['error'])}`,
        )
      const tokens: Tokens = {
        accessToken: asText(body['access_token']),
        accessExpiresAt: expiryOf(sentAt, body['expires_in']),
        refreshToken: asText(body['refresh_token']),
        refreshExpiresAt: expiryOf(sentAt, body['refresh_token_expires_in']),
        dataAccessExpiresAt: null,
        issuedAt: sentAt,
        scopes: asText(body['scope']).split(/[ ,]+/),
      }
      const person = await identify(tokens.accessToken)
      return { tokens, person, missing: [], accounts: await discover(tokens.accessToken), pages: [] }
    },

    async refresh(tokens) {
      if (tokens.refreshToken === '')
        throw new RefreshRefused(
          (await fateOf(tokens)) ?? { kind: 'passing', reason: 'the token lives and cannot be refreshed' },
        )
      const { response, sentAt, body } = await askForToken({
        grant_type: 'refresh_token',
        refresh_token: tokens.refreshToken,
      })
      if (response.status !== 200) {
        const verdict = refusalOf(response)
        // A dead refresh token is told by a word that also means other things: introspection decides.
        const isSuspicion = ['invalid_request', 'invalid_grant'].includes(verdict.reason)
        throw new RefreshRefused((isSuspicion ? await fateOf(tokens) : undefined) ?? verdict)
      }
      const refreshExpiresAt = expiryOf(sentAt, body['refresh_token_expires_in'])
      return {
        ...tokens,
        accessToken: asText(body['access_token']),
        accessExpiresAt: expiryOf(sentAt, body['expires_in']),
        refreshToken: asText(body['refresh_token']) || tokens.refreshToken,
        // The life of a refresh token counts from the consent and is never extended.
        refreshExpiresAt: earliest(tokens.refreshExpiresAt, refreshExpiresAt),
        issuedAt: sentAt,
      }
    },

    async inspect(tokens) {
      return (await fateOf(tokens)) ?? { kind: 'alive', dataAccessExpiresAt: null }
    },

    // The platform publishes no way to revoke; the user removes the app under "Permitted services".
    async revoke() {},
  }
}

function refusalOf(response: UpstreamResponse): Verdict {
  if (response.status >= 500 || response.status === 429)
    return { kind: 'passing', reason: `status ${response.status}` }
  const reason = asText(at(response.json(), 'error'))
  return { kind: reason.startsWith('invalid_client') ? 'app' : 'passing', reason }
}

function earliest(a: number | null, b: number | null): number | null {
  return a === null ? b : b === null ? a : Math.min(a, b)
}

function lastPart(urn: string): string {
  return urn.slice(urn.lastIndexOf(':') + 1)
}

function accountOption(row: unknown, role: string): AccountOption {
  const id = lastPart(asText(at(row, 'id')))
  const reference = asText(at(row, 'reference'))
  const currencyCode = asText(at(row, 'currency'))
  return {
    id,
    name: asText(at(row, 'name')) || id,
    detail: [id, currencyCode, roleText(role)].filter(Boolean).join(' · '),
    group: '',
    unusable: '',
    kept: {
      accountId: id,
      accountName: asText(at(row, 'name')),
      currencyCode,
      organizationId: reference.startsWith('urn:li:organization:') ? lastPart(reference) : '',
      role,
    },
  }
}

/** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-account-users */
function roleText(role: string): string {
  if (role === 'VIEWER') return 'viewer: can look, but change nothing'
  return role.toLowerCase().replaceAll('_', ' ')
}
