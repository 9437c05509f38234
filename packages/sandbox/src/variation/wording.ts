// Replaces whole error texts. Codes, subcodes and types stay, sentences do not. Meta writes
// `error_user_title` and `error_user_msg` in the language of the user, so some of the sentences are not
// English.

import type { PlatformName } from '../core/exchange.ts'

/** Text that no other field of the error carries, so that every correct client has to read it. */
interface RequiredText {
  readonly platform: PlatformName
  /** Meta: the code, for errors without a subcode or with the subcode 99 of unknown errors. */
  readonly code?: number
  readonly text: RegExp
  readonly reason: string
}

/**
 * All texts that survive the replacement. A row belongs here only if recorded errors have the same code,
 * without a subcode, for something else. If an error has a code of its own, its text is not here, because
 * adrail classifies it by the code.
 */
export const requiredTexts: readonly RequiredText[] = [
  {
    platform: 'social',
    code: 1,
    text: /reduce the amount of data/i,
    reason:
      'Code 1, alone or with subcode 99, is the unknown error as well. Recorded errors have these words in message, or in error_user_title with subcode 99.',
  },
  {
    platform: 'social',
    code: 1,
    text: /validating client secret/i,
    reason: 'Code 1 is the unknown error as well. Clients that check the secret compare this text.',
  },
  {
    platform: 'social',
    code: 100,
    text: /requires the (?:'\w+' or )*'\w+' permission/i,
    reason:
      'Code 100 without a subcode is an invalid parameter as well, and only the text names the permission: https://developers.facebook.com/docs/apps/review/login-permissions.',
  },
  {
    platform: 'social',
    code: 100,
    text: /missing permissions?\b/i,
    reason:
      'Code 100 without a subcode is an invalid parameter as well. "(#100) Missing permissions" is recorded without a subcode.',
  },
  {
    platform: 'social',
    code: 100,
    text: /nonexisting field \(\w+\) on node type \(\w+\)/i,
    reason:
      'Code 100 without a subcode is an invalid parameter as well, and only the text has the type of the node. Recorded for the field `tasks` of a page.',
  },
  {
    platform: 'social',
    code: 100,
    text: /appsecret_proof/i,
    reason:
      'Code 100 without a subcode is an invalid parameter as well: https://developers.facebook.com/docs/graph-api/securing-requests.',
  },
  {
    platform: 'social',
    code: 100,
    text: /is not valid for fields/i,
    reason:
      'Code 100 without a subcode is an invalid parameter as well. Recorded for fields of insights that do not exist, without a subcode.',
  },
  {
    platform: 'social',
    code: 100,
    text: /after cursor/i,
    reason:
      'Code 100 without a subcode is an invalid parameter as well: https://developers.facebook.com/docs/graph-api/results has this error with code and message alone.',
  },
  {
    platform: 'social',
    code: 100,
    text: /weren't there while creating the report run/i,
    reason:
      'Code 100 without a subcode is an invalid parameter as well. tap-facebook compares this text to retry, and its recordings have no subcode.',
  },
  {
    platform: 'social',
    code: 190,
    text: /page access token/i,
    reason:
      'Code 190 without a subcode is an expired token as well. "(#190) This method must be called with a Page Access Token" is recorded without a subcode.',
  },
  {
    platform: 'social',
    code: 190,
    text: /must be granted before impersonating/i,
    reason:
      'Code 190 without a subcode is an expired token as well. Recorded with type OAuthException and without a subcode.',
  },
  {
    platform: 'social',
    code: 200,
    text: /\b[a-z]+(?:_[a-z]+)+\b/,
    reason:
      'Code 200 is every missing permission, and only the text names it, such as "Requires ads_management permission to manage the object".',
  },
  {
    platform: 'pro',
    text: /^ERROR :: \/\S* :: /m,
    reason:
      'A body that does not fit the schema is refused with a message alone, so that only the text has the path: https://github.com/danielpopamd/linkedin-ads-mcp/issues/4.',
  },
  {
    platform: 'pro',
    text: /(?<![\w/])\/[A-Z][A-Za-z]*\/[A-Za-z/]+/,
    reason:
      'Some details have no fieldPath and name the field in their description: https://learn.microsoft.com/en-us/linkedin/marketing/error-responses.',
  },
  {
    platform: 'pro',
    text: /\blocale\b/i,
    reason:
      'A locale that LinkedIn does not have is refused with the path /targetingCriteria, so that only the description names the locale.',
  },
]

const replacementTexts: Readonly<Record<PlatformName, readonly string[]>> = {
  social: [
    'This did not work.',
    'We could not do what you wanted. Take a look at our developer site.',
    'No se pudo completar la solicitud.',
    'Diese Aktion war nicht erfolgreich.',
  ],
  search: ['Not accepted.', 'See the reference of this service for what went wrong.'],
  pro: ['Not accepted', 'This did not work, see the reference of this service'],
}

export interface ErrorCodes {
  readonly platform: PlatformName
  /** Meta's code and subcode. */
  readonly code?: unknown
  readonly subcode?: unknown
}

/** Returns another sentence for the same error. `choice` is from 0 to below 1. */
export function rewordError(text: string, { platform, code, subcode }: ErrorCodes, choice: number): string {
  const candidates = replacementTexts[platform]
  const sentence = candidates[Math.floor(choice * candidates.length)] ?? ''
  const requiredParts = requiredTexts
    .filter((row) => row.platform === platform && (row.code === undefined || row.code === code))
    .filter((row) => row.code === undefined || subcode === undefined || subcode === 99)
    .flatMap(({ text: words }) => text.match(new RegExp(words, `${words.flags}g`)) ?? [])
  // Text that clients read line by line stays at the beginning of its line.
  const lines = requiredParts
    .filter((words) => words.startsWith('ERROR ::'))
    .map((words) => `${words}${sentence}\n`)
  if (lines.length > 0) return lines.join('')
  // Recorded messages of the same error exist with and without its code as a prefix.
  const prefix = (choice * candidates.length * 2) % 2 < 1 ? (/^\(#\d+\) /.exec(text)?.[0] ?? '') : ''
  return prefix + [sentence, ...requiredParts].join(' ')
}
