// Consent, tokens and discovery at the social platform.

import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Runtime } from '../../base/runtime.ts'
import {
  type AccountOption,
  ConsentRefused,
  type Endpoints,
  expiryOf,
  type Grant,
  inOrder,
  type PageOption,
  type Provider,
  RefreshRefused,
  type Removal,
  type Tokens,
  type Verdict,
} from '../kit/provider.ts'
import { type Upstream, UpstreamFailure, type UpstreamResponse } from '../kit/upstream.ts'
import { asList, asObject, asText, at } from '../kit/values.ts'
import { version } from './version.ts'

/** Asked for; https://developers.facebook.com/docs/permissions */
const scopes = [
  'public_profile',
  'ads_management',
  'ads_read',
  'business_management',
  'pages_show_list',
  'pages_read_engagement',
  'pages_manage_ads',
  'instagram_basic',
]
/** Without these there is nothing to link. */
const needed = ['ads_management', 'ads_read', 'pages_show_list', 'pages_read_engagement']

const accountFields =
  'account_id,name,currency,account_status,timezone_name,min_daily_budget,business{id,name}'
const pageFields =
  'id,name,access_token,tasks,picture.type(large){url},business{id,name},instagram_business_account{id,username,name,profile_picture_url,owner_business{id}}'

/** How many pages of a list are followed at most. */
const mostPages = 20

