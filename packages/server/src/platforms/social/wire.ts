// The Graph API's protocol: how a call is written down, and how its answer is read.
// https://developers.facebook.com/docs/graph-api/overview

import type { Page, PagePosition } from '../kit/page.ts'
import type { Endpoints } from '../kit/provider.ts'
import {
  anything,
  list,
  malformedError,
  object,
  optional,
  type ResponseParser,
  type RowKind,
  type RowOf,
  type Shape,
} from '../kit/rows.ts'
import type { CallName, UpstreamRequest, UpstreamResponse } from '../kit/upstream.ts'
import { asList, asObject, asText, exactIdReviver, type JsonObject, valueAt } from '../kit/values.ts'
import { appSecretProof } from './proof.ts'

/** What a call's use is counted under. https://developers.facebook.com/docs/graph-api/overview/rate-limiting */
export type BucketType =
  | 'ads_management'
  | 'ads_insights'
  | 'custom_audience'
  | 'pages'
  | 'instagram'
  | 'leadgen'
  /** Look-ups that belong to no account: counted for the app. */
  | 'platform'

/** Which of the caller's members the parts of a call came from, for refusals. */
export interface CallerFieldNames {
  /** The member that names the object of the call. */
  readonly object?: string
  /** What the platform calls objects of this kind: one of another kind is not the one that was meant. */
  readonly kind?: string
  /** Members by the platform's parameters. */
  readonly params?: Readonly<Record<string, string>>
  /** The permission that it takes beyond seeing and managing ads. */
  readonly permission?: string
}

/** One call, as a value: it is written down anew for every try and every page. */
export interface GraphCall {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** What follows the version, piece by piece. */
  readonly path: readonly string[]
  readonly params: Readonly<Record<string, string>>
  /** Page edges want the token of the page. */
  readonly token: 'user' | 'page'
  readonly bucket: { readonly type: BucketType; readonly object: string }
  readonly names?: CallerFieldNames
  /** The platform answers all it has: look-ups and reports take no list of fields, or have theirs already. */
  readonly withoutFields?: boolean
  readonly timeoutMs?: number
  readonly maxBytes?: number
  /** In a batch: what later parts refer to its answer by, as `{result=name:$.id}`. */
  readonly label?: string
}

/** The platform's own refusal, as it said it. */
export class GraphRefusal extends Error {
  readonly status: number
  readonly code: number
  readonly subcode: number | undefined
  /** Written for people, in words of the platform; may be empty. */
  readonly userMessage: string
  /** Its heading; may be empty. */
  readonly userTitle: string
  readonly blamed: readonly string[]
  /** Whether the platform says that it passes. */
  readonly isTransient: boolean
  readonly traceId: string
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, error: JsonObject, headers: Readonly<Record<string, string>>) {
    super(asText(error['message']))
    this.name = 'GraphRefusal'
    this.status = status
    this.code = Number(error['code'] ?? 0)
    this.subcode = error['error_subcode'] === undefined ? undefined : Number(error['error_subcode'])
    this.userMessage = asText(error['error_user_msg'])
    this.userTitle = asText(error['error_user_title'])
    this.blamed = asList(valueAt(parseErrorData(error), 'blame_field_specs'))
      .flat()
      .map(asText)
    this.isTransient = error['is_transient'] === true
    this.traceId = asText(error['fbtrace_id'])
    this.headers = headers
  }
}

/** An object, or JSON inside a string, as in https://developers.facebook.com/docs/marketing-api/reference/ad-campaign/copies. */
function parseErrorData({ error_data: data }: JsonObject): unknown {
  return typeof data === 'string' ? parseJsonObject(data) : data
}

