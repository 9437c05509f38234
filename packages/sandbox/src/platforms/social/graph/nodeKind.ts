// Declarations of nodes with their fields and edges, one per kind of object. One engine (`render.ts`) reads
// them.
// https://developers.facebook.com/docs/graph-api/overview

import { type GraphError, invalidParameter, unknownField } from '../errors.ts'
import { isDocumentedField } from './documentedFields.ts'
import { type FieldSelection, parseFieldList } from './fieldList.ts'
import type { NodeItems, NodeName } from './nodeNames.ts'
import type { CursorStyle } from './paging.ts'
import type { GraphRequest, Params } from './request.ts'

/** Reads one field. The platform omits the field when the result is `undefined`. */
export type FieldReader<Item> = (item: Item, request: GraphRequest, params: Params) => unknown

export interface NodeKind<Item> {
  /** The platform's name for the kind, as error messages use it. */
  readonly type: string
  /** Absent for structures that are not objects with an id. */
  readonly id?: (item: Item) => string
  /** Fields of a response to a request without `fields`. Absent means every field. */
  readonly defaultFields?: readonly string[]
  /** Fields that every response includes. */
  readonly alwaysIncluded?: readonly string[]
  /** The kind's own error for an unknown field. */
  readonly unknownFieldError?: (field: string) => GraphError
  readonly fields: Readonly<Record<string, FieldReader<Item>>>
  readonly edges?: Readonly<Record<string, Edge<Item>>>
}

/** Declares fields that return the property of the same name unchanged. */
export function plainFields<Item>(
  ...names: (keyof Item & string)[]
): Readonly<Record<string, FieldReader<Item>>> {
  return Object.fromEntries(names.map((name) => [name, (item: Item) => item[name]]))
}

/**
 * A kind whose type of object is not known. Every kind is one, because no kind ever receives another kind's
 * objects.
 */
export type AnyKind = NodeKind<never>

/** A kind that is a node: it has a documentation page, and callers may write its objects. */
export interface NodeKindWithId<Item> extends NodeKind<Item> {
  readonly id: (item: Item) => string
  readonly docsUrl: string
  readonly update?: Write<Item>
  readonly remove?: Write<Item>
}

/** Declares a kind whose objects have an `id` and return only the id by default. */
export function createNodeKindWithId<Item extends { readonly id: string }>(
  kind: Omit<NodeKindWithId<Item>, 'id'>,
): NodeKindWithId<Item> {
  return { id: ({ id }) => id, defaultFields: [], ...kind }
}

/** One kind for every name. */
export type Kinds = { readonly [Name in NodeName]: NodeKindWithId<NodeItems[Name]> }

export interface Edge<Item> {
  /** Page of the documentation. */
  readonly docsUrl: string
  readonly list?: (item: Item, request: GraphRequest, params: Params) => Listing
  /** Parameters of `isList` besides those of every list. */
  readonly params?: readonly string[]
  readonly limit?: { readonly defaultLimit: number; readonly maxLimit: number }
  readonly create?: Write<Item>
  /** Whether the edge returns one structure instead of a list, such as a picture. */
  readonly isSingle?: true
}

export interface Write<Item> {
  readonly params: readonly string[]
  readonly run: (item: Item, request: GraphRequest) => unknown
}

interface ListingOptions {
  readonly cursors?: CursorStyle<unknown>
  readonly isUnpaged?: true
  /** Pages by the time of the items, newest first, in seconds. Without it, pages use cursors. */
  readonly getTimeSeconds?: (item: unknown) => number
  /** Fields of the response when the caller names none. */
  readonly fields?: readonly FieldSelection[]
}

/** Nodes with the name of their kind. Structures without an address include their kind. */
export type Listing = ListingOptions &
  (
    | { [Name in NodeName]: { readonly kind: Name; readonly items: readonly NodeItems[Name][] } }[NodeName]
    | { readonly kind: AnyKind; readonly items: readonly unknown[] }
  )

/** An object in a field of another object. */
export class LinkedNode {
  readonly kind: NodeName | AnyKind
  readonly item: unknown

  private constructor(kind: NodeName | AnyKind, item: unknown) {
    this.kind = kind
    this.item = item
  }

  static toNode<Name extends NodeName>(kind: Name, item: NodeItems[Name]): LinkedNode {
    return new LinkedNode(kind, item)
  }

  static toStructure<Item>(kind: NodeKind<Item>, item: Item): LinkedNode {
    return new LinkedNode(kind, item)
  }
}

/** Parameters that every call accepts, or ignores as the platform does. */
const commonParams = new Set([
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
const listOnlyParams = new Set(['limit', 'after', 'before', 'summary'])

export function checkParams(params: Params, allowed: readonly string[], isList: boolean): void {
  for (const name of params.names()) {
    // Removed from every version on 2026-10-27.
    if (name === 'date_format') throw invalidParameter('The parameter date_format is no longer supported.')
    if (commonParams.has(name) || allowed.includes(name) || (isList && listOnlyParams.has(name))) continue
    throw invalidParameter(`Param ${name} is not a parameter of this call`, { blame: [name] })
  }
}

export function parseFieldsParam(params: Params): FieldSelection[] | undefined {
  const value = params.values.get('fields')
  const text = Array.isArray(value) ? value.join(',') : params.text('fields')
  if (text === undefined || text.trim() === '') return undefined
  return parseFieldList(text)
}

/** Refuses unknown fields even when there is no object to read them from. */
export function checkFields(kind: AnyKind, selection: readonly FieldSelection[] | undefined): void {
  for (const { name } of selection ?? []) {
    const isKnown =
      Object.hasOwn(kind.fields, name) ||
      (kind.edges !== undefined && Object.hasOwn(kind.edges, name)) ||
      (name === 'id' && kind.id !== undefined) ||
      isDocumentedField(kind.type, name)
    if (!isKnown) throw kind.unknownFieldError?.(name) ?? unknownField(name, kind.type)
  }
}
