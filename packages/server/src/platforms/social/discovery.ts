// Reads the user who gave consent, and the ad accounts and pages to choose from.

import {
  type AccountNote,
  type AccountOption,
  type Grant,
  type PageOption,
  type PlatformApp,
  sortAccountOptions,
  TokenRequestError,
  type Tokens,
} from '../connector-kit/provider.ts'
import type { UpstreamResponse } from '../connector-kit/upstream.ts'
import { UpstreamFailure } from '../connector-kit/upstreamFailure.ts'
import { asList, asObject, asText, valueAt } from '../connector-kit/values.ts'
import { computeAppSecretProof } from './appSecretProof.ts'
import { toSocialVerdict } from './oauthTokens.ts'

const accountFields =
  'account_id,name,currency,account_status,timezone_name,min_daily_budget,business{id,name}'
const pageFields = 'id,name,access_token,picture.type(large){url},business{id,name}'
const photoFields = (extraFields = '') =>
  `instagram_business_account{id,username,name,profile_picture_url${extraFields}}`

/** Maximum number of pages that are read of a list. */
const maxPages = 20

type DiscoveryResult = Pick<Grant, 'person' | 'accounts' | 'pages' | 'unlisted'>

export class SocialDiscovery {
  readonly #app: PlatformApp
  readonly #token: string
  readonly #hasPhotoScope: boolean

  constructor(app: PlatformApp, { accessToken, scopes }: Pick<Tokens, 'accessToken' | 'scopes'>) {
    this.#app = app
    this.#token = accessToken
    this.#hasPhotoScope = scopes.includes('instagram_basic')
  }

  async discover(): Promise<DiscoveryResult> {
    // No source shows whether live apps may read `owner_business`. Without the permission, the photo account
    // of a page may be omitted or refused. So after each refusal, adrail requests fewer fields.
    const attempts = [
      `${pageFields},${photoFields(',owner_business{id}')}`,
      `${pageFields},${photoFields()}`,
      ...(this.#hasPhotoScope ? [] : [pageFields]),
    ]
    return await this.#discoverWith(attempts)
  }

  async #discoverWith([fields = pageFields, ...fallbacks]: readonly string[]): Promise<DiscoveryResult> {
    try {
      return await this.#readAccountsAndPages(fields)
    } catch (error) {
      if (fallbacks.length === 0 || !isFieldRefused(error)) throw error
      return await this.#discoverWith(fallbacks)
    }
  }

  /** https://developers.facebook.com/docs/graph-api/reference/user (field expansion: one request for everything) */
  async #readAccountsAndPages(pageQuery: string): Promise<DiscoveryResult> {
    const unlisted: string[] = []
    // The user's tasks on a page are only in the user's own list. Elsewhere, the platform does not know this
    // field.
    const ownPageQuery = `${pageQuery},tasks`
    const fields = `id,name,adaccounts.limit(100){${accountFields}},accounts.limit(100){${ownPageQuery}}`
    const [response, businessPages] = await Promise.all([
      this.#get('me', { fields }),
      this.#listBusinessPages(pageQuery, unlisted),
    ])
    if (response.status !== 200) throw new TokenRequestError(toSocialVerdict(response))
    const me = asObject(response.json())
    if (asText(me['id']) === '') throw malformedListError('me')
    const [accounts, ownPages] = await Promise.all([
      this.#readRemaining('me/adaccounts', accountFields, me['adaccounts']),
      this.#readRemaining('me/accounts', ownPageQuery, me['accounts']),
    ])
    const pages = new Map(
      [...businessPages, ...ownPages].map((row) => [asText(valueAt(row, 'id')), toPageOption(row)]),
    )
    return {
      person: { id: asText(me['id']), name: asText(me['name']), email: '' },
      accounts: sortAccountOptions(accounts.map(toAccountOption)),
      pages: [...pages.values()].sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id)),
      unlisted,
    }
  }

  /**
   * Lists pages that a user can access through a business. The user's own list omits these pages.
   * https://developers.facebook.com/docs/marketing-api/reference/business/owned_pages
   */
  async #listBusinessPages(pageQuery: string, unlisted: string[]): Promise<unknown[]> {
    const edges = ['owned_pages', 'client_pages']
    const fields = ['id', ...edges.map((edge) => `${edge}.limit(100){${pageQuery}}`)].join(',')
    // These pages are optional. After an error, the user can choose own pages and is informed that others may
    // be missing.
    const emptyOnFailure = async (list: Promise<unknown[]>): Promise<unknown[]> => {
      try {
        return await list
      } catch (error) {
        if (!(error instanceof UpstreamFailure)) throw error
        unlisted.push(error.message)
        return []
      }
    }
    const businesses = await emptyOnFailure(this.#listAll('me/businesses', fields, '50'))
    const lists = businesses.flatMap((business) =>
      edges.map((edge) =>
        emptyOnFailure(
          this.#readRemaining(
            `${asText(valueAt(business, 'id'))}/${edge}`,
            pageQuery,
            valueAt(business, edge),
          ),
        ),
      ),
    )
    return (await Promise.all(lists)).flat()
  }

  async #listAll(path: string, fields: string, limit: string): Promise<unknown[]> {
    return await this.#readRemaining(path, fields, await this.#readPage(path, { fields, limit }), limit)
  }

  /** Reads the remaining pages of a list by cursor, because the platform's links contain tokens. */
  async #readRemaining(path: string, fields: string, firstPage: unknown, limit = '100'): Promise<unknown[]> {
    // The platform omits an empty list that was requested together with its owner.
    if (firstPage === undefined) return []
    const rows = [...parseRows(path, firstPage)]
    let page: unknown = firstPage
    for (let count = 1; count < maxPages && (valueAt(page, 'paging', 'next') ?? null) !== null; count++) {
      const after = asText(valueAt(page, 'paging', 'cursors', 'after'))
      if (after === '') throw malformedListError(path)
      page = await this.#readPage(path, { fields, limit, after })
      const nextRows = parseRows(path, page)
      if (nextRows.length === 0) break
      rows.push(...nextRows)
    }
    return rows
  }

  async #readPage(path: string, query: Readonly<Record<string, string>>): Promise<unknown> {
    const response = await this.#get(path, query)
    if (response.status === 200) return response.json()
    const reason = asText(valueAt(response.json(), 'error', 'message')).slice(0, 200)
    throw new UpstreamFailure('garbled', `${path}: ${response.status} ${reason}`)
  }

  async #get(path: string, query: Readonly<Record<string, string>>): Promise<UpstreamResponse> {
    const { upstream, appConfig } = this.#app
    const appsecret_proof = computeAppSecretProof(this.#token, appConfig.clientSecret)
    return await upstream.send({
      // The id of a business may precede the edge.
      callName: `social GET ${path.slice(path.lastIndexOf('/') + 1)}`,
      method: 'GET',
      url: `${appConfig.apiUrl}/${appConfig.version}/${path}?${new URLSearchParams({ ...query, appsecret_proof })}`,
      headers: { authorization: `Bearer ${this.#token}` },
      timeoutMs: 15_000,
    })
  }
}

