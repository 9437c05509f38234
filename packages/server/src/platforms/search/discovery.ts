// Lists the ad accounts that a person can access at the search platform, directly or through managers.

import {
  type AccountOption,
  ConsentRefused,
  type Endpoints,
  type Grant,
  inOrder,
  type Obstacle,
  type PlatformApp,
} from '../kit/provider.ts'
import { garbled, isRecord } from '../kit/rows.ts'
import { UpstreamFailure } from '../kit/upstreamFailure.ts'
import { asObject, asText, at, type Json } from '../kit/values.ts'
import { type Unread, unreadFor } from './unread.ts'
import { readAnswer, SearchRefusal } from './wire.ts'

/** The developer token may be empty. */
export interface SearchApp extends PlatformApp {
  readonly endpoints: Endpoints & { readonly developerToken: string }
}

/** The maximum number of accounts that are queried concurrently. */
const parallel = 6
/**
 * Each manager below a manager is queried for its direct clients, so that the account list shows the
 * hierarchy. These limits bound the number of queries and their total time.
 */
const mostManagers = 100
const treePatienceMs = 8000

const ownAccount =
  'SELECT customer.id, customer.descriptive_name, customer.currency_code, customer.time_zone, customer.manager, customer.status FROM customer'
const accountsBelow =
  "SELECT customer_client.id, customer_client.descriptive_name, customer_client.currency_code, customer_client.time_zone, customer_client.manager, customer_client.level, customer_client.status, customer_client.hidden FROM customer_client WHERE customer_client.status = 'ENABLED'"
const directClients =
  "SELECT customer_client.id FROM customer_client WHERE customer_client.level = 1 AND customer_client.status = 'ENABLED'"

export class SearchDiscovery {
  readonly #app: SearchApp
  readonly #token: string

  constructor(app: SearchApp, accessToken: string) {
    this.#app = app
    this.#token = accessToken
  }

  /**
   * Returns the accounts that the person can choose. Unreadable accounts are listed with the reason if at
   * least one account can be chosen.
   */
  async discover(): Promise<Pick<Grant, 'accounts' | 'unlisted'>> {
    const found = new Map<string, AccountOption>()
    const failures = await inTurns(await this.#roots(), (root) => this.#look(root, found))
    const unread = [...failures].map(([root, failure]) => ({ root, ...unreadFor(failure) }))
    const noteOf = (whose: Unread['whose']) => unread.find((each) => each.whose === whose)?.note
    if (![...found.values()].some(({ unusable }) => unusable === '')) {
      // No account can be chosen, and the person who signed in did not cause the problem.
      const [unapproved, passing] = [noteOf('operator'), noteOf('platform')]
      if (unapproved !== undefined) throw new ConsentRefused('app_misconfigured', unapproved)
      if (passing !== undefined) throw new UpstreamFailure('garbled', passing)
    }
    for (const { root, says } of unread) if (!found.has(root)) found.set(root, unreadableOption(root, says))
    const unlisted = unread
      .filter(({ whose }) => whose !== 'account')
      .map(({ root, note }) => `${root}: ${note}`)
    return { accounts: inOrder([...found.values()]), unlisted }
  }

  /** https://developers.google.com/google-ads/api/docs/account-management/listing-accounts */
  async #roots(): Promise<string[]> {
    const { upstream, endpoints } = this.#app
    try {
      const response = await upstream.send({
        call: 'search customers:listAccessibleCustomers',
        method: 'GET',
        url: `${endpoints.apiUrl}/${endpoints.version}/customers:listAccessibleCustomers`,
        headers: this.#headersFor(''),
      })
      const answer = readAnswer(response)
      // The platform omits empty lists, so a response without accounts is an empty object.
      const names = at(answer, 'resourceNames') ?? (isEmptyObject(answer) ? [] : undefined)
      if (!Array.isArray(names)) throw garbled('resourceNames', 'is no list')
      return names.map((name) => asText(name).replace('customers/', ''))
    } catch (failure) {
      // The platform refuses a person without any ads account instead of returning an empty list.
      if (failure instanceof SearchRefusal && failure.has('authenticationError.NOT_ADS_USER')) return []
      const { whose, note } = unreadFor(failure)
      if (whose === 'operator') throw new ConsentRefused('app_misconfigured', `listing accounts: ${note}`)
      throw new UpstreamFailure('garbled', `listing accounts: ${note}`)
    }
  }

