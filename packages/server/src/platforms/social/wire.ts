// The Graph API's protocol: serializes calls and parses responses.
// https://developers.facebook.com/docs/graph-api/overview

import type { Page, PagePosition } from '../connector-kit/page.ts'
import type { AppConfig } from '../connector-kit/provider.ts'
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
} from '../connector-kit/rows.ts'
import type { CallName, UpstreamRequest, UpstreamResponse } from '../connector-kit/upstream.ts'
import {
  asList,
  asObject,
  asText,
  exactIdReviver,
  type JsonObject,
  valueAt,
} from '../connector-kit/values.ts'
import { computeAppSecretProof } from './appSecretProof.ts'

/** Quota buckets that count calls. https://developers.facebook.com/docs/graph-api/overview/rate-limiting */
export type BucketType =
  | 'ads_management'
  | 'ads_insights'
  | 'custom_audience'
  | 'pages'
  | 'instagram'
  | 'leadgen'
  /** Lookups that belong to no account and count for the app. */
  | 'platform'

/** Fields of the caller's body that the parts of a call come from. Used to report refusals. */
export interface CallerFieldNames {
  /** The caller's field that names the object of the call. */
  readonly object?: string
  /** The platform's name for this kind of object. An object of another kind counts as not found. */
  readonly kind?: string
  /** The caller's fields by the platform's parameters. */
  readonly params?: Readonly<Record<string, string>>
  /** The required permission beyond reading and managing ads. */
  readonly permission?: string
}

/** One call as a value. The call is serialized separately for every attempt and every page. */
export interface GraphCall {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** Path segments after the version. */
  readonly path: readonly string[]
  readonly params: Readonly<Record<string, string>>
  /** Page edges require the page token. */
  readonly token: 'user' | 'page'
  readonly bucket: { readonly type: BucketType; readonly object: string }
  readonly names?: CallerFieldNames
  /** True when no `listPart` parameter must be added: lookups take none, and reports have one already. */
  readonly withoutFields?: boolean
  readonly timeoutMs?: number
  readonly maxBytes?: number
  /** In a batch: name by which later parts refer to the response of this part, as `{result=name:$.id}`. */
  readonly label?: string
}

/** A refusal of the platform, with its original codes and texts. */
export class GraphRefusal extends Error {
  readonly status: number
  readonly code: number
  readonly subcode: number | undefined
  /** The platform's text for users. May be empty. */
  readonly userMessage: string
  /** Heading of `userMessage`. May be empty. */
  readonly userTitle: string
  readonly blamedParams: readonly string[]
  /** True when the platform reports the error as temporary. */
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
    this.blamedParams = asList(valueAt(parseErrorData(error), 'blame_field_specs'))
      .flat()
      .map(asText)
    this.isTransient = error['is_transient'] === true
    this.traceId = asText(error['fbtrace_id'])
    this.headers = headers
  }
}

/**
 * Parses an object, or JSON in a string, as in
 * https://developers.facebook.com/docs/marketing-api/reference/ad-campaign/copies.
 */
function parseErrorData({ error_data: data }: JsonObject): unknown {
  return typeof data === 'string' ? parseJsonObject(data) : data
}

