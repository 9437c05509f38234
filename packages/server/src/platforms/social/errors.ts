// Maps the platform's refusals to errors of the contract. One table with one sentence per refusal.
// https://developers.facebook.com/docs/marketing-api/error-reference
// https://developers.facebook.com/docs/graph-api/guides/error-handling

import type { ErrorCode } from '@adrail/contract'
import { type ErrorDetails, ServiceError } from '../../runtime/errors.ts'
import { toUpstreamError } from '../connector-kit/upstreamErrors.ts'
import { UpstreamFailure } from '../connector-kit/upstreamFailure.ts'
import { type CallerFieldNames, GraphRefusal } from './wire.ts'

export type RefusalClass =
  /** A retry may succeed. */
  | 'transient'
  /** The call requested too much data. A smaller call may succeed. */
  | 'heavy'
  | 'rate_limited'
  /** The token is no longer valid. */
  | 'expired'
  /** The user or the account holder must resolve a problem at the platform. */
  | 'blocked'
  | 'permission'
  | 'not_found'
  | 'invalid'
  | 'budget_too_low'
  /** Terms of the platform that someone must accept first. */
  | 'terms'
  /** A limit of the platform's business rules. */
  | 'quota'
  | 'cursor'
  /** The period begins before the retention of reports. */
  | 'too_old'
  /** The app, the version or the request of adrail is wrong. The caller cannot fix the problem. */
  | 'ours'

interface SocialErrorRule {
  readonly code: number
  readonly subcode?: number
  /**
   * Used only where the platform returns the same codes for different problems.
   * `packages/sandbox/src/platforms/social/variation.ts` lists each of these texts with the reason, because the
   * sandbox replaces all other texts.
   */
  readonly messagePattern?: RegExp
  readonly refusalClass: RefusalClass
  /** Replaces the platform's text where that text is not helpful. */
  readonly problem?: string
  /** The affected parameter, where the platform does not report it. */
  readonly blamedParam?: string
}

const checkpointProblem =
  'the person who linked the account must log in to Meta and confirm the account. Then retry.'
const relinkAdvice = 'Link the account again with auth/create_link, and grant all permissions.'
const audienceTermsProblem =
  'the Custom Audience terms of this ad account are not accepted. The account holder accepts them at https://www.facebook.com/ads/manage/customaudiences/tos.php?act={account}'

/** Older permissions come first: `requires the 'manage_pages' or 'pages_read_engagement' permission`. */
const requiredPermissionPattern = /requires the (?:'\w+' or )*'(\w+)' permission/i

/** Refusals of new campaigns. https://developers.facebook.com/docs/marketing-api/error-reference */
const creationErrorRules: readonly SocialErrorRule[] = [
  {
    code: 100,
    subcode: 1815089,
    refusalClass: 'terms',
    problem:
      'the page has not accepted the terms of lead ads. A person who manages the page accepts them at https://www.facebook.com/ads/leadgen/tos',
  },
  {
    code: 100,
    subcode: 1772103,
    refusalClass: 'invalid',
    blamedParam: 'creative',
    problem:
      'ads on SOCIAL_B need an Instagram account that publishes them. Link an account with auth/create_link, or set platforms to only SOCIAL_A.',
  },
  { code: 100, subcode: 1815430, refusalClass: 'invalid', blamedParam: 'promoted_object' },
  { code: 100, subcode: 1815715, refusalClass: 'invalid', blamedParam: 'destination_type' },
  { code: 100, subcode: 1885014, refusalClass: 'invalid', blamedParam: 'promoted_object' },
  { code: 100, subcode: 1885154, refusalClass: 'invalid', blamedParam: 'adset_id' },
  { code: 100, subcode: 1885998, refusalClass: 'invalid', blamedParam: 'creative' },
  { code: 100, subcode: 2490408, refusalClass: 'invalid', blamedParam: 'optimization_goal' },
  { code: 100, subcode: 3260011, refusalClass: 'invalid', blamedParam: 'promoted_object' },
  {
    code: 100,
    subcode: 3858081,
    refusalClass: 'invalid',
    blamedParam: 'dsa_beneficiary',
    problem: 'ads in the EU must name their beneficiary and payer. Send both.',
  },
  { code: 100, subcode: 3858418, refusalClass: 'invalid', blamedParam: 'daily_budget' },
  { code: 100, subcode: 4834005, refusalClass: 'invalid', blamedParam: 'daily_budget' },
  ...[3858634, 3858636].map(
    (subcode): SocialErrorRule => ({
      code: 100,
      subcode,
      refusalClass: 'invalid',
      blamedParam: 'targeting',
      problem:
        "one of the places needs a verified advertiser, which only Meta's own pages support. Remove the place.",
    }),
  ),
  // Recorded in several languages:
  // https://developers.facebook.com/docs/marketing-api/audiences/reference/targeting-expansion/advantage-audience
  {
    code: 100,
    subcode: 1870227,
    refusalClass: 'invalid',
    blamedParam: 'targeting',
    problem: 'Meta requires a decision on whether it can widen the audience. Set audienceExpansion.',
  },
  {
    code: 100,
    messagePattern: /unable to publish/i,
    refusalClass: 'invalid',
    problem:
      'Meta could not publish the campaign and did not return a reason. Usually, the payment method, page or pixel is incomplete. The account holder can see the problem in Meta Ads Manager.',
  },
]

