// What the platform's refusals mean, and what the caller is told. One table, one sentence for each.
// https://developers.facebook.com/docs/marketing-api/error-reference
// https://developers.facebook.com/docs/graph-api/guides/error-handling

import type { ErrorCode } from '@adrail/contract'
import { type ErrorDetails, ServiceError } from '../../base/errors.ts'
import { errorOfFailure } from '../kit/noAnswer.ts'
import { UpstreamFailure } from '../kit/upstreamFailure.ts'
import { GraphRefusal, type Names } from './wire.ts'

export type RefusalClass =
  /** Passes by itself. */
  | 'transient'
  /** Too much was asked for at once: ask for less. */
  | 'heavy'
  | 'rate_limited'
  /** The token is dead. */
  | 'expired'
  /** The person or the account has to settle something with the platform. */
  | 'blocked'
  | 'permission'
  | 'not_found'
  | 'invalid'
  | 'budget_too_low'
  /** Terms of the platform that a person has to accept first. */
  | 'terms'
  /** A limit of the platform's business rules. */
  | 'quota'
  | 'cursor'
  /** The report reaches back too far. */
  | 'too_old'
  /** Our app, version or request is wrong; nothing the caller can do. */
  | 'ours'

interface Row {
  readonly code: number
  readonly subcode?: number
  /**
   * Only where the platform gives different things the same numbers. `packages/sandbox/src/variation/wording.ts` lists each of
   * these texts with the reason, because the sandbox replaces all others.
   */
  readonly says?: RegExp
  readonly is: RefusalClass
  /** Told instead of the platform's own words, where these do not help. */
  readonly problem?: string
  /** The parameter that it is about, where the platform does not say. */
  readonly blames?: string
}

const checkpoint =
  'the person who linked it must log in on the platform itself and confirm the account, then try again.'
const newConsent = 'Link the account again with auth/create_link and allow what is asked for.'
const audienceTerms =
  'the Custom Audience terms of this ad account are not accepted. The account holder accepts them at https://www.facebook.com/ads/manage/customaudiences/tos.php?act={account}'

/** Old permissions come first: `requires the 'manage_pages' or 'pages_read_engagement' permission`. */
const requiredPermission = /requires the (?:'\w+' or )*'(\w+)' permission/i

/** Refusals of new campaigns. https://developers.facebook.com/docs/marketing-api/error-reference */
const creationRefusals: readonly Row[] = [
  {
    code: 100,
    subcode: 1815089,
    is: 'terms',
    problem:
      'the page has not accepted the terms of lead ads. Somebody who manages it accepts them at https://www.facebook.com/ads/leadgen/tos',
  },
  {
    code: 100,
    subcode: 1772103,
    is: 'invalid',
    blames: 'creative',
    problem:
      'ads that are shown on SOCIAL_B need a photo account that speaks there. Link one with auth/create_link, or set platforms to SOCIAL_A alone.',
  },
  { code: 100, subcode: 1815430, is: 'invalid', blames: 'promoted_object' },
  { code: 100, subcode: 1815715, is: 'invalid', blames: 'destination_type' },
  { code: 100, subcode: 1885014, is: 'invalid', blames: 'promoted_object' },
  { code: 100, subcode: 1885154, is: 'invalid', blames: 'adset_id' },
  { code: 100, subcode: 1885998, is: 'invalid', blames: 'creative' },
  { code: 100, subcode: 2490408, is: 'invalid', blames: 'optimization_goal' },
  { code: 100, subcode: 3260011, is: 'invalid', blames: 'promoted_object' },
  {
    code: 100,
    subcode: 3858081,
    is: 'invalid',
    blames: 'dsa_beneficiary',
    problem: 'ads that are shown in the EU must say who benefits from them and who pays for them. Give both.',
  },
  { code: 100, subcode: 3858418, is: 'invalid', blames: 'daily_budget' },
  { code: 100, subcode: 4834005, is: 'invalid', blames: 'daily_budget' },
  ...[3858634, 3858636].map(
    (subcode): Row => ({
      code: 100,
      subcode,
      is: 'invalid',
      blames: 'targeting',
      problem:
        'one of the places asks for a verified advertiser, which can only be named on the platform itself. Leave the place out.',
    }),
  ),
  // Recorded in several languages: https://developers.facebook.com/docs/marketing-api/audiences/reference/targeting-expansion/advantage-audience
  {
    code: 100,
    subcode: 1870227,
    is: 'invalid',
    blames: 'targeting',
    problem: 'it wants to be told whether it may widen the audience. Set audienceExpansion.',
  },
  {
    code: 100,
    says: /unable to publish/i,
    is: 'invalid',
    problem:
      'it cannot publish the campaign and does not say why. Usually the payment method, the page or the pixel is not set up; the account holder sees it there.',
  },
]