export function buildGraphRequest(
  call: GraphCall,
  endpoints: Endpoints,
  accessToken: string,
): UpstreamRequest {
  const params = new URLSearchParams({
    ...call.params,
    appsecret_proof: appSecretProof(accessToken, endpoints.clientSecret),
  })
  const url = buildGraphUrl(endpoints, call.path)
  const baseRequest = {
    call: toCallName(call),
    headers: { authorization: `Bearer ${accessToken}` },
    ...(call.timeoutMs === undefined ? {} : { timeoutMs: call.timeoutMs }),
    ...(call.maxBytes === undefined ? {} : { maxBytes: call.maxBytes }),
  }
  if (call.method !== 'POST') return { ...baseRequest, method: call.method, url: `${url}?${params}` }
  return {
    ...baseRequest,
    method: 'POST',
    url,
    headers: { ...baseRequest.headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: params.toString(),
  }
}

/**
 * Several calls in one request. Parts that want another token than the batch bring it along.
 * https://developers.facebook.com/docs/graph-api/batch-requests
 */
export function buildBatchRequest(
  calls: readonly GraphCall[],
  endpoints: Endpoints,
  accessToken: string,
  pageToken = '',
): UpstreamRequest {
  const batch = calls.map((call) => buildBatchPart(call, endpoints, call.token === 'page' ? pageToken : ''))
  const [first] = calls
  return buildGraphRequest(
    {
      method: 'POST',
      path: [],
      // Usage is told per part, in its headers.
      params: { batch: JSON.stringify(batch), include_headers: 'true' },
      token: 'user',
      bucket: first?.bucket ?? { type: 'ads_management', object: '' },
      timeoutMs: Math.max(...calls.map(({ timeoutMs = 10_000 }) => timeoutMs)),
      maxBytes: Math.max(...calls.map(({ maxBytes = 4 * 1024 * 1024 }) => maxBytes)),
    },
    endpoints,
    accessToken,
  )
}

function buildBatchPart({ method, path, params, label }: GraphCall, endpoints: Endpoints, ownToken: string) {
  const form = new URLSearchParams(params)
  if (ownToken !== '') {
    form.set('access_token', ownToken)
    form.set('appsecret_proof', appSecretProof(ownToken, endpoints.clientSecret))
  }
  const url = `${endpoints.version}/${path.map(encodeURIComponent).join('/')}`
  return {
    method,
    // Without it the answers of parts that others refer to are left out.
    ...(label === undefined ? {} : { name: label, omit_response_on_success: false }),
    ...(method === 'POST'
      ? { relative_url: url, body: form.toString() }
      : { relative_url: `${url}?${form}` }),
  }
}

/** The edge, or what stands for one: objects have ids for names, and a batch has none. */
function toCallName({ method, path }: GraphCall): CallName {
  const lastSegment = path.at(-1) ?? 'batch'
  return `social ${method} ${path.length > 1 || /^[a-z_]+$/.test(lastSegment) ? lastSegment : 'object'}`
}

function buildGraphUrl({ apiUrl, version }: Endpoints, path: readonly string[]): string {
  // Whatever an id holds, it stays one piece of the path: encoded, nothing but dots alone has a meaning of its own there.
  if (path.includes('..') || path.includes('.'))
    throw new Error('A Graph path does not have the pieces it was built from.')
  return [apiUrl, version, ...path.map(encodeURIComponent)].join('/')
}

/** The answer's body; a refusal is thrown. The platform also refuses with status 200, so the body is looked at first. */
export function readGraphResponse(response: UpstreamResponse): JsonObject {
  // Failures of servers in between come as pages for people.
  if (response.status >= 500 && !response.text.startsWith('{'))
    throw new GraphRefusal(response.status, {}, {})
  const body = asObject(parseExactJson(response))
  if (body['error'] !== undefined) throw toGraphRefusal(response.status, body, response.headers)
  if (response.status !== 200) throw new GraphRefusal(response.status, {}, response.headers)
  return body
}

/**
 * One entry for each part, in order; nothing where the platform ran out of time for it: null, or an entry that is not there.
 * https://developers.facebook.com/docs/graph-api/batch-requests, facebookarchive/php-graph-sdk#636, jgorset/facepy#30
 */
export function readBatchResponse(
  response: UpstreamResponse,
): readonly (
  | { readonly body: JsonObject; readonly headers: Readonly<Record<string, string>> }
  | GraphRefusal
  | undefined
)[] {
  if (!response.text.startsWith('[')) {
    readGraphResponse(response)
    throw new GraphRefusal(response.status, {}, response.headers)
  }
  return asList(response.takeJson()).map((entry) => {
    if (entry === null) return undefined
    const status = Number(valueAt(entry, 'code') ?? 0)
    const headers: Record<string, string> = {}
    for (const header of asList(valueAt(entry, 'headers')))
      headers[asText(valueAt(header, 'name')).toLowerCase()] = asText(valueAt(header, 'value'))
    const body = parseJsonObject(valueAt(entry, 'body'))
    if (body === undefined || status >= 500)
      return new GraphRefusal(status, asObject(body?.['error']), headers)
    if (body['error'] !== undefined) return toGraphRefusal(status, body, headers)
    return status === 200 ? { body, headers } : new GraphRefusal(status, {}, headers)
  })
}

function parseExactJson(response: UpstreamResponse): unknown {
  if (!/[:[,]\s*\d{16}/.test(response.text)) return response.takeJson()
  try {
    return response.takeJson(exactIdReviver)
  } catch {
    return response.takeJson()
  }
}

function parseJsonObject(text: unknown): JsonObject | undefined {
  try {
    return typeof text === 'string' ? asObject(JSON.parse(text)) : undefined
  } catch {
    return undefined
  }
}

function toGraphRefusal(
  status: number,
  body: JsonObject,
  headers: Readonly<Record<string, string>>,
): GraphRefusal {
  return new GraphRefusal(status, asObject(body['error']), headers)
}

/**
 * The only parameters of the platform's links that are kept: the rest is ours, and the link carries the token. `__previous` is in
 * recorded links of `/feed` and `/posts`, at times empty, and on no page of Meta.
 */
const pagingParams = ['after', 'before', 'since', 'until', '__paging_token', '__previous', 'limit']

/** Cursors of about 1,100 characters are recorded. */
const maxCursorLength = 6_000

/** A link to a neighbouring page; `parsePagePosition` checks it. */
const pageLink = optional(anything)

/** One page of a list, as an answer of its own. */
export function socialPageParser<RowShape extends Shape>(
  kind: RowKind<RowShape>,
): ResponseParser<Page<RowOf<RowShape>>> {
  return {
    shape: { data: list(kind.shape), paging: optional(object({ next: pageLink, previous: pageLink })) },
    parse: (response) => parseSocialPage(response, kind),
  }
}

/** The rows of a list that comes in one piece. */
export function socialRowsParser<RowShape extends Shape>(
  kind: RowKind<RowShape>,
): ResponseParser<readonly RowOf<RowShape>[]> {
  const { shape, parse } = socialPageParser(kind)
  return { shape, parse: (response) => parse(response).rows }
}

/** One page of a list; `data` is there even when it is empty. https://developers.facebook.com/docs/graph-api/results */
export function parseSocialPage<RowShape extends Shape>(
  response: unknown,
  kind: RowKind<RowShape>,
): Page<RowOf<RowShape>> {
  const data = valueAt(response, 'data')
  if (!Array.isArray(data)) throw malformedError('data', 'is no list')
  const paging = valueAt(response, 'paging')
  const next = parsePagePosition('next', valueAt(paging, 'next'))
  const previous = parsePagePosition('previous', valueAt(paging, 'previous'))
  return {
    rows: data.map(kind.parse),
    ...(next ? { next } : {}),
    ...(previous ? { previous } : {}),
  }
}

/** The position that a link of `paging` leads to. A link that cannot be read would end the list before its end. */
function parsePagePosition(name: 'next' | 'previous', link: unknown): PagePosition | undefined {
  if (link === undefined || link === null) return undefined
  if (typeof link !== 'string' || !URL.canParse(link)) throw malformedError(`paging.${name}`, 'is no link')
  const query = new URL(link).searchParams
  const positionParams = pagingParams.flatMap((param) => {
    const value = query.get(param)
    if (value === null) return []
    if (value.length > maxCursorLength) throw malformedError(`paging.${param}`, 'is too long')
    return [[param, value] as const]
  })
  if (positionParams.every(([param]) => param === 'limit'))
    throw malformedError(`paging.${name}`, 'has no position')
  return Object.fromEntries(positionParams)
}
