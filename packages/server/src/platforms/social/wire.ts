// The Graph API's protocol: how a call is written down, and how its answer is read.
// https://developers.facebook.com/docs/graph-api/overview

import type { Page, Position } from '../kit/page.ts'
import type { Endpoints } from '../kit/provider.ts'
import {
  anything,
  garbled,
  list,
  object,
  optional,
  type Reading,
  type RowKind,
  type RowOf,
  type Shape,
} from '../kit/rows.ts'
import type { CallName, UpstreamRequest, UpstreamResponse } from '../kit/upstream.ts'
import { asList, asObject, asText, at, exactIds, type Json } from '../kit/values.ts'
import { proofOf } from './proof.ts'

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
export interface Names {
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
  readonly names?: Names
  /** The platform answers all it has: look-ups and reports take no list of fields, or have theirs already. */
  readonly whole?: boolean
  readonly timeoutMs?: number
  readonly mostBytes?: number
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

  constructor(status: number, error: Json, headers: Readonly<Record<string, string>>) {
    super(asText(error['message']))
    this.name = 'GraphRefusal'
    this.status = status
    this.code = Number(error['code'] ?? 0)
    this.subcode = error['error_subcode'] === undefined ? undefined : Number(error['error_subcode'])
    this.userMessage = asText(error['error_user_msg'])
    this.userTitle = asText(error['error_user_title'])
    this.blamed = asList(at(dataOf(error), 'blame_field_specs'))
      .flat()
      .map(asText)
    this.isTransient = error['is_transient'] === true
    this.traceId = asText(error['fbtrace_id'])
    this.headers = headers
  }
}

/** An object, or JSON inside a string, as in https://developers.facebook.com/docs/marketing-api/reference/ad-campaign/copies. */
function dataOf({ error_data: data }: Json): unknown {
  return typeof data === 'string' ? parsedBody(data) : data
}

export function requestOf(call: GraphCall, endpoints: Endpoints, accessToken: string): UpstreamRequest {
  const params = new URLSearchParams({
    ...call.params,
    appsecret_proof: proofOf(accessToken, endpoints.clientSecret),
  })
  const url = urlOf(endpoints, call.path)
  const shared = {
    call: nameOf(call),
    headers: { authorization: `Bearer ${accessToken}` },
    ...(call.timeoutMs === undefined ? {} : { timeoutMs: call.timeoutMs }),
    ...(call.mostBytes === undefined ? {} : { mostBytes: call.mostBytes }),
  }
  if (call.method !== 'POST') return { ...shared, method: call.method, url: `${url}?${params}` }
  return {
    ...shared,
    method: 'POST',
    url,
    headers: { ...shared.headers, 'content-type': 'application/x-www-form-urlencoded' },
    body: params.toString(),
  }
}

/**
 * Several calls in one request. Parts that want another token than the batch bring it along.
 * https://developers.facebook.com/docs/graph-api/batch-requests
 */
export function batchRequestOf(
  calls: readonly GraphCall[],
  endpoints: Endpoints,
  accessToken: string,
  pageToken = '',
): UpstreamRequest {
  const batch = calls.map((call) => partOf(call, endpoints, call.token === 'page' ? pageToken : ''))
  const [first] = calls
  return requestOf(
    {
      method: 'POST',
      path: [],
      // Usage is told per part, in its headers.
      params: { batch: JSON.stringify(batch), include_headers: 'true' },
      token: 'user',
      bucket: first?.bucket ?? { type: 'ads_management', object: '' },
      timeoutMs: Math.max(...calls.map(({ timeoutMs = 10_000 }) => timeoutMs)),
      mostBytes: Math.max(...calls.map(({ mostBytes = 4 * 1024 * 1024 }) => mostBytes)),
    },
    endpoints,
    accessToken,
  )
}

