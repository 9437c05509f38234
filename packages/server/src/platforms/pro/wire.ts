// The Rest.li wire format of LinkedIn: requests, responses, refusals and the pages of a list.
// https://learn.microsoft.com/en-us/linkedin/marketing/versioning

import type { Endpoints } from '../kit/provider.ts'
import {
  anything,
  garbled,
  isRecord,
  list,
  object,
  optional,
  type Reading,
  type RowKind,
  type RowOf,
  row,
  type Shape,
  text,
} from '../kit/rows.ts'
import type { UpstreamRequest, UpstreamResponse } from '../kit/upstream.ts'
import { asList, asText, at, jsonIn } from '../kit/values.ts'
import { type RestliValue, restliQuery } from './restli.ts'

/**
 * The resource methods of Rest.li.
 * https://linkedin.github.io/rest.li/user_guide/restli_server#resource-methods
 */
type Method = 'FINDER' | 'GET' | 'BATCH_GET' | 'CREATE' | 'PARTIAL_UPDATE' | 'UPDATE' | 'DELETE' | 'ACTION'

/** A call is a plain value. Every attempt and every page serializes the call again. */
export interface ProCall {
  /** The resource name without ids, such as `adCampaigns`, identifies the call in logs and metrics. */
  readonly resource: string
  /** The path below `/rest`, with encoded keys. Defaults to the resource name. */
  readonly path?: string
  /** Defaults to `FINDER`. */
  readonly method?: Method
  /** The name of the finder or of the action. */
  readonly finder?: string
  readonly parameters?: Readonly<Record<string, RestliValue | undefined>>
  readonly body?: unknown
  /** The bytes are uploaded to a URL that the platform returned. */
  readonly upload?: { readonly url: string; readonly bytes: Buffer }
  /** The field of the caller's body that identifies the object at the path. */
  readonly missing?: string
  /**
   * Maps the platform's paths in refusals to fields of the caller's body: `/dailyBudget` to `dailyBudget`.
   */
  readonly names?: Readonly<Record<string, string>>
}

/**
 * A longer query is sent in the body of a POST.
 * https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/query-tunneling
 */
const longestQuery = 4000
const mostBytes = 16 * 1024 * 1024
const uploadTimeoutMs = 20_000

const httpMethods = {
  FINDER: 'GET',
  GET: 'GET',
  BATCH_GET: 'GET',
  CREATE: 'POST',
  ACTION: 'POST',
  PARTIAL_UPDATE: 'POST',
  UPDATE: 'PUT',
  DELETE: 'DELETE',
} as const satisfies Record<Method, string>

/** The name has no ids, so that it can identify the call in logs and metrics. */
export const wayOf = ({ method = 'FINDER', finder }: ProCall) => finder ?? method

