// The Rest.li wire format of LinkedIn: requests, responses, refusals and the pages of a list.
// https://learn.microsoft.com/en-us/linkedin/marketing/versioning

import type { AppConfig } from '../connector-kit/provider.ts'
import {
  anything,
  isRecord,
  list,
  malformedError,
  object,
  optional,
  type ResponseParser,
  type RowKind,
  type RowOf,
  row,
  type Shape,
  text,
} from '../connector-kit/rows.ts'
import type { UpstreamRequest, UpstreamResponse } from '../connector-kit/upstream.ts'
import { asList, asText, tryParseJson, valueAt } from '../connector-kit/values.ts'
import { encodeRestliQuery, type RestliValue } from './restli.ts'
import { parseUrnId } from './urns.ts'

/**
 * The resource methods of Rest.li.
 * https://linkedin.github.io/rest.li/user_guide/restli_server#resource-methods
 */
type RestliMethod =
  | 'FINDER'
  | 'GET'
  | 'BATCH_GET'
  | 'CREATE'
  | 'PARTIAL_UPDATE'
  | 'UPDATE'
  | 'DELETE'
  | 'ACTION'

/** A call is a plain value. Every attempt and every page serializes the call again. */
export interface ProCall {
  /** The resource name without ids, such as `adCampaigns`, identifies the call in logs and metrics. */
  readonly resource: string
  /** The path below `/rest`, with encoded keys. Defaults to the resource name. */
  readonly path?: string
  /** Defaults to `FINDER`. */
  readonly method?: RestliMethod
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
const maxQueryLength = 4000
const maxResponseBytes = 16 * 1024 * 1024
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
} as const satisfies Record<RestliMethod, string>

/** The name has no ids, so that it can identify the call in logs and metrics. */
export const callMethodName = ({ method = 'FINDER', finder }: ProCall) => finder ?? method

export function buildProRequest(
  call: ProCall,
  { apiUrl, version }: AppConfig,
  accessToken: string | undefined,
): UpstreamRequest {
  const { resource, path = resource, method = 'FINDER', finder, parameters = {}, body, upload } = call
  const baseRequest = {
    callName: `pro ${resource} ${callMethodName(call)}` as const,
    maxBytes: maxResponseBytes,
  }
  const authHeaders = accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }
  if (upload)
    return {
      ...baseRequest,
      method: 'PUT',
      url: upload.url,
      headers: { ...authHeaders, 'content-type': 'application/octet-stream' },
      body: upload.bytes,
      timeoutMs: uploadTimeoutMs,
    }
  const query = encodeRestliQuery({
    ...(method === 'FINDER' ? { q: finder } : {}),
    ...(method === 'ACTION' ? { action: finder } : {}),
    ...parameters,
  })
  const url = `${apiUrl}/rest/${path}`
  const headers = {
    ...authHeaders,
    'linkedin-version': version,
    'x-restli-protocol-version': '2.0.0',
    'x-restli-method': method,
  }
  if (query.length > maxQueryLength)
    return {
      ...baseRequest,
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
    ...baseRequest,
    method: httpMethods[method],
    url: query === '' ? url : `${url}?${query}`,
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  }
}

const readMethods: readonly string[] = ['FINDER', 'GET', 'BATCH_GET']

