// Nodes, their fields and edges: declared once per kind of object, read by one engine (`render.ts`).
// https://developers.facebook.com/docs/graph-api/overview

import { type GraphError, invalid, unknownField } from '../errors.ts'
import { isDocumented } from './documentedFields.ts'
import { type AskedField, parseFieldList } from './fieldList.ts'
import type { NodeItems, NodeName } from './nodeNames.ts'
import type { CursorStyle } from './paging.ts'
import type { GraphRequest, Params } from './request.ts'

/** Reads one member; undefined means the platform leaves it out. */
export type Reader<Item> = (item: Item, request: GraphRequest, params: Params) => unknown

export interface NodeKind<Item> {
  /** The platform's name for it, as its error messages use it. */
  readonly type: string
  /** Absent for structures that are no objects of their own. */
  readonly id?: (item: Item) => string
  /** Answered without `fields`; every field when absent. */
  readonly usual?: readonly string[]
  /** Answered in any case. */
  readonly always?: readonly string[]
  /** Its own words for a field it does not have. */
  readonly refuse?: (field: string) => GraphError
  readonly fields: Readonly<Record<string, Reader<Item>>>
  readonly edges?: Readonly<Record<string, Edge<Item>>>
}

/** Fields that answer the member of the same name as it is. */
export function plain<Item>(...names: (keyof Item & string)[]): Readonly<Record<string, Reader<Item>>> {
  return Object.fromEntries(names.map((name) => [name, (item: Item) => item[name]]))
}

/** A kind whose objects' type is not known here: every kind is one, because none is ever handed another's objects. */
export type AnyKind = NodeKind<never>

/** What makes a kind a node: a page of the documentation, and what callers may do to its objects. */
export interface AddressedKind<Item> extends NodeKind<Item> {
  readonly id: (item: Item) => string
  readonly source: string
  readonly update?: Write<Item>
  readonly remove?: Write<Item>
}

/** A kind whose objects go by their `id`, and answer nothing but that unless they are asked for more. */
export function addressed<Item extends { readonly id: string }>(
  kind: Omit<AddressedKind<Item>, 'id'>,
): AddressedKind<Item> {
  return { id: ({ id }) => id, usual: [], ...kind }
}

/** One kind for every name. */
export type Kinds = { readonly [Name in NodeName]: AddressedKind<NodeItems[Name]> }

export interface Edge<Item> {
  /** Page of the documentation. */
  readonly source: string
  readonly list?: (item: Item, request: GraphRequest, params: Params) => Listing
  /** Parameters of `list` beyond those every list knows. */
  readonly params?: readonly string[]
  readonly limit?: { readonly usual: number; readonly most: number }
  readonly create?: Write<Item>
  /** Some edges answer one structure instead of a list (a picture). */
  readonly single?: true
}

export interface Write<Item> {
  readonly params: readonly string[]
  readonly run: (item: Item, request: GraphRequest) => unknown
}

interface ListingManner {
  readonly cursors?: CursorStyle<unknown>
  readonly unpaged?: true
  /** Pages by the time of the items, newest first, in seconds; by cursors without it. */
  readonly byTime?: (item: unknown) => number
  /** Answered when the caller names no fields. */
  readonly fields?: readonly AskedField[]
}

/** Nodes by the name of their kind; structures that have no address bring their kind along. */
export type Listing = ListingManner &
  (
    | { [Name in NodeName]: { readonly kind: Name; readonly items: readonly NodeItems[Name][] } }[NodeName]
    | { readonly kind: AnyKind; readonly items: readonly unknown[] }
  )

/** An object standing in a field of another. */
export class Linked {
  readonly kind: NodeName | AnyKind
  readonly item: unknown

  private constructor(kind: NodeName | AnyKind, item: unknown) {
    this.kind = kind
    this.item = item
  }

  static node<Name extends NodeName>(kind: Name, item: NodeItems[Name]): Linked {
    return new Linked(kind, item)
  }

  static structure<Item>(kind: NodeKind<Item>, item: Item): Linked {
    return new Linked(kind, item)
  }
}

/** Parameters every call takes, or ignores as the platform does. */
const everywhere = new Set([
  'access_token',
  'appsecret_proof',
  'appsecret_time',
  'fields',
  'locale',
  'format',
  'pretty',
  'debug',
  'method',
  'sdk',
  'suppress_http_code',
  'id',
])
const ofLists = new Set(['limit', 'after', 'before', 'summary'])

export function checkParams(params: Params, allowed: readonly string[], list: boolean): void {
  for (const name of params.names()) {
    // Withdrawn from every version on 2026-10-27.
    if (name === 'date_format') throw invalid('The parameter date_format is no longer supported.')
    if (everywhere.has(name) || allowed.includes(name) || (list && ofLists.has(name))) continue
    throw invalid(`Param ${name} is not a parameter of this call`, { blame: [name] })
  }
}

export function askedFields(params: Params): AskedField[] | undefined {
  const value = params.values.get('fields')
  const text = Array.isArray(value) ? value.join(',') : params.text('fields')
  if (text === undefined || text.trim() === '') return undefined
  return parseFieldList(text)
}

/** Refuses unknown fields even where there is no object to read them from. */
export function checkFields(kind: AnyKind, asked: readonly AskedField[] | undefined): void {
  for (const { name } of asked ?? []) {
    const known =
      Object.hasOwn(kind.fields, name) ||
      (kind.edges !== undefined && Object.hasOwn(kind.edges, name)) ||
      (name === 'id' && kind.id !== undefined) ||
      isDocumented(kind.type, name)
    if (!known) throw kind.refuse?.(name) ?? unknownField(name, kind.type)
  }
}
