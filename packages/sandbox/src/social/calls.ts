// The calls of the Graph API: nodes and edges, each under its own name, all processed in the same way.
// https://developers.facebook.com/docs/graph-api/overview

import type { Answer, Call, Exchange } from '../core/exchange.ts'
import { authorizationOf } from '../core/parameters.ts'
import { GraphError, invalid, missing, refusalAnswer, unknownField } from './errors.ts'
import { type AddressedKind, askedFields, checkParams, type Edge } from './graph/nodeKind.ts'
import { type NodeName, nodeNames } from './graph/nodeNames.ts'
import { limitOf } from './graph/paging.ts'
import { createRenderer } from './graph/render.ts'
import type { GraphRequest } from './graph/request.ts'
import { bill } from './graph/usage.ts'
import { authenticateSocial } from './login/oauth.ts'
import { kinds } from './nodes/kinds.ts'
import { receiveBytes } from './nodes/videoUpload.ts'
import { nodeNameOf, resolve } from './registry.ts'
import { serve } from './serve.ts'
import { placeParams, placesByKey } from './targeting/geo.ts'
import { searchListing, searchParams } from './targeting/search.ts'
import { hasOldHabits } from './versions.ts'

const { renderNode, renderEdge } = createRenderer(kinds)

const version = String.raw`^\/v\d+\.\d+`
const nodePath = new RegExp(`${version}\\/(?<id>[^/]+)\\/?$`)
const idIn = (path: string) => decoded(/^\/v\d+\.\d+\/([^/]+)/.exec(path)?.[1] ?? '')

/** A malformed path matches no object and must not cause an error. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const nodeAt = ({ path }: Exchange, request: GraphRequest) => nodeOf(request, idIn(path))

/** `never` stands for the object's type. The lookup returns the kind and its object as a pair. */
function nodeOf(
  request: GraphRequest,
  id: string,
): { readonly kind: AddressedKind<never>; readonly item: never } {
  const { kind, item } = resolve(request, id)
  return { kind: kinds[kind], item: item as never }
}

function readNode(exchange: Exchange): Answer {
  return serve(exchange, (request) => {
    const { kind, item } = nodeAt(exchange, request)
    checkParams(request.params, ['metadata'], false)
    return renderNode(kind, item, askedFields(request.params), request)
  })
}

function writeNode(exchange: Exchange): Answer {
  return serve(exchange, (request) => {
    const { kind, item } = nodeAt(exchange, request)
    const write = exchange.method === 'DELETE' ? kind.remove : kind.update
    if (write === undefined) throw missing(exchange.method, idIn(exchange.path))
    checkParams(request.params, write.params, false)
    return write.run(item, request)
  })
}

function edgeAt(exchange: Exchange, request: GraphRequest, name: string) {
  const { kind, item } = nodeAt(exchange, request)
  const edge = kind.edges !== undefined && Object.hasOwn(kind.edges, name) ? kind.edges[name] : undefined
  if (edge === undefined) throw unknownField(name, kind.type)
  return { kind, item, edge }
}

function readEdge(exchange: Exchange, name: string): Answer {
  return serve(exchange, (request) => {
    const { kind, item, edge } = edgeAt(exchange, request, name)
    if (edge.list === undefined) throw missing('get', idIn(exchange.path))
    const path = `${kind.id(item)}/${name}`
    return renderEdge(edge, item, request.params, askedFields(request.params), request, path)
  })
}

function writeEdge(exchange: Exchange, name: string): Answer {
  return serve(exchange, (request) => {
    const { item, edge } = edgeAt(exchange, request, name)
    const write = edge.create
    if (write === undefined) throw missing(exchange.method, idIn(exchange.path))
    checkParams(request.params, write.params, false)
    return write.run(item, request)
  })
}

function search(exchange: Exchange): Answer {
  return serve(exchange, (request) => {
    if (request.caller.kind !== 'user') {
      throw new GraphError({
        message: '(#200) This method requires a user access token.',
        code: 200,
        status: 403,
      })
    }
    bill(request, 'platform', request.caller.app.clientId)
    if (request.params.text('type') === 'adgeolocationmeta') {
      checkParams(request.params, ['type', ...placeParams], false)
      return { data: placesByKey(request.params) }
    }
    const { usualLimit, ...listing } = searchListing(request.params)
    const limit = { usual: usualLimit, most: 10_000 }
    limitOf(request.params.integer('limit'), limit.usual, limit.most)
    const edge: Edge<undefined> = { source: '', list: () => listing, params: searchParams, limit }
    return renderEdge(edge, undefined, request.params, askedFields(request.params), request, 'search')
  })
}

