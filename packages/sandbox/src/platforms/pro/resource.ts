// The read calls of a resource, from one table: its names, its entities, and their serialization.

import type { Call } from '../../core/exchange.ts'
import { getVisibleAccount, parseUrnId } from './access.ts'
import { batchGet } from './batch.ts'
import { restCall } from './call.ts'
import { type Criterion, searchFilter } from './criteria.ts'
import { proError } from './errors.ts'
import { cursorPage, cursorParams, type PageableRow } from './paging.ts'
import { versionAt } from './pastVersions.ts'
import type { RestRequest } from './request.ts'
import type { RestliValue } from './restli.ts'
import type { PastVersion, ProAdAccount, ProState } from './state.ts'

export interface Resource<Row, Parent> {
  /** The prefix of the resource's call names: `adCampaigns`. */
  readonly name: string
  readonly path: string
  /** The key at the end of the resource's path: `campaign` for `…/adCampaigns/{campaign}`. */
  readonly key: string
  /** The name of the resource in error messages. */
  readonly resource: string
  /** A reader needs one of these scopes. */
  readonly scopes: readonly string[]
  readonly source: string
  /** Resolves the parent entity of the path. Throws when the caller has no access. */
  resolveParent(request: RestRequest): Parent
  /** Returns `undefined` when the caller has no access to the entity. */
  find(request: RestRequest, parent: Parent, key: RestliValue | undefined): Row | undefined
  serialize(request: RestRequest, row: Row, parent: Parent): unknown
}

export interface Finder<Row, Parent> {
  readonly finder: string
  readonly params: readonly string[]
  readonly methodHeader?: 'required'
  /** The section of the platform's page that documents the finder, if it has one. */
  readonly source?: string
  respond(request: RestRequest, parent: Parent, serialize: (row: Row) => unknown): unknown
}

/** Builds the finder, batch get and get calls. */
export function readCalls<Row, Parent>(
  table: Resource<Row, Parent>,
  { respond: respondToFinder, ...finder }: Finder<Row, Parent>,
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
        return { body: respondToFinder(request, parent, (row) => table.serialize(request, row, parent)) }
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

/** The `search` finder, with its criteria, over the rows that the caller can access. */
export function searchFinder<Row extends PageableRow, Parent>(
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

/** The criterion `test`, which all resources with a search share. */
export const testCriterion = {
  readValue: ({ test }: { readonly test: boolean }) => String(test),
  allowedValues: ['true', 'false'],
  scalar: true,
} as const

export interface AccountEntity extends PageableRow {
  readonly account: number
  readonly created: number
  readonly past?: readonly PastVersion[]
}

/** A resource below an account. The path contains the account, and the entity must belong to it. */
export interface AccountTable<Row extends AccountEntity>
  extends Pick<Resource<Row, ProAdAccount>, 'name' | 'key' | 'resource' | 'source' | 'serialize'> {
  readonly urnKind: string
  /** Keys must be URNs, not bare numbers. */
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

/** Returns the rows that finders search. Finders can lag behind reads by key. */
export function listRows<Row extends AccountEntity>(table: AccountTable<Row>) {
  return (request: RestRequest, account: ProAdAccount): Row[] => {
    const { pro } = request.exchange.state
    const rows = Object.values(table.rows(pro)).filter((row) => row.account === account.id)
    const { findersLagMs = 0 } = pro
    return findersLagMs === 0 ? rows : rows.flatMap((row) => versionAt(row, request.now - findersLagMs))
  }
}
