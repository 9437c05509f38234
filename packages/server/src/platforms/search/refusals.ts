// How the platform says no: a google.rpc.Status whose details carry a GoogleAdsFailure, or not.
// https://developers.google.com/google-ads/api/docs/best-practices/understand-api-errors

import type { UpstreamResponse } from '../kit/upstream.ts'
import { asList, asObject, asText, at } from '../kit/values.ts'
import type { AdsError, PathElement } from './wire.ts'

/** An answer that refuses. */
export class SearchRefusal extends Error {
  readonly status: number
  readonly errors: readonly AdsError[]
  /** Why the front end refused before the request reached the interface, such as SERVICE_DISABLED. */
  readonly reason: string
  /** The body has a form the platform does not know: a fault of ours. */
  readonly malformed: boolean
  /** Only a refusal in the platform's own form is proof that nothing was done. */
  readonly wellFormed: boolean
  readonly requestId: string

  constructor(
    refusal: Pick<SearchRefusal, 'status' | 'errors' | 'reason' | 'malformed' | 'wellFormed' | 'requestId'>,
  ) {
    super(`${refusal.status} ${refusal.errors[0]?.code ?? refusal.reason}`)
    this.name = 'SearchRefusal'
    this.status = refusal.status
    this.errors = refusal.errors
    this.reason = refusal.reason
    this.malformed = refusal.malformed
    this.wellFormed = refusal.wellFormed
    this.requestId = refusal.requestId
  }

  has(code: string): boolean {
    return this.errors.some((error) => error.code === code)
  }
}

export function refusalOf(response: UpstreamResponse): SearchRefusal {
  const body = parsed(response.text)
  const status = asObject(at(body, 'error'))
  const details = asList(status['details']).map(asObject)
  // Never the first one: which details come, and in which order, differs.
  const ofType = (end: string) => details.find((detail) => asText(detail['@type']).endsWith(end))
  const failure = ofType('.GoogleAdsFailure')
  const errors = asList(failure?.['errors']).map(errorOf)
  return new SearchRefusal({
    status: response.status,
    errors: inOrder(withoutSecondary(errors)),
    reason: asText(ofType('google.rpc.ErrorInfo')?.['reason']),
    malformed: ofType('google.rpc.BadRequest') !== undefined,
    wellFormed: typeof status['code'] === 'number',
    requestId: asText(failure?.['requestId']) || (response.headers['request-id'] ?? ''),
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
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
