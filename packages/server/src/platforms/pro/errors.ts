// From the platform's refusals and failures to errors of the contract. Decided by codes, never by texts, which may change.
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/error-handling

import type { ErrorCode, PermissionName } from '@adrail/contract'
import { ServiceError } from '../../base/errors.ts'
import { errorOfFailure } from '../kit/noAnswer.ts'
import { UpstreamFailure } from '../kit/upstreamFailure.ts'
import { holdMs } from './quota.ts'
import { type ProCall, ProRefusal } from './wire.ts'

const platform = 'pro'
const dayMs = 24 * 60 * 60 * 1000
const dataWindowSeconds = 330

/**
 * Whoever has no role for leads may be refused with 401 as well, and nothing is said of a token then: a new one would have
 * the same rights.
 * https://learn.microsoft.com/en-us/linkedin/marketing/lead-sync/leadsync#permissions
 */
const leadResources: readonly string[] = ['leadForms', 'leadFormResponses', 'leadNotifications']

export function isAboutToken(error: unknown, { resource }: ProCall): boolean {
  if (!(error instanceof ProRefusal) || error.status !== 401) return false
  return !leadResources.includes(resource) || namesToken(error)
}

/** INVALID_ACCESS_TOKEN, REVOKED_ACCESS_TOKEN, EXPIRED_ACCESS_TOKEN and their like, by name or by number. */
function namesToken({ code, serviceErrorCode = 0 }: ProRefusal): boolean {
  return code.endsWith('_ACCESS_TOKEN') || (serviceErrorCode >= 65600 && serviceErrorCode <= 65604)
}

/** The app or the person lacks the permission for this kind of object; a new token would have the same rights. */
export function isPermissionMissing(error: unknown): boolean {
  const refusal = error instanceof ServiceError ? error.cause : error
  return refusal instanceof ProRefusal && refusal.status === 403 && refusal.is('ACCESS_DENIED', 100)
}

/**
 * LinkedIn's page sends the token with an upload, as most clients do. One reports that the address refused it with 400 and
 * worked without it, another never sends it:
 * https://learn.microsoft.com/en-us/linkedin/marketing/community-management/shares/images-api#upload-the-image
 * https://dev.to/nicolasai/posting-to-linkedin-from-nodejs-7-api-quirks-that-burned-me-5885
 */
export function isBearerRefused(error: unknown): boolean {
  return error instanceof ProRefusal && error.status === 400
}

export function isThrottled(error: unknown): boolean {
  return error instanceof ProRefusal && error.status === 429
}

/** Too many figures within five minutes; used-up calls of a day come with a number of their own. */
function isAboutData({ status, serviceErrorCode }: ProRefusal): boolean {
  return status === 429 && serviceErrorCode === undefined
}

/** Whether the platform itself failed. */
export function isFailing(error: unknown): boolean {
  return error instanceof ProRefusal && (error.status >= 500 || error.status === 408)
}

/** The object that a call is about is not there, or not to be seen. */
export function isMissing(error: unknown): boolean {
  const refusal = error instanceof ServiceError ? error.cause : error
  return refusal instanceof ProRefusal && refusal.status === 404 && refusal.wellFormed
}

/** A rule about the status of what was to be created or changed. */
export function isAboutStatus(error: unknown): boolean {
  const refusal = error instanceof ServiceError ? error.cause : error
  return refusal instanceof ProRefusal && refusal.problems.some(({ path }) => path === '/status')
}

/** Accounts of large customers keep their groups: there nothing can be deleted, only archived. */
export function isUndeletable(error: unknown): boolean {
  const refusal = error instanceof ServiceError ? error.cause : error
  return refusal instanceof ProRefusal && refusal.is('NO_DELETE_ON_LMS_ENTERPRISE_CAMPAIGN_GROUPS')
}

/** What the platform says about a query that it understood and refused; nothing for any other failure. */
export function refusedQuery(error: unknown): string | undefined {
  const refusal = error instanceof ServiceError ? error.cause : error
  if (!(refusal instanceof ProRefusal) || !refusal.wellFormed) return undefined
  if (refusal.status !== 400 && refusal.status !== 404 && refusal.status !== 422) return undefined
  return refusal.problems.map(({ description }) => description).join(' ')
}

interface Row {
  readonly code: ErrorCode
  readonly says?: string
  readonly field?: string | undefined
}

/** What was asked, where that matters for what a refusal means. */
interface Occasion {
  readonly call: ProCall
  readonly effect: 'read' | 'write'
}

const bug: Row = { code: 'INTERNAL' }
const operator: Row = {
  code: 'PLATFORM_REJECTED',
  says: 'this service speaks a version of it that has ended, and only its operator can change that.',
}

const roleForLeads: Row = {
  code: 'PERMISSION_MISSING',
  says: 'the linked person needs a role in the ad account and, on the page behind it, that of an administrator or of a manager of lead forms.',
}

