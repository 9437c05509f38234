// Translates the platform's refusals and failures to contract errors.
// https://developers.google.com/google-ads/api/reference/rpc/v25/GoogleAdsFailure

import type { Violation } from '@adrail/contract'
import { type ErrorDetails, ServiceError } from '../../base/errors.ts'
import { errorOfFailure } from '../kit/noAnswer.ts'
import { rateLimited } from '../kit/room.ts'
import { UpstreamFailure } from '../kit/upstreamFailure.ts'
import { asText, at } from '../kit/values.ts'
import {
  bug,
  failing,
  forbidden,
  frontEnd,
  operator,
  type Row,
  rejected,
  relink,
  rowFor,
  rateLimited as tooFast,
} from './errorTable.ts'
import { fieldOf } from './fields.ts'
import type { QuotaOwner } from './quota.ts'
import { type AdsError, type Origins, SearchRefusal } from './wire.ts'

const platform = 'search'

/** Returns whether a newer token may help. */
export function isAboutToken(error: unknown): boolean {
  if (!(error instanceof SearchRefusal) || error.status !== 401) return false
  return (
    error.errors.length === 0 ||
    error.errors.some(({ code }) => code.startsWith('authenticationError.OAUTH_TOKEN_'))
  )
}

/** Returns whether the platform itself failed, so that the effect of the call is unknown. */
export function isFailing(error: unknown): boolean {
  if (!(error instanceof SearchRefusal)) return false
  return error.status >= 500 || error.errors.some(({ code }) => code.startsWith('internalError.'))
}

/**
 * The platform refuses queries of one pattern when they used too many resources in some minutes or in a day.
 * Other patterns remain allowed.
 * https://developers.google.com/google-ads/api/docs/productionize/manage-data-efficiently
 */
const expensive: Readonly<Record<string, number>> = {
  'quotaError.EXCESSIVE_SHORT_TERM_QUERY_RESOURCE_CONSUMPTION': 5 * 60_000,
  'quotaError.EXCESSIVE_LONG_TERM_QUERY_RESOURCE_CONSUMPTION': 30 * 60_000,
}

/** Returns undefined when the error is not about a quota or when waiting would not help. */
export function quotaDelayMs(error: unknown): number | undefined {
  if (!(error instanceof SearchRefusal) || error.has('quotaError.ACCESS_PROHIBITED')) return undefined
  const quota = error.errors.find(({ code }) => code.startsWith('quotaError.'))
  if (!quota) return error.status === 429 ? 1000 : undefined
  const seconds = /^([0-9]+(?:\.[0-9]+)?)s$/.exec(
    asText(at(quota.details, 'quotaErrorDetails', 'retryDelay')),
  )?.[1]
  return seconds === undefined ? (expensive[quota.code] ?? 1000) : Math.ceil(Number(seconds) * 1000)
}

/** Returns the scope of the exhausted quota: one query pattern, the whole service, or one account. */
export function quotaOwner(error: unknown): QuotaOwner {
  if (!(error instanceof SearchRefusal)) return 'account'
  if (error.errors.some(({ code }) => Object.hasOwn(expensive, code))) return 'pattern'
  const isOfService = error.errors.some(
    ({ details }) => at(details, 'quotaErrorDetails', 'rateScope') === 'DEVELOPER',
  )
  return isOfService ? 'service' : 'account'
}

/** Returns whether the platform definitely refused with this error code. */
export function isRefusalFor(error: unknown, code: string): error is ServiceError {
  if (!(error instanceof ServiceError) || error.status >= 500) return false
  return error.cause instanceof SearchRefusal && error.cause.has(code)
}