/** The first matching rule applies, so specific rules precede general rules. */
const errorRules: readonly SocialErrorRule[] = [
  { code: 1, messagePattern: /reduce the amount of data/i, refusalClass: 'heavy' },
  { code: 1, messagePattern: /client secret/i, refusalClass: 'ours' },
  {
    code: 1,
    subcode: 2853001,
    refusalClass: 'permission',
    problem:
      'the profile is not linked to the page. The person who linked the account needs a role on the page.',
  },
  { code: 1, refusalClass: 'transient' },
  { code: 2, refusalClass: 'transient' },
  {
    code: 3,
    refusalClass: 'permission',
    problem:
      "adrail's app does not have the access that ad management requires. The operator must request it from Meta.",
  },
  { code: 4, refusalClass: 'rate_limited' },
  {
    code: 10,
    refusalClass: 'permission',
    problem: `a role or permission is missing. ${relinkAdvice}`,
  },
  {
    code: 17,
    subcode: 1885172,
    refusalClass: 'quota',
    problem: 'the spending limit of the account was changed too often today. Retry tomorrow.',
  },
  { code: 17, refusalClass: 'rate_limited' },
  { code: 32, refusalClass: 'rate_limited' },
  { code: 100, subcode: 33, refusalClass: 'not_found' },
  {
    code: 100,
    subcode: 2446289,
    refusalClass: 'permission',
    problem: `the person who linked the account has no access to this object. ${relinkAdvice}`,
  },
  { code: 100, subcode: 1487534, refusalClass: 'heavy' },
  {
    code: 100,
    subcode: 1487694,
    refusalClass: 'invalid',
    problem: 'a targeting category is no longer available. Choose a different category.',
  },
  { code: 100, subcode: 1870034, refusalClass: 'invalid', problem: audienceTermsProblem },
  { code: 100, subcode: 1870090, refusalClass: 'invalid', problem: audienceTermsProblem },
  {
    code: 100,
    subcode: 1870092,
    refusalClass: 'invalid',
    problem:
      'the Business Tools terms are not accepted. The account holder accepts them in the business settings.',
  },
  { code: 100, subcode: 1885272, refusalClass: 'budget_too_low' },
  { code: 100, subcode: 1885650, refusalClass: 'budget_too_low' },
  {
    code: 100,
    subcode: 1885621,
    refusalClass: 'invalid',
    problem: 'the budget has moved to a different level of the campaign. Resend the request.',
  },
  { code: 100, subcode: 2446307, refusalClass: 'invalid' },
  ...creationErrorRules,
  // Returned without a subcode for pages that may not be read. facebookarchive/php-graph-sdk#1233,
  // strohne/Facepager#174
  { code: 100, messagePattern: requiredPermissionPattern, refusalClass: 'permission' },
  {
    code: 100,
    messagePattern: /missing permissions?\b/i,
    refusalClass: 'permission',
    problem: `the person who linked the account has no role on the ad account. ${relinkAdvice}`,
  },
  {
    code: 100,
    messagePattern: /nonexisting field|appsecret_proof|is not valid for fields/i,
    refusalClass: 'ours',
  },
  { code: 100, messagePattern: /after cursor/i, refusalClass: 'cursor' },
  // A report run that is not ready yet.
  { code: 100, messagePattern: /weren't there while creating the report run/i, refusalClass: 'transient' },
  { code: 100, refusalClass: 'invalid' },
  { code: 101, refusalClass: 'ours' },
  { code: 102, refusalClass: 'expired' },
  { code: 104, refusalClass: 'ours' },
  { code: 105, refusalClass: 'ours' },
  { code: 190, messagePattern: /page access token/i, refusalClass: 'ours' },
  {
    code: 190,
    messagePattern: /must be granted before impersonating/i,
    refusalClass: 'permission',
    problem: `a permission for the page, such as pages_show_list, is missing. ${relinkAdvice}`,
  },
  { code: 190, subcode: 459, refusalClass: 'blocked', problem: checkpointProblem },
  { code: 190, subcode: 464, refusalClass: 'blocked', problem: checkpointProblem },
  {
    code: 190,
    subcode: 492,
    refusalClass: 'permission',
    problem:
      'the person who linked the account no longer has a role on the page. Restore the role, or link the account again with auth/create_link.',
  },
  { code: 190, refusalClass: 'expired' },
  {
    code: 294,
    refusalClass: 'permission',
    problem: `the permission to manage ads (ads_management) is missing. ${relinkAdvice}`,
  },
  { code: 300, refusalClass: 'invalid' },
  { code: 341, refusalClass: 'rate_limited' },
  {
    code: 368,
    refusalClass: 'blocked',
    problem:
      'Meta temporarily blocks this action under its policies. The account holder can see the reason at Meta.',
  },
  { code: 389, refusalClass: 'invalid', problem: 'the platform could not fetch the video from this URL.' },
  {
    code: 613,
    subcode: 1487632,
    refusalClass: 'quota',
    problem:
      "the budget of an ad set was changed 4 times within an hour, the platform's maximum. Retry in an hour.",
  },
  { code: 613, refusalClass: 'rate_limited' },
  { code: 803, refusalClass: 'not_found' },
  { code: 960, refusalClass: 'heavy' },
  { code: 1150, refusalClass: 'transient' },
  { code: 2500, refusalClass: 'ours' },
  // Reading the rows of a report run fails, sometimes even for a completed run.
  // facebook/facebook-python-business-sdk#293, singer-io/tap-facebook#43.
  { code: 2601, refusalClass: 'transient' },
  { code: 2635, refusalClass: 'ours' },
  { code: 2642, refusalClass: 'cursor' },
  { code: 2650, refusalClass: 'invalid' },
  { code: 2654, refusalClass: 'invalid' },
  { code: 3001, refusalClass: 'ours' },
  { code: 3018, refusalClass: 'too_old' },
]

function findErrorRule({
  code,
  subcode,
  message,
  userTitle,
  userMessage,
}: GraphRefusal): SocialErrorRule | undefined {
  return errorRules.find(
    (rule) =>
      rule.code === code &&
      (rule.subcode === undefined || rule.subcode === subcode) &&
      (rule.messagePattern === undefined ||
        rule.messagePattern.test(`${message} ${userTitle} ${userMessage}`)),
  )
}

export function classifyRefusal(refusal: GraphRefusal): RefusalClass {
  const rule = findErrorRule(refusal)
  if (rule)
    return rule.refusalClass === 'transient' && hasSpecificReason(refusal) ? 'invalid' : rule.refusalClass
  const { code, status } = refusal
  if (code >= 200 && code <= 299) return 'permission'
  if (code >= 80_000 && code < 90_000) return 'rate_limited'
  if (status === 429) return 'rate_limited'
  if (refusal.isTransient) return 'transient'
  // No code, a negative code, or a proxy error: none of them is about the request.
  return status >= 500 || !(code > 0) ? 'transient' : 'invalid'
}

/**
 * True for a refusal with a code of outages, 1 or 2, that has its own subcode and a reason for users. An
 * example is 2/1892058, a second test lead of a form. Subcode 99 is the unknown error.
 * https://developers.facebook.com/docs/graph-api/guides/error-handling (is_transient)
 */
function hasSpecificReason({ code, subcode = 99, userMessage, isTransient }: GraphRefusal): boolean {
  return (code === 1 || code === 2) && subcode !== 99 && userMessage !== '' && !isTransient
}

/** Context of a call that refines the error of a refusal. */
export interface GraphCallContext {
  readonly names: CallerFieldNames
  readonly account: string
  /** True when the request contained a cursor of the caller. */
  readonly isPaged?: boolean
  readonly waitSeconds?: number
}

export function toGraphError(
  refusal: GraphRefusal,
  { names, account, isPaged, waitSeconds = 60 }: GraphCallContext,
): ServiceError {
  const rule = findErrorRule(refusal)
  const isGeneral = refusal.code === 10 || rule === undefined
  const blamedParams = [
    ...refusal.blamedParams,
    ...(rule?.blamedParam === undefined ? [] : [rule.blamedParam]),
  ]
  const [blamedField] = blamedParams.flatMap((param) => names.params?.[param] ?? [])
  const problem = (rule?.problem ?? describeMissingPermission(refusal) ?? toSentence(refusal)).replace(
    '{account}',
    account,
  )
  const reportedCodes = isOtherObjectKind(refusal, names) ? unknownIdCodes : refusal
  const createError = (code: ErrorCode, details: ErrorDetails = {}) =>
    new ServiceError(code, {
      ...details,
      values: { platform: 'social', problem, ...details.values },
      platformError: {
        platform: 'social',
        code: String(reportedCodes.code),
        subcode: reportedCodes.subcode === undefined ? '' : String(reportedCodes.subcode),
        traceId: refusal.traceId,
      },
      note: `${refusal.status} ${refusal.message}`,
      cause: refusal,
    })
  const createNotFoundError = () =>
    names.object === undefined
      ? createError('PERMISSION_MISSING', {
          values: { problem: `the linked account or page is no longer visible. ${relinkAdvice}` },
        })
      : createError('OBJECT_NOT_FOUND', { field: names.object })
  const field = blamedField === undefined ? {} : { field: blamedField }
  switch (classifyRefusal(refusal)) {
    case 'transient':
    case 'heavy':
      return createError('UPSTREAM_ERROR')
    case 'rate_limited':
      return createError('UPSTREAM_RATE_LIMITED', {
        values: { seconds: waitSeconds },
        retryAfterSeconds: waitSeconds,
      })
    case 'expired':
      return createError('ACCOUNT_RELINK_REQUIRED', { values: { reason: 'access_expired' } })
    case 'blocked':
      return createError('ACCOUNT_SUSPENDED')
    case 'permission':
      return names.permission === undefined || !isGeneral
        ? createError('PERMISSION_MISSING')
        : createError('PERMISSION_MISSING', {
            values: {
              problem: `the permission ${names.permission} is missing, or a role on the page that allows it. ${relinkAdvice}`,
            },
          })
    case 'not_found':
      return createNotFoundError()
    case 'budget_too_low':
      return createError('BUDGET_TOO_LOW', {
        field: blamedField ?? names.params?.['daily_budget'] ?? 'amount',
      })
    case 'terms':
      return createError('TERMS_NOT_ACCEPTED')
    case 'cursor':
      return isPaged ? createError('INVALID_CURSOR', { field: 'pagination' }) : createError('UPSTREAM_ERROR')
    case 'too_old':
    case 'quota':
    case 'invalid':
      return createError('PLATFORM_REJECTED', field)
    case 'ours':
      return isOtherObjectKind(refusal, names) ? createNotFoundError() : createError('INTERNAL')
  }
}

/**
 * The other object with this id may belong to another user. So the error contains the codes of an unknown id.
 * The log contains the real codes.
 */
const unknownIdCodes = { code: 100, subcode: 33 }

/**
 * True when the id belongs to an object of another kind: the object lacks the requested fields, or requires
 * the token of its page.
 */
function isOtherObjectKind({ message }: GraphRefusal, { object, kind }: CallerFieldNames): boolean {
  if (object === undefined) return false
  const foundKind = /on node type \((\w+)\)/.exec(message)?.[1]
  return (
    /page access token/i.test(message) ||
    (kind !== undefined && foundKind !== undefined && foundKind !== kind)
  )
}

/** Meta's message names the permission among other text. */
function describeMissingPermission({ message }: GraphRefusal): string | undefined {
  const [, name] = requiredPermissionPattern.exec(message) ?? []
  return name === undefined ? undefined : `the permission ${name} is missing. ${relinkAdvice}`
}

/** The platform's text without its error number. Text for users has priority. */
function toSentence(refusal: GraphRefusal): string {
  const rawText =
    refusal.userMessage || refusal.message.replace(/^\(#\d+\)\s*/, '') || 'the platform returned no reason.'
  const text = rawText.length > 500 ? `${rawText.slice(0, 500)}…` : rawText
  const lastWord = text.slice(text.lastIndexOf(' ') + 1)
  // A period after a URL would become part of the URL.
  const sentence = /[.!?…]$/.test(text) || /https?:\/\//.test(lastWord) ? text : `${text}.`
  return classifyRefusal(refusal) === 'permission' ? `${sentence} ${relinkAdvice}` : sentence
}

/** Maps any thrown error to an error of the contract. */
export function toSocialError(thrown: unknown, context: GraphCallContext): unknown {
  if (thrown instanceof GraphRefusal) return toGraphError(thrown, context)
  return thrown instanceof UpstreamFailure ? toUpstreamError(thrown, 'social') : thrown
}
