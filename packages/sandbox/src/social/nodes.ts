// Nodes, their fields and edges: declared once per kind of object, read by one engine.
// https://developers.facebook.com/docs/graph-api/overview

import { type GraphError, invalid, unknownField } from './errors.ts'
import { type AskedField, parseFieldList } from './fieldList.ts'
import { byId, type CursorStyle, limitOf, sliceOf } from './paging.ts'
import { type GraphRequest, Params } from './request.ts'

/** Reads one member; undefined means the platform leaves it out. */
// biome-ignore lint/suspicious/noExplicitAny: kinds of different objects live in one table; each reads only its own.
type Reader<Item = any> = (item: Item, request: GraphRequest, params: Params) => unknown

// biome-ignore lint/suspicious/noExplicitAny: as above.
export interface NodeKind<Item = any> {
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

// biome-ignore lint/suspicious/noExplicitAny: as above.
export interface Edge<Item = any> {
  /** Page of the documentation. */
  readonly source: string
  readonly list?: (item: Item, request: GraphRequest, params: Params) => Listing
  /** Parameters of `list` beyond those every list knows. */
  readonly params?: readonly string[]
  readonly limit?: { readonly usual: number; readonly most: number }
  /** Functions, because the files of the kinds refer to each other in circles. */
  readonly create?: () => Write<Item>
  /** Some edges answer one structure instead of a list (a picture). */
  readonly single?: true
}

// biome-ignore lint/suspicious/noExplicitAny: as above.
export interface Write<Item = any> {
  readonly params: readonly string[]
  run(item: Item, request: GraphRequest): unknown
}

export interface Listing {
  readonly kind: NodeKind
  readonly items: readonly unknown[]
  readonly cursors?: CursorStyle<unknown>
  readonly unpaged?: true
  /** Answered when the caller names no fields. */
  readonly fields?: readonly AskedField[]
}

/** An object standing in a field of another. */
export class Linked {
  readonly kind: NodeKind
  readonly item: unknown

