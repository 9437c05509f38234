// Translates the platform's refusals and failures to contract errors.
// https://developers.google.com/google-ads/api/reference/rpc/v25/GoogleAdsFailure

import type { Violation } from '@adrail/contract'
import { type ErrorDetails, ServiceError } from '../../runtime/errors.ts'
import { upstreamRateLimitError } from '../connector-kit/quotaWait.ts'
import { toUpstreamError } from '../connector-kit/upstreamErrors.ts'
import { UpstreamFailure } from '../connector-kit/upstreamFailure.ts'
import { asText, valueAt } from '../connector-kit/values.ts'
import { findCallerField } from './callerFields.ts'
import {
  findErrorRule,
  frontEndRulesByReason,
  internalBugRule,
  operatorRule,
  permissionRule,
  rateLimitRule,
  rejectedRule,
  relinkRule,
  type SearchErrorRule,
  upstreamErrorRule,
} from './errorTable.ts'
import type { QuotaScope } from './quota.ts'
import { type AdsError, type CallerFieldPaths, SearchRefusal } from './wire.ts'

const platform = 'search'

/** Returns whether a newer token may help. */
export function isSearchTokenError(error: unknown): boolean {
  if (!(error instanceof SearchRefusal) || error.status !== 401) return false
  return (
    error.errors.length === 0 ||
    error.errors.some(({ code }) => code.startsWith('authenticationError.OAUTH_TOKEN_'))
  )
}

/** Returns whether the platform itself failed, so that the effect of the call is unknown. */
export function isSearchServerError(error: unknown): boolean {
  if (!(error instanceof SearchRefusal)) return false
  return error.status >= 500 || error.errors.some(({ code }) => code.startsWith('internalError.'))
}

/**
 * The platform refuses queries of one pattern when they used too many resources in some minutes or in a day.
 * Other patterns remain allowed.
 * https://developers.google.com/google-ads/api/docs/productionize/manage-data-efficiently
 */
const resourceLimitDelayMs: Readonly<Record<string, number>> = {
  'quotaError.EXCESSIVE_SHORT_TERM_QUERY_RESOURCE_CONSUMPTION': 5 * 60_000,
  'quotaError.EXCESSIVE_LONG_TERM_QUERY_RESOURCE_CONSUMPTION': 30 * 60_000,
}

/** Returns undefined when the error is not about a quota or when waiting would not help. */
export function findQuotaDelayMs(error: unknown): number | undefined {
  if (!(error instanceof SearchRefusal) || error.hasCode('quotaError.ACCESS_PROHIBITED')) return undefined
  const quota = error.errors.find(({ code }) => code.startsWith('quotaError.'))
  if (!quota) return error.status === 429 ? 1000 : undefined
  const seconds = /^([0-9]+(?:\.[0-9]+)?)s$/.exec(
    asText(valueAt(quota.details, 'quotaErrorDetails', 'retryDelay')),
  )?.[1]
  return seconds === undefined
    ? (resourceLimitDelayMs[quota.code] ?? 1000)
    : Math.ceil(Number(seconds) * 1000)
}

/** Returns the scope of the exhausted quota: one query pattern, the whole service, or one account. */
export function findQuotaScope(error: unknown): QuotaScope {
  if (!(error instanceof SearchRefusal)) return 'account'
  if (error.errors.some(({ code }) => Object.hasOwn(resourceLimitDelayMs, code))) return 'pattern'
  const isServiceScope = error.errors.some(
    ({ details }) => valueAt(details, 'quotaErrorDetails', 'rateScope') === 'DEVELOPER',
  )
  return isServiceScope ? 'service' : 'account'
}

/** Returns whether the platform definitely refused with this error code. */
export function isRefusalFor(error: unknown, code: string): error is ServiceError {
  if (!(error instanceof ServiceError) || error.status >= 500) return false
  return error.cause instanceof SearchRefusal && error.cause.hasCode(code)
}