/** `data` is present even when a list is empty. https://developers.facebook.com/docs/graph-api/results */
function parseRows(path: string, page: unknown): readonly unknown[] {
  const data = valueAt(page, 'data')
  if (!Array.isArray(data)) throw malformedListError(path)
  return data
}

/** Error for a response of unknown shape, which is not treated as an empty list. */
function malformedListError(path: string): UpstreamFailure {
  return new UpstreamFailure('garbled', `${path}: the response has an unknown shape`)
}

/**
 * True when the platform refused a field, or a permission is missing.
 * https://developers.facebook.com/docs/graph-api/guides/error-handling
 */
function isFieldRefused(error: unknown): boolean {
  return (
    error instanceof TokenRequestError && ['code 10', 'code 100', 'code 200'].includes(error.verdict.reason)
  )
}

/**
 * Notes by `account_status`. 1 is active.
 * https://developers.facebook.com/docs/marketing-api/reference/ad-account
 */
const noteByAccountStatus: Readonly<Record<string, AccountNote>> = {
  '2': 'disabled',
  '3': 'payment_due',
  '7': 'under_review',
  '8': 'payment_pending',
  '9': 'payment_overdue',
  '100': 'being_closed',
}

function toAccountOption(row: unknown): AccountOption {
  const id = asText(valueAt(row, 'account_id'))
  const currency = asText(valueAt(row, 'currency'))
  const note = noteByAccountStatus[asText(valueAt(row, 'account_status'))]
  return {
    id,
    name: asText(valueAt(row, 'name')) || id,
    detail: [id, currency].filter((part) => part !== '').join(' · '),
    notes: note === undefined ? [] : [note],
    group: asText(valueAt(row, 'business', 'name')),
    // Accounts with other problems can be linked, and the platform reports the problem on use. Closed
    // accounts cannot be reactivated.
    unusable: valueAt(row, 'account_status') === 101 ? 'closed' : '',
    kept: {
      adAccountId: id,
      adAccountName: asText(valueAt(row, 'name')),
      currencyCode: currency,
      timeZone: asText(valueAt(row, 'timezone_name')),
      minDailyBudget: asText(valueAt(row, 'min_daily_budget')),
      businessId: asText(valueAt(row, 'business', 'id')),
    },
  }
}

function toPageOption(row: unknown): PageOption {
  // Null or absent when the page has no photo account.
  const photo = valueAt(row, 'instagram_business_account')
  const photoId = asText(valueAt(photo, 'id'))
  const business = asText(valueAt(row, 'business', 'id'))
  const tasks = asList(valueAt(row, 'tasks'))
  const token = asText(valueAt(row, 'access_token'))
  const canAdvertise = token !== '' && (tasks.length === 0 || tasks.includes('ADVERTISE'))
  return {
    id: asText(valueAt(row, 'id')),
    name: asText(valueAt(row, 'name')),
    pictureUrl: asText(valueAt(row, 'picture', 'data', 'url')),
    businessManagerId: business,
    unusable: canAdvertise ? '' : 'role_without_advertising',
    token,
    ...(photoId === ''
      ? {}
      : {
          photoAccount: {
            id: photoId,
            name: asText(valueAt(photo, 'name')) || asText(valueAt(photo, 'username')),
            pictureUrl: asText(valueAt(photo, 'profile_picture_url')),
            businessManagerId: asText(valueAt(photo, 'owner_business', 'id')) || business,
          },
        }),
  }
}
