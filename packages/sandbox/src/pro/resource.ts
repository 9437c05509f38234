// The reading calls of a resource from one table: what it is called, where its entities lie, how they are shown.

import type { Call } from '../core/exchange.ts'
import { accountOf, idOf } from './access.ts'
import { batchGet } from './batch.ts'
import { restCall } from './call.ts'
import { type Criterion, searchFilter } from './criteria.ts'
import { refusal } from './errors.ts'
import { cursorPage, cursorParams, type Numbered } from './paging.ts'
import { asOf } from './past.ts'
import type { RestRequest } from './request.ts'
import type { RestliValue } from './restli.ts'
import type { AdAccount, Past, ProState } from './state.ts'

export interface Resource<Row, Around> {
  /** What the names of its calls begin with: `adCampaigns`. */
  readonly name: string
  readonly path: string
  /** The key that its own path ends with: `campaign` for `…/adCampaigns/{campaign}`. */
  readonly key: string
  /** The name by which refusals speak of it. */
  readonly resource: string
  /** One of these is enough to read it. */
  readonly scopes: readonly string[]
  readonly source: string
  /** What the path must lead to before an entity is looked for. */
  around(request: RestRequest): Around
  /** `undefined` when the caller cannot see one. */
  find(request: RestRequest, around: Around, key: RestliValue | undefined): Row | undefined
  wire(request: RestRequest, row: Row, around: Around): unknown
}

export interface Finder<Row, Around> {
  readonly finder: string
  readonly params: readonly string[]
  readonly methodHeader?: 'required'
  /** Where it has a place of its own on the platform's page. */
  readonly source?: string
  answer(request: RestRequest, around: Around, wire: (row: Row) => unknown): unknown
}

/** Finder, batch get and get. */
export function readCalls<Row, Around>(
  table: Resource<Row, Around>,
  { answer: find, ...finder }: Finder<Row, Around>,
): Call[] {
  const { name, path, key, resource, scopes, source } = table
  return [
    restCall({
      path,
      method: 'FINDER',
      resource,
      scopes,
      source,
      name: `${name}.${finder.finder}`,
      ...finder,
      answer(request) {
        const around = table.around(request)
        return { body: find(request, around, (row) => table.wire(request, row, around)) }
      },
    }),
    restCall({
      name: `${name}.batchGet`,
      path,
      method: 'BATCH_GET',
      resource,
      scopes,
      source,
      answer(request) {
        const around = table.around(request)
        return {
          body: batchGet(request, (id) => {
            const row = table.find(request, around, id)
            return row && table.wire(request, row, around)
          }),
        }
      },
    }),
    restCall({
      name: `${name}.get`,
      path: `${path}/{${key}}`,
      method: 'GET',
      resource,
      scopes,
      source,
      answer(request) {
        const around = table.around(request)
        const row = table.find(request, around, request.keys[key])
        if (row === undefined) throw refusal('NOT_FOUND')
        return { body: request.projected(table.wire(request, row, around)) }
      },
    }),
  ]
}

/** The finder `search`, with its criteria, over the rows that the caller can see. */
export function searchFinder<Row extends Numbered, Around>(
  rows: (request: RestRequest, around: Around) => readonly Row[],
  criteria: Readonly<Record<string, Criterion<Row>>>,
): Finder<Row, Around> {
  return {
    finder: 'search',
    params: ['search', 'sortOrder', ...cursorParams],
    answer(request, around, wire) {
      const matches = searchFilter(request, criteria)
      return cursorPage(request, rows(request, around).filter(matches), wire)
    },
  }
}

/** Criteria that every resource with a search has. */
export const testCriterion = {
  of: ({ test }: { readonly test: boolean }) => String(test),
  words: ['true', 'false'],
  scalar: true,
} as const

export interface AccountEntity extends Numbered {
  readonly account: number
  readonly created: number
  readonly past?: readonly Past[]
}

/** What lies below an account: the path names the account, and the entity must be the account's own. */
export interface AccountTable<Row extends AccountEntity>
  extends Pick<Resource<Row, AdAccount>, 'name' | 'key' | 'resource' | 'source' | 'wire'> {
  readonly urnKind: string
  /** Keys are URNs, never bare numbers. */
  readonly keyedByUrn?: true
  rows(pro: ProState): Record<string, Row>
}

export type AccountResource<Row extends AccountEntity> = Resource<Row, AdAccount> & AccountTable<Row>

export function accountResource<Row extends AccountEntity>(table: AccountTable<Row>): AccountResource<Row> {
  return {
    ...table,
    path: `/adAccounts/{account}/${table.name}`,
    scopes: ['r_ads', 'rw_ads'],
    around: (request) => accountOf(request, request.keys['account']),
    find(request, account, key) {
      const isUrn = typeof key === 'string' && key.startsWith('urn:')
      const id = table.keyedByUrn && !isUrn ? undefined : idOf(table.urnKind, key)
      const row = id === undefined ? undefined : table.rows(request.exchange.state.pro)[id]
      return row?.account === account.id ? row : undefined
    },
  }
}

/** What finders look through. They may know it later than those who ask for one entity by its key. */
export function rowsOf<Row extends AccountEntity>(table: AccountTable<Row>) {
  return (request: RestRequest, account: AdAccount): Row[] => {
    const { pro } = request.exchange.state
    const rows = Object.values(table.rows(pro)).filter((row) => row.account === account.id)
    const { findersLagMs = 0 } = pro
    return findersLagMs === 0 ? rows : rows.flatMap((row) => asOf(row, request.now - findersLagMs))
  }
}
