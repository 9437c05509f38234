// Consent, tokens and discovery at the search platform.

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
import { asList, asObject, asText, at, type Json } from '../kit/values.ts'
import { version } from './version.ts'

const adsScope = 'https://www.googleapis.com/auth/adwords'
const scope = `openid email profile ${adsScope}`
/** How many accounts are asked about at the same time. */
const parallel = 6
/** Managers below a manager are asked for their own clients, to show who is whose: so many, and for so long. */
const mostManagers = 100
const treePatienceMs = 8000

const ownAccount =
  'SELECT customer.id, customer.descriptive_name, customer.currency_code, customer.time_zone, customer.manager, customer.status FROM customer'
const accountsBelow =
  "SELECT customer_client.id, customer_client.descriptive_name, customer_client.currency_code, customer_client.time_zone, customer_client.manager, customer_client.level, customer_client.status, customer_client.hidden FROM customer_client WHERE customer_client.status = 'ENABLED'"
const directClients =
  "SELECT customer_client.id FROM customer_client WHERE customer_client.level = 1 AND customer_client.status = 'ENABLED'"

export function searchProvider(
  endpoints: Endpoints & { readonly developerToken: string },
  upstream: Upstream,
  runtime: Runtime,
): Provider {
  const { apiUrl, authorizeUrl, tokenUrl, clientId, clientSecret, developerToken } = endpoints

  /** https://developers.google.com/identity/protocols/oauth2/web-server#exchange-authorization-code */
  const askForToken = async (form: Readonly<Record<string, string>>) => {
    const sentAt = runtime.now()
    const response = await upstream.send({
      method: 'POST',
      url: `${tokenUrl}/token`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ client_id: clientId, client_secret: clientSecret, ...form }).toString(),
      timeoutMs: 15_000,
    })
    return { response, sentAt, body: asObject(response.json()) }
  }

  const headersFor = (token: string, loginCustomerId: string) => ({
    authorization: `Bearer ${token}`,
    ...(loginCustomerId === '' ? {} : { 'login-customer-id': loginCustomerId }),
    ...(developerToken === '' ? {} : { 'developer-token': developerToken }),
  })

  /** https://developers.google.com/google-ads/api/rest/reference/rest/v25/customers.googleAds/search */
  const query = async (
    token: string,
    customerId: string,
    gaql: string,
    loginCustomerId = customerId,
  ): Promise<Json[]> => {
    const rows: Json[] = []
    let pageToken = ''
    do {
      const response = await upstream.send({
        method: 'POST',
        url: `${apiUrl}/${version}/customers/${customerId}/googleAds:search`,
        headers: { ...headersFor(token, loginCustomerId), 'content-type': 'application/json' },
        body: JSON.stringify({ query: gaql, ...(pageToken === '' ? {} : { pageToken }) }),
        mostBytes: 16 * 1024 * 1024,
      })
      if (response.status !== 200)
        throw new UpstreamFailure('garbled', `customer ${customerId}: ${response.status}`)
      const body = response.json()
      rows.push(...asList(at(body, 'results')).map(asObject))
      pageToken = asText(at(body, 'nextPageToken'))
    } while (pageToken !== '')
    return rows
  }

  /** https://developers.google.com/google-ads/api/docs/account-management/listing-accounts */
  const discover = async (token: string): Promise<AccountOption[]> => {
    const response = await upstream.send({
      method: 'GET',
      url: `${apiUrl}/${version}/customers:listAccessibleCustomers`,
      headers: headersFor(token, ''),
    })
    // A person without any ads account is refused here rather than given an empty list.
    if (response.status === 401 || response.status === 403) return []
    if (response.status !== 200) throw new UpstreamFailure('garbled', `listing accounts: ${response.status}`)
    const roots = asList(at(response.json(), 'resourceNames')).map((name) =>
      asText(name).replace('customers/', ''),
    )
    const found = new Map<string, AccountOption>()
    const look = async (root: string) => {
      const [row] = await query(token, root, ownAccount)
      const customer = asObject(at(row, 'customer'))
      if (customer['manager'] !== true) {
        found.set(root, accountOption(customer, ''))
        return
      }
      const rows = (await query(token, root, accountsBelow)).map((below) =>
        asObject(at(below, 'customerClient')),
      )
      const groupOf = await managersOf(token, root, customer, rows)
      for (const client of rows) {
        if (client['manager'] === true) continue
        const option = accountOption(client, root, groupOf(asText(client['id'])))
        // Reached directly beats reached through a manager.
        if (!found.has(option.id)) found.set(option.id, option)
      }
    }
    const failures = await inTurns(roots, look)
    // One account that cannot be read (cancelled, not enabled) must not hide the others.
    for (const [root, failure] of failures) {
      if (failure instanceof UpstreamFailure && failure.kind !== 'garbled' && found.size === 0) throw failure
      if (!found.has(root)) found.set(root, unreadableOption(root))
    }
    return inOrder([...found.values()])
  }

  /** From a client's id to the names of the managers above it. */
  const managersOf = async (token: string, root: string, self: Json, rows: readonly Json[]) => {
    const nameOf = (row: Json) => asText(row['descriptiveName']) || dashed(asText(row['id']))
    const managers = new Map(
      rows
        .filter((row) => row['manager'] === true && asText(row['id']) !== root)
        .map((row) => [asText(row['id']), nameOf(row)]),
    )
    const parents = new Map<string, string>()
    const deadline = runtime.monotonic() + treePatienceMs
    // The list of all clients does not say whose they are; each manager's own list does. Without it they go by the root.
    await inTurns([...managers.keys()].slice(0, mostManagers), async (manager) => {
      if (runtime.monotonic() > deadline) return
      for (const row of await query(token, manager, directClients, root))
        parents.set(asText(at(row, 'customerClient', 'id')), manager)
    })
    return (id: string): string => {
      const names: string[] = []
      for (let above = parents.get(id), depth = 0; above !== undefined && depth < 10; depth++) {
        names.unshift(managers.get(above) ?? dashed(above))
        above = parents.get(above)
      }
      return [nameOf(self), ...names].join(' › ')
    }
  }

  return {
    platform: 'search',
    usesPkce: true,
    issuers: ['https://accounts.google.com', authorizeUrl],

    /** https://developers.google.com/identity/protocols/oauth2/web-server#creatingclient */
    authorizeUrl({ state, redirectUri, challenge }) {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope,
        access_type: 'offline',
        // Without a consent screen there is no refresh token; the account choice lets people use another login.
        prompt: 'select_account consent',
        include_granted_scopes: 'true',
        state,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      })
      return `${authorizeUrl}/o/oauth2/v2/auth?${query}`
    },

    refusal(parameters) {
      const error = parameters.get('error')
      if (error === null) return undefined
      return error === 'access_denied' ? 'access_denied' : 'app_misconfigured'
    },

    async exchange(code, redirectUri, verifier) {
      const { response, sentAt, body } = await askForToken({
        grant_type: 'authorization_code',
        code,
        redirect_uri: redirectUri,
        code_verifier: verifier,
      })
      if (response.status !== 200)
        throw new ConsentRefused(
          body['error'] === 'invalid_grant' ? 'code_rejected' : 'app_misconfigured',
          `code exchange: ${asText(body['error'])}`,
        )
      const tokens: Tokens = {
        accessToken: asText(body['access_token']),
        accessExpiresAt: expiryOf(sentAt, body['expires_in']),
        refreshToken: asText(body['refresh_token']),
        refreshExpiresAt: expiryOf(sentAt, body['refresh_token_expires_in']),
        dataAccessExpiresAt: null,
        issuedAt: sentAt,
        scopes: asText(body['scope']).split(' '),
      }
      const claims = claimsOf(asText(body['id_token']))
      if (asText(claims['aud']) !== clientId)
        throw new ConsentRefused('code_rejected', 'the identity is for another app')
      const person = {
        id: asText(claims['sub']),
        name: asText(claims['name']),
        email: asText(claims['email']),
      }
      const missing = tokens.scopes.includes(adsScope) ? [] : ['adwords']
      const accounts = missing.length === 0 ? await discover(tokens.accessToken) : []
      return { tokens, person, missing, accounts, pages: [] }
    },

    async refresh(tokens) {
      const { response, sentAt, body } = await askForToken({
        grant_type: 'refresh_token',
        refresh_token: tokens.refreshToken,
      })
      if (response.status !== 200) throw new RefreshRefused(verdictOf(response, body))
      return {
        ...tokens,
        accessToken: asText(body['access_token']),
        accessExpiresAt: expiryOf(sentAt, body['expires_in']),
        // A refresh answers no new refresh token as a rule; the stored one stays.
        refreshToken: asText(body['refresh_token']) || tokens.refreshToken,
        refreshExpiresAt: expiryOf(sentAt, body['refresh_token_expires_in']) ?? tokens.refreshExpiresAt,
        issuedAt: sentAt,
      }
    },

    /** https://developers.google.com/identity/protocols/oauth2/web-server#tokenrevoke */
    async revoke(tokens) {
      await upstream.send({
        method: 'POST',
        url: `${tokenUrl}/revoke`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: new URLSearchParams({ token: tokens.refreshToken || tokens.accessToken }).toString(),
      })
    },
  }
}

