// Lists the ad accounts that a person can access at the search platform, directly or through managers.

import {
  type AccountOption,
  type AppConfig,
  CodeExchangeError,
  type Grant,
  type Obstacle,
  type PlatformApp,
  sortAccountOptions,
} from '../connector-kit/provider.ts'
import { isRecord, malformedError } from '../connector-kit/rows.ts'
import { UpstreamFailure } from '../connector-kit/upstreamFailure.ts'
import { asObject, asText, type JsonObject, valueAt } from '../connector-kit/values.ts'
import { type AccountAccessProblem, toAccessProblem } from './accessProblems.ts'
import { parseSearchResponse, SearchRefusal } from './wire.ts'

/** The developer token may be empty. */
export interface SearchApp extends PlatformApp {
  readonly appConfig: AppConfig & { readonly developerToken: string }
}

/** The maximum number of accounts that are queried concurrently. */
const maxConcurrent = 6
/**
 * Each manager below a manager is queried for its direct clients, so that the account list shows the
 * hierarchy. These limits bound the number of queries and their total time.
 */
const maxManagers = 100
const treeTimeoutMs = 8000

const customerQuery =
  'SELECT customer.id, customer.descriptive_name, customer.currency_code, customer.time_zone, customer.manager, customer.status FROM customer'
const clientsQuery =
  "SELECT customer_client.id, customer_client.descriptive_name, customer_client.currency_code, customer_client.time_zone, customer_client.manager, customer_client.level, customer_client.status, customer_client.hidden FROM customer_client WHERE customer_client.status = 'ENABLED'"
const directClientsQuery =
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
    const optionsById = new Map<string, AccountOption>()
    const failures = await forEachConcurrent(await this.#listRootIds(), (root) =>
      this.#collectAccounts(root, optionsById),
    )
    const problems = [...failures].map(([root, failure]) => ({ root, ...toAccessProblem(failure) }))
    const findNote = (responsible: AccountAccessProblem['responsible']) =>
      problems.find((each) => each.responsible === responsible)?.note
    if (![...optionsById.values()].some(({ unusable }) => unusable === '')) {
      // No account can be chosen, and the person who signed in did not cause the problem.
      const [operatorNote, platformNote] = [findNote('operator'), findNote('platform')]
      if (operatorNote !== undefined) throw new CodeExchangeError('app_misconfigured', operatorNote)
      if (platformNote !== undefined) throw new UpstreamFailure('garbled', platformNote)
    }
    for (const { root, obstacle } of problems)
      if (!optionsById.has(root)) optionsById.set(root, toUnreadableOption(root, obstacle))
    const unlisted = problems
      .filter(({ responsible }) => responsible !== 'account')
      .map(({ root, note }) => `${root}: ${note}`)
    return { accounts: sortAccountOptions([...optionsById.values()]), unlisted }
  }

  /** https://developers.google.com/google-ads/api/docs/account-management/listing-accounts */
  async #listRootIds(): Promise<string[]> {
    const { upstream, appConfig } = this.#app
    try {
      const response = await upstream.send({
        callName: 'search customers:listAccessibleCustomers',
        method: 'GET',
        url: `${appConfig.apiUrl}/${appConfig.version}/customers:listAccessibleCustomers`,
        headers: this.#headersFor(''),
      })
      const body = parseSearchResponse(response)
      // The platform omits empty lists, so a response without accounts is an empty object.
      const names = valueAt(body, 'resourceNames') ?? (isEmptyObject(body) ? [] : undefined)
      if (!Array.isArray(names)) throw malformedError('resourceNames', 'is not a list')
      return names.map((name) => asText(name).replace('customers/', ''))
    } catch (failure) {
      // The platform refuses a person without any ads account instead of returning an empty list.
      if (failure instanceof SearchRefusal && failure.hasCode('authenticationError.NOT_ADS_USER')) return []
      const { responsible, note } = toAccessProblem(failure)
      if (responsible === 'operator')
        throw new CodeExchangeError('app_misconfigured', `listing accounts: ${note}`)
      throw new UpstreamFailure('garbled', `listing accounts: ${note}`)
    }
  }

  /** Adds the root account, or the accounts below the root account if the root account is a manager. */
  async #collectAccounts(root: string, optionsById: Map<string, AccountOption>): Promise<void> {
    const [row] = await this.#query(root, customerQuery)
    const customer = asObject(valueAt(row, 'customer'))
    if (customer['manager'] !== true) {
      optionsById.set(root, toAccountOption(customer, ''))
      return
    }
    const rows = (await this.#query(root, clientsQuery)).map((clientRow) =>
      asObject(valueAt(clientRow, 'customerClient')),
    )
    const getManagerPath = await this.#loadManagerPaths(root, customer, rows)
    for (const client of rows) {
      if (client['manager'] === true) continue
      const option = toAccountOption(client, root, getManagerPath(asText(client['id'])))
      // Direct access takes precedence over access through a manager.
      if (!optionsById.has(option.id)) optionsById.set(option.id, option)
    }
  }

  /** Returns a function from a client's id to the names of the managers above the client. */
  async #loadManagerPaths(
    root: string,
    rootCustomer: JsonObject,
    rows: readonly JsonObject[],
  ): Promise<(id: string) => string> {
    const { runtime } = this.#app
    const managers = new Map(
      rows
        .filter((row) => row['manager'] === true && asText(row['id']) !== root)
        .map((row) => [asText(row['id']), formatAccountTitle(row)]),
    )
    const parents = new Map<string, string>()
    const deadline = runtime.monotonic() + treeTimeoutMs
    // The list of all clients does not contain their managers, but each manager's own list does. Clients
    // whose manager is unknown are grouped under the root account.
    await forEachConcurrent([...managers.keys()].slice(0, maxManagers), async (manager) => {
      if (runtime.monotonic() > deadline) return
      for (const row of await this.#query(manager, directClientsQuery, root))
        parents.set(asText(valueAt(row, 'customerClient', 'id')), manager)
    })
    return (id) => {
      const titles: string[] = []
      for (let managerId = parents.get(id), depth = 0; managerId !== undefined && depth < 10; depth++) {
        titles.unshift(managers.get(managerId) ?? formatCustomerId(managerId))
        managerId = parents.get(managerId)
      }
      return [formatAccountTitle(rootCustomer), ...titles].join(' › ')
    }
  }

  /** https://developers.google.com/google-ads/api/rest/reference/rest/v25/customers.googleAds/search */
  async #query(customerId: string, query: string, loginCustomerId = customerId): Promise<JsonObject[]> {
    const { upstream, appConfig } = this.#app
    const rows: JsonObject[] = []
    let pageToken = ''
    do {
      const response = await upstream.send({
        callName: 'search customers/googleAds:search',
        method: 'POST',
        url: `${appConfig.apiUrl}/${appConfig.version}/customers/${customerId}/googleAds:search`,
        headers: { ...this.#headersFor(loginCustomerId), 'content-type': 'application/json' },
        body: JSON.stringify({ query: query, ...(pageToken === '' ? {} : { pageToken }) }),
        maxBytes: 16 * 1024 * 1024,
      })
      const body = parseSearchResponse(response)
      // The platform omits empty lists, so `fieldMask` is the only proof of a valid response.
      if (typeof valueAt(body, 'fieldMask') !== 'string') throw malformedError('fieldMask', 'is missing')
      const results = valueAt(body, 'results') ?? []
      if (!Array.isArray(results)) throw malformedError('results', 'is not a list')
      rows.push(...results.map(asObject))
      pageToken = asText(valueAt(body, 'nextPageToken'))
    } while (pageToken !== '')
    return rows
  }

  #headersFor(loginCustomerId: string): Record<string, string> {
    const { developerToken } = this.#app.appConfig
    return {
      authorization: `Bearer ${this.#token}`,
      ...(loginCustomerId === '' ? {} : { 'login-customer-id': loginCustomerId }),
      ...(developerToken === '' ? {} : { 'developer-token': developerToken }),
    }
  }
}

