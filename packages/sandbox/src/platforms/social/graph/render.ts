// The engine that reads nodes: fields, linked objects, pages of edges.
// https://developers.facebook.com/docs/graph-api/overview

import { type GraphError, invalidParameter, unknownField } from '../errors.ts'
import { isDocumentedField } from './documentedFields.ts'
import type { FieldSelection } from './fieldList.ts'
import { type AnyKind, checkFields, checkParams, type Edge, type Kinds, LinkedNode } from './nodeKind.ts'
import type { NodeName } from './nodeNames.ts'
import { checkPageWeight } from './pageWeight.ts'
import { idCursors, resolveLimit, sliceByTime, slicePage, timeParams } from './paging.ts'
import { type GraphRequest, Params } from './request.ts'

/** Kinds refer to each other by name, and `kinds` resolves the names. */
export function createRenderer(kinds: Kinds) {
  return { renderNode, renderEdge }

  function resolveKind(kind: NodeName | AnyKind): AnyKind {
    return typeof kind === 'string' ? kinds[kind] : kind
  }

  function renderNode(
    kind: AnyKind,
    item: never,
    selection: readonly FieldSelection[] | undefined,
    request: GraphRequest,
  ): Record<string, unknown> {
    const rendered: Record<string, unknown> = {}
    const fields =
      selection ??
      (kind.defaultFields ?? Object.keys(kind.fields)).map((name): FieldSelection => ({ name, args: {} }))
    for (const field of fields) {
      const value = readField(kind, item, field, request)
      if (value !== undefined) rendered[field.name] = value
    }
    for (const name of kind.alwaysIncluded ?? [])
      rendered[name] ??= kind.fields[name]?.(item, request, new Params(new Map()))
    if (kind.id !== undefined && rendered['id'] === undefined) rendered['id'] = kind.id(item)
    return rendered
  }

  function readField(kind: AnyKind, item: never, field: FieldSelection, request: GraphRequest): unknown {
    if (field.name === 'id' && kind.id !== undefined && kind.fields['id'] === undefined) return kind.id(item)
    const params = new Params(new Map(Object.entries(field.args)))
    const reader = Object.hasOwn(kind.fields, field.name) ? kind.fields[field.name] : undefined
    if (reader !== undefined) return expand(reader(item, request, params), field, kind, request)
    const edge =
      kind.edges !== undefined && Object.hasOwn(kind.edges, field.name) ? kind.edges[field.name] : undefined
    if (edge === undefined && isDocumentedField(kind.type, field.name)) return undefined
    if (edge?.list === undefined)
      throw kind.unknownFieldError?.(field.name) ?? unknownField(field.name, kind.type)
    const ownerId = kind.id?.(item) ?? ''
    const page = renderEdge(edge, item, params, field.fields, request, `${ownerId}/${field.name}`)
    // The response omits an edge without entries.
    return Array.isArray(page['data']) && page['data'].length === 0 ? undefined : page
  }

  function expand(value: unknown, field: FieldSelection, kind: AnyKind, request: GraphRequest): unknown {
    if (value instanceof LinkedNode) {
      // Both constructors of `LinkedNode` pair a kind with its own objects.
      return renderNode(resolveKind(value.kind), value.item as never, field.fields, request)
    }
    if (Array.isArray(value)) return value.map((entry) => expand(entry, field, kind, request))
    if (field.fields === undefined || value === undefined) return value
    if (typeof value === 'object' && value !== null) return selectSubfields(value, field.fields, kind)
    throw invalidParameter(`Subfields are not supported by ${field.name}`)
  }

  /** Renders one page of an edge, with cursors and links. `path` is the edge's path after the version. */
  function renderEdge<Item>(
    edge: Edge<Item>,
    item: Item,
    params: Params,
    selection: readonly FieldSelection[] | undefined,
    request: GraphRequest,
    path: string,
  ): Record<string, unknown> {
    if (edge.list === undefined) throw unsupportedRequest()
    checkParams(params, edge.params ?? [], true)
    const listing = edge.list(item, request, params)
    const kind = resolveKind(listing.kind)
    checkFields(kind, selection)
    // The type of `Listing` pairs the names with their objects. Structures come from the file that declares
    // their kind.
    const render = (entry: unknown) => renderNode(kind, entry as never, selection ?? listing.fields, request)
    if (edge.isSingle) return { data: listing.items.map(render)[0] ?? {} }
    if (listing.isUnpaged) return { data: listing.items.map(render) }
    const maxLimit = Math.min(
      edge.limit?.maxLimit ?? 1_000,
      request.social.pageRows ?? Number.POSITIVE_INFINITY,
    )
    const bounds = {
      limit: resolveLimit(params.integer('limit'), edge.limit?.defaultLimit ?? 25, maxLimit),
      ...readCursor(params, 'after'),
      ...readCursor(params, 'before'),
    }
    checkPageWeight(selection, bounds.limit)
    const style = listing.cursors ?? idCursors((entry: unknown) => kind.id?.(entry as never) ?? '')
    if (listing.getTimeSeconds) {
      const { getTimeSeconds } = listing
      const token = params.text('__paging_token')
      const isPrevious = params.text('__previous') === '1'
      const slice = sliceByTime(listing.items, { limit: bounds.limit, token, isPrevious }, style)
      const link = (name: 'since' | 'until', item: unknown, position: string, more = '') =>
        `${buildPageLink(request, params, path, selection, bounds.limit, name, String(getTimeSeconds(item)))}&__paging_token=${position}${more}`
      const { items, first, last } = slice
      if (first === undefined || last === undefined) return { data: [] }
      const previous = link('since', items[0], first, '&__previous=1')
      return { data: items.map(render), paging: { previous, next: link('until', items.at(-1), last) } }
    }
    const oddKind = params === request.params ? takeOddPage(request, bounds.after) : undefined
    const slice = slicePage(
      listing.items,
      oddKind === 'short' ? { ...bounds, limit: Math.max(1, bounds.limit >> 1) } : bounds,
      style,
    )
    if (oddKind === 'empty' && bounds.after !== undefined) {
      const next = buildPageLink(request, params, path, selection, bounds.limit, 'after', bounds.after)
      return { data: [], paging: { next } }
    }
    const data = slice.items.map(render)
    const response: Record<string, unknown> = { data }
    const link = (name: 'after' | 'before', value: string) =>
      buildPageLink(request, params, path, selection, bounds.limit, name, value)
    const paging: Record<string, unknown> = {}
    if (slice.before !== undefined && slice.after !== undefined) {
      paging['cursors'] = { before: slice.before, after: slice.after }
      if (slice.hasNext) paging['next'] = link('after', slice.after)
      if (slice.hasPrevious) paging['previous'] = link('before', slice.before)
    }
    if (Object.keys(paging).length > 0) response['paging'] = paging
    if (params.text('summary') === 'true' || params.text('summary') === 'total_count') {
      response['summary'] = { total_count: listing.items.length }
    }
    return response
  }
}