export function socialProvider(endpoints: Endpoints, upstream: Upstream, runtime: Runtime): Provider {
  const { apiUrl, authorizeUrl, tokenUrl, clientId, clientSecret } = endpoints
  const appToken = `${clientId}|${clientSecret}`

  const get = (path: string, query: Readonly<Record<string, string>>, token: string) =>
    upstream.send({
      method: 'GET',
      url: `${apiUrl}/${version}/${path}?${new URLSearchParams({ ...query, appsecret_proof: proofOf(token, clientSecret) })}`,
      headers: { authorization: `Bearer ${token}` },
      timeoutMs: 15_000,
    })

  /** https://developers.facebook.com/docs/facebook-login/guides/access-tokens/get-long-lived */
  const askForToken = async (query: Readonly<Record<string, string>>) => {
    const sentAt = runtime.now()
    const response = await upstream.send({
      method: 'GET',
      url: `${tokenUrl}/${version}/oauth/access_token?${new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...query })}`,
      timeoutMs: 15_000,
    })
    return { response, sentAt, body: asObject(response.json()) }
  }

  const extend = async (token: string) => {
    const { response, sentAt, body } = await askForToken({
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
  const debug = async (token: string) => {
    const response = await upstream.send({
      method: 'GET',
      url: `${apiUrl}/${version}/debug_token?${new URLSearchParams({ input_token: token })}`,
      headers: { authorization: `Bearer ${appToken}` },
    })
    // The question is put by the app itself: a refusal is about the app, never about the token it asks about.
    if (response.status !== 200)
      throw new RefreshRefused(
        response.status >= 500
          ? { kind: 'passing', reason: `status ${response.status}` }
          : { kind: 'app', reason: `debug_token: ${asText(at(response.json(), 'error', 'code'))}` },
      )
    return asObject(at(response.json(), 'data'))
  }

  /** Follows a list that did not fit into its first page, by cursor: links of the platform carry tokens. */
  const rest = async (path: string, fields: string, first: unknown, token: string): Promise<unknown[]> => {
    const rows = [...asList(at(first, 'data'))]
    let page: unknown = first
    for (let count = 1; count < mostPages && at(page, 'paging', 'next') !== undefined; count++) {
      const after = asText(at(page, 'paging', 'cursors', 'after'))
      const response = await get(path, { fields, limit: '100', after }, token)
      if (response.status !== 200) throw new UpstreamFailure('garbled', `${path} answered ${response.status}`)
      page = response.json()
      const more = asList(at(page, 'data'))
      if (more.length === 0) break
      rows.push(...more)
    }
    return rows
  }

  /** https://developers.facebook.com/docs/graph-api/reference/user (field expansion: one request for everything) */
  const discover = async (token: string) => {
    const fields = `id,name,adaccounts.limit(100){${accountFields}},accounts.limit(100){${pageFields}}`
    const [response, shared] = await Promise.all([get('me', { fields }, token), pagesOfBusinesses(token)])
    if (response.status !== 200) throw new RefreshRefused(verdictOf(response))
    const me = asObject(response.json())
    const [accounts, own] = await Promise.all([
      rest('me/adaccounts', accountFields, me['adaccounts'], token),
      rest('me/accounts', pageFields, me['accounts'], token),
    ])
    const pages = new Map([...shared, ...own].map((row) => [asText(at(row, 'id')), pageOption(row)]))
    return {
      person: { id: asText(me['id']), name: asText(me['name']), email: '' },
      accounts: inOrder(accounts.map(accountOption)),
      pages: [...pages.values()].sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id)),
    }
  }

  /**
   * Pages that a person reaches through a business are missing from the person's own list.
   * https://developers.facebook.com/docs/marketing-api/reference/business/owned_pages
   */
  const pagesOfBusinesses = async (token: string): Promise<unknown[]> => {
    const edges = ['owned_pages', 'client_pages']
    const fields = ['id', ...edges.map((edge) => `${edge}.limit(100){${pageFields}}`)].join(',')
    try {
      const response = await get('me/businesses', { fields, limit: '50' }, token)
      if (response.status !== 200) return []
      const lists = asList(at(response.json(), 'data')).flatMap((business) =>
        edges.map((edge) =>
          rest(`${asText(at(business, 'id'))}/${edge}`, pageFields, at(business, edge), token),
        ),
      )
      return (await Promise.all(lists)).flat()
    } catch (error) {
      // It adds to the list; without the permission, or in trouble, the person's own pages are what there is.
      if (error instanceof UpstreamFailure) return []
      throw error
    }
  }

  const factsOf = (data: Readonly<Record<string, unknown>>) => ({
    scopes: asList(data['scopes']).map(asText),
    dataAccessExpiresAt: instantOf(data['data_access_expires_at']),
    expiresAt: instantOf(data['expires_at']),
  })

  return {
    platform: 'social',
    // Meta documents PKCE for another flow only, as being tested.
    usesPkce: false,

    /** https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow */
    authorizeUrl({ state, redirectUri, again }) {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        state,
        response_type: 'code',
        scope: scopes.join(','),
        ...(again ? { auth_type: 'rerequest' } : {}),
      })
      return `${authorizeUrl}/${version}/dialog/oauth?${query}`
    },

    refusal(parameters) {
      if (parameters.get('error') === 'access_denied') return 'access_denied'
      // A misconfigured app comes back with an error_code and no error.
      return parameters.has('error') || parameters.has('error_code') ? 'app_misconfigured' : undefined
    },

    async exchange(code, redirectUri): Promise<Grant> {
      const { response, body } = await askForToken({ code, redirect_uri: redirectUri })
      if (response.status !== 200)
        throw new ConsentRefused(
          at(body, 'error', 'code') === 100 ? 'code_rejected' : 'app_misconfigured',
          `code exchange: ${asText(at(body, 'error', 'code'))}`,
        )
      const long = await extend(asText(body['access_token']))
      const data = await debug(long.accessToken)
      // A token of another app must never be stored as ours.
      if (asText(data['app_id']) !== clientId || data['is_valid'] !== true)
        throw new ConsentRefused('code_rejected', 'the token does not belong to this app')
      const facts = factsOf(data)
      const missing = needed.filter((scope) => !facts.scopes.includes(scope))
      const tokens: Tokens = {
        accessToken: long.accessToken,
        accessExpiresAt: long.accessExpiresAt ?? facts.expiresAt,
        refreshToken: '',
        refreshExpiresAt: null,
        dataAccessExpiresAt: facts.dataAccessExpiresAt,
        issuedAt: long.sentAt,
        scopes: facts.scopes,
      }
      if (missing.length > 0)
        return {
          tokens,
          person: { id: asText(data['user_id']), name: '', email: '' },
          missing,
          accounts: [],
          pages: [],
        }
      return { tokens, missing, ...(await discover(long.accessToken)) }
    },

    async refresh(tokens) {
      const { accessToken, accessExpiresAt, sentAt } = await extend(tokens.accessToken)
      // An answer that leaves its end out does not make the token endless.
      return {
        ...tokens,
        accessToken,
        accessExpiresAt: accessExpiresAt ?? tokens.accessExpiresAt,
        issuedAt: sentAt,
      }
    },

    async inspect(tokens) {
      const data = await debug(tokens.accessToken)
      if (data['is_valid'] === true)
        return { kind: 'alive', dataAccessExpiresAt: factsOf(data).dataAccessExpiresAt }
      return verdictOfCodes(at(data, 'error', 'code'), at(data, 'error', 'subcode'))
    },

    /** https://developers.facebook.com/docs/graph-api/reference/user/permissions (DELETE ends the whole app) */
    async revoke(tokens) {
      await upstream.send({
        method: 'DELETE',
        url: `${apiUrl}/${version}/me/permissions?${new URLSearchParams({ appsecret_proof: proofOf(tokens.accessToken, clientSecret) })}`,
        headers: { authorization: `Bearer ${tokens.accessToken}` },
      })
    },

    removal: (signed) => removalIn(signed, clientSecret),
  }
}