export function requestOf(
  call: ProCall,
  { apiUrl, version }: Endpoints,
  accessToken: string | undefined,
): UpstreamRequest {
  const { resource, path = resource, method = 'FINDER', finder, parameters = {}, body, upload } = call
  const named = { call: `pro ${resource} ${wayOf(call)}` as const, mostBytes }
  const authorized = accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }
  if (upload)
    return {
      ...named,
      method: 'PUT',
      url: upload.url,
      headers: { ...authorized, 'content-type': 'application/octet-stream' },
      body: upload.bytes,
      timeoutMs: uploadTimeoutMs,
    }
  const query = restliQuery({
    ...(method === 'FINDER' ? { q: finder } : {}),
    ...(method === 'ACTION' ? { action: finder } : {}),
    ...parameters,
  })
  const url = `${apiUrl}/rest/${path}`
  const headers = {
    ...authorized,
    'linkedin-version': version,
    'x-restli-protocol-version': '2.0.0',
    'x-restli-method': method,
  }
  if (query.length > longestQuery)
    return {
      ...named,
      method: 'POST',
      url,
      headers: {
        ...headers,
        'x-http-method-override': 'GET',
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: query,
    }
  return {
    ...named,
    method: httpMethods[method],
    url: query === '' ? url : `${url}?${query}`,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
}

const reads: readonly string[] = ['FINDER', 'GET', 'BATCH_GET']

/** Returns the body of a read and a `Done` for a write. Throws a `ProRefusal` for an error status. */
export function readAnswer({ method = 'FINDER', upload }: ProCall, response: UpstreamResponse): unknown {
  const { status, headers } = response
  if (upload === undefined && reads.includes(method)) {
    if (status > 200 && status < 300) throw garbled('', `has status ${status}`)
    if (status !== 200) throw refusalOf(response)
    return response.takeJson()
  }
  if (status < 200 || status > 299) throw refusalOf(response)
  requireProof(upload === undefined ? method : 'UPLOAD', response)
  const key = headers['x-restli-id'] ?? headers['x-linkedin-id'] ?? ''
  const value = at(jsonIn(response.text), 'value')
  return { key: decodeURIComponent(key), value, etag: headers['etag'] ?? '' } satisfies Done
}

/**
 * Only these statuses prove a change. Any other 2xx status leaves the outcome unknown, and the journal
 * reconciles it. Rest.li documents 201 for CREATE and 204 for updates and deletions
 * (https://linkedin.github.io/rest.li/user_guide/restli_server). LinkedIn's pages document the same:
 * https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/account-structure/create-and-manage-campaigns,
 * #associate-campaigns of conversion-tracking, images-api (201) and videos-api (200 with an ETag for each
 * part). LinkedIn's own client also expects 204 for PARTIAL_UPDATE, UPDATE and DELETE:
 * linkedin-developers/linkedin-api-js-client, tests/restli-client.test.ts.
 */
const provenStatuses: Readonly<Record<string, readonly number[]>> = {
  CREATE: [201],
  ACTION: [200, 201],
  PARTIAL_UPDATE: [204],
  UPDATE: [204],
  DELETE: [204],
  UPLOAD: [200, 201],
}

/**
 * LinkedIn sends at least one of these headers with every response, even an empty one. An intermediate server
 * sends none of them.
 * https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/error-handling (headers to report)
 */
const ownHeaders = ['x-li-uuid', 'x-li-request-id', 'x-li-fabric', 'x-restli-protocol-version']

/** A 204 has no body, so its headers must prove that the response comes from LinkedIn. */
function requireProof(method: string, { status, headers, text }: UpstreamResponse): void {
  if (!provenStatuses[method]?.includes(status)) throw garbled('', `has status ${status}`)
  if (status !== 204) return
  if (text !== '') throw garbled('', 'has a body')
  if (!ownHeaders.some((name) => name in headers)) throw garbled('', 'does not come from the platform')
}

/** The result of a write: the key of a created object, the value of an action, or the ETag of an upload. */
export interface Done {
  readonly key: string
  readonly value: unknown
  readonly etag: string
}

/** Returns the last part of a URN. A bare id is returned unchanged. */
export const tailOf = (urn: string) => urn.slice(urn.lastIndexOf(':') + 1)

/** Throws if the response contains no id, because then the outcome of the creation is unknown. */
export function createdKey(answer: unknown): string {
  const key = tailOf(asText(at(answer, 'key')) || asText(at(answer, 'value', 'creative')))
  if (!/^[1-9]\d*$/.test(key)) throw garbled('x-restli-id', 'is no id')
  return key
}

/**
 * `elements` is present even when the page is empty. `paging.total` is not read because its value is not the
 * total.
 */
export function pageOf<Of extends Shape>(
  kind: RowKind<Of>,
): Reading<{
  readonly rows: readonly RowOf<Of>[]
  readonly next: string
}> {
  // LinkedIn documents two locations of the token.
  // https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads/cursor-based-pagination
  const token = { nextPageToken: optional(text) }
  const page = row({
    elements: list(kind.shape),
    paging: optional(object(token)),
    metadata: optional(object(token)),
  })
  return {
    shape: page.shape,
    read(answer) {
      const { elements, paging, metadata } = page.read(answer)
      const next = metadata?.nextPageToken ?? paging?.nextPageToken ?? ''
      return { rows: elements, next }
    },
  }
}

/** Entities that do not exist or that the user cannot see are absent from the results of a BATCH_GET. */
export function batchOf<Of extends Shape>(kind: RowKind<Of>): Reading<ReadonlyMap<string, RowOf<Of>>> {
  const batch = row({ results: anything, statuses: optional(anything), errors: optional(anything) })
  return {
    shape: batch.shape,
    read(answer) {
      const { results } = batch.read(answer)
      if (!isRecord(results)) throw garbled('results', 'is no object')
      // Keys may be URL-encoded.
      return new Map(
        Object.entries(results).map(([key, found]) => [decodeURIComponent(key), kind.read(found)]),
      )
    },
  }
}

/** The platform's description of the problem with one field of a request. */
interface Problem {
  readonly code: string
  /** The path has the form `/dailyBudget/amount`. */
  readonly path: string
  readonly description: string
}

/** A refusal by the platform. Its set of fields differs between resources. */
export class ProRefusal extends Error {
  readonly status: number
  readonly code: string
  readonly serviceErrorCode: number | undefined
  readonly wellFormed: boolean
  readonly traceId: string
  readonly problems: readonly Problem[]

  constructor(
    refusal: Pick<ProRefusal, 'status' | 'code' | 'serviceErrorCode' | 'wellFormed' | 'traceId' | 'problems'>,
  ) {
    super(`${refusal.status} ${refusal.code || refusal.serviceErrorCode || ''}`)
    this.name = 'ProRefusal'
    this.status = refusal.status
    this.code = refusal.code
    this.serviceErrorCode = refusal.serviceErrorCode
    this.wellFormed = refusal.wellFormed
    this.traceId = refusal.traceId
    this.problems = refusal.problems
  }

  /** Some responses contain only the name of the code, others only its number. Either one matches. */
  is(code: string, serviceErrorCode?: number): boolean {
    return (
      this.code === code || (serviceErrorCode !== undefined && this.serviceErrorCode === serviceErrorCode)
    )
  }
}

/**
 * Paths in the platform's samples start with the name of the object (`/Campaign/totalBudget/amount`). Some
 * details contain the path only in their description.
 * https://learn.microsoft.com/en-us/linkedin/marketing/error-responses
 */
function memberPath(detail: unknown): string {
  const [inSentence = ''] = /\/[A-Za-z/]+/.exec(asText(at(detail, 'description'))) ?? []
  const path = asText(at(detail, 'input', 'inputPath', 'fieldPath')) || inSentence
  return path.replace(/^\/(Campaign|CampaignGroup)(?=\/)/, '')
}

/**
 * Handles refusals that have a message and no details. For a schema violation, each line of the message is a
 * problem: `ERROR :: /objectiveType :: "WEBSITE_CONVERSIONS" is not an enum symbol`
 * (https://github.com/danielpopamd/linkedin-ads-mcp/issues/4).
 */
function problemsInMessage(message: string): Problem[] {
  return message.split('\n').flatMap((line) => {
    const [, path = '', description = line.trim()] = /^ERROR :: (\/\S*) :: (.*)$/.exec(line.trim()) ?? []
    return description === '' ? [] : [{ code: '', path, description }]
  })
}

function refusalOf(response: UpstreamResponse): ProRefusal {
  const body = jsonIn(response.text)
  const number = at(body, 'serviceErrorCode')
  const detailed = ['inputErrors', 'conditionalInputErrors'].flatMap((kind) =>
    asList(at(body, 'errorDetails', kind)).map((detail) => ({
      code: asText(at(detail, 'code')),
      path: memberPath(detail),
      description: asText(at(detail, 'description')),
    })),
  )
  const problems = detailed.length > 0 ? detailed : problemsInMessage(asText(at(body, 'message')))
  return new ProRefusal({
    status: response.status,
    // Refusals of a query contain the code only in the details.
    code: asText(at(body, 'code')) || (problems[0]?.code ?? ''),
    serviceErrorCode: typeof number === 'number' ? number : undefined,
    wellFormed: at(body, 'status') !== undefined || at(body, 'message') !== undefined,
    traceId: response.headers['x-li-request-id'] ?? response.headers['x-li-uuid'] ?? '',
    problems,
  })
}
