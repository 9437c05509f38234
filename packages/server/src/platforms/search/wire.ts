// The REST wire format of the search platform: requests, responses, refusals and the pages of a query.
// https://developers.google.com/google-ads/api/rest/overview

import type { AppConfig } from '../connector-kit/provider.ts'
import {
  list,
  optional,
  type ResponseParser,
  type RowKind,
  type RowOf,
  row,
  type Shape,
  text,
} from '../connector-kit/rows.ts'
import type { UpstreamRequest, UpstreamResponse } from '../connector-kit/upstream.ts'
import { asList, asObject, asText, tryParseJson, valueAt } from '../connector-kit/values.ts'

/**
 * The entry at an index names the field of the caller's body from which the mutate part at that index was
 * built. The entry is empty when a part was built from several fields.
 */
export type CallerFieldPaths = readonly string[]

/** A call is a plain value. Every attempt serializes the call again. */
export interface SearchCall {
  /** The path follows the API version in the URL. */
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** Only mutate calls have origins. */
  readonly callerFields?: CallerFieldPaths
  readonly timeoutMs?: number
}

/** Returns the resource in the FROM clause of a query, and empty text for other calls. */
export function parseQueriedResource({ body }: SearchCall): string {
  const [, from = ''] = / FROM (\w+)/.exec(String(body['query'] ?? '')) ?? []
  return from
}

const maxResponseBytes = 32 * 1024 * 1024

export function buildSearchRequest(
  { path, body, timeoutMs = 10_000 }: SearchCall,
  { apiUrl, version }: AppConfig,
  headers: Readonly<Record<string, string>>,
): UpstreamRequest {
  return {
    // Account ids are removed so that the name of a call has few values.
    callName: `search ${path.replace(/\/\d+/g, '')}`,
    method: 'POST',
    url: `${apiUrl}/${version}/${path}`,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    timeoutMs,
    maxBytes: maxResponseBytes,
  }
}

/** Returns the parsed body of a successful response, and throws a `SearchRefusal` for any other status. */
export function parseSearchResponse(response: UpstreamResponse): unknown {
  if (response.status !== 200) throw toSearchRefusal(response)
  return response.takeJson()
}

/**
 * The platform omits empty lists, so `fieldMask` is the only proof that a response without `results` is a
 * valid page.
 */
export function searchPageParser<RowShape extends Shape>(
  kind: RowKind<RowShape>,
): ResponseParser<{ readonly rows: readonly RowOf<RowShape>[]; readonly nextPageToken: string }> {
  const page = row({ fieldMask: text, results: optional(list(kind.shape)), nextPageToken: optional(text) })
  return {
    shape: page.shape,
    parse(response) {
      const { results = [], nextPageToken = '' } = page.parse(response)
      return { rows: results, nextPageToken }
    },
  }
}

/** One step of a refusal's path to the invalid field. The index is the position in a repeated field. */
export interface PathElement {
  readonly fieldName: string
  readonly index?: number
}

/** One error of a GoogleAdsFailure. */
export interface AdsError {
  /** The code has the form `campaignError.DUPLICATE_CAMPAIGN_NAME`. */
  readonly code: string
  readonly message: string
  readonly trigger: string
  readonly path: readonly PathElement[]
  readonly details: Readonly<Record<string, unknown>>
}

/**
 * A refusal is a google.rpc.Status whose details may contain a GoogleAdsFailure.
 * https://developers.google.com/google-ads/api/docs/best-practices/understand-api-errors
 */
export class SearchRefusal extends Error {
  readonly status: number
  readonly errors: readonly AdsError[]
  /**
   * The reason, such as SERVICE_DISABLED, is set when the front end refused before the request reached the
   * API.
   */
  readonly reason: string
  /** The message of the google.rpc.Status, without its details. */
  readonly statusMessage: string
  /** The platform could not parse the request body, which is a bug in adrail. */
  readonly isRequestMalformed: boolean
  /** Only a refusal that is a valid google.rpc.Status proves that the platform changed nothing. */
  readonly isWellFormed: boolean
  readonly requestId: string

  constructor(
    refusal: Pick<
      SearchRefusal,
      'status' | 'errors' | 'reason' | 'statusMessage' | 'isRequestMalformed' | 'isWellFormed' | 'requestId'
    >,
  ) {
    super(`${refusal.status} ${refusal.errors[0]?.code ?? refusal.reason}`)
    this.name = 'SearchRefusal'
    this.status = refusal.status
    this.errors = refusal.errors
    this.reason = refusal.reason
    this.statusMessage = refusal.statusMessage
    this.isRequestMalformed = refusal.isRequestMalformed
    this.isWellFormed = refusal.isWellFormed
    this.requestId = refusal.requestId
  }

  hasCode(code: string): boolean {
    return this.errors.some((error) => error.code === code)
  }
}

function toSearchRefusal(response: UpstreamResponse): SearchRefusal {
  const body = tryParseJson(response.text)
  // A streaming response is a list even if the list contains only an error.
  const [firstItem] = asList(body)
  const status = asObject(valueAt(firstItem ?? body, 'error'))
  const details = asList(status['details']).map(asObject)
  // Details are found by type because their selection and order differ between responses.
  const findDetail = (suffix: string) => details.find((detail) => asText(detail['@type']).endsWith(suffix))
  const failure = findDetail('.GoogleAdsFailure')
  const errors = asList(failure?.['errors']).map(parseAdsError)
  return new SearchRefusal({
    status: response.status,
    errors: sortByPart(dropDependentErrors(errors)),
    reason: asText(findDetail('google.rpc.ErrorInfo')?.['reason']),
    statusMessage: asText(status['message']),
    isRequestMalformed: findDetail('google.rpc.BadRequest') !== undefined,
    isWellFormed: typeof status['code'] === 'number',
    requestId: asText(failure?.['requestId']) || (response.headers['request-id'] ?? ''),
  })
}

function parseAdsError(value: unknown): AdsError {
  const [family = '', name = ''] = Object.entries(asObject(valueAt(value, 'errorCode')))[0] ?? []
  return {
    code: `${family}.${asText(name)}`,
    message: asText(valueAt(value, 'message')),
    trigger: asText(valueAt(value, 'trigger', 'stringValue')),
    path: asList(valueAt(value, 'location', 'fieldPathElements')).map((element): PathElement => {
      const index = valueAt(element, 'index')
      const fieldName = asText(valueAt(element, 'fieldName'))
      return typeof index === 'number' ? { fieldName, index } : { fieldName }
    }),
    details: asObject(valueAt(value, 'details')),
  }
}

/**
 * The platform also refuses every part that refers to a refused part. These follow-up errors are dropped
 * because they do not help the caller.
 */
function dropDependentErrors(errors: readonly AdsError[]): readonly AdsError[] {
  const primary = errors.filter(({ code }) => code !== 'newResourceCreationError.TEMP_ID_RESOURCE_HAD_ERRORS')
  return primary.length > 0 ? primary : errors
}

function sortByPart(errors: readonly AdsError[]): readonly AdsError[] {
  return errors.toSorted((a, b) => (a.path[0]?.index ?? 0) - (b.path[0]?.index ?? 0))
}