export function buildGraphRequest(
  call: GraphCall,
  appConfig: AppConfig,
  accessToken: string,
): UpstreamRequest {
  const params = new URLSearchParams({
    ...call.params,
    appsecret_proof: computeAppSecretProof(accessToken, appConfig.clientSecret),
  })
  const url = buildGraphUrl(appConfig, call.path)
  const baseRequest = {
    callName: toCallName(call),
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
 * Combines several calls into one request. Parts that need another token than the batch include that token.
 * https://developers.facebook.com/docs/graph-api/batch-requests
 */
export function buildBatchRequest(
  calls: readonly GraphCall[],
  appConfig: AppConfig,
  accessToken: string,
  pageToken = '',
): UpstreamRequest {
  const batch = calls.map((call) => buildBatchPart(call, appConfig, call.token === 'page' ? pageToken : ''))
  const [first] = calls
  return buildGraphRequest(
    {
      method: 'POST',
      path: [],
      // The platform reports usage in the headers of each part.
      params: { batch: JSON.stringify(batch), include_headers: 'true' },
      token: 'user',
      bucket: first?.bucket ?? { type: 'ads_management', object: '' },
      timeoutMs: Math.max(...calls.map(({ timeoutMs = 10_000 }) => timeoutMs)),
      maxBytes: Math.max(...calls.map(({ maxBytes = 4 * 1024 * 1024 }) => maxBytes)),
    },
    appConfig,
    accessToken,
  )
}

function buildBatchPart({ method, path, params, label }: GraphCall, appConfig: AppConfig, ownToken: string) {
  const form = new URLSearchParams(params)
  if (ownToken !== '') {
    form.set('access_token', ownToken)
    form.set('appsecret_proof', computeAppSecretProof(ownToken, appConfig.clientSecret))
  }
  const url = `${appConfig.version}/${path.map(encodeURIComponent).join('/')}`
  return {
    method,
    // Otherwise the platform omits responses of parts that other parts refer to.
    ...(label === undefined ? {} : { name: label, omit_response_on_success: false }),
    ...(method === 'POST'
      ? { relative_url: url, body: form.toString() }
      : { relative_url: `${url}?${form}` }),
  }
}

/** The edge, or a placeholder: objects would add ids to the name, and a batch has no path. */
function toCallName({ method, path }: GraphCall): CallName {
  const lastSegment = path.at(-1) ?? 'batch'
  return `social ${method} ${path.length > 1 || /^[a-z_]+$/.test(lastSegment) ? lastSegment : 'object'}`
}

function buildGraphUrl({ apiUrl, version }: AppConfig, path: readonly string[]): string {
  // An encoded id stays one segment of the path, unless it consists only of dots, which have a special
  // meaning in paths.
  if (path.includes('..') || path.includes('.'))
    throw new Error('A Graph path does not have the pieces it was built from.')
  return [apiUrl, version, ...path.map(encodeURIComponent)].join('/')
}

/**
 * Returns the body of a successful response. The platform also refuses with status 200, so the body is
 * checked before the status.
 */
export function parseGraphResponse(response: UpstreamResponse): JsonObject {
  // Proxies report server failures as HTML pages.
  if (response.status >= 500 && !response.text.startsWith('{'))
    throw new GraphRefusal(response.status, {}, {})
  const body = asObject(parseExactJson(response))
  if (body['error'] !== undefined) throw toGraphRefusal(response.status, body, response.headers)
  if (response.status !== 200) throw new GraphRefusal(response.status, {}, response.headers)
  return body
}

/**
 * Parses one entry per part, in order. `undefined` where the platform ran out of time: the entry is null or
 * missing.
 * https://developers.facebook.com/docs/graph-api/batch-requests, facebookarchive/php-graph-sdk#636,
 * jgorset/facepy#30
 */
export function parseBatchResponse(
  response: UpstreamResponse,
): readonly (
  | { readonly body: JsonObject; readonly headers: Readonly<Record<string, string>> }
  | GraphRefusal
  | undefined
)[] {
  if (!response.text.startsWith('[')) {
    parseGraphResponse(response)
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
 * The only parameters that are taken from the platform's paging links. The other parameters come from
 * adrail's request, and the link contains the token. `__previous` occurs in recorded links of `/feed` and
 * `/posts`, sometimes empty. No page of Meta documents `__previous`.
 */
const pagingParams = ['after', 'before', 'since', 'until', '__paging_token', '__previous', 'limit']

/** Recorded cursors have about 1,100 characters. */
const maxCursorLength = 6_000

/** A link to a neighboring page. `parsePagePosition` validates the link. */
const pageLink = optional(anything)

/** Parser for a response that is one page of a list. */
export function socialPageParser<RowShape extends Shape>(
  kind: RowKind<RowShape>,
): ResponseParser<Page<RowOf<RowShape>>> {
  return {
    shape: { data: list(kind.shape), paging: optional(object({ next: pageLink, previous: pageLink })) },
    parse: (response) => parseSocialPage(response, kind),
  }
}

/** Parser for a response that is a list without further pages. */
export function socialRowsParser<RowShape extends Shape>(
  kind: RowKind<RowShape>,
): ResponseParser<readonly RowOf<RowShape>[]> {
  const { shape, parse } = socialPageParser(kind)
  return { shape, parse: (response) => parse(response).rows }
}

/**
 * Parses one page of a list. `data` is present even when the list is empty.
 * https://developers.facebook.com/docs/graph-api/results
 */
export function parseSocialPage<RowShape extends Shape>(
  response: unknown,
  kind: RowKind<RowShape>,
): Page<RowOf<RowShape>> {
  const data = valueAt(response, 'data')
  if (!Array.isArray(data)) throw malformedError('data', 'is not a list')
  const paging = valueAt(response, 'paging')
  const next = parsePagePosition('next', valueAt(paging, 'next'))
  const previous = parsePagePosition('previous', valueAt(paging, 'previous'))
  return {
    rows: data.map(kind.parse),
    ...(next ? { next } : {}),
    ...(previous ? { previous } : {}),
  }
}

/**
 * Returns the position of a link in `paging`. Throws on an invalid link, because ignoring the link would
 * truncate the list.
 */
function parsePagePosition(name: 'next' | 'previous', link: unknown): PagePosition | undefined {
  if (link === undefined || link === null) return undefined
  if (typeof link !== 'string' || !URL.canParse(link)) throw malformedError(`paging.${name}`, 'is not a link')
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

/** Parses the first page of an edge in a row. The platform omits an empty edge. */
export function parseFirstPage<RowShape extends Shape>(edge: unknown, kind: RowKind<RowShape>) {
  return edge === undefined ? { rows: [] } : parseSocialPage(edge, kind)
}
