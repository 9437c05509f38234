// Declarations of nodes with their fields and edges, one per kind of object. One engine (`render.ts`) reads
// them.
// https://developers.facebook.com/docs/graph-api/overview

import { type GraphError, invalid, unknownField } from '../errors.ts'
import { isDocumented } from './documentedFields.ts'
import { type AskedField, parseFieldList } from './fieldList.ts'
import type { NodeItems, NodeName } from './nodeNames.ts'
import type { CursorStyle } from './paging.ts'
import type { GraphRequest, Params } from './request.ts'

/** Reads one field. The platform omits the field when the result is `undefined`. */
export type Reader<Item> = (item: Item, request: GraphRequest, params: Params) => unknown

export interface NodeKind<Item> {
  /** The platform's name for the kind, as error messages use it. */
  readonly type: string
  /** Absent for structures that are not objects with an id. */
  readonly id?: (item: Item) => string
  /** Fields of a response to a request without `fields`. Absent means every field. */
  readonly usual?: readonly string[]
  /** Fields that every response includes. */
  readonly always?: readonly string[]
  /** The kind's own error for an unknown field. */
  readonly refuse?: (field: string) => GraphError
  readonly fields: Readonly<Record<string, Reader<Item>>>
  readonly edges?: Readonly<Record<string, Edge<Item>>>
}

/** Declares fields that return the property of the same name unchanged. */
export function plain<Item>(...names: (keyof Item & string)[]): Readonly<Record<string, Reader<Item>>> {
  return Object.fromEntries(names.map((name) => [name, (item: Item) => item[name]]))
}

/**
 * A kind whose type of object is not known. Every kind is one, because no kind ever receives another kind's
 * objects.
 */
export type AnyKind = NodeKind<never>

/** A kind that is a node: it has a documentation page, and callers may write its objects. */
export interface AddressedKind<Item> extends NodeKind<Item> {
  readonly id: (item: Item) => string
  readonly source: string
  readonly update?: Write<Item>
  readonly remove?: Write<Item>
}

/** Declares a kind whose objects have an `id` and return only the id by default. */
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
  /** Parameters of `list` besides those of every list. */
  readonly params?: readonly string[]
  readonly limit?: { readonly usual: number; readonly most: number }
  readonly create?: Write<Item>
  /** Whether the edge returns one structure instead of a list, such as a picture. */
  readonly single?: true
}

export interface Write<Item> {
  readonly params: readonly string[]
  readonly run: (item: Item, request: GraphRequest) => unknown
}

interface ListingManner {
  readonly cursors?: CursorStyle<unknown>
  readonly unpaged?: true
  /** Pages by the time of the items, newest first, in seconds. Without it, pages use cursors. */
  readonly byTime?: (item: unknown) => number
  /** Fields of the response when the caller names none. */
  readonly fields?: readonly AskedField[]
}

/** Nodes with the name of their kind. Structures without an address include their kind. */
export type Listing = ListingManner &
  (
    | { [Name in NodeName]: { readonly kind: Name; readonly items: readonly NodeItems[Name][] } }[NodeName]
    | { readonly kind: AnyKind; readonly items: readonly unknown[] }
  )

/** An object in a field of another object. */
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

/** Parameters that every call accepts, or ignores as the platform does. */
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
    // Removed from every version on 2026-10-27.
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

/** Refuses unknown fields even when there is no object to read them from. */
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