/** Returns the body of a read and a `ProWriteResult` for a write. Throws a `ProRefusal` for an error status. */
export function parseProResponse(
  { method = 'FINDER', upload }: ProCall,
  response: UpstreamResponse,
): unknown {
  const { status, headers } = response
  if (upload === undefined && readMethods.includes(method)) {
    if (status > 200 && status < 300) throw malformedError('', `has status ${status}`)
    if (status !== 200) throw toProRefusal(response)
    return response.takeJson()
  }
  if (status < 200 || status > 299) throw toProRefusal(response)
  assertProvenChange(upload === undefined ? method : 'UPLOAD', response)
  const key = headers['x-restli-id'] ?? headers['x-linkedin-id'] ?? ''
  const value = valueAt(tryParseJson(response.text), 'value')
  return { key: decodeURIComponent(key), value, etag: headers['etag'] ?? '' } satisfies ProWriteResult
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
const successStatuses: Readonly<Record<string, readonly number[]>> = {
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
const platformHeaders = ['x-li-uuid', 'x-li-request-id', 'x-li-fabric', 'x-restli-protocol-version']

/** A 204 has no body, so its headers must prove that the response comes from LinkedIn. */
function assertProvenChange(method: string, { status, headers, text }: UpstreamResponse): void {
  if (!successStatuses[method]?.includes(status)) throw malformedError('', `has status ${status}`)
  if (status !== 204) return
  if (text !== '') throw malformedError('', 'has a body')
  if (!platformHeaders.some((name) => name in headers))
    throw malformedError('', 'does not come from the platform')
}

/** The result of a write: the key of a created object, the value of an action, or the ETag of an upload. */
export interface ProWriteResult {
  readonly key: string
  readonly value: unknown
  readonly etag: string
}

/** Throws if the response contains no id, because then the outcome of the creation is unknown. */
export function parseCreatedId(response: unknown): string {
  const key = parseUrnId(asText(valueAt(response, 'key')) || asText(valueAt(response, 'value', 'creative')))
  if (!/^[1-9]\d*$/.test(key)) throw malformedError('x-restli-id', 'is not an id')
  return key
}

/**
 * `elements` is present even when the page is empty. `paging.total` is not read because its value is not the
 * total.
 */
export function proPageParser<RowShape extends Shape>(
  kind: RowKind<RowShape>,
): ResponseParser<{
  readonly rows: readonly RowOf<RowShape>[]
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
    parse(response) {
      const { elements, paging, metadata } = page.parse(response)
      const next = metadata?.nextPageToken ?? paging?.nextPageToken ?? ''
      return { rows: elements, next }
    },
  }
}

/** Entities that do not exist or that the user cannot see are absent from the results of a BATCH_GET. */
export function proBatchParser<RowShape extends Shape>(
  kind: RowKind<RowShape>,
): ResponseParser<ReadonlyMap<string, RowOf<RowShape>>> {
  const batch = row({ results: anything, statuses: optional(anything), errors: optional(anything) })
  return {
    shape: batch.shape,
    parse(response) {
      const { results } = batch.parse(response)
      if (!isRecord(results)) throw malformedError('results', 'is not an object')
      // Keys may be URL-encoded.
      return new Map(
        Object.entries(results).map(([key, entity]) => [decodeURIComponent(key), kind.parse(entity)]),
      )
    },
  }
}

/** The platform's description of the problem with one field of a request. */
interface InputProblem {
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
  readonly isWellFormed: boolean
  readonly traceId: string
  readonly problems: readonly InputProblem[]

  constructor(
    refusal: Pick<
      ProRefusal,
      'status' | 'code' | 'serviceErrorCode' | 'isWellFormed' | 'traceId' | 'problems'
    >,
  ) {
    super(`${refusal.status} ${refusal.code || refusal.serviceErrorCode || ''}`)
    this.name = 'ProRefusal'
    this.status = refusal.status
    this.code = refusal.code
    this.serviceErrorCode = refusal.serviceErrorCode
    this.isWellFormed = refusal.isWellFormed
    this.traceId = refusal.traceId
    this.problems = refusal.problems
  }

  /** Some responses contain only the name of the code, others only its number. Either one matches. */
  hasCode(code: string, serviceErrorCode?: number): boolean {
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
function parseFieldPath(detail: unknown): string {
  const [mentionedPath = ''] = /\/[A-Za-z/]+/.exec(asText(valueAt(detail, 'description'))) ?? []
  const path = asText(valueAt(detail, 'input', 'inputPath', 'fieldPath')) || mentionedPath
  return path.replace(/^\/(Campaign|CampaignGroup)(?=\/)/, '')
}

/**
 * Handles refusals that have a message and no details. For a schema violation, each line of the message is a
 * problem: `ERROR :: /objectiveType :: "WEBSITE_CONVERSIONS" is not an enum symbol`
 * (https://github.com/danielpopamd/linkedin-ads-mcp/issues/4).
 */
function parseProblems(message: string): InputProblem[] {
  return message.split('\n').flatMap((line) => {
    const [, path = '', description = line.trim()] = /^ERROR :: (\/\S*) :: (.*)$/.exec(line.trim()) ?? []
    return description === '' ? [] : [{ code: '', path, description }]
  })
}

function toProRefusal(response: UpstreamResponse): ProRefusal {
  const body = tryParseJson(response.text)
  const serviceErrorCode = valueAt(body, 'serviceErrorCode')
  const detailedProblems = ['inputErrors', 'conditionalInputErrors'].flatMap((kind) =>
    asList(valueAt(body, 'errorDetails', kind)).map((detail) => ({
      code: asText(valueAt(detail, 'code')),
      path: parseFieldPath(detail),
      description: asText(valueAt(detail, 'description')),
    })),
  )
  const problems =
    detailedProblems.length > 0 ? detailedProblems : parseProblems(asText(valueAt(body, 'message')))
  return new ProRefusal({
    status: response.status,
    // Refusals of a query contain the code only in the details.
    code: asText(valueAt(body, 'code')) || (problems[0]?.code ?? ''),
    serviceErrorCode: typeof serviceErrorCode === 'number' ? serviceErrorCode : undefined,
    isWellFormed: valueAt(body, 'status') !== undefined || valueAt(body, 'message') !== undefined,
    traceId: response.headers['x-li-request-id'] ?? response.headers['x-li-uuid'] ?? '',
    problems,
  })
}
