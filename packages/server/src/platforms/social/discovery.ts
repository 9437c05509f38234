// Who gave consent at the social platform, and which ad accounts and pages there are to choose from.

import {
  type AccountNote,
  type AccountOption,
  type Grant,
  inOrder,
  type PageOption,
  type PlatformApp,
  RefreshRefused,
  type Tokens,
} from '../kit/provider.ts'
import type { UpstreamResponse } from '../kit/upstream.ts'
import { UpstreamFailure } from '../kit/upstreamFailure.ts'
import { asList, asObject, asText, at } from '../kit/values.ts'
import { verdictOf } from './oauthTokens.ts'
import { proofOf } from './proof.ts'

const accountFields =
  'account_id,name,currency,account_status,timezone_name,min_daily_budget,business{id,name}'
const pageFields = 'id,name,access_token,picture.type(large){url},business{id,name}'
const photoFields = (more = '') => `instagram_business_account{id,username,name,profile_picture_url${more}}`

/** How many pages of a list are followed at most. */
const mostPages = 20

type Found = Pick<Grant, 'person' | 'accounts' | 'pages' | 'unlisted'>

export class SocialDiscovery {
  readonly #app: PlatformApp
  readonly #token: string
  readonly #mayAskForPhotos: boolean

  constructor(app: PlatformApp, { accessToken, scopes }: Pick<Tokens, 'accessToken' | 'scopes'>) {
    this.#app = app
    this.#token = accessToken
    this.#mayAskForPhotos = scopes.includes('instagram_basic')
  }

  async discover(): Promise<Found> {
    // No source shows whether live applications may read `owner_business`, nor whether, without the permission for it, the
    // photo account of a page is left out or refused. So each refusal asks for less.
    const attempts = [
      `${pageFields},${photoFields(',owner_business{id}')}`,
      `${pageFields},${photoFields()}`,
      ...(this.#mayAskForPhotos ? [] : [pageFields]),
    ]
    return await this.#findFirst(attempts)
  }

  async #findFirst([fields = pageFields, ...lesser]: readonly string[]): Promise<Found> {
    try {
      return await this.#find(fields)
    } catch (error) {
      if (lesser.length === 0 || !isRefused(error)) throw error
      return await this.#findFirst(lesser)
    }
  }