  constructor(kind: NodeKind, item: unknown) {
    this.kind = kind
    this.item = item
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

export function renderNode(
  kind: NodeKind,
  item: unknown,
  asked: readonly AskedField[] | undefined,
  request: GraphRequest,
): Record<string, unknown> {
  const answer: Record<string, unknown> = {}
  const fields =
    asked ?? (kind.usual ?? Object.keys(kind.fields)).map((name): AskedField => ({ name, args: {} }))
  for (const field of fields) {
    const value = readField(kind, item, field, request)
    if (value !== undefined) answer[field.name] = value
  }
  for (const name of kind.always ?? [])
    answer[name] ??= kind.fields[name]?.(item, request, new Params(new Map()))
  if (kind.id !== undefined && answer['id'] === undefined) answer['id'] = kind.id(item)
  return answer
}

/** Refuses unknown fields even where there is no object to read them from. */
export function checkFields(kind: NodeKind, asked: readonly AskedField[] | undefined): void {
  for (const { name } of asked ?? []) {
    const known =
      Object.hasOwn(kind.fields, name) ||
      (kind.edges !== undefined && Object.hasOwn(kind.edges, name)) ||
      (name === 'id' && kind.id !== undefined)
    if (!known) throw kind.refuse?.(name) ?? unknownField(name, kind.type)
  }
}

function readField(kind: NodeKind, item: unknown, field: AskedField, request: GraphRequest): unknown {
  if (field.name === 'id' && kind.id !== undefined && kind.fields['id'] === undefined) return kind.id(item)
  const params = new Params(new Map(Object.entries(field.args)))
  const reader = Object.hasOwn(kind.fields, field.name) ? kind.fields[field.name] : undefined
  if (reader !== undefined) return expand(reader(item, request, params), field, kind, request)
  const edge =
    kind.edges !== undefined && Object.hasOwn(kind.edges, field.name) ? kind.edges[field.name] : undefined
  if (edge?.list === undefined) throw kind.refuse?.(field.name) ?? unknownField(field.name, kind.type)
  const owner = kind.id?.(item) ?? ''
  const page = renderEdge(edge, item, params, field.fields, request, `${owner}/${field.name}`)
  // An edge with nothing on it is left out of its owner.
  return Array.isArray(page['data']) && page['data'].length === 0 ? undefined : page
}

function expand(value: unknown, field: AskedField, kind: NodeKind, request: GraphRequest): unknown {
  if (value instanceof Linked) return renderNode(value.kind, value.item, field.fields, request)
  if (Array.isArray(value)) return value.map((entry) => expand(entry, field, kind, request))
  if (field.fields === undefined || value === undefined) return value
  if (typeof value === 'object' && value !== null) return picked(value, field.fields, kind)
  throw invalid(`Subfields are not supported by ${field.name}`)
}

/** A selection inside a structure that has no kind of its own. */
function picked(value: object, fields: readonly AskedField[], kind: NodeKind): Record<string, unknown> {
  const entries = new Map<string, unknown>(Object.entries(value))
  const answer: Record<string, unknown> = {}
  for (const field of fields) {
    if (!entries.has(field.name)) throw unknownField(field.name, kind.type)
    answer[field.name] = entries.get(field.name)
  }
  return answer
}

/** One page of an edge, with cursors and links. `path` is where the edge lives, after the version. */
export function renderEdge(
  edge: Edge,
  item: unknown,
  params: Params,
  asked: readonly AskedField[] | undefined,
  request: GraphRequest,
  path: string,
): Record<string, unknown> {
  if (edge.list === undefined) throw unsupported()
  checkParams(params, edge.params ?? [], true)
  const listing = edge.list(item, request, params)
  const { kind } = listing
  checkFields(kind, asked)
  const render = (entry: unknown) => renderNode(kind, entry, asked ?? listing.fields, request)
  if (edge.single) return { data: listing.items.map(render)[0] ?? {} }
  if (listing.unpaged) return { data: listing.items.map(render) }
  const bounds = {
    limit: limitOf(params.integer('limit'), edge.limit?.usual ?? 25, edge.limit?.most ?? 1_000),
    ...cursor(params, 'after'),
    ...cursor(params, 'before'),
  }
  const style = listing.cursors ?? byId((entry: unknown) => kind.id?.(entry) ?? '')
  const odd = params === request.params ? oddPage(request, bounds.after) : undefined
  const slice = sliceOf(
    listing.items,
    odd === 'short' ? { ...bounds, limit: Math.max(1, bounds.limit >> 1) } : bounds,
    style,
  )
  if (odd === 'empty' && bounds.after !== undefined) {
    const next = pageLink(request, params, path, asked, bounds.limit, 'after', bounds.after)
    return { data: [], paging: { next } }
  }
  const data = slice.items.map(render)
  const answer: Record<string, unknown> = { data }
  const link = (name: 'after' | 'before', value: string) =>
    pageLink(request, params, path, asked, bounds.limit, name, value)
  const paging: Record<string, unknown> = {}
  if (slice.before !== undefined && slice.after !== undefined) {
    paging['cursors'] = { before: slice.before, after: slice.after }
    if (slice.hasNext) paging['next'] = link('after', slice.after)
    if (slice.hasPrevious) paging['previous'] = link('before', slice.before)
  } else if (slice.hasPrevious && bounds.after !== undefined) {
    paging['previous'] = link('before', bounds.after)
  }
  if (Object.keys(paging).length > 0) answer['paging'] = paging
  if (params.text('summary') === 'true' || params.text('summary') === 'total_count') {
    answer['summary'] = { total_count: listing.items.length }
  }
  return answer
}

/** Whether this page was ordered to be an odd one; counts it. */
function oddPage(request: GraphRequest, after: string | undefined): 'short' | 'empty' | undefined {
  const { oddPages } = request.social
  const kind = oddPages.short > 0 ? 'short' : oddPages.empty > 0 && after !== undefined ? 'empty' : undefined
  if (kind !== undefined) oddPages[kind]--
  return kind
}

function cursor(params: Params, name: 'after' | 'before'): { after?: string; before?: string } {
  const value = params.text(name)
  return value === undefined || value === '' ? {} : { [name]: value }
}

/** The token stands in the link on purpose, as upstream: whoever hands such links on leaks it. The proof does not. */
function pageLink(
  request: GraphRequest,
  params: Params,
  path: string,
  asked: readonly AskedField[] | undefined,
  limit: number,
  name: string,
  value: string,
): string {
  const query = new URLSearchParams()
  query.set('access_token', request.caller.token.text)
  if (asked !== undefined) query.set('fields', fieldText(asked))
  for (const key of params.names()) {
    if (
      ['access_token', 'appsecret_proof', 'fields', 'limit', 'after', 'before', 'pretty', 'debug'].includes(
        key,
      )
    )
      continue
    query.set(key, params.text(key) ?? '')
  }
  query.set('limit', String(limit))
  query.set(name, value)
  return `${request.origin}/${request.version}/${path}?${query}`
}

function fieldText(fields: readonly AskedField[]): string {
  return fields
    .map((field) => {
      const args = Object.entries(field.args)
        .map(([key, value]) => `.${key}(${value})`)
        .join('')
      return `${field.name}${args}${field.fields === undefined ? '' : `{${fieldText(field.fields)}}`}`
    })
    .join(',')
}

function unsupported(): GraphError {
  return invalid('Unsupported get request.', { type: 'GraphMethodException' })
}

/** A picture member: `{data: {url, width, height, is_silhouette}}`. */
export function pictureOf(name: string, request: GraphRequest, params: Params): Record<string, unknown> {
  const sizes: Record<string, number> = { small: 50, normal: 100, album: 50, large: 200, square: 50 }
  const type = params.choice('type', Object.keys(sizes)) ?? 'square'
  const side = params.integer('width') ?? params.integer('height') ?? sizes[type] ?? 50
  return {
    url: imageUrl(request, name, side, side),
    width: side,
    height: side,
    is_silhouette: false,
  }
}

export function imageUrl(
  request: { readonly origin: string },
  name: string,
  width: number,
  height: number,
): string {
  return `${request.origin}/_media/image/${name}-${width}x${height}.jpg`
}

export function videoUrl(request: { readonly origin: string }, name: string): string {
  return `${request.origin}/_media/video/${name}.mp4`
}