function partOf({ method, path, params, label }: GraphCall, endpoints: Endpoints, ownToken: string) {
  const form = new URLSearchParams(params)
  if (ownToken !== '') {
    form.set('access_token', ownToken)
    form.set('appsecret_proof', proofOf(ownToken, endpoints.clientSecret))
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
function nameOf({ method, path }: GraphCall): CallName {
  const last = path.at(-1) ?? 'batch'
  return `social ${method} ${path.length > 1 || /^[a-z_]+$/.test(last) ? last : 'object'}`
}

function urlOf({ apiUrl, version }: Endpoints, path: readonly string[]): string {
  // Whatever an id holds, it stays one piece of the path: encoded, nothing but dots alone has a meaning of its own there.
  if (path.includes('..') || path.includes('.'))
    throw new Error('A Graph path does not have the pieces it was built from.')
  return [apiUrl, version, ...path.map(encodeURIComponent)].join('/')
}

/** The answer's body; a refusal is thrown. The platform also refuses with status 200, so the body is looked at first. */
export function readAnswer(response: UpstreamResponse): Json {
  // Failures of servers in between come as pages for people.
  if (response.status >= 500 && !response.text.startsWith('{'))
    throw new GraphRefusal(response.status, {}, {})
  const body = asObject(parsedExactly(response))
  if (body['error'] !== undefined) throw refusalIn(response.status, body, response.headers)
  if (response.status !== 200) throw new GraphRefusal(response.status, {}, response.headers)
  return body
}

/**
 * One entry for each part, in order; nothing where the platform ran out of time for it: null, or an entry that is not there.
 * https://developers.facebook.com/docs/graph-api/batch-requests, facebookarchive/php-graph-sdk#636, jgorset/facepy#30
 */
export function readBatch(
  response: UpstreamResponse,
): readonly (
  | { readonly body: Json; readonly headers: Readonly<Record<string, string>> }
  | GraphRefusal
  | undefined
)[] {
  if (!response.text.startsWith('[')) {
    readAnswer(response)
    throw new GraphRefusal(response.status, {}, response.headers)
  }
  return asList(response.takeJson()).map((entry) => {
    if (entry === null) return undefined
    const status = Number(at(entry, 'code') ?? 0)
    const headers: Record<string, string> = {}
    for (const header of asList(at(entry, 'headers')))
      headers[asText(at(header, 'name')).toLowerCase()] = asText(at(header, 'value'))
    const body = parsedBody(at(entry, 'body'))
    if (body === undefined || status >= 500)
      return new GraphRefusal(status, asObject(body?.['error']), headers)
    if (body['error'] !== undefined) return refusalIn(status, body, headers)
    return status === 200 ? { body, headers } : new GraphRefusal(status, {}, headers)
  })
}

function parsedExactly(response: UpstreamResponse): unknown {
  if (!/[:[,]\s*\d{16}/.test(response.text)) return response.takeJson()
  try {
    return response.takeJson(exactIds)
  } catch {
    return response.takeJson()
  }
}

function parsedBody(text: unknown): Json | undefined {
  try {
    return typeof text === 'string' ? asObject(JSON.parse(text)) : undefined
  } catch {
    return undefined
  }
}

function refusalIn(status: number, body: Json, headers: Readonly<Record<string, string>>): GraphRefusal {
  return new GraphRefusal(status, asObject(body['error']), headers)
}

/**
 * The only parameters of the platform's links that are kept: the rest is ours, and the link carries the token. `__previous` is in
 * recorded links of `/feed` and `/posts`, at times empty, and on no page of Meta.
 */
const pagingParams = ['after', 'before', 'since', 'until', '__paging_token', '__previous', 'limit']

/** Cursors of about 1,100 characters are recorded. */
const maxCursorLength = 6_000

/** A link to a neighbouring page; `positionIn` checks it. */
const link = optional(anything)

/** One page of a list, as an answer of its own. */
export function pageOf<Of extends Shape>(kind: RowKind<Of>): Reading<Page<RowOf<Of>>> {
  return {
    shape: { data: list(kind.shape), paging: optional(object({ next: link, previous: link })) },
    read: (answer) => pageIn(answer, kind),
  }
}

/** The rows of a list that comes in one piece. */
export function rowsOf<Of extends Shape>(kind: RowKind<Of>): Reading<readonly RowOf<Of>[]> {
  const { shape, read } = pageOf(kind)
  return { shape, read: (answer) => read(answer).rows }
}

/** One page of a list; `data` is there even when it is empty. https://developers.facebook.com/docs/graph-api/results */
export function pageIn<Of extends Shape>(answer: unknown, kind: RowKind<Of>): Page<RowOf<Of>> {
  const data = at(answer, 'data')
  if (!Array.isArray(data)) throw garbled('data', 'is no list')
  const paging = at(answer, 'paging')
  const next = positionIn('next', at(paging, 'next'))
  const previous = positionIn('previous', at(paging, 'previous'))
  return {
    rows: data.map(kind.read),
    ...(next ? { next } : {}),
    ...(previous ? { previous } : {}),
  }
}

/** The position that a link of `paging` leads to. A link that cannot be read would end the list before its end. */
function positionIn(name: 'next' | 'previous', link: unknown): Position | undefined {
  if (link === undefined || link === null) return undefined
  if (typeof link !== 'string' || !URL.canParse(link)) throw garbled(`paging.${name}`, 'is no link')
  const query = new URL(link).searchParams
  const kept = pagingParams.flatMap((param) => {
    const value = query.get(param)
    if (value === null) return []
    if (value.length > maxCursorLength) throw garbled(`paging.${param}`, 'is too long')
    return [[param, value] as const]
  })
  if (kept.every(([param]) => param === 'limit')) throw garbled(`paging.${name}`, 'has no position')
  return Object.fromEntries(kept)
}
