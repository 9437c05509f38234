// Requests and answers of the platform: one call as a value, its refusals, and the pages of a list.
// https://learn.microsoft.com/en-us/linkedin/marketing/versioning

import type { Endpoints } from '../kit/provider.ts'
import {
  list,
  number,
  object,
  optional,
  type Reading,
  type RowKind,
  type RowOf,
  row,
  type Shape,
} from '../kit/rows.ts'
import type { UpstreamRequest, UpstreamResponse } from '../kit/upstream.ts'
import { asList, asText, at, jsonIn } from '../kit/values.ts'
import { type RestliValue, restliQuery } from './restli.ts'

/** Finds entities; one call, as a value: it is written down anew for every try and every page. */
export interface ProCall {
  /** The path to what the resource belongs to, such as `adAccounts/512345678/`; without it nothing. */
  readonly below?: string
  readonly resource: string
  readonly finder: string
  readonly parameters: Readonly<Record<string, RestliValue>>
}

/** A longer query travels in the body of a POST. https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/query-tunneling */
const longestQuery = 4000
const mostBytes = 16 * 1024 * 1024

export function requestOf(
  { below = '', resource, finder, parameters }: ProCall,
  { apiUrl, version }: Endpoints,
  accessToken: string,
): UpstreamRequest {
  const query = restliQuery({ q: finder, ...parameters })
  const url = `${apiUrl}/rest/${below}${resource}`
  const call = `pro ${resource} ${finder}` as const
  const headers = {
    authorization: `Bearer ${accessToken}`,
    'linkedin-version': version,
    'x-restli-protocol-version': '2.0.0',
    'x-restli-method': 'FINDER',
  }
  if (query.length <= longestQuery) return { call, method: 'GET', url: `${url}?${query}`, headers, mostBytes }
  return {
    call,
    method: 'POST',
    url,
    headers: {
      ...headers,
      'x-http-method-override': 'GET',
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: query,
    mostBytes,
  }
}

/** The answer's body; a refusal is thrown. */
export function readAnswer(response: UpstreamResponse): unknown {
  if (response.status !== 200) throw refusalOf(response)
  return response.json()
}

/** One page of a list. `elements` is there even when it is empty; how many there are in all is not always told. */
export function pageOf<Of extends Shape>(
  kind: RowKind<Of>,
): Reading<{ readonly rows: readonly RowOf<Of>[]; readonly total: number | undefined }> {
  const page = row({ elements: list(kind.shape), paging: optional(object({ total: optional(number) })) })
  return {
    shape: page.shape,
    read(answer) {
      const { elements, paging } = page.read(answer)
      return { rows: elements, total: paging?.total }
    },
  }
}

/** The platform's own refusal, as it said it. Which members are there differs from resource to resource. */
export class ProRefusal extends Error {
  readonly status: number
  readonly code: string
  readonly serviceErrorCode: number | undefined
  readonly wellFormed: boolean
  readonly traceId: string

  constructor(refusal: Pick<ProRefusal, 'status' | 'code' | 'serviceErrorCode' | 'wellFormed' | 'traceId'>) {
    super(`${refusal.status} ${refusal.code || refusal.serviceErrorCode || ''}`)
    this.name = 'ProRefusal'
    this.status = refusal.status
    this.code = refusal.code
    this.serviceErrorCode = refusal.serviceErrorCode
    this.wellFormed = refusal.wellFormed
    this.traceId = refusal.traceId
  }

  /** By its name or by its number: older answers have only the one, gateways only the other. */
  is(code: string, serviceErrorCode?: number): boolean {
    return (
      this.code === code || (serviceErrorCode !== undefined && this.serviceErrorCode === serviceErrorCode)
    )
  }
}

function refusalOf(response: UpstreamResponse): ProRefusal {
  const body = jsonIn(response.text)
  const number = at(body, 'serviceErrorCode')
  const [detail] = asList(at(body, 'errorDetails', 'inputErrors'))
  return new ProRefusal({
    status: response.status,
    // Refusals of a query have their code only in the details.
    code: asText(at(body, 'code')) || asText(at(detail, 'code')),
    serviceErrorCode: typeof number === 'number' ? number : undefined,
    wellFormed: at(body, 'status') !== undefined || at(body, 'message') !== undefined,
    traceId: response.headers['x-li-request-id'] ?? response.headers['x-li-uuid'] ?? '',
  })
}