/** The claims of an identity token that came straight from the token endpoint over TLS, which needs no signature check. */
function claimsOf(identityToken: string): Json {
  try {
    return asObject(JSON.parse(Buffer.from(identityToken.split('.')[1] ?? '', 'base64url').toString('utf8')))
  } catch {
    return {}
  }
}

function verdictOf(response: UpstreamResponse, body: Json): Verdict {
  const error = asText(body['error'])
  if (response.status >= 500 || response.status === 429)
    return { kind: 'passing', reason: `status ${response.status}` }
  if (error === 'invalid_grant')
    return asText(body['error_subtype']).includes('rapt')
      ? { kind: 'dead', health: 'needs_reauth', reason: 'session_expired' }
      : { kind: 'dead', health: 'needs_reauth', reason: 'refresh_token_expired' }
  return ['invalid_client', 'unauthorized_client', 'deleted_client'].includes(error)
    ? { kind: 'app', reason: error }
    : { kind: 'passing', reason: error }
}

function accountOption(row: Json, managerId: string, group = ''): AccountOption {
  const id = asText(row['id'])
  const name = asText(row['descriptiveName']) || dashed(id)
  const currencyCode = asText(row['currencyCode'])
  const status = asText(row['status'])
  return {
    id,
    name,
    detail: [dashed(id), currencyCode].filter(Boolean).join(' · '),
    group,
    unusable: status === 'ENABLED' || status === '' ? '' : status.toLowerCase().replaceAll('_', ' '),
    kept: { accountId: id, accountName: name, currencyCode, timeZone: asText(row['timeZone']), managerId },
  }
}

/** An account that the person has, and of which the platform tells no more than that. */
function unreadableOption(id: string): AccountOption {
  return {
    id,
    name: dashed(id),
    detail: '',
    group: '',
    unusable: 'not active at the platform',
    kept: {},
  }
}

/** Does something for each, a few at the same time; what went wrong, by the item it went wrong for. */
async function inTurns(
  items: readonly string[],
  task: (item: string) => Promise<void>,
): Promise<Map<string, unknown>> {
  const waiting = [...items]
  const failures = new Map<string, unknown>()
  const work = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift())
      try {
        await task(item)
      } catch (error) {
        failures.set(item, error)
      }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return failures
}

/** 4823109756 as people read it: 482-310-9756. */
function dashed(id: string): string {
  return id.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3')
}