/** Only mutates have origins. They assign errors to fields of the caller's body. */
export function toSearchError(thrown: unknown, mutateCallerFields?: CallerFieldPaths): unknown {
  if (thrown instanceof UpstreamFailure) return toUpstreamError(thrown, platform)
  if (!(thrown instanceof SearchRefusal)) return thrown
  const isMutate = mutateCallerFields !== undefined
  const callerFields = mutateCallerFields ?? []
  const [first] = thrown.errors
  // A server error or a malformed response does not prove that the platform changed nothing.
  const isDefiniteRefusal = thrown.isWellFormed && thrown.status < 500
  const rule = isMutate && !isDefiniteRefusal ? upstreamErrorRule : findRefusalRule(thrown)
  const field = (first && findCallerField(first.path, callerFields)) || rule.field || ''
  const commonDetails: ErrorDetails = {
    cause: thrown,
    platformError: {
      platform,
      code: first?.code ?? thrown.reason,
      subcode: '',
      traceId: thrown.requestId,
    },
    ...(field === '' ? {} : { field }),
  }
  const code = isMutate && rule.code === 'INTERNAL' ? 'PLATFORM_REJECTED' : rule.code
  switch (code) {
    case 'UPSTREAM_RATE_LIMITED':
      return upstreamRateLimitError(platform, (findQuotaDelayMs(thrown) ?? 1000) / 1000, commonDetails)
    case 'ACCOUNT_RELINK_REQUIRED':
      return new ServiceError(code, {
        ...commonDetails,
        values: { platform, reason: describeError(rule, first) },
      })
    case 'INTERNAL':
    case 'UPSTREAM_ERROR':
    case 'DUPLICATE_CAMPAIGN_NAME':
      return new ServiceError(code, { ...commonDetails, values: { platform } })
    default: {
      const violations = toViolations(thrown.errors, callerFields)
      const problem =
        rule === internalBugRule
          ? 'adrail sent a request that Google Ads does not understand.'
          : describeRefusal(thrown, callerFields)
      return new ServiceError(code, {
        ...commonDetails,
        values: { platform, problem },
        ...(violations.length === 0 ? {} : { violations }),
      })
    }
  }
}

export function findRefusalRule(refusal: SearchRefusal): SearchErrorRule {
  const [first] = refusal.errors
  if (first) return findErrorRule(first)
  const frontEndRule = frontEndRulesByReason[refusal.reason]
  if (frontEndRule) return frontEndRule
  if (refusal.isRequestMalformed) return internalBugRule
  if (refusal.status === 401) return relinkRule('Google Ads no longer accepts the access')
  if (refusal.status === 429) return rateLimitRule
  // The front end may refuse with PERMISSION_DENIED and no details. googleads/google-ads-python#545 shows
  // such a 403.
  if (refusal.status === 403 && refusal.isWellFormed)
    return permissionRule(toSentence(refusal.statusMessage || 'Google Ads returned no reason'))
  // The platform returns 404 for every call to an API version that was switched off.
  if (refusal.status === 404) return operatorRule
  return refusal.status >= 500 || !refusal.isWellFormed
    ? upstreamErrorRule
    : rejectedRule('the platform returned no reason.')
}

function describeError(rule: SearchErrorRule, error: AdsError | undefined): string {
  if (typeof rule.description === 'string') return rule.description
  if (error === undefined) return 'the platform returned no reason.'
  return rule.description?.(error) ?? toSentence(error.message || error.code)
}

/** Describes the first error and the number of further errors. The error details list up to 20 of them. */
function describeRefusal(refusal: SearchRefusal, callerFields: CallerFieldPaths): string {
  const [first, ...others] = refusal.errors
  const rule = findRefusalRule(refusal)
  if (!first) return describeError(rule, undefined)
  const field = findCallerField(first.path, callerFields) || rule.field || ''
  const moreText = others.length === 0 ? '' : ` (and ${others.length} more)`
  const description = describeError(rule, first)
  return `${field === '' ? '' : `${field}${moreText}: `}${description}`
}

function toViolations(errors: readonly AdsError[], callerFields: CallerFieldPaths): Violation[] {
  return errors.slice(0, 20).flatMap((error) => {
    const rule = findErrorRule(error)
    const field = findCallerField(error.path, callerFields) || rule.field
    return field === undefined
      ? []
      : [{ field, code: toViolationCode(error.code), message: describeError(rule, error) }]
  })
}

function toViolationCode(code: string): Violation['code'] {
  const kinds = ['TOO_LONG', 'TOO_SHORT', 'TOO_MANY', 'TOO_FEW', 'REQUIRED', 'DUPLICATE'] as const
  const kind = kinds.find((name) => code.includes(name))
  return kind ?? (code.endsWith('LINE_TOO_WIDE') ? 'TOO_LONG' : 'NOT_ALLOWED')
}

/** Formats the platform's message as one sentence of at most about 140 characters. */
function toSentence(text: string): string {
  const line = text.replace(/[\s{}]+/g, ' ').trim()
  const shortened = line.length > 140 ? `${line.slice(0, 140).trimEnd()}…` : line
  return /[.!?…]$/.test(shortened) ? shortened.replace(/[!?…]$/, '.') : `${shortened}.`
}