  /** Adds the root account, or the accounts below the root account if the root account is a manager. */
  async #look(root: string, found: Map<string, AccountOption>): Promise<void> {
    const [row] = await this.#query(root, ownAccount)
    const customer = asObject(at(row, 'customer'))
    if (customer['manager'] !== true) {
      found.set(root, accountOption(customer, ''))
      return
    }
    const rows = (await this.#query(root, accountsBelow)).map((below) =>
      asObject(at(below, 'customerClient')),
    )
    const groupOf = await this.#managersOf(root, customer, rows)
    for (const client of rows) {
      if (client['manager'] === true) continue
      const option = accountOption(client, root, groupOf(asText(client['id'])))
      // Direct access takes precedence over access through a manager.
      if (!found.has(option.id)) found.set(option.id, option)
    }
  }

  /** Returns a function from a client's id to the names of the managers above the client. */
  async #managersOf(root: string, self: Json, rows: readonly Json[]): Promise<(id: string) => string> {
    const { runtime } = this.#app
    const managers = new Map(
      rows
        .filter((row) => row['manager'] === true && asText(row['id']) !== root)
        .map((row) => [asText(row['id']), titleOf(row)]),
    )
    const parents = new Map<string, string>()
    const deadline = runtime.monotonic() + treePatienceMs
    // The list of all clients does not contain their managers, but each manager's own list does. Clients
    // whose manager is unknown are grouped under the root account.
    await inTurns([...managers.keys()].slice(0, mostManagers), async (manager) => {
      if (runtime.monotonic() > deadline) return
      for (const row of await this.#query(manager, directClients, root))
        parents.set(asText(at(row, 'customerClient', 'id')), manager)
    })
    return (id) => {
      const titles: string[] = []
      for (let above = parents.get(id), depth = 0; above !== undefined && depth < 10; depth++) {
        titles.unshift(managers.get(above) ?? dashed(above))
        above = parents.get(above)
      }
      return [titleOf(self), ...titles].join(' › ')
    }
  }

  /** https://developers.google.com/google-ads/api/rest/reference/rest/v25/customers.googleAds/search */
  async #query(customerId: string, gaql: string, loginCustomerId = customerId): Promise<Json[]> {
    const { upstream, endpoints } = this.#app
    const rows: Json[] = []
    let pageToken = ''
    do {
      const response = await upstream.send({
        call: 'search customers/googleAds:search',
        method: 'POST',
        url: `${endpoints.apiUrl}/${endpoints.version}/customers/${customerId}/googleAds:search`,
        headers: { ...this.#headersFor(loginCustomerId), 'content-type': 'application/json' },
        body: JSON.stringify({ query: gaql, ...(pageToken === '' ? {} : { pageToken }) }),
        mostBytes: 16 * 1024 * 1024,
      })
      const body = readAnswer(response)
      // The platform omits empty lists, so `fieldMask` is the only proof of a valid response.
      if (typeof at(body, 'fieldMask') !== 'string') throw garbled('fieldMask', 'is missing')
      const results = at(body, 'results') ?? []
      if (!Array.isArray(results)) throw garbled('results', 'is no list')
      rows.push(...results.map(asObject))
      pageToken = asText(at(body, 'nextPageToken'))
    } while (pageToken !== '')
    return rows
  }

  #headersFor(loginCustomerId: string): Record<string, string> {
    const { developerToken } = this.#app.endpoints
    return {
      authorization: `Bearer ${this.#token}`,
      ...(loginCustomerId === '' ? {} : { 'login-customer-id': loginCustomerId }),
      ...(developerToken === '' ? {} : { 'developer-token': developerToken }),
    }
  }
}

function titleOf(row: Json): string {
  return asText(row['descriptiveName']) || dashed(asText(row['id']))
}

/** https://developers.google.com/google-ads/api/reference/rpc/v25/CustomerStatusEnum.CustomerStatus */
const obstacles: Readonly<Record<string, Obstacle>> = {
  CANCELED: 'canceled',
  CLOSED: 'closed',
  SUSPENDED: 'suspended',
}

function accountOption(row: Json, managerId: string, group = ''): AccountOption {
  const id = asText(row['id'])
  const name = titleOf(row)
  const currencyCode = asText(row['currencyCode'])
  const status = asText(row['status'])
  return {
    id,
    name,
    detail: [dashed(id), currencyCode].filter(Boolean).join(' · '),
    notes: [],
    group,
    unusable: status === 'ENABLED' || status === '' ? '' : (obstacles[status] ?? 'not_active'),
    kept: { accountId: id, accountName: name, currencyCode, timeZone: asText(row['timeZone']), managerId },
  }
}

/** The platform returns only the id of such an account. */
function unreadableOption(id: string, unusable: Obstacle): AccountOption {
  return {
    id,
    name: dashed(id),
    detail: '',
    notes: [],
    group: '',
    unusable,
    kept: {},
  }
}

/** Runs the task for all items with limited concurrency and returns the failures by item. */
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

/** The platform's pages show customer id 4823109756 as 482-310-9756. */
function dashed(id: string): string {
  return id.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3')
}

function isEmptyObject(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0
}
