// Reads the identity of the person who consented at LinkedIn and the ad accounts that the person can choose.

import {
  type AccountNote,
  type AccountOption,
  type Grant,
  type PlatformApp,
  type PlatformUser,
  sortAccountOptions,
} from '../connector-kit/provider.ts'
import type { UpstreamResponse } from '../connector-kit/upstream.ts'
import { UpstreamFailure } from '../connector-kit/upstreamFailure.ts'
import { asText, valueAt } from '../connector-kit/values.ts'
import { parseUrnId } from './urns.ts'

const freshTokenTimeoutMs = 20_000
const maxPages = 50

export class ProDiscovery {
  readonly #app: PlatformApp
  readonly #token: string
  readonly #includeTestAccounts: boolean

  constructor(app: PlatformApp, accessToken: string, includeTestAccounts: boolean) {
    this.#app = app
    this.#token = accessToken
    this.#includeTestAccounts = includeTestAccounts
  }

  async discover(): Promise<Pick<Grant, 'person' | 'accounts'>> {
    const me = await this.#loadProfile()
    const [accounts, roles] = await Promise.all([this.#accounts(), this.#roles()])
    const roleByAccountId = new Map(
      roles.map((row) => [parseUrnId(asText(valueAt(row, 'account'))), asText(valueAt(row, 'role'))]),
    )
    const options = accounts.map((row) =>
      toAccountOption(row, roleByAccountId.get(parseUrnId(asText(valueAt(row, 'id')))) ?? ''),
    )
    // If the profile is unavailable, the account roles contain the person's id.
    const id = me?.id || parseUrnId(asText(valueAt(roles[0], 'user')))
    return { person: { id, name: me?.name ?? '', email: '' }, accounts: sortAccountOptions(options) }
  }

  /**
   * Returns undefined if the app lacks the permission for profiles. Linking works without a profile.
   * https://learn.microsoft.com/en-us/linkedin/shared/integrations/people/profile-api
   */
  async #loadProfile(): Promise<Pick<PlatformUser, 'id' | 'name'> | undefined> {
    const response = await this.#get('rest/me')
    if (response.status === 403) return undefined
    if (response.status !== 200) throw new UpstreamFailure('garbled', `rest/me: ${response.status}`)
    const me = response.json()
    const name = [asText(valueAt(me, 'localizedFirstName')), asText(valueAt(me, 'localizedLastName'))]
      .join(' ')
      .trim()
    return { id: asText(valueAt(me, 'id')), name }
  }

  /** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-accounts */
  #accounts(): Promise<unknown[]> {
    const testFilter = this.#includeTestAccounts ? '' : ',test:false'
    return this.#listAll((page) => {
      const nextPageToken =
        asText(valueAt(page, 'metadata', 'nextPageToken')) || asText(valueAt(page, 'paging', 'nextPageToken'))
      if (page !== undefined && nextPageToken === '') return undefined
      const tokenParameter = nextPageToken === '' ? '' : `&pageToken=${encodeURIComponent(nextPageToken)}`
      return `rest/adAccounts?q=search&search=(status:(values:List(ACTIVE,DRAFT))${testFilter})&pageSize=100${tokenParameter}`
    })
  }

  /** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-account-users */
  #roles(): Promise<unknown[]> {
    return this.#listAll((_page, start) => `rest/adAccountUsers?q=authenticatedUser&start=${start}&count=100`)
  }

  async #listAll(nextPath: (page: unknown, count: number) => string | undefined): Promise<unknown[]> {
    const rows: unknown[] = []
    let page: unknown
    for (let count = 0; count < maxPages; count++) {
      const path = nextPath(page, rows.length)
      if (path === undefined) break
      const response = await this.#get(path)
      if (response.status !== 200)
        throw new UpstreamFailure('garbled', `${path.split('?')[0]}: ${response.status}`)
      page = response.json()
      const elements = valueAt(page, 'elements')
      // An empty list has an empty `elements` field:
      // https://linkedin.github.io/rest.li/user_guide/restli_server
      if (!Array.isArray(elements))
        throw new UpstreamFailure('garbled', `${path.split('?')[0]}: the response has an unknown shape`)
      // Only an empty page is the last page. A short page is not.
      if (elements.length === 0) break
      rows.push(...elements)
    }
    return rows
  }

  /** Retries while LinkedIn reports a valid new token as revoked, which lasts some seconds. */
  async #get(path: string): Promise<UpstreamResponse> {
    const { upstream, runtime, appConfig } = this.#app
    const startedAt = runtime.monotonic()
    for (let waitMs = 2000; ; waitMs *= 2) {
      const response = await upstream.send({
        // The requested paths contain no ids.
        callName: `pro ${path.replace(/^rest\/|\?.*/g, '')}`,
        method: 'GET',
        url: `${appConfig.apiUrl}/${path}`,
        headers: {
          authorization: `Bearer ${this.#token}`,
          'linkedin-version': appConfig.version,
          'x-restli-protocol-version': '2.0.0',
        },
      })
      if (response.status !== 401 || runtime.monotonic() - startedAt + waitMs > freshTokenTimeoutMs)
        return response
      await runtime.sleep(waitMs)
    }
  }
}

function toAccountOption(row: unknown, role: string): AccountOption {
  const id = parseUrnId(asText(valueAt(row, 'id')))
  const reference = asText(valueAt(row, 'reference'))
  const currencyCode = asText(valueAt(row, 'currency'))
  return {
    id,
    name: asText(valueAt(row, 'name')) || id,
    detail: [id, currencyCode].filter(Boolean).join(' · '),
    notes: toAccountNotes(role, valueAt(row, 'test') === true),
    group: '',
    unusable: '',
    kept: {
      accountId: id,
      accountName: asText(valueAt(row, 'name')),
      currencyCode,
      organizationId: reference.startsWith('urn:li:organization:') ? parseUrnId(reference) : '',
      role,
    },
  }
}

/** https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-account-users */
const noteByRole: Readonly<Record<string, AccountNote>> = {
  ACCOUNT_BILLING_ADMIN: 'account_billing_admin',
  ACCOUNT_MANAGER: 'account_manager',
  CAMPAIGN_MANAGER: 'campaign_manager',
  CREATIVE_MANAGER: 'creative_manager',
  VIEWER: 'viewer',
}

function toAccountNotes(role: string, isTest: boolean): AccountNote[] {
  const roleNote = noteByRole[role]
  return [...(roleNote === undefined ? [] : [roleNote]), ...(isTest ? (['test_account'] as const) : [])]
}
