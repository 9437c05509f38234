// From the platform's refusals and failures to errors of the contract, by one table.
// https://developers.google.com/google-ads/api/reference/rpc/v25/GoogleAdsFailure

import type { Flaw } from '@adrail/contract'
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

/** Whether a newer token may help. */
export function isAboutToken(error: unknown): boolean {
  if (!(error instanceof SearchRefusal) || error.status !== 401) return false
  return (
    error.errors.length === 0 ||
    error.errors.some(({ code }) => code.startsWith('authenticationError.OAUTH_TOKEN_'))
  )
}

/** Whether the platform itself failed: nothing is known about the effect. */
export function isFailing(error: unknown): boolean {
  if (!(error instanceof SearchRefusal)) return false
  return error.status >= 500 || error.errors.some(({ code }) => code.startsWith('internalError.'))
}

/**
 * Queries of one kind that cost the platform too much, over some minutes or over a day. It holds back that kind alone.
 * https://developers.google.com/google-ads/api/docs/productionize/manage-data-efficiently
 */
const expensive: Readonly<Record<string, number>> = {
  'quotaError.EXCESSIVE_SHORT_TERM_QUERY_RESOURCE_CONSUMPTION': 5 * 60_000,
  'quotaError.EXCESSIVE_LONG_TERM_QUERY_RESOURCE_CONSUMPTION': 30 * 60_000,
}

/** How long the platform asks to wait; nothing when it does not, or when waiting would not help. */
export function quotaDelayMs(error: unknown): number | undefined {
  if (!(error instanceof SearchRefusal) || error.has('quotaError.ACCESS_PROHIBITED')) return undefined
  const quota = error.errors.find(({ code }) => code.startsWith('quotaError.'))
  if (!quota) return error.status === 429 ? 1000 : undefined
  const seconds = /^([0-9]+(?:\.[0-9]+)?)s$/.exec(
    asText(at(quota.details, 'quotaErrorDetails', 'retryDelay')),
  )?.[1]
  return seconds === undefined ? (expensive[quota.code] ?? 1000) : Math.ceil(Number(seconds) * 1000)
}

/** Whose quota is used up: that of one kind of query, of the whole service, or of an account. */
export function quotaOwner(error: unknown): QuotaOwner {
  if (!(error instanceof SearchRefusal)) return 'account'
  if (error.errors.some(({ code }) => Object.hasOwn(expensive, code))) return 'pattern'
  const isOfService = error.errors.some(
    ({ details }) => at(details, 'quotaErrorDetails', 'rateScope') === 'DEVELOPER',
  )
  return isOfService ? 'service' : 'account'
}

/** Whether the platform definitely refused, and named this as a reason. */
export function isRefusalFor(error: unknown, code: string): error is ServiceError {
  if (!(error instanceof ServiceError) || error.status >= 500) return false
  return error.cause instanceof SearchRefusal && error.cause.has(code)
}

/** What a call that failed for good means to the caller; the parts of a mutate say where they come from. */
export function asError(thrown: unknown, givenOrigins?: Origins): unknown {
  if (thrown instanceof UpstreamFailure) return errorOfFailure(thrown, platform)
  if (!(thrown instanceof SearchRefusal)) return thrown
  const isMutate = givenOrigins !== undefined
  const origins = givenOrigins ?? []
  const [first] = thrown.errors
  // A failure, and what does not speak the platform's language, are no proof that nothing was done.
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
  // The front end may refuse with PERMISSION_DENIED and no details: googleads/google-ads-python#545 shows such a 403.
  if (refusal.status === 403 && refusal.wellFormed)
    return forbidden(sentence(refusal.words || 'it gave no reason'))
  // A version that was switched off answers 404 to everything.
  if (refusal.status === 404) return operator
  return refusal.status >= 500 || !refusal.wellFormed ? failing : rejected('it gave no reason.')
}

function wordsOf(row: Row, error: AdsError | undefined): string {
  if (typeof row.says === 'string') return row.says
  if (error === undefined) return 'it gave no reason.'
  return row.says?.(error) ?? sentence(error.message || error.code)
}

/** All that is wrong in one text, as far as it stays readable; the rest is in the details. */
function problemOf(refusal: SearchRefusal, origins: Origins): string {
  const [first, ...others] = refusal.errors
  const row = rowOf(refusal)
  if (!first) return wordsOf(row, undefined)
  const field = fieldOf(first.path, origins) || row.field || ''
  const more = others.length === 0 ? '' : ` (and ${others.length} more)`
  const words = wordsOf(row, first)
  return `${field === '' ? '' : `${field}${more}: `}${words}`
}

function flawsOf(errors: readonly AdsError[], origins: Origins): Flaw[] {
  return errors.slice(0, 20).flatMap((error) => {
    const row = rowFor(error)
    const field = fieldOf(error.path, origins) || row.field
    return field === undefined ? [] : [{ field, code: flawCode(error.code), message: wordsOf(row, error) }]
  })
}

function flawCode(code: string): Flaw['code'] {
  const kinds = ['TOO_LONG', 'TOO_SHORT', 'TOO_MANY', 'TOO_FEW', 'REQUIRED', 'DUPLICATE'] as const
  const kind = kinds.find((name) => code.includes(name))
  return kind ?? (code.endsWith('LINE_TOO_WIDE') ? 'TOO_LONG' : 'NOT_ALLOWED')
}

/** The platform's words as one sentence of bearable length. */
function sentence(words: string): string {
  const line = words.replace(/[\s{}]+/g, ' ').trim()
  const short = line.length > 140 ? `${line.slice(0, 140).trimEnd()}…` : line
  return /[.!?…]$/.test(short) ? short.replace(/[!?…]$/, '.') : `${short}.`
}
