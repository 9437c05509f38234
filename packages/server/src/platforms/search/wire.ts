// Requests and answers of the platform: one call as a value, its refusals, and the pages of a query.
// https://developers.google.com/google-ads/api/rest/overview

import type { Endpoints } from '../kit/provider.ts'
import { list, optional, type Reading, type RowKind, type RowOf, row, type Shape, text } from '../kit/rows.ts'
import type { UpstreamRequest, UpstreamResponse } from '../kit/upstream.ts'
import { asList, asObject, asText, at, jsonIn } from '../kit/values.ts'

/** Which member of the caller's body each part of a mutate comes from; empty where a part comes from several. */
export type Origins = readonly string[]

/** One call, as a value: it is written down anew for every try. */
export interface SearchCall {
  /** What follows the version. */
  readonly path: string
  readonly body: Readonly<Record<string, unknown>>
  /** Of a mutate, and of nothing else. */
  readonly origins?: Origins
  readonly timeoutMs?: number
}

/** What a query reads; empty for any other call. */
export function fromOf({ body }: SearchCall): string {
  const [, from = ''] = / FROM (\w+)/.exec(String(body['query'] ?? '')) ?? []
  return from
}

const mostBytes = 32 * 1024 * 1024

export function requestOf(
  { path, body, timeoutMs = 10_000 }: SearchCall,
  { apiUrl, version }: Endpoints,
  headers: Readonly<Record<string, string>>,
): UpstreamRequest {
  return {
    // Without the ids of accounts.
    call: `search ${path.replace(/\/\d+/g, '')}`,
    method: 'POST',
    url: `${apiUrl}/${version}/${path}`,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
    timeoutMs,
    mostBytes,
  }
}

/** The answer's body; a refusal is thrown. */
export function readAnswer(response: UpstreamResponse): unknown {
  if (response.status !== 200) throw refusalOf(response)
  return response.takeJson()
}

/** One page of a query. Empty lists are left out, so that the mask alone proves that the answer is whole. */
export function pageOf<Of extends Shape>(
  kind: RowKind<Of>,
): Reading<{ readonly rows: readonly RowOf<Of>[]; readonly nextPageToken: string }> {
  const page = row({ fieldMask: text, results: optional(list(kind.shape)), nextPageToken: optional(text) })
  return {
    shape: page.shape,
    read(answer) {
      const { results = [], nextPageToken = '' } = page.read(answer)
      return { rows: results, nextPageToken }
    },
  }
}

/** A refusal's path to the offending field: protocol names, and places in lists. */
export interface PathElement {
  readonly fieldName: string
  readonly index?: number
}

/** One entry of a GoogleAdsFailure. */
export interface AdsError {
  /** `campaignError.DUPLICATE_CAMPAIGN_NAME` */
  readonly code: string
  readonly message: string
  readonly trigger: string
  readonly path: readonly PathElement[]
  readonly details: Readonly<Record<string, unknown>>
}

/**
 * The platform's own refusal: a google.rpc.Status whose details carry a GoogleAdsFailure, or not.
 * https://developers.google.com/google-ads/api/docs/best-practices/understand-api-errors
 */
export class SearchRefusal extends Error {
  readonly status: number
  readonly errors: readonly AdsError[]
  /** Why the front end refused before the request reached the interface, such as SERVICE_DISABLED. */
  readonly reason: string
  /** What the status itself says, beside its details. */
  readonly words: string
  /** The body has a form the platform does not know: a fault of ours. */
  readonly malformed: boolean
  /** Only a refusal in the platform's own form is proof that nothing was done. */
  readonly wellFormed: boolean
  readonly requestId: string

  constructor(
    refusal: Pick<
      SearchRefusal,
      'status' | 'errors' | 'reason' | 'words' | 'malformed' | 'wellFormed' | 'requestId'
    >,
  ) {
    super(`${refusal.status} ${refusal.errors[0]?.code ?? refusal.reason}`)
    this.name = 'SearchRefusal'
    this.status = refusal.status
    this.errors = refusal.errors
    this.reason = refusal.reason
    this.words = refusal.words
    this.malformed = refusal.malformed
    this.wellFormed = refusal.wellFormed
    this.requestId = refusal.requestId
  }

  has(code: string): boolean {
    return this.errors.some((error) => error.code === code)
  }
}

function refusalOf(response: UpstreamResponse): SearchRefusal {
  const body = jsonIn(response.text)
  // A stream is a list, also when all it has is an error.
  const [inStream] = asList(body)
  const status = asObject(at(inStream ?? body, 'error'))
  const details = asList(status['details']).map(asObject)
  // Never the first one: which details come, and in which order, differs.
  const ofType = (end: string) => details.find((detail) => asText(detail['@type']).endsWith(end))
  const failure = ofType('.GoogleAdsFailure')
  const errors = asList(failure?.['errors']).map(errorOf)
  return new SearchRefusal({
    status: response.status,
    errors: inOrder(withoutSecondary(errors)),
    reason: asText(ofType('google.rpc.ErrorInfo')?.['reason']),
    words: asText(status['message']),
    malformed: ofType('google.rpc.BadRequest') !== undefined,
    wellFormed: typeof status['code'] === 'number',
    requestId: asText(failure?.['requestId']) || (response.headers['request-id'] ?? ''),
  })
}

function errorOf(value: unknown): AdsError {
  const [family = '', name = ''] = Object.entries(asObject(at(value, 'errorCode')))[0] ?? []
  return {
    code: `${family}.${asText(name)}`,
    message: asText(at(value, 'message')),
    trigger: asText(at(value, 'trigger', 'stringValue')),
    path: asList(at(value, 'location', 'fieldPathElements')).map((element): PathElement => {
      const index = at(element, 'index')
      const fieldName = asText(at(element, 'fieldName'))
      return typeof index === 'number' ? { fieldName, index } : { fieldName }
    }),
    details: asObject(at(value, 'details')),
  }
}

/** Parts that refer to a refused part are refused for that alone, which helps nobody. */
function withoutSecondary(errors: readonly AdsError[]): readonly AdsError[] {
  const primary = errors.filter(({ code }) => code !== 'newResourceCreationError.TEMP_ID_RESOURCE_HAD_ERRORS')
  return primary.length > 0 ? primary : errors
}

function inOrder(errors: readonly AdsError[]): readonly AdsError[] {
  return errors.toSorted((a, b) => (a.path[0]?.index ?? 0) - (b.path[0]?.index ?? 0))
}