  /** https://developers.facebook.com/docs/graph-api/reference/user (field expansion: one request for everything) */
  async #find(ofPages: string): Promise<Found> {
    const unlisted: string[] = []
    // What the person may do on a page, only the person's own list tells; elsewhere the platform knows no such field.
    const ofOwnPages = `${ofPages},tasks`
    const fields = `id,name,adaccounts.limit(100){${accountFields}},accounts.limit(100){${ofOwnPages}}`
    const [response, shared] = await Promise.all([
      this.#get('me', { fields }),
      this.#pagesOfBusinesses(ofPages, unlisted),
    ])
    if (response.status !== 200) throw new RefreshRefused(verdictOf(response))
    const me = asObject(response.json())
    if (asText(me['id']) === '') throw malformed('me')
    const [accounts, own] = await Promise.all([
      this.#rest('me/adaccounts', accountFields, me['adaccounts']),
      this.#rest('me/accounts', ofOwnPages, me['accounts']),
    ])
    const pages = new Map([...shared, ...own].map((row) => [asText(at(row, 'id')), pageOption(row)]))
    return {
      person: { id: asText(me['id']), name: asText(me['name']), email: '' },
      accounts: inOrder(accounts.map(accountOption)),
      pages: [...pages.values()].sort((a, b) => a.name.localeCompare(b.name) || a.id.localeCompare(b.id)),
      unlisted,
    }
  }

  /**
   * Pages that a person reaches through a business are missing from the person's own list.
   * https://developers.facebook.com/docs/marketing-api/reference/business/owned_pages
   */
  async #pagesOfBusinesses(ofPages: string, unlisted: string[]): Promise<unknown[]> {
    const edges = ['owned_pages', 'client_pages']
    const fields = ['id', ...edges.map((edge) => `${edge}.limit(100){${ofPages}}`)].join(',')
    // They add to the list: in trouble, the person's own pages can be chosen, and the person is told that others may be missing.
    const orNothing = async (list: Promise<unknown[]>): Promise<unknown[]> => {
      try {
        return await list
      } catch (error) {
        if (!(error instanceof UpstreamFailure)) throw error
        unlisted.push(error.message)
        return []
      }
    }
    const businesses = await orNothing(this.#whole('me/businesses', fields, '50'))
    const lists = businesses.flatMap((business) =>
      edges.map((edge) =>
        orNothing(this.#rest(`${asText(at(business, 'id'))}/${edge}`, ofPages, at(business, edge))),
      ),
    )
    return (await Promise.all(lists)).flat()
  }

  async #whole(path: string, fields: string, limit: string): Promise<unknown[]> {
    return await this.#rest(path, fields, await this.#page(path, { fields, limit }), limit)
  }

  /** Follows a list that did not fit into its first page, by cursor: links of the platform carry tokens. */
  async #rest(path: string, fields: string, first: unknown, limit = '100'): Promise<unknown[]> {
    // A list that was requested together with its owner is left out when it is empty.
    if (first === undefined) return []
    const rows = [...rowsIn(path, first)]
    let page: unknown = first
    for (let count = 1; count < mostPages && (at(page, 'paging', 'next') ?? null) !== null; count++) {
      const after = asText(at(page, 'paging', 'cursors', 'after'))
      if (after === '') throw malformed(path)
      page = await this.#page(path, { fields, limit, after })
      const more = rowsIn(path, page)
      if (more.length === 0) break
      rows.push(...more)
    }
    return rows
  }

  async #page(path: string, query: Readonly<Record<string, string>>): Promise<unknown> {
    const response = await this.#get(path, query)
    if (response.status === 200) return response.json()
    const reason = asText(at(response.json(), 'error', 'message')).slice(0, 200)
    throw new UpstreamFailure('garbled', `${path}: ${response.status} ${reason}`)
  }

  async #get(path: string, query: Readonly<Record<string, string>>): Promise<UpstreamResponse> {
    const { upstream, endpoints } = this.#app
    const appsecret_proof = proofOf(this.#token, endpoints.clientSecret)
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
function rowsIn(path: string, page: unknown): readonly unknown[] {
  const data = at(page, 'data')
  if (!Array.isArray(data)) throw malformed(path)
  return data
}

/** A response of unknown shape is no empty list. */
function malformed(path: string): UpstreamFailure {
  return new UpstreamFailure('garbled', `${path}: the response has an unknown shape`)
}

/** Whether the platform refused a field, or refused for want of a permission. https://developers.facebook.com/docs/graph-api/guides/error-handling */
function isRefused(error: unknown): boolean {
  return error instanceof RefreshRefused && ['code 10', 'code 100', 'code 200'].includes(error.verdict.reason)
}

/** https://developers.facebook.com/docs/marketing-api/reference/ad-account (account_status); 1 is active */
const accountStatuses: Readonly<Record<string, AccountNote>> = {
  '2': 'disabled',
  '3': 'payment_due',
  '7': 'under_review',
  '8': 'payment_pending',
  '9': 'payment_overdue',
  '100': 'being_closed',
}

function accountOption(row: unknown): AccountOption {
  const id = asText(at(row, 'account_id'))
  const currency = asText(at(row, 'currency'))
  const note = accountStatuses[asText(at(row, 'account_status'))]
  return {
    id,
    name: asText(at(row, 'name')) || id,
    detail: [id, currency].filter((part) => part !== '').join(' · '),
    notes: note === undefined ? [] : [note],
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
  // Null where the page has none, or absent.
  const photo = at(row, 'instagram_business_account')
  const photoId = asText(at(photo, 'id'))
  const business = asText(at(row, 'business', 'id'))
  const tasks = asList(at(row, 'tasks'))
  const token = asText(at(row, 'access_token'))
  const mayAdvertise = token !== '' && (tasks.length === 0 || tasks.includes('ADVERTISE'))
  return {
    id: asText(at(row, 'id')),
    name: asText(at(row, 'name')),
    pictureUrl: asText(at(row, 'picture', 'data', 'url')),
    businessManagerId: business,
    unusable: mayAdvertise ? '' : 'role_without_advertising',
    token,
    ...(photoId === ''
      ? {}
      : {
          photoAccount: {
            id: photoId,
            name: asText(at(photo, 'name')) || asText(at(photo, 'username')),
            pictureUrl: asText(at(photo, 'profile_picture_url')),
            businessManagerId: asText(at(photo, 'owner_business', 'id')) || business,
          },
        }),
  }
}
