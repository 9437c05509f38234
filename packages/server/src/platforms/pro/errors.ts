// Translates LinkedIn's refusals and failures to contract errors. Codes decide, never texts, because texts
// may change.
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/error-handling

import type { ErrorCode, PermissionName } from '@adrail/contract'
import { dayMs } from '../../runtime/durations.ts'
import { ServiceError } from '../../runtime/errors.ts'
import { toUpstreamError } from '../connector-kit/upstreamErrors.ts'
import { UpstreamFailure } from '../connector-kit/upstreamFailure.ts'
import { quotaBlockMs } from './quota.ts'
import { type ProCall, ProRefusal } from './wire.ts'

const platform = 'pro'
const dataWindowSeconds = 330

/**
 * LinkedIn may refuse a person without a role for leads with 401. The refusal then names no token code, and a
 * new token would have the same rights.
 * https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync#permissions
 */
const leadResources: readonly string[] = ['leadForms', 'leadFormResponses', 'leadNotifications']

export function isProTokenError(error: unknown, { resource }: ProCall): boolean {
  if (!(error instanceof ProRefusal) || error.status !== 401) return false
  return !leadResources.includes(resource) || hasTokenCode(error)
}

/**
 * Matches INVALID_ACCESS_TOKEN, REVOKED_ACCESS_TOKEN, EXPIRED_ACCESS_TOKEN and similar codes by name or
 * number.
 */
function hasTokenCode({ code, serviceErrorCode = 0 }: ProRefusal): boolean {
  return code.endsWith('_ACCESS_TOKEN') || (serviceErrorCode >= 65600 && serviceErrorCode <= 65604)
}

/**
 * The app or the person lacks the permission for this kind of object. A new token would have the same rights.
 */
export function isPermissionMissing(error: unknown): boolean {
  const refusal = error instanceof ServiceError ? error.cause : error
  return refusal instanceof ProRefusal && refusal.status === 403 && refusal.hasCode('ACCESS_DENIED', 100)
}

/**
 * LinkedIn's page and most clients send the token with an upload. One client reports that the upload URL
 * refused the token with 400 and accepted the upload without a token. Another client never sends the token.
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/images-api#upload-the-image
 * https://dev.to/nicolasai/posting-to-linkedin-from-nodejs-7-api-quirks-that-burned-me-5885
 */
export function isBearerRefused(error: unknown): boolean {
  return error instanceof ProRefusal && error.status === 400
}

export function isThrottled(error: unknown): boolean {
  return error instanceof ProRefusal && error.status === 429
}

/**
 * LinkedIn limits the amount of analytics data per five minutes. A refusal for an exhausted daily quota
 * differs by its `serviceErrorCode`.
 */
function isDataLimit({ status, serviceErrorCode }: ProRefusal): boolean {
  return status === 429 && serviceErrorCode === undefined
}

/** Returns whether the platform itself failed. */
export function isProServerError(error: unknown): boolean {
  return error instanceof ProRefusal && (error.status >= 500 || error.status === 408)
}

/** The object does not exist, or the user cannot see the object. */
export function isNotFound(error: unknown): boolean {
  const refusal = error instanceof ServiceError ? error.cause : error
  return refusal instanceof ProRefusal && refusal.status === 404 && refusal.isWellFormed
}

/** Returns whether the refusal is about the status of the object in the request. */
export function isStatusRuleError(error: unknown): boolean {
  const refusal = error instanceof ServiceError ? error.cause : error
  return refusal instanceof ProRefusal && refusal.problems.some(({ path }) => path === '/status')
}

/** LinkedIn does not allow deletions in accounts of large customers. Objects there can only be archived. */
export function isUndeletable(error: unknown): boolean {
  const refusal = error instanceof ServiceError ? error.cause : error
  return refusal instanceof ProRefusal && refusal.hasCode('NO_DELETE_ON_LMS_ENTERPRISE_CAMPAIGN_GROUPS')
}

/**
 * Returns the platform's description if it refused a well-formed query, and undefined for any other failure.
 */
