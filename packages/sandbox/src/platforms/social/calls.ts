// The calls of the Graph API: nodes and edges, each under its own name, all processed in the same way.
// https://developers.facebook.com/docs/graph-api/overview

import type { Call, Exchange, HttpResponse } from '../../core/exchange.ts'
import { readAuthorization } from '../../core/parameters.ts'
import { GraphError, graphErrorResponse, invalidParameter, objectNotFound, unknownField } from './errors.ts'
import { checkParams, type Edge, type NodeKindWithId, parseFieldsParam } from './graph/nodeKind.ts'
import { type NodeName, nodeNames } from './graph/nodeNames.ts'
import { resolveLimit } from './graph/paging.ts'
import { createRenderer } from './graph/render.ts'
import type { GraphRequest } from './graph/request.ts'
import { chargeUsage } from './graph/usage.ts'
import { authenticateSocial } from './login/oauth.ts'
import { nodeKinds } from './nodes/kinds.ts'
import { receiveBytes } from './nodes/videoUpload.ts'
import { findNodeName, resolveNode } from './registry.ts'
import { serveGraphRequest } from './serve.ts'
import { lookUpPlaces, placeParams } from './targeting/geo.ts'
import { searchListing, searchParams } from './targeting/search.ts'
import { hasLegacyFeatures } from './versions.ts'

const { renderNode, renderEdge } = createRenderer(nodeKinds)

const versionPattern = String.raw`^\/v\d+\.\d+`
const nodePath = new RegExp(`${versionPattern}\\/(?<id>[^/]+)\\/?$`)
const readPathId = (path: string) => tryDecode(/^\/v\d+\.\d+\/([^/]+)/.exec(path)?.[1] ?? '')

/** A malformed path matches no object and must not cause an error. */
function tryDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const loadNodeAtPath = ({ path }: Exchange, request: GraphRequest) => loadNode(request, readPathId(path))

/** `never` stands for the object's type. The lookup returns the kind and its object as a pair. */
function loadNode(
  request: GraphRequest,
  id: string,
): { readonly kind: NodeKindWithId<never>; readonly item: never } {
  const { kind, item } = resolveNode(request, id)
  return { kind: nodeKinds[kind], item: item as never }
}

function readNode(exchange: Exchange): HttpResponse {
  return serveGraphRequest(exchange, (request) => {
    const { kind, item } = loadNodeAtPath(exchange, request)
    checkParams(request.params, ['metadata'], false)
    return renderNode(kind, item, parseFieldsParam(request.params), request)
  })
}

function writeNode(exchange: Exchange): HttpResponse {
  return serveGraphRequest(exchange, (request) => {
    const { kind, item } = loadNodeAtPath(exchange, request)
    const write = exchange.method === 'DELETE' ? kind.remove : kind.update
    if (write === undefined) throw objectNotFound(exchange.method, readPathId(exchange.path))
    checkParams(request.params, write.params, false)
    return write.run(item, request)
  })
}

function loadEdgeAtPath(exchange: Exchange, request: GraphRequest, name: string) {
  const { kind, item } = loadNodeAtPath(exchange, request)
  const edge = kind.edges !== undefined && Object.hasOwn(kind.edges, name) ? kind.edges[name] : undefined
  if (edge === undefined) throw unknownField(name, kind.type)
  return { kind, item, edge }
}

function readEdge(exchange: Exchange, name: string): HttpResponse {
  return serveGraphRequest(exchange, (request) => {
    const { kind, item, edge } = loadEdgeAtPath(exchange, request, name)
    if (edge.list === undefined) throw objectNotFound('get', readPathId(exchange.path))
    const path = `${kind.id(item)}/${name}`
    return renderEdge(edge, item, request.params, parseFieldsParam(request.params), request, path)
  })
}

function writeEdge(exchange: Exchange, name: string): HttpResponse {
  return serveGraphRequest(exchange, (request) => {
    const { item, edge } = loadEdgeAtPath(exchange, request, name)
    const write = edge.create
    if (write === undefined) throw objectNotFound(exchange.method, readPathId(exchange.path))
    checkParams(request.params, write.params, false)
    return write.run(item, request)
  })
}

function search(exchange: Exchange): HttpResponse {
  return serveGraphRequest(exchange, (request) => {
    if (request.caller.kind !== 'user') {
      throw new GraphError({
        message: '(#200) This method requires a user access token.',
        code: 200,
        status: 403,
      })
    }
    chargeUsage(request, 'platform', request.caller.app.clientId)
    if (request.params.text('type') === 'adgeolocationmeta') {
      checkParams(request.params, ['type', ...placeParams], false)
      return { data: lookUpPlaces(request.params) }
    }
    const { defaultLimit, ...listing } = searchListing(request.params)
    const limit = { defaultLimit, maxLimit: 10_000 }
    resolveLimit(request.params.integer('limit'), limit.defaultLimit, limit.maxLimit)
    const edge: Edge<undefined> = { docsUrl: '', list: () => listing, params: searchParams, limit }
    return renderEdge(edge, undefined, request.params, parseFieldsParam(request.params), request, 'search')
  })
}

