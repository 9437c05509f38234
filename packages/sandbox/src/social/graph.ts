// The calls of the Graph API: nodes and edges, each under a name of its own, all carried out the same way.
// https://developers.facebook.com/docs/graph-api/overview

import type { Answer, Call, Exchange } from '../core/exchange.ts'
import { authorizationOf } from '../core/parameters.ts'
import { adKind } from './ad.ts'
import { adAccountKind } from './adAccount.ts'
import { adSetKind } from './adSet.ts'
import { businessKind } from './business.ts'
import { campaignKind } from './campaign.ts'
import { GraphError, missing, refusalAnswer, unknownField } from './errors.ts'
import { reportRunKind } from './insights/reportRun.ts'
import { askedFields, checkParams, type NodeKind, renderEdge, renderNode } from './nodes.ts'
import { authenticateSocial } from './oauth.ts'
import { pageKind } from './page.ts'
import { limitOf } from './paging.ts'
import { photoAccountKind, photoMediaKind } from './photoAccount.ts'
import { pixelKind } from './pixel.ts'
import { postKind } from './post.ts'
import { type NodeName, nodeNameOf, nodeNames, removals, resolve, updates } from './registry.ts'
import type { GraphRequest } from './request.ts'
import { searchListing, searchParams } from './search.ts'
import { serve } from './serve.ts'
import { bill } from './usage.ts'
import { userKind } from './user.ts'
import { videoKind } from './video.ts'
import { receiveBytes } from './videoUpload.ts'

const version = String.raw`^\/v\d+\.\d+`
const nodePath = new RegExp(`${version}\\/(?<id>[^/]+)\\/?$`)
const idIn = (path: string) => decoded(/^\/v\d+\.\d+\/([^/]+)/.exec(path)?.[1] ?? '')

/** A path that is not well encoded names nothing; it must not break anything either. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function readNode(exchange: Exchange): Answer {
  return serve(exchange, (request) => {
    const { kind, item } = resolve(request, idIn(exchange.path))
    checkParams(request.params, ['metadata'], false)
    return renderNode(kind, item, askedFields(request.params), request)
  })
}

function writeNode(exchange: Exchange): Answer {
  return serve(exchange, (request) => {
    const id = idIn(exchange.path)
    const { item } = resolve(request, id)
    const name = nodeNameOf(request.social, id)
    const write = name === undefined ? undefined : (exchange.method === 'DELETE' ? removals : updates)[name]
    if (write === undefined) throw missing(exchange.method, id)
    checkParams(request.params, write.params, false)
    return write.run(item, request)
  })
}

function edgeOf(exchange: Exchange, request: GraphRequest, name: string) {
  const { kind, item } = resolve(request, idIn(exchange.path))
  const edge = kind.edges !== undefined && Object.hasOwn(kind.edges, name) ? kind.edges[name] : undefined
  if (edge === undefined) throw unknownField(name, kind.type)
  return { kind, item, edge }
}

function readEdge(exchange: Exchange, name: string): Answer {
  return serve(exchange, (request) => {
    const { kind, item, edge } = edgeOf(exchange, request, name)
    if (edge.list === undefined) throw missing('get', idIn(exchange.path))
    const path = `${kind.id?.(item) ?? idIn(exchange.path)}/${name}`
    return renderEdge(edge, item, request.params, askedFields(request.params), request, path)
  })
}

function writeEdge(exchange: Exchange, name: string): Answer {
  return serve(exchange, (request) => {
    const { item, edge } = edgeOf(exchange, request, name)
    const write = edge.create?.()
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
    const { usualLimit, ...listing } = searchListing(request.params)
    const limit = { usual: usualLimit, most: 10_000 }
    limitOf(request.params.integer('limit'), limit.usual, limit.most)
    const edge = { source: '', list: () => listing, params: searchParams, limit }
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

const sources: Readonly<Record<NodeName, string>> = {
  user: 'graph-api/reference/user',
  adaccount: 'marketing-api/reference/ad-account',
  campaign: 'marketing-api/reference/ad-campaign-group',
  adset: 'marketing-api/reference/ad-campaign',
  ad: 'marketing-api/reference/adgroup',
  creative: 'marketing-api/reference/ad-creative',
  page: 'graph-api/reference/page',
  post: 'graph-api/reference/post',
  photo_account: 'instagram-platform/instagram-graph-api/reference/ig-user',
  photo_media: 'instagram-platform/instagram-graph-api/reference/ig-media',
  image: 'marketing-api/reference/ad-image',
  video: 'graph-api/reference/video',
  pixel: 'marketing-api/reference/ads-pixel',
  custom_conversion: 'marketing-api/reference/custom-conversion',
  audience: 'marketing-api/reference/custom-audience',
  lead_form: 'graph-api/reference/lead-gen-data',
  report_run: 'marketing-api/reference/ad-report-run',
  business: 'marketing-api/reference/business',
}

const sourceOf = (name: NodeName) => `https://developers.facebook.com/docs/${sources[name]}`
const isNode = (name: NodeName) => (exchange: Exchange) => {
  const id = idIn(exchange.path)
  const found = nodeNameOf(exchange.state.social, id)
  return found === name || (name === 'user' && found === undefined && isPerson(exchange, id))
}

const isPerson = (exchange: Exchange, id: string) =>
  Object.values(exchange.state.people).some((person) => person.ids.social === id)

const nodeCalls: Call[] = nodeNames.flatMap((name) => {
  const base = { path: nodePath, when: isNode(name), source: sourceOf(name) }
  const calls: Call[] = [{ ...base, name: `${name}.read`, methods: ['GET'], answer: readNode }]
  if (updates[name] !== undefined)
    calls.push({ ...base, name: `${name}.update`, methods: ['POST'], answer: writeNode })
  if (removals[name] !== undefined)
    calls.push({ ...base, name: `${name}.delete`, methods: ['DELETE'], answer: writeNode })
  return calls
})

const kindsWithEdges: readonly NodeKind[] = [
  userKind,
  businessKind,
  adAccountKind,
  campaignKind,
  adSetKind,
  adKind,
  pageKind,
  postKind,
  photoAccountKind,
  photoMediaKind,
  videoKind,
  pixelKind,
  reportRunKind,
]

function edgeCalls(): Call[] {
  const edges = new Map<string, { source: string; list: boolean; create: boolean }>()
  for (const kind of kindsWithEdges) {
    for (const [name, edge] of Object.entries(kind.edges ?? {})) {
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
    const calls: Call[] = []
    if (list)
      calls.push({
        name: `${name}.list`,
        methods: ['GET'],
        path,
        source,
        answer: (exchange) => readEdge(exchange, name),
      })
    if (create)
      calls.push({
        name: `${name}.create`,
        methods: ['POST'],
        path,
        source,
        answer: (exchange) => writeEdge(exchange, name),
      })
    return calls
  })
}

/** Root reads of several ids are gone from every version since 2026-10-27. */
function readIds(exchange: Exchange): Answer {
  return serve(exchange, () => {
    throw new GraphError({
      message: '(#100) The parameter ids is no longer supported at the root of the graph.',
      code: 100,
    })
  })
}

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

/** What belongs to nobody: an id nothing has, an edge no node has, a deeper path. */
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
      : unknownField(edge, kind.type)
  })
}
