// Who gave consent at the social platform, and which ad accounts and pages there are to choose from.

import {
  type AccountNote,
  type AccountOption,
  type Grant,
  type PageOption,
  type PlatformApp,
  RefreshRefused,
  sortAccountOptions,
  type Tokens,
} from '../kit/provider.ts'
import type { UpstreamResponse } from '../kit/upstream.ts'
import { UpstreamFailure } from '../kit/upstreamFailure.ts'
import { asList, asObject, asText, valueAt } from '../kit/values.ts'
import { toSocialVerdict } from './oauthTokens.ts'
import { appSecretProof } from './proof.ts'

const accountFields =
  'account_id,name,currency,account_status,timezone_name,min_daily_budget,business{id,name}'
const pageFields = 'id,name,access_token,picture.type(large){url},business{id,name}'
const photoFields = (extraFields = '') =>
  `instagram_business_account{id,username,name,profile_picture_url${extraFields}}`

/** How many pages of a list are followed at most. */
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
    // No source shows whether live applications may read `owner_business`, nor whether, without the permission for it, the
    // photo account of a page is left out or refused. So each refusal asks for less.
    const attempts = [
      `${pageFields},${photoFields(',owner_business{id}')}`,
      `${pageFields},${photoFields()}`,
      ...(this.#hasPhotoScope ? [] : [pageFields]),
    ]
    return await this.#discoverWith(attempts)
  }

  async #discoverWith([fields = pageFields, ...fallbacks]: readonly string[]): Promise<DiscoveryResult> {
    try {
      return await this.#readAll(fields)
    } catch (error) {
      if (fallbacks.length === 0 || !isFieldRefused(error)) throw error
      return await this.#discoverWith(fallbacks)
    }
  }

  /** https://developers.facebook.com/docs/graph-api/reference/user (field expansion: one request for everything) */
  async #readAll(pageQuery: string): Promise<DiscoveryResult> {
    const unlisted: string[] = []
    // What the person may do on a page, only the person's own list tells; elsewhere the platform knows no such field.
    const ownPageQuery = `${pageQuery},tasks`
    const fields = `id,name,adaccounts.limit(100){${accountFields}},accounts.limit(100){${ownPageQuery}}`
    const [response, businessPages] = await Promise.all([
      this.#get('me', { fields }),
      this.#listBusinessPages(pageQuery, unlisted),
    ])
    if (response.status !== 200) throw new RefreshRefused(toSocialVerdict(response))
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
   * Pages that a person reaches through a business are missing from the person's own list.
   * https://developers.facebook.com/docs/marketing-api/reference/business/owned_pages
   */
  async #listBusinessPages(pageQuery: string, unlisted: string[]): Promise<unknown[]> {
    const edges = ['owned_pages', 'client_pages']
    const fields = ['id', ...edges.map((edge) => `${edge}.limit(100){${pageQuery}}`)].join(',')
    // They add to the list: in trouble, the person's own pages can be chosen, and the person is told that others may be missing.
    const orEmpty = async (list: Promise<unknown[]>): Promise<unknown[]> => {
      try {
        return await list
      } catch (error) {
        if (!(error instanceof UpstreamFailure)) throw error
        unlisted.push(error.message)
        return []
      }
    }
    const businesses = await orEmpty(this.#listAll('me/businesses', fields, '50'))
    const lists = businesses.flatMap((business) =>
      edges.map((edge) =>
        orEmpty(
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
    return await this.#readRemaining(path, fields, await this.#page(path, { fields, limit }), limit)
  }

  /** Follows a list that did not fit into its first page, by cursor: links of the platform carry tokens. */
  async #readRemaining(path: string, fields: string, first: unknown, limit = '100'): Promise<unknown[]> {
    // A list that was requested together with its owner is left out when it is empty.
    if (first === undefined) return []
    const rows = [...parseRows(path, first)]
    let page: unknown = first
    for (let count = 1; count < maxPages && (valueAt(page, 'paging', 'next') ?? null) !== null; count++) {
      const after = asText(valueAt(page, 'paging', 'cursors', 'after'))
      if (after === '') throw malformedListError(path)
      page = await this.#page(path, { fields, limit, after })
      const nextRows = parseRows(path, page)
      if (nextRows.length === 0) break
      rows.push(...nextRows)
    }
    return rows
  }

  async #page(path: string, query: Readonly<Record<string, string>>): Promise<unknown> {
    const response = await this.#get(path, query)
    if (response.status === 200) return response.json()
    const reason = asText(valueAt(response.json(), 'error', 'message')).slice(0, 200)
    throw new UpstreamFailure('garbled', `${path}: ${response.status} ${reason}`)
  }

  async #get(path: string, query: Readonly<Record<string, string>>): Promise<UpstreamResponse> {
    const { upstream, endpoints } = this.#app
    const appsecret_proof = appSecretProof(this.#token, endpoints.clientSecret)
    return await upstream.send({
      // The id of a business may stand before the edge.
      call: `social GET ${path.slice(path.lastIndexOf('/') + 1)}`,
      method: 'GET',
      url: `${endpoints.apiUrl}/${endpoints.version}/${path}?${new URLSearchParams({ ...query, appsecret_proof })}`,
      headers: { authorization: `Bearer ${this.#token}` },
      timeoutMs: 15_000,
    })
  }
}

/** `data` is there even when a list is empty. https://developers.facebook.com/docs/graph-api/results */
function parseRows(path: string, page: unknown): readonly unknown[] {
  const data = valueAt(page, 'data')
  if (!Array.isArray(data)) throw malformedListError(path)
  return data
}

/** A response of unknown shape is no empty list. */
function malformedListError(path: string): UpstreamFailure {
  return new UpstreamFailure('garbled', `${path}: the response has an unknown shape`)
}

/** Whether the platform refused a field, or refused for want of a permission. https://developers.facebook.com/docs/graph-api/guides/error-handling */
function isFieldRefused(error: unknown): boolean {
  return error instanceof RefreshRefused && ['code 10', 'code 100', 'code 200'].includes(error.verdict.reason)
}

/** https://developers.facebook.com/docs/marketing-api/reference/ad-account (account_status); 1 is active */
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
    // Accounts in trouble can be linked; the platform will say so when they are used. Closed ones cannot be revived.
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
  // Null where the page has none, or absent.
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