/** https://developers.facebook.com/docs/marketing-api/guides/videoads */
function uploadVideo(exchange: Exchange): HttpResponse {
  const id = /\/(\d+)\/?$/.exec(exchange.path)?.[1] ?? ''
  const authentication = authenticateSocial(exchange, {
    accessToken: readAuthorization(exchange, 'OAuth', 'Bearer') ?? '',
  })
  if ('refusal' in authentication) return authentication.refusal
  const video = exchange.state.social.videos[id]
  const member = exchange.state.social.members[authentication.caller.person?.key ?? '']
  if (video === undefined || !member?.adAccounts.some((account) => account.id === video.account)) {
    return graphErrorResponse(exchange, objectNotFound('post', id).errorFields)
  }
  return receiveBytes(exchange, video)
}

const matchesNode = (name: NodeName) => (exchange: Exchange) => {
  const id = readPathId(exchange.path)
  const matchedName = findNodeName(exchange.state.social, id)
  return matchedName === name || (name === 'user' && matchedName === undefined && isPersonId(exchange, id))
}

const isPersonId = (exchange: Exchange, id: string) =>
  Object.values(exchange.state.people).some((person) => person.ids.social === id)

const nodeCalls: Call[] = nodeNames.flatMap((name) => {
  const baseCall = { path: nodePath, matches: matchesNode(name), docsUrl: nodeKinds[name].docsUrl }
  const calls: Call[] = [{ ...baseCall, name: `${name}.read`, methods: ['GET'], respond: readNode }]
  if (nodeKinds[name].update !== undefined)
    calls.push({ ...baseCall, name: `${name}.update`, methods: ['POST'], respond: writeNode })
  if (nodeKinds[name].remove !== undefined)
    calls.push({ ...baseCall, name: `${name}.delete`, methods: ['DELETE'], respond: writeNode })
  return calls
})

function edgeCalls(): Call[] {
  const edges = new Map<string, { docsUrl: string; list: boolean; create: boolean }>()
  for (const node of nodeNames) {
    for (const [name, edge] of Object.entries<Edge<never>>(nodeKinds[node].edges ?? {})) {
      const previous = edges.get(name)
      edges.set(name, {
        docsUrl: previous?.docsUrl ?? edge.docsUrl,
        list: (previous?.list ?? false) || edge.list !== undefined,
        create: (previous?.create ?? false) || edge.create !== undefined,
      })
    }
  }
  return [...edges].flatMap(([name, { docsUrl, list, create }]) => {
    const path = new RegExp(`${versionPattern}\\/(?<id>[^/]+)\\/${name}\\/?$`)
    const call = (action: string, method: string, respond: typeof readEdge): Call => ({
      name: `${name}.${action}`,
      methods: [method],
      path,
      docsUrl,
      respond: (exchange) => respond(exchange, name),
    })
    return [
      ...(list ? [call('list', 'GET', readEdge)] : []),
      ...(create ? [call('create', 'POST', writeEdge)] : []),
    ]
  })
}

/** Reads several objects by their ids, in versions that still support it. */
function readIds(exchange: Exchange): HttpResponse {
  return serveGraphRequest(exchange, (request) => {
    const { params } = request
    if (!hasLegacyFeatures(request))
      throw invalidParameter('The parameter ids is no longer supported at the root of the graph.')
    checkParams(params, ['ids'], false)
    const ids = (params.list('ids') ?? []).slice(0, maxIds + 1)
    if (ids.length === 0) throw objectNotFound('get', '')
    if (ids.length > maxIds) throw invalidParameter(`Too many IDs. Maximum: ${maxIds}.`)
    const nodes = ids.map((id) => [id, loadNode(request, id)] as const)
    return Object.fromEntries(
      nodes.map(([id, { kind, item }]) => [id, renderNode(kind, item, parseFieldsParam(params), request)]),
    )
  })
}

const maxIds = 50

export const graphCalls: readonly Call[] = [
  {
    name: 'search',
    methods: ['GET'],
    path: new RegExp(`${versionPattern}\\/search\\/?$`),
    docsUrl: 'https://developers.facebook.com/docs/marketing-api/audiences/reference/targeting-search',
    respond: search,
  },
  {
    name: 'ids.read',
    methods: ['GET'],
    path: new RegExp(`${versionPattern}\\/?$`),
    docsUrl: 'https://developers.facebook.com/docs/graph-api/changelog/version26.0',
    respond: readIds,
  },
  {
    name: 'video.upload',
    methods: ['POST'],
    path: /^\/video-ads-upload\/v\d+\.\d+\/\d+\/?$/,
    docsUrl: 'https://developers.facebook.com/docs/marketing-api/guides/videoads',
    respond: uploadVideo,
  },
  ...edgeCalls(),
  ...nodeCalls,
]

/** Responds to requests that no call serves: an unknown id, an unknown edge, a deeper path. */
export function notFoundResponse(exchange: Exchange): HttpResponse {
  return serveGraphRequest(exchange, (request) => {
    const parts = exchange.path
      .split('/')
      .filter((part) => part !== '')
      .slice(1)
    if (parts.length > 2)
      throw new GraphError({ message: `Unknown path components: /${parts.slice(1).join('/')}`, code: 2500 })
    const [id = '', edge] = parts
    const { kind } = resolveNode(request, tryDecode(id))
    throw edge === undefined || exchange.method !== 'GET'
      ? objectNotFound(exchange.method, id)
      : unknownField(edge, nodeKinds[kind].type)
  })
}