function formatAccountTitle(row: JsonObject): string {
  return asText(row['descriptiveName']) || formatCustomerId(asText(row['id']))
}

/** https://developers.google.com/google-ads/api/reference/rpc/v25/CustomerStatusEnum.CustomerStatus */
const obstacleByStatus: Readonly<Record<string, Obstacle>> = {
  CANCELED: 'canceled',
  CLOSED: 'closed',
  SUSPENDED: 'suspended',
}

function toAccountOption(row: JsonObject, managerId: string, group = ''): AccountOption {
  const id = asText(row['id'])
  const name = formatAccountTitle(row)
  const currencyCode = asText(row['currencyCode'])
  const status = asText(row['status'])
  return {
    id,
    name,
    detail: [formatCustomerId(id), currencyCode].filter(Boolean).join(' · '),
    notes: [],
    group,
    unusable: status === 'ENABLED' || status === '' ? '' : (obstacleByStatus[status] ?? 'not_active'),
    kept: { accountId: id, accountName: name, currencyCode, timeZone: asText(row['timeZone']), managerId },
  }
}

/** The platform returns only the id of such an account. */
function toUnreadableOption(id: string, unusable: Obstacle): AccountOption {
  return {
    id,
    name: formatCustomerId(id),
    detail: '',
    notes: [],
    group: '',
    unusable,
    kept: {},
  }
}

/** Runs the task for all items with limited concurrency and returns the failures by item. */
async function forEachConcurrent(
  items: readonly string[],
  task: (item: string) => Promise<void>,
): Promise<Map<string, unknown>> {
  const queue = [...items]
  const failures = new Map<string, unknown>()
  const worker = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift())
      try {
        await task(item)
      } catch (error) {
        failures.set(item, error)
      }
  }
  await Promise.all(Array.from({ length: maxConcurrent }, worker))
  return failures
}

/** The platform's pages show customer id 4823109756 as 482-310-9756. */
function formatCustomerId(id: string): string {
  return id.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1-$2-$3')
}

function isEmptyObject(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0
}