/** What a call that failed for good means to the caller. `now` is wall-clock time: quotas end at midnight UTC. */
export function asError(thrown: unknown, now: number, occasion: Occasion): unknown {
  if (thrown instanceof UpstreamFailure) return errorOfFailure(thrown, platform)
  if (!(thrown instanceof ProRefusal)) return thrown
  const row = rowOf(thrown, occasion)
  const seconds = isAboutData(thrown) ? dataWindowSeconds : secondsUntilLook(now)
  return new ServiceError(row.code, {
    ...(row.field === undefined ? {} : { field: row.field }),
    values: {
      platform,
      seconds,
      problem: row.says ?? 'it gave no reason.',
      reason: row.says ?? 'its access is no longer accepted',
    },
    ...(row.code === 'UPSTREAM_RATE_LIMITED' ? { retryAfterSeconds: seconds } : {}),
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
 * A used-up day ends at midnight UTC, but a guard of the platform's own says the same and opens by itself sooner.
 * https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/rate-limits
 */
function secondsUntilLook(now: number): number {
  return Math.ceil(Math.min(holdMs, dayMs - (now % dayMs)) / 1000)
}

function rowOf(refusal: ProRefusal, { call, effect }: Occasion): Row {
  const { status } = refusal
  if (refusal.is('VERSION_MISSING') || status === 426) return operator
  if (refusal.is('EMPTY_ACCESS_TOKEN', 65604)) return bug
  // A page of a server in between is no refusal of the platform.
  if (!refusal.wellFormed && (status === 403 || status === 404)) return { code: 'UPSTREAM_BAD_RESPONSE' }
  switch (status) {
    case 401:
      if (!isAboutToken(refusal, call)) return roleForLeads
      return { code: 'ACCOUNT_RELINK_REQUIRED', says: 'its access is no longer accepted' }
    case 403:
      return {
        code: 'PERMISSION_MISSING',
        field: effect === 'write' ? ownerOf(call) : undefined,
        says: isPermissionMissing(refusal)
          ? missingScope(call, effect)
          : "the linked person's role in the ad account is too low.",
      }
    case 404:
      if (call.missing !== undefined) return { code: 'OBJECT_NOT_FOUND', field: call.missing }
      if (effect === 'write' && refersToMore(call))
        return {
          code: 'PLATFORM_REJECTED',
          field: call.names?.['/'],
          says: 'it does not find something that this refers to.',
        }
      return { code: 'PERMISSION_MISSING', says: 'the ad account is no longer visible to the linked person.' }
    case 408:
    case 504:
      return { code: 'UPSTREAM_TIMEOUT' }
    case 429:
      return { code: 'UPSTREAM_RATE_LIMITED' }
    default:
      if (status >= 500) return { code: 'UPSTREAM_ERROR' }
      if (!refusal.wellFormed) return { code: 'UPSTREAM_BAD_RESPONSE' }
      return effect === 'write' ? ruleOf(refusal, call) : bug
  }
}

/** Scopes by resource, where `r_ads` and `rw_ads` are not the ones. Each resource's page has a table "Permissions". */
const scopes: Readonly<Record<string, PermissionName>> = {
  adAnalytics: 'r_ads_reporting',
  dmpSegments: 'rw_dmp_segments',
  posts: 'r_organization_social',
  images: 'w_organization_social',
  videos: 'w_organization_social',
  leadFormResponses: 'r_marketing_leadgen_automation',
  leadNotifications: 'r_marketing_leadgen_automation',
}
const ofOrganization: readonly string[] = ['r_organization_social', 'w_organization_social']

/** LinkedIn's refusal names the resource, never the scope. A creative with a new post is refused for the post. */
function missingScope({ resource, finder }: ProCall, effect: Occasion['effect']): string {
  const usual = effect === 'write' ? 'rw_ads' : 'r_ads'
  const scope = finder === 'createInline' ? 'w_organization_social' : (scopes[resource] ?? usual)
  const role = ofOrganization.includes(scope)
    ? ', or the linked person is not an administrator of the company page'
    : ''
  return `the scope ${scope} was not granted${role}. If the LinkedIn app of this service has the scope, link the account again with auth/create_link.`
}

/** What the permission is missing for; a campaign is not refused for its name, by which the whole of it is called. */
function ownerOf({ names = {} }: ProCall): string | undefined {
  return names['/'] === names['/name'] ? undefined : names['/']
}

/** A new group names its account and nothing else: whatever else is made or changed can miss something of its own. */
function refersToMore({ resource, names }: ProCall): boolean {
  return resource !== 'adCampaignGroups' && names?.['/'] !== undefined
}

/**
 * Rules that a change breaks. https://learn.microsoft.com/en-us/linkedin/marketing/error-responses, and the same codes in
 * api-evangelist/linkedin-ads (errors/linkedin-ads-error-codes.yml).
 */
function ruleOf(refusal: ProRefusal, call: ProCall): Row {
  if (refusal.status === 409) return { code: 'CONCURRENT_CHANGE' }
  const [first] = refusal.problems
  const says = sentence(
    refusal.problems
      .map(({ description }) => description)
      .filter(Boolean)
      .join('; '),
  )
  const isBudget = /^\/(daily|total)Budget/.test(first?.path ?? '')
  const isLow = first?.code === 'FIELD_VALUE_TOO_LOW' || first?.code === 'INSUFFICIENT_CAMPAIGN_GROUP_BUDGET'
  return {
    code: isBudget && isLow ? 'BUDGET_TOO_LOW' : 'PLATFORM_REJECTED',
    says,
    // A locale that LinkedIn does not have, such as en_GB, is refused as a fault of the targeting.
    field: fieldFor(isLocale(first) ? '/locale' : (first?.path ?? ''), call),
  }
}

function isLocale(problem: ProRefusal['problems'][number] | undefined): boolean {
  return problem?.path === '/targetingCriteria' && /locale/i.test(problem.description)
}

const longest = 200

/** The platform's words as part of a sentence of ours. */
function sentence(words: string): string {
  const short = words.length > longest ? `${words.slice(0, longest)}…` : words
  return short === '' ? 'it gave no reason.' : `${short.replace(/\.$/, '')}.`
}

/** The caller's member for a path of the platform's, by its longest known beginning. */
function fieldFor(path: string, { names = {} }: ProCall): string | undefined {
  const known = Object.keys(names).filter((name) => path === name || path.startsWith(`${name}/`))
  const [best] = known.toSorted((a, b) => b.length - a.length)
  return best === undefined ? names['/'] : names[best]
}