/** Selects fields of a structure that has no kind. */
function selectSubfields(
  value: object,
  fields: readonly FieldSelection[],
  kind: AnyKind,
): Record<string, unknown> {
  const entries = new Map<string, unknown>(Object.entries(value))
  const selected: Record<string, unknown> = {}
  for (const field of fields) {
    if (!entries.has(field.name)) throw unknownField(field.name, kind.type)
    selected[field.name] = entries.get(field.name)
  }
  return selected
}

/** Returns whether a tester requested an odd page here, and counts the page. */
function takeOddPage(request: GraphRequest, after: string | undefined): 'short' | 'empty' | undefined {
  const { oddPages } = request.social
  const kind = oddPages.short > 0 ? 'short' : oddPages.empty > 0 && after !== undefined ? 'empty' : undefined
  if (kind !== undefined) oddPages[kind]--
  return kind
}

function readCursor(params: Params, name: 'after' | 'before'): { after?: string; before?: string } {
  const value = params.text(name)
  return value === undefined || value === '' ? {} : { [name]: value }
}

/** Request parameters that links omit or replace. */
const excludedLinkParams: readonly string[] = [
  ...['access_token', 'appsecret_proof', 'fields', 'limit', 'after', 'before', 'pretty', 'debug'],
  ...timeParams,
]

/**
 * The link deliberately contains the token, as upstream: forwarding such links leaks the token. The proof is
 * omitted.
 */
function buildPageLink(
  request: GraphRequest,
  params: Params,
  path: string,
  selection: readonly FieldSelection[] | undefined,
  limit: number,
  name: string,
  value: string,
): string {
  const query = new URLSearchParams()
  query.set('access_token', request.caller.token.text)
  if (selection !== undefined) query.set('fields', formatFields(selection))
  for (const key of params.names()) {
    if (excludedLinkParams.includes(key)) continue
    query.set(key, params.text(key) ?? '')
  }
  query.set('limit', String(limit))
  // A link by time has only one of the two, which is its position.
  if (name === 'since' || name === 'until') for (const key of ['since', 'until']) query.delete(key)
  query.set(name, value)
  return `${request.origin}/${request.version}/${path}?${query}`
}

function formatFields(fields: readonly FieldSelection[]): string {
  return fields
    .map((field) => {
      const args = Object.entries(field.args)
        .map(([key, value]) => `.${key}(${value})`)
        .join('')
      return `${field.name}${args}${field.fields === undefined ? '' : `{${formatFields(field.fields)}}`}`
    })
    .join(',')
}

function unsupportedRequest(): GraphError {
  return invalidParameter('Unsupported get request.', { type: 'GraphMethodException' })
}