/**
 * What the deauthorize callback brings: a signature, a dot, and JSON, both in base64url.
 * https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow#deauth-callback
 */
function removalIn(signed: string, secret: string): Removal | undefined {
  const [signature = '', payload = ''] = signed.split('.')
  // Over the text as it came: padding it first would give another sum.
  const expected = createHmac('sha256', secret).update(payload).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const told = asObject(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')))
  if (asText(told['algorithm']).toUpperCase() !== 'HMAC-SHA256') return undefined
  const personId = asText(told['user_id'])
  return { personId: personId === '0' ? '' : personId, at: Number(told['issued_at']) * 1000 }
}

/** https://developers.facebook.com/docs/graph-api/guides/secure-requests */
export function proofOf(token: string, secret: string): string {
  return createHmac('sha256', secret).update(token).digest('hex')
}

/** Unix seconds; 0 stands for never. */
function instantOf(seconds: unknown): number | null {
  return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : null
}

function verdictOf(response: UpstreamResponse): Verdict {
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

/** https://developers.facebook.com/docs/marketing-api/reference/ad-account (account_status); 1 is active */
const accountStatuses: Readonly<Record<string, string>> = {
  '2': 'disabled',
  '3': 'payment due',
  '7': 'under review',
  '8': 'payment pending',
  '9': 'payment overdue',
  '100': 'being closed',
}

function accountOption(row: unknown): AccountOption {
  const id = asText(at(row, 'account_id'))
  const currency = asText(at(row, 'currency'))
  return {
    id,
    name: asText(at(row, 'name')) || id,
    detail: [id, currency, accountStatuses[asText(at(row, 'account_status'))] ?? '']
      .filter((part) => part !== '')
      .join(' · '),
    group: asText(at(row, 'business', 'name')),
    // Accounts in trouble can be linked; the platform will say so when they are used. Closed ones cannot be revived.
    unusable: at(row, 'account_status') === 101 ? 'closed' : '',
    kept: {
      adAccountId: id,
      adAccountName: asText(at(row, 'name')),
      currencyCode: currency,
      timeZone: asText(at(row, 'timezone_name')),
      minDailyBudget: asText(at(row, 'min_daily_budget')),
      businessId: asText(at(row, 'business', 'id')),
    },
  }
}

function pageOption(row: unknown): PageOption {
  const photo = at(row, 'instagram_business_account')
  const business = asText(at(row, 'business', 'id'))
  const tasks = asList(at(row, 'tasks'))
  const token = asText(at(row, 'access_token'))
  const mayAdvertise = token !== '' && (tasks.length === 0 || tasks.includes('ADVERTISE'))
  return {
    id: asText(at(row, 'id')),
    name: asText(at(row, 'name')),
    pictureUrl: asText(at(row, 'picture', 'data', 'url')),
    businessManagerId: business,
    unusable: mayAdvertise ? '' : 'your role there does not allow advertising',
    token,
    ...(photo === undefined
      ? {}
      : {
          photoAccount: {
            id: asText(at(photo, 'id')),
            name: asText(at(photo, 'name')) || asText(at(photo, 'username')),
            pictureUrl: asText(at(photo, 'profile_picture_url')),
            businessManagerId: asText(at(photo, 'owner_business', 'id')) || business,
          },
        }),
  }
}