/** The first row that fits decides: special ones stand before general ones. */
const table: readonly Row[] = [
  { code: 1, says: /reduce the amount of data/i, is: 'heavy' },
  { code: 1, says: /client secret/i, is: 'ours' },
  {
    code: 1,
    subcode: 2853001,
    is: 'permission',
    problem:
      'the profile is not linked to the page. The person who linked it must be given a role on the page.',
  },
  { code: 1, is: 'transient' },
  { code: 2, is: 'transient' },
  {
    code: 3,
    is: 'permission',
    problem:
      'the app of this service may not do this yet. Its operator asks the platform for the access that managing ads takes.',
  },
  { code: 4, is: 'rate_limited' },
  { code: 10, is: 'permission', problem: `a role or permission for this is missing. ${newConsent}` },
  {
    code: 17,
    subcode: 1885172,
    is: 'quota',
    problem: 'the spending limit of the account was changed too often today. Try again tomorrow.',
  },
  { code: 17, is: 'rate_limited' },
  { code: 32, is: 'rate_limited' },
  { code: 100, subcode: 33, is: 'not_found' },
  { code: 100, subcode: 2446289, is: 'permission', problem: `no access to this object. ${newConsent}` },
  { code: 100, subcode: 1487534, is: 'heavy' },
  {
    code: 100,
    subcode: 1487694,
    is: 'invalid',
    problem: 'a targeting category is no longer available. Choose another one.',
  },
  { code: 100, subcode: 1870034, is: 'invalid', problem: audienceTerms },
  { code: 100, subcode: 1870090, is: 'invalid', problem: audienceTerms },
  {
    code: 100,
    subcode: 1870092,
    is: 'invalid',
    problem:
      'the Business Tools terms are not accepted. The account holder accepts them in the settings of the business.',
  },
  { code: 100, subcode: 1885272, is: 'budget_too_low' },
  { code: 100, subcode: 1885650, is: 'budget_too_low' },
  {
    code: 100,
    subcode: 1885621,
    is: 'invalid',
    problem: 'the budget sits on another level of the campaign by now. Send the request again.',
  },
  { code: 100, subcode: 2446307, is: 'invalid' },
  ...creationRefusals,
  // Without a subcode, of pages that may not be read. facebookarchive/php-graph-sdk#1233, strohne/Facepager#174
  { code: 100, says: requiredPermission, is: 'permission' },
  {
    code: 100,
    says: /missing permissions?\b/i,
    is: 'permission',
    problem: `no role on the ad account. ${newConsent}`,
  },
  { code: 100, says: /nonexisting field|appsecret_proof|is not valid for fields/i, is: 'ours' },
  { code: 100, says: /after cursor/i, is: 'cursor' },
  // A report run that is not quite there yet.
  { code: 100, says: /weren't there while creating the report run/i, is: 'transient' },
  { code: 100, is: 'invalid' },
  { code: 101, is: 'ours' },
  { code: 102, is: 'expired' },
  { code: 104, is: 'ours' },
  { code: 105, is: 'ours' },
  { code: 190, says: /page access token/i, is: 'ours' },
  {
    code: 190,
    says: /must be granted before impersonating/i,
    is: 'permission',
    problem: `a permission for the page, such as pages_show_list, is missing. ${newConsent}`,
  },
  { code: 190, subcode: 459, is: 'blocked', problem: checkpoint },
  { code: 190, subcode: 464, is: 'blocked', problem: checkpoint },
  {
    code: 190,
    subcode: 492,
    is: 'permission',
    problem:
      'the person who linked it has no role on the page any more. Give the role back, or link again with auth/create_link.',
  },
  { code: 190, is: 'expired' },
  {
    code: 294,
    is: 'permission',
    problem: `the permission to manage ads (ads_management) is missing. ${newConsent}`,
  },
  { code: 300, is: 'invalid' },
  { code: 341, is: 'rate_limited' },
  {
    code: 368,
    is: 'blocked',
    problem:
      'the platform blocks this action for now under its policies. The account holder sees the reason there.',
  },
  { code: 389, is: 'invalid', problem: 'the platform could not fetch the video from this URL.' },
  {
    code: 613,
    subcode: 1487632,
    is: 'quota',
    problem:
      'the budget of an ad set can be changed 4 times an hour, and that is used up. Try again in an hour.',
  },
  { code: 613, is: 'rate_limited' },
  { code: 803, is: 'not_found' },
  { code: 960, is: 'heavy' },
  { code: 1150, is: 'transient' },
  { code: 2500, is: 'ours' },
  // Rows of a report run: at times also of a complete one. facebook/facebook-python-business-sdk#293, singer-io/tap-facebook#43.
  { code: 2601, is: 'transient' },
  { code: 2635, is: 'ours' },
  { code: 2642, is: 'cursor' },
  { code: 2650, is: 'invalid' },
  { code: 2654, is: 'invalid' },
  { code: 3001, is: 'ours' },
  { code: 3018, is: 'too_old' },
]

function rowOf({ code, subcode, message, userTitle, userMessage }: GraphRefusal): Row | undefined {
  return table.find(
    (row) =>
      row.code === code &&
      (row.subcode === undefined || row.subcode === subcode) &&
      (row.says === undefined || row.says.test(`${message} ${userTitle} ${userMessage}`)),
  )
}

export function classOf(refusal: GraphRefusal): RefusalClass {
  const row = rowOf(refusal)
  if (row) return row.is === 'transient' && isExplained(refusal) ? 'invalid' : row.is
  const { code, status } = refusal
  if (code >= 200 && code <= 299) return 'permission'
  if (code >= 80_000 && code < 90_000) return 'rate_limited'
  if (status === 429) return 'rate_limited'
  if (refusal.isTransient) return 'transient'
  // No code, a negative one, or a server in between: it says nothing about the request.
  return status >= 500 || !(code > 0) ? 'transient' : 'invalid'
}

/**
 * Whether a refusal comes under a code of outages, 1 or 2: it has a subcode of its own and a reason for people, such as
 * 2/1892058, a second test lead of a form. Subcode 99 is the unknown error.
 * https://developers.facebook.com/docs/graph-api/guides/error-handling (is_transient)
 */
function isExplained({ code, subcode = 99, userMessage, isTransient }: GraphRefusal): boolean {
  return (code === 1 || code === 2) && subcode !== 99 && userMessage !== '' && !isTransient
}

/** What a refusal is told with besides its own words. */
export interface Occasion {
  readonly names: Names
  readonly account: string
  /** A cursor of the caller was part of the request. */
  readonly paged?: boolean
  readonly waitSeconds?: number
}

export function errorOf(
  refusal: GraphRefusal,
  { names, account, paged, waitSeconds = 60 }: Occasion,
): ServiceError {
  const row = rowOf(refusal)
  const isGeneral = refusal.code === 10 || row === undefined
  const params = [...refusal.blamed, ...(row?.blames === undefined ? [] : [row.blames])]
  const [blamed] = params.flatMap((param) => names.params?.[param] ?? [])
  const problem = (row?.problem ?? namedPermission(refusal) ?? sentenceOf(refusal)).replace(
    '{account}',
    account,
  )
  const told = isOfOtherKind(refusal, names) ? unknownId : refusal
  const fail = (code: ErrorCode, details: ErrorDetails = {}) =>
    new ServiceError(code, {
      ...details,
      values: { platform: 'social', problem, ...details.values },
      platformError: {
        platform: 'social',
        code: String(told.code),
        subcode: told.subcode === undefined ? '' : String(told.subcode),
        traceId: refusal.traceId,
      },
      note: `${refusal.status} ${refusal.message}`,
      cause: refusal,
    })
  const notFound = () =>
    names.object === undefined
      ? fail('PERMISSION_MISSING', {
          values: { problem: `the linked account or page cannot be seen any more. ${newConsent}` },
        })
      : fail('OBJECT_NOT_FOUND', { field: names.object })
  const field = blamed === undefined ? {} : { field: blamed }
  switch (classOf(refusal)) {
    case 'transient':
    case 'heavy':
      return fail('UPSTREAM_ERROR')
    case 'rate_limited':
      return fail('UPSTREAM_RATE_LIMITED', {
        values: { seconds: waitSeconds },
        retryAfterSeconds: waitSeconds,
      })
    case 'expired':
      return fail('ACCOUNT_RELINK_REQUIRED', { values: { reason: 'access_expired' } })
    case 'blocked':
      return fail('ACCOUNT_SUSPENDED')
    case 'permission':
      return names.permission === undefined || !isGeneral
        ? fail('PERMISSION_MISSING')
        : fail('PERMISSION_MISSING', {
            values: {
              problem: `it takes the permission ${names.permission}, and a role on the page that allows it. ${newConsent}`,
            },
          })
    case 'not_found':
      return notFound()
    case 'budget_too_low':
      return fail('BUDGET_TOO_LOW', { field: blamed ?? names.params?.['daily_budget'] ?? 'amount' })
    case 'terms':
      return fail('TERMS_NOT_ACCEPTED')
    case 'cursor':
      return paged ? fail('INVALID_CURSOR', { field: 'pagination' }) : fail('UPSTREAM_ERROR')
    case 'too_old':
    case 'quota':
    case 'invalid':
      return fail('PLATFORM_REJECTED', field)
    case 'ours':
      return isOfOtherKind(refusal, names) ? notFound() : fail('INTERNAL')
  }
}

/** What else an id names may be somebody else's: it is told by the numbers of one that nobody has. Our log has the true ones. */
const unknownId = { code: 100, subcode: 33 }

/**
 * The id names something, but no campaign where a campaign was asked for: it lacks the members of one, or belongs to a page,
 * whose things are asked for with its own token.
 */
function isOfOtherKind({ message }: GraphRefusal, { object, kind }: Names): boolean {
  if (object === undefined) return false
  const found = /on node type \((\w+)\)/.exec(message)?.[1]
  return /page access token/i.test(message) || (kind !== undefined && found !== undefined && found !== kind)
}

/** Meta's own sentence names the permission among much else. */
function namedPermission({ message }: GraphRefusal): string | undefined {
  const [, name] = requiredPermission.exec(message) ?? []
  return name === undefined ? undefined : `the permission ${name} is missing. ${newConsent}`
}

/** The platform's words without its numbering; what people are meant to read comes first. */
function sentenceOf(refusal: GraphRefusal): string {
  const said = refusal.userMessage || refusal.message.replace(/^\(#\d+\)\s*/, '') || 'no reason was given.'
  const text = said.length > 500 ? `${said.slice(0, 500)}…` : said
  const lastWord = text.slice(text.lastIndexOf(' ') + 1)
  // A full stop after an address would become part of it.
  const sentence = /[.!?…]$/.test(text) || /https?:\/\//.test(lastWord) ? text : `${text}.`
  return classOf(refusal) === 'permission' ? `${sentence} ${newConsent}` : sentence
}

/** Whatever a call threw, as an error of the table. */
export function asError(thrown: unknown, occasion: Occasion): unknown {
  if (thrown instanceof GraphRefusal) return errorOf(thrown, occasion)
  return thrown instanceof UpstreamFailure ? errorOfFailure(thrown, 'social') : thrown
}