/** Only mutates have origins. They assign errors to fields of the caller's body. */
export function asError(thrown: unknown, givenOrigins?: Origins): unknown {
  if (thrown instanceof UpstreamFailure) return errorOfFailure(thrown, platform)
  if (!(thrown instanceof SearchRefusal)) return thrown
  const isMutate = givenOrigins !== undefined
  const origins = givenOrigins ?? []
  const [first] = thrown.errors
  // A server error or a malformed response does not prove that the platform changed nothing.
  const isProof = thrown.wellFormed && thrown.status < 500
  const row = isMutate && !isProof ? failing : rowOf(thrown)
  const field = (first && fieldOf(first.path, origins)) || row.field || ''
  const common: ErrorDetails = {
    cause: thrown,
    platformError: {
      platform,
      code: first?.code ?? thrown.reason,
      subcode: '',
      traceId: thrown.requestId,
    },
    ...(field === '' ? {} : { field }),
  }
  const code = isMutate && row.code === 'INTERNAL' ? 'PLATFORM_REJECTED' : row.code
  switch (code) {
    case 'UPSTREAM_RATE_LIMITED':
      return rateLimited(platform, (quotaDelayMs(thrown) ?? 1000) / 1000, common)
    case 'ACCOUNT_RELINK_REQUIRED':
      return new ServiceError(code, { ...common, values: { platform, reason: wordsOf(row, first) } })
    case 'INTERNAL':
    case 'UPSTREAM_ERROR':
    case 'DUPLICATE_CAMPAIGN_NAME':
      return new ServiceError(code, { ...common, values: { platform } })
    default: {
      const flaws = flawsOf(thrown.errors, origins)
      const problem =
        row === bug ? 'it does not understand what this service sent.' : problemOf(thrown, origins)
      return new ServiceError(code, {
        ...common,
        values: { platform, problem },
        ...(flaws.length === 0 ? {} : { flaws }),
      })
    }
  }
}

export function rowOf(refusal: SearchRefusal): Row {
  const [first] = refusal.errors
  if (first) return rowFor(first)
  const known = frontEnd[refusal.reason]
  if (known) return known
  if (refusal.malformed) return bug
  if (refusal.status === 401) return relink('its access is no longer accepted')
  if (refusal.status === 429) return tooFast
  // The front end may refuse with PERMISSION_DENIED and no details. googleads/google-ads-python#545 shows
  // such a 403.
  if (refusal.status === 403 && refusal.wellFormed)
    return forbidden(sentence(refusal.words || 'it gave no reason'))
  // The platform returns 404 for every call to an API version that was switched off.
  if (refusal.status === 404) return operator
  return refusal.status >= 500 || !refusal.wellFormed ? failing : rejected('it gave no reason.')
}

function wordsOf(row: Row, error: AdsError | undefined): string {
  if (typeof row.says === 'string') return row.says
  if (error === undefined) return 'it gave no reason.'
  return row.says?.(error) ?? sentence(error.message || error.code)
}

/** Describes the first error and the number of further errors. The error details list up to 20 of them. */
function problemOf(refusal: SearchRefusal, origins: Origins): string {
  const [first, ...others] = refusal.errors
  const row = rowOf(refusal)
  if (!first) return wordsOf(row, undefined)
  const field = fieldOf(first.path, origins) || row.field || ''
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  const words = wordsOf(row, first)
  return `${field === '' ? '' : `${field}${more}: `}${words}`
}

function flawsOf(errors: readonly AdsError[], origins: Origins): Violation[] {
  return errors.slice(0, 20).flatMap((error) => {
    const row = rowFor(error)
    const field = fieldOf(error.path, origins) || row.field
    return field === undefined ? [] : [{ field, code: flawCode(error.code), message: wordsOf(row, error) }]
  })
}

function flawCode(code: string): Violation['code'] {
  const kinds = ['TOO_LONG', 'TOO_SHORT', 'TOO_MANY', 'TOO_FEW', 'REQUIRED', 'DUPLICATE'] as const
  const kind = kinds.find((name) => code.includes(name))
  return kind ?? (code.endsWith('LINE_TOO_WIDE') ? 'TOO_LONG' : 'NOT_ALLOWED')
}

/** Formats the platform's message as one sentence of at most about 140 characters. */
function sentence(words: string): string {
  const line = words.replace(/[\s{}]+/g, ' ').trim()
  const short = line.length > 140 ? `${line.slice(0, 140).trimEnd()}…` : line
  return /[.!?…]$/.test(short) ? short.replace(/[!?…]$/, '.') : `${short}.`
}
