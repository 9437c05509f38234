// The reading calls of a resource from one table: what it is called, where its entities lie, how they are shown.

import type { Call } from '../core/exchange.ts'
import { getVisibleAccount, parseUrnId } from './access.ts'
import { batchGet } from './batch.ts'
import { restCall } from './call.ts'
import { type Criterion, searchFilter } from './criteria.ts'
import { proError } from './errors.ts'
import { cursorPage, cursorParams, type Identified } from './paging.ts'
import { versionAt } from './past.ts'
import type { RestRequest } from './request.ts'
import type { RestliValue } from './restli.ts'
import type { PastVersion, ProAdAccount, ProState } from './state.ts'

export interface Resource<Row, Parent> {
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
  resolveParent(request: RestRequest): Parent
  /** `undefined` when the caller cannot see one. */
  find(request: RestRequest, parent: Parent, key: RestliValue | undefined): Row | undefined
  serialize(request: RestRequest, row: Row, parent: Parent): unknown
}

export interface Finder<Row, Parent> {
  readonly finder: string
  readonly params: readonly string[]
  readonly methodHeader?: 'required'
  /** Where it has a place of its own on the platform's page. */
  readonly source?: string
  respond(request: RestRequest, parent: Parent, serialize: (row: Row) => unknown): unknown
}

/** Finder, batch get and get. */
export function readCalls<Row, Parent>(
  table: Resource<Row, Parent>,
  { respond: find, ...finder }: Finder<Row, Parent>,
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
      respond(request) {
        const parent = table.resolveParent(request)
        return { body: find(request, parent, (row) => table.serialize(request, row, parent)) }
      },
    }),
    restCall({
      name: `${name}.batchGet`,
      path,
      method: 'BATCH_GET',
      resource,
      scopes,
      source,
      respond(request) {
        const parent = table.resolveParent(request)
        return {
          body: batchGet(request, (id) => {
            const row = table.find(request, parent, id)
            return row && table.serialize(request, row, parent)
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
      respond(request) {
        const parent = table.resolveParent(request)
        const row = table.find(request, parent, request.keys[key])
        if (row === undefined) throw proError('NOT_FOUND')
        return { body: request.applyProjection(table.serialize(request, row, parent)) }
      },
    }),
  ]
}

/** The finder `search`, with its criteria, over the rows that the caller can see. */
export function searchFinder<Row extends Identified, Parent>(
  rows: (request: RestRequest, parent: Parent) => readonly Row[],
  criteria: Readonly<Record<string, Criterion<Row>>>,
): Finder<Row, Parent> {
  return {
    finder: 'search',
    params: ['search', 'sortOrder', ...cursorParams],
    respond(request, parent, serialize) {
      const matchesSearch = searchFilter(request, criteria)
      return cursorPage(request, rows(request, parent).filter(matchesSearch), serialize)
    },
  }
}

/** Criteria that every resource with a search has. */
export const testCriterion = {
  readValue: ({ test }: { readonly test: boolean }) => String(test),
  allowedValues: ['true', 'false'],
  scalar: true,
} as const

export interface AccountEntity extends Identified {
  readonly account: number
  readonly created: number
  readonly past?: readonly PastVersion[]
}

/** What lies below an account: the path names the account, and the entity must be the account's own. */
export interface AccountTable<Row extends AccountEntity>
  extends Pick<Resource<Row, ProAdAccount>, 'name' | 'key' | 'resource' | 'source' | 'serialize'> {
  readonly urnKind: string
  /** Keys are URNs, never bare numbers. */
  readonly keyedByUrn?: true
  rows(pro: ProState): Record<string, Row>
}

export type AccountResource<Row extends AccountEntity> = Resource<Row, ProAdAccount> & AccountTable<Row>

export function accountResource<Row extends AccountEntity>(table: AccountTable<Row>): AccountResource<Row> {
  return {
    ...table,
    path: `/adAccounts/{account}/${table.name}`,
    scopes: ['r_ads', 'rw_ads'],
    resolveParent: (request) => getVisibleAccount(request, request.keys['account']),
    find(request, account, key) {
      const isUrn = typeof key === 'string' && key.startsWith('urn:')
      const id = table.keyedByUrn && !isUrn ? undefined : parseUrnId(table.urnKind, key)
      const row = id === undefined ? undefined : table.rows(request.exchange.state.pro)[id]
      return row?.account === account.id ? row : undefined
    },
  }
}

/** What finders look through. They may know it later than those who ask for one entity by its key. */
export function listRows<Row extends AccountEntity>(table: AccountTable<Row>) {
  return (request: RestRequest, account: ProAdAccount): Row[] => {
    const { pro } = request.exchange.state
    const rows = Object.values(table.rows(pro)).filter((row) => row.account === account.id)
    const { findersLagMs = 0 } = pro
    return findersLagMs === 0 ? rows : rows.flatMap((row) => versionAt(row, request.now - findersLagMs))
  }
}