export function findQueryRefusal(error: unknown): string | undefined {
  const refusal = error instanceof ServiceError ? error.cause : error
  if (!(refusal instanceof ProRefusal) || !refusal.isWellFormed) return undefined
  if (refusal.status !== 400 && refusal.status !== 404 && refusal.status !== 422) return undefined
  return refusal.problems.map(({ description }) => description).join(' ')
}

interface ProErrorRule {
  readonly code: ErrorCode
  readonly description?: string
  readonly field?: string | undefined
}

/** The meaning of a refusal depends on the call and its effect. */
interface CallContext {
  readonly call: ProCall
  readonly effect: 'read' | 'write'
}

const internalBugRule: ProErrorRule = { code: 'INTERNAL' }
const operatorRule: ProErrorRule = {
  code: 'PLATFORM_REJECTED',
  description:
    'adrail uses a version of the API that LinkedIn no longer supports. Only the operator can change this.',
}

const leadRoleRule: ProErrorRule = {
  code: 'PERMISSION_MISSING',
  description:
    'the person who linked the account needs a role in the ad account and, on its page, the role of an administrator or lead form manager.',
}

/** `now` is wall-clock time because quotas reset at midnight UTC. */
export function toProError(thrown: unknown, now: number, context: CallContext): unknown {
  if (thrown instanceof UpstreamFailure) return toUpstreamError(thrown, platform)
  if (!(thrown instanceof ProRefusal)) return thrown
  const rule = toErrorRule(thrown, context)
  const seconds = isDataLimit(thrown) ? dataWindowSeconds : secondsUntilRetry(now)
  return new ServiceError(rule.code, {
    ...(rule.field === undefined ? {} : { field: rule.field }),
    values: {
      platform,
      seconds,
      problem: rule.description ?? 'the platform returned no reason.',
      reason: rule.description ?? 'LinkedIn no longer accepts the access',
    },
    ...(rule.code === 'UPSTREAM_RATE_LIMITED' ? { retryAfterSeconds: seconds } : {}),
    platformError: {
      platform,
      code: thrown.code || String(thrown.serviceErrorCode ?? thrown.status),
      subcode: thrown.serviceErrorCode === undefined ? '' : String(thrown.serviceErrorCode),
      traceId: thrown.traceId,
    },
    cause: thrown,
  })
}

/**
 * A daily quota resets at midnight UTC. LinkedIn reports a short-term throttle in the same way, and such a
 * throttle ends sooner. https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/rate-limits
 */
function secondsUntilRetry(now: number): number {
  return Math.ceil(Math.min(quotaBlockMs, dayMs - (now % dayMs)) / 1000)
}

function toErrorRule(refusal: ProRefusal, { call, effect }: CallContext): ProErrorRule {
  const { status } = refusal
  if (refusal.hasCode('VERSION_MISSING') || status === 426) return operatorRule
  if (refusal.hasCode('EMPTY_ACCESS_TOKEN', 65604)) return internalBugRule
  // An error page of an intermediate server is not a refusal by LinkedIn.
  if (!refusal.isWellFormed && (status === 403 || status === 404)) return { code: 'UPSTREAM_BAD_RESPONSE' }
  switch (status) {
    case 401:
      if (!isProTokenError(refusal, call)) return leadRoleRule
      return { code: 'ACCOUNT_RELINK_REQUIRED', description: 'LinkedIn no longer accepts the access' }
    case 403:
      return {
        code: 'PERMISSION_MISSING',
        field: effect === 'write' ? findPermissionField(call) : undefined,
        description: isPermissionMissing(refusal)
          ? describeMissingScope(call, effect)
          : 'the role of the person who linked the account in the ad account is too low.',
      }
    case 404:
      if (call.missing !== undefined) return { code: 'OBJECT_NOT_FOUND', field: call.missing }
      if (effect === 'write' && hasReferences(call))
        return {
          code: 'PLATFORM_REJECTED',
          field: call.names?.['/'],
          description: 'LinkedIn cannot find an object in the request.',
        }
      return {
        code: 'PERMISSION_MISSING',
        description: 'the person who linked the account no longer has access to the ad account.',
      }
    case 408:
    case 504:
      return { code: 'UPSTREAM_TIMEOUT' }
    case 429:
      return { code: 'UPSTREAM_RATE_LIMITED' }
    default:
      if (status >= 500) return { code: 'UPSTREAM_ERROR' }
      if (!refusal.isWellFormed) return { code: 'UPSTREAM_BAD_RESPONSE' }
      return effect === 'write' ? toRuleViolation(refusal, call) : internalBugRule
  }
}