/** https://developers.facebook.com/docs/marketing-api/guides/videoads */
function upload(exchange: Exchange): Answer {
  const id = /\/(\d+)\/?$/.exec(exchange.path)?.[1] ?? ''
  const authentication = authenticateSocial(exchange, {
    accessToken: authorizationOf(exchange, 'OAuth', 'Bearer') ?? '',
  })
  if ('refusal' in authentication) return authentication.refusal
  const video = exchange.state.social.videos[id]
  const member = exchange.state.social.members[authentication.caller.person?.key ?? '']
  if (video === undefined || !member?.adAccounts.some((account) => account.id === video.account)) {
    return refusalAnswer(exchange, missing('post', id).refusal)
  }
  return receiveBytes(exchange, video)
}

const isNode = (name: NodeName) => (exchange: Exchange) => {
  const id = idIn(exchange.path)
  const found = nodeNameOf(exchange.state.social, id)
  return found === name || (name === 'user' && found === undefined && isPerson(exchange, id))
}

const isPerson = (exchange: Exchange, id: string) =>
  Object.values(exchange.state.people).some((person) => person.ids.social === id)

const nodeCalls: Call[] = nodeNames.flatMap((name) => {
  const base = { path: nodePath, when: isNode(name), source: kinds[name].source }
  const calls: Call[] = [{ ...base, name: `${name}.read`, methods: ['GET'], answer: readNode }]
  if (kinds[name].update !== undefined)
    calls.push({ ...base, name: `${name}.update`, methods: ['POST'], answer: writeNode })
  if (kinds[name].remove !== undefined)
    calls.push({ ...base, name: `${name}.delete`, methods: ['DELETE'], answer: writeNode })
  return calls
})

function edgeCalls(): Call[] {
  const edges = new Map<string, { source: string; list: boolean; create: boolean }>()
  for (const node of nodeNames) {
    for (const [name, edge] of Object.entries<Edge<never>>(kinds[node].edges ?? {})) {
      const known = edges.get(name)
      edges.set(name, {
        source: known?.source ?? edge.source,
        list: (known?.list ?? false) || edge.list !== undefined,
        create: (known?.create ?? false) || edge.create !== undefined,
      })
    }
  }
  return [...edges].flatMap(([name, { source, list, create }]) => {
    const path = new RegExp(`${version}\\/(?<id>[^/]+)\\/${name}\\/?$`)
    const call = (does: string, method: string, answer: typeof readEdge): Call => ({
      name: `${name}.${does}`,
      methods: [method],
      path,
      source,
      answer: (exchange) => answer(exchange, name),
    })
    return [
      ...(list ? [call('list', 'GET', readEdge)] : []),
      ...(create ? [call('create', 'POST', writeEdge)] : []),
    ]
  })
}

/** Reads several objects by their ids, in versions that still support it. */
function readIds(exchange: Exchange): Answer {
  return serve(exchange, (request) => {
    const { params } = request
    if (!hasOldHabits(request))
      throw invalid('The parameter ids is no longer supported at the root of the graph.')
    checkParams(params, ['ids'], false)
    const ids = (params.list('ids') ?? []).slice(0, mostIds + 1)
    if (ids.length === 0) throw missing('get', '')
    if (ids.length > mostIds) throw invalid(`Too many IDs. Maximum: ${mostIds}.`)
    const nodes = ids.map((id) => [id, nodeOf(request, id)] as const)
    return Object.fromEntries(
      nodes.map(([id, { kind, item }]) => [id, renderNode(kind, item, askedFields(params), request)]),
    )
  })
}

const mostIds = 50

export const graphCalls: readonly Call[] = [
  {
    name: 'search',
    methods: ['GET'],
    path: new RegExp(`${version}\\/search\\/?$`),
    source: 'https://developers.facebook.com/docs/marketing-api/audiences/reference/targeting-search',
    answer: search,
  },
  {
    name: 'ids.read',
    methods: ['GET'],
    path: new RegExp(`${version}\\/?$`),
    source: 'https://developers.facebook.com/docs/graph-api/changelog/version26.0',
    answer: readIds,
  },
  {
    name: 'video.upload',
    methods: ['POST'],
    path: /^\/video-ads-upload\/v\d+\.\d+\/\d+\/?$/,
    source: 'https://developers.facebook.com/docs/marketing-api/guides/videoads',
    answer: upload,
  },
  ...edgeCalls(),
  ...nodeCalls,
]

/** Responds to requests that no call serves: an unknown id, an unknown edge, a deeper path. */
export function unknownAnswer(exchange: Exchange): Answer {
  return serve(exchange, (request) => {
    const parts = exchange.path
      .split('/')
      .filter((part) => part !== '')
      .slice(1)
    if (parts.length > 2)
      throw new GraphError({ message: `Unknown path components: /${parts.slice(1).join('/')}`, code: 2500 })
    const [id = '', edge] = parts
    const { kind } = resolve(request, decoded(id))
    throw edge === undefined || exchange.method !== 'GET'
      ? missing(exchange.method, id)
      : unknownField(edge, kinds[kind].type)
  })
}