/**
 * Resources that need neither `r_ads` nor `rw_ads`. LinkedIn documents the scopes in the table "Permissions".
 */
const scopeByResource: Readonly<Record<string, PermissionName>> = {
  adAnalytics: 'r_ads_reporting',
  dmpSegments: 'rw_dmp_segments',
  posts: 'r_organization_social',
  images: 'w_organization_social',
  videos: 'w_organization_social',
  leadFormResponses: 'r_marketing_leadgen_automation',
  leadNotifications: 'r_marketing_leadgen_automation',
}
const organizationScopes: readonly string[] = ['r_organization_social', 'w_organization_social']

/**
 * LinkedIn's refusal names the resource, never the scope. For a creative with a new post, the scope of the
 * post is missing.
 */
function describeMissingScope({ resource, finder }: ProCall, effect: CallContext['effect']): string {
  const defaultScope = effect === 'write' ? 'rw_ads' : 'r_ads'
  const scope =
    finder === 'createInline' ? 'w_organization_social' : (scopeByResource[resource] ?? defaultScope)
  const role = organizationScopes.includes(scope)
    ? ', or the person who linked the account is not an administrator of the company page'
    : ''
  return `the scope ${scope} was not granted${role}. If adrail's LinkedIn app has the scope, link the account again with auth/create_link.`
}

/**
 * Returns the field for which the permission is missing. A campaign's root path maps to its name field, but
 * the name is not the reason for the refusal.
 */
function findPermissionField({ names = {} }: ProCall): string | undefined {
  return names['/'] === names['/name'] ? undefined : names['/']
}

/** A new group refers only to its account. All other objects refer to further objects that may not exist. */
function hasReferences({ resource, names }: ProCall): boolean {
  return resource !== 'adCampaignGroups' && names?.['/'] !== undefined
}

/**
 * Translates a refusal of a write that violates a rule of LinkedIn.
 * https://learn.microsoft.com/en-us/linkedin/marketing/error-responses. api-evangelist/linkedin-ads
 * (errors/linkedin-ads-error-codes.yml) lists the same codes.
 */
function toRuleViolation(refusal: ProRefusal, call: ProCall): ProErrorRule {
  if (refusal.status === 409) return { code: 'CONCURRENT_CHANGE' }
  const [first] = refusal.problems
  const problemText = toSentence(
    refusal.problems
      .map(({ description }) => description)
      .filter(Boolean)
      .join('; '),
  )
  const isBudget = /^\/(daily|total)Budget/.test(first?.path ?? '')
  const isLow = first?.code === 'FIELD_VALUE_TOO_LOW' || first?.code === 'INSUFFICIENT_CAMPAIGN_GROUP_BUDGET'
  return {
    code: isBudget && isLow ? 'BUDGET_TOO_LOW' : 'PLATFORM_REJECTED',
    description: problemText,
    // LinkedIn refuses an unknown locale, such as en_GB, as an error of the targeting criteria.
    field: toCallerField(isLocale(first) ? '/locale' : (first?.path ?? ''), call),
  }
}

function isLocale(problem: ProRefusal['problems'][number] | undefined): boolean {
  return problem?.path === '/targetingCriteria' && /locale/i.test(problem.description)
}

const maxSentenceLength = 200

/** Shortens the platform's message to a sentence that fits into adrail's error text. */
function toSentence(text: string): string {
  const shortened = text.length > maxSentenceLength ? `${text.slice(0, maxSentenceLength)}…` : text
  return shortened === '' ? 'the platform returned no reason.' : `${shortened.replace(/\.$/, '')}.`
}

/** Returns the caller's field for the longest known prefix of the platform's path. */
function toCallerField(path: string, { names = {} }: ProCall): string | undefined {
  const matchingPaths = Object.keys(names).filter((name) => path === name || path.startsWith(`${name}/`))
  const [longestMatch] = matchingPaths.toSorted((a, b) => b.length - a.length)
  return longestMatch === undefined ? names['/'] : names[longestMatch]
}
