// Types of input values. Each type checks every rule that needs no other field and no stored data.

import { z } from 'zod'
import { withValueAliases } from './aliases.ts'
import { countryCodes } from './countries.ts'
import { platformFacts, platforms } from './platforms.ts'
import type { RuleParams, ViolationCode } from './violations.ts'

/** Returns the message of a refinement together with the violation code for callers. */
export function violationParams(
  code: ViolationCode,
  message: string,
): { error: string; params: RuleParams & Record<string, unknown> } {
  return { error: message, params: { violationCode: code } }
}

/** Reports a violation of a value, or of the part of the value at `path`. */
export function addViolation(
  { value, issues }: z.core.ParsePayload,
  code: ViolationCode,
  message: string,
  path: PropertyKey[] = [],
): void {
  // The other checks of the value continue, so that one response lists all violations.
  issues.push({
    code: 'custom',
    input: value,
    params: { violationCode: code },
    message,
    path,
    continue: true,
  })
}

/** Counts Unicode code points, so a plain emoji counts as one character. */
function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Measures the width of ad text: Chinese, Japanese and Korean characters count double. */
export function displayWidth(text: string): number {
  let width = 0
  for (let index = 0; index < text.length; index++) {
    const code = text.codePointAt(index) ?? 0
    width += code >= 0x1100 && isWide(code) ? 2 : 1
    if (code > 0xffff) index++
  }
  return width
}

function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x115f) ||
    (code >= 0x2e80 && code <= 0xa4cf) ||
    (code >= 0xac00 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xfe30 && code <= 0xfe4f) ||
    (code >= 0xff00 && code <= 0xff60) ||
    (code >= 0xffe0 && code <= 0xffe6) ||
    (code >= 0x20000 && code <= 0x3fffd)
  )
}

/** A rule for texts, with the message for texts that break it. */
export interface TextRule {
  readonly code: ViolationCode
  readonly description: string
  isSatisfied(text: string): boolean
}

/** Databases reject NUL, and half a surrogate pair has no UTF-8 encoding. */
const storableRule: TextRule = {
  code: 'MALFORMED',
  description: 'must not contain NUL characters or unpaired surrogates.',
  isSatisfied: (text) => text.isWellFormed() && !text.includes('\u0000'),
}

/**
 * Invisible characters do not count as text: blanks, zero-width characters, fillers, and the empty Braille
 * pattern.
 */
const notBlankRule: TextRule = {
  code: 'TOO_SHORT',
  description: 'must not be empty.',
  isSatisfied: (text) => /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text),
}

const singleLineRule: TextRule = {
  code: 'MALFORMED',
  description: 'must be a single line without control characters.',
  // `storableRule` reports NUL, so this rule does not report it a second time.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is what this is for.
  isSatisfied: (text) => !/[\u0001-\u001f\u007f-\u009f\u2028\u2029]/.test(text),
}

const maxLengthRule = (max: number): TextRule => ({
  code: 'TOO_LONG',
  description: `may have at most ${max} characters.`,
  // A text never has more characters than UTF-16 code units, so most texts need no counting.
  isSatisfied: (text) => text.length <= max || countCharacters(text) <= max,
})

const maxWidthRule = (max: number): TextRule => ({
  code: 'TOO_LONG',
  description: `may have at most ${max} characters (wide characters such as Chinese count double).`,
  isSatisfied: (text) => displayWidth(text) <= max,
})

/** For keyword insertion, Google Ads measures the default text of the placeholder. */
const maxKeywordWidthRule = (max: number): TextRule => ({
  code: 'TOO_LONG',
  description: `may have at most ${max} characters (wide characters such as Chinese count double, {KeyWord:text} as its text).`,
  isSatisfied: (text) => displayWidth(text.replace(/\{keyword:([^{}]+)\}/gi, '$1')) <= max,
})

/**
 * Printable ASCII that does not begin with a blank. Such text passes all rules, and its width equals its
 * length.
 */
const plainTextPattern = /^[\x21-\x7e][\x20-\x7e]*$/

/** The text rules of each zod check, for the documents. */
const rulesByCheck = new WeakMap<object, readonly TextRule[]>()

export function findTextRules(check: object): readonly TextRule[] {
  return rulesByCheck.get(check) ?? []
}

/**
 * Combines all rules in one check. A zod check costs more than most rules, and one regular expression
 * recognizes plain text.
 */
const textWithRules = (max: number, rules: readonly TextRule[], extraRules: readonly TextRule[] = []) => {
  const check = z.check<string>((payload) => {
    const { value } = payload
    const applyRule = (rule: TextRule) =>
      rule.isSatisfied(value) || addViolation(payload, rule.code, rule.description)
    if (value.length > max || !plainTextPattern.test(value)) rules.forEach(applyRule)
    extraRules.forEach(applyRule)
  })
  rulesByCheck.set(check, [...rules, ...extraRules])
  return z.string().check(check)
}

/** Text that may be empty. */
export const textOrEmpty = (max: number) =>
  textWithRules(max, [storableRule, maxLengthRule(max)]).meta({ maxLength: max })

/** Text that contains at least one visible character. */
export const nonBlankText = (max: number) =>
  textWithRules(max, [storableRule, maxLengthRule(max), notBlankRule]).meta({ maxLength: max, minLength: 1 })

const lineRules = (max: number) => [storableRule, maxLengthRule(max), notBlankRule, singleLineRule]

/** One line of text. */
export const line = (max: number, ...extraRules: readonly TextRule[]) =>
  textWithRules(max, lineRules(max), extraRules).meta({ maxLength: max, minLength: 1 })

/**
 * The name of an object at a platform. Surrounding blanks are trimmed, because the platform may trim them,
 * and adrail has to find created objects by name.
 */
export const objectName = (max: number, ...extraRules: readonly TextRule[]) =>
  textWithRules(max, lineRules(max), extraRules).trim().meta({ maxLength: max, minLength: 1 })

/** Ad text: one line of limited width. */
export const adText = (max: number) =>
  textWithRules(max, [storableRule, notBlankRule, singleLineRule, maxWidthRule(max)]).meta({
    minLength: 1,
    maxLength: max,
  })

/** Ad text with keyword insertion. The notation of the placeholder may exceed the limit. */
export const adTextWithKeyword = (max: number) =>
  textWithRules(max, [storableRule, notBlankRule, singleLineRule, maxKeywordWidthRule(max)]).meta({
    minLength: 1,
  })

/** Text in the format of a regular expression. */
export function textMatching(pattern: string, message: string) {
  const expression = new RegExp(pattern)
  return z
    .string()
    .refine((value) => expression.test(value), violationParams('MALFORMED', message))
    .meta({ pattern })
}

/**
 * Regular expression source of an id that a platform issued. Leading zeros are excluded: platforms parse ids
 * as numbers, so `007` and `7` would be one object there, but two in the spend guard and in the queue of
 * writes.
 */
export const upstreamIdPattern = '[1-9][0-9]{0,19}'

/**
 * An id that a platform issued. It contains only digits, so it can never change the meaning of an upstream
 * request.
 */
export const upstreamId = textMatching(
  `^${upstreamIdPattern}$`,
  'must be 1 to 20 digits without leading zeros.',
)

/** The id of an adrail record. The store decides whether the record exists. */
export const recordId = line(64)

export const userId = recordId.describe(
  'Id of the user to act for, from user/create_user or user/get_profile.',
)

/**
 * A platform in a request. The aliases are the platform names in requests of `auth` operations, and the names
 * in the linked accounts that `auth` operations return.
 */
export const platformName = withValueAliases(
  z.enum(platforms),
  ...platforms.map((platform) => {
    const { linkName, accountField } = platformFacts[platform]
    return [platform, linkName, accountField]
  }),
)

/** All names of a field that contains the id of a lead form. */
export const leadFormIdFields = ['leadFormId', 'formId'] as const

export const webUrl = (max: number) =>
  z
    .string()
    .refine(isWebUrl, violationParams('MALFORMED', 'must be an absolute http or https URL.'))
    .refine((value) => fitsInBytes(value, max), violationParams('TOO_LONG', `may have at most ${max} bytes.`))
    .meta({ format: 'uri', maxLength: max })

/** A UTF-16 code unit takes at most three bytes in UTF-8, so most texts need no counting. */
export function fitsInBytes(value: string, max: number): boolean {
  return value.length * 3 <= max || new TextEncoder().encode(value).length <= max
}

export function isWebUrl(value: string): boolean {
  // The URL parser silently drops blanks and control characters around and inside the text.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is what this is for.
  if (/[\u0000-\u0020\u007f\\]/.test(value) || !/^https?:\/\//i.test(value)) return false
  return value.isWellFormed() && URL.canParse(value)
}

/** A day that exists in the calendar. */
export const calendarDate = z
  .string()
  .refine(isCalendarDate, violationParams('MALFORMED', 'must be a valid date in the format YYYY-MM-DD.'))
  .meta({ format: 'date' })

const monthDays = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]

function isCalendarDate(value: string): boolean {
  if (!/^[0-9]{4}-[0-9]{2}-[0-9]{2}$/.test(value)) return false
  const year = Number(value.slice(0, 4))
  const month = Number(value.slice(5, 7))
  const day = Number(value.slice(8))
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  const days = month === 2 && isLeap ? 29 : (monthDays[month - 1] ?? 0)
  return day >= 1 && day <= days
}

/** A time with its UTC offset. */
export const instant = z
  .string()
  .refine(
    (value) =>
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/.test(value) &&
      !Number.isNaN(Date.parse(value)),
    violationParams('MALFORMED', 'must be a time such as 2026-01-31T09:30:00Z.'),
  )
  .meta({ format: 'date-time' })

export const countryCode = z
  .string()
  .refine(
    (value) => countryCodes.has(value),
    violationParams(
      'NOT_ALLOWED',
      'must be an ISO 3166-1 country code of two upper-case letters, such as US.',
    ),
  )
  .meta({ pattern: '^[A-Z]{2}$' })

/**
 * An amount of money as decimal text, never a float. Twelve digits before the point keep its micros within 64
 * bits.
 */
export const decimalAmount = z
  .string()
  .refine(
    (value) => /^(0|[1-9][0-9]{0,11})(\.[0-9]{1,6})?$/.test(value),
    violationParams('MALFORMED', 'must be a decimal as text, such as "25.50".'),
  )
  .refine((value) => !/^0(\.0+)?$/.test(value), violationParams('OUT_OF_RANGE', 'must be more than 0.'))
  .meta({ pattern: '^(0|[1-9][0-9]{0,11})(\\.[0-9]{1,6})?$' })

/** An enum that accepts any letter case and returns upper case. */
export const caseInsensitiveEnum = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z
    .preprocess((value) => (typeof value === 'string' ? value.toUpperCase() : value), z.enum(names))
    .describe('In upper or lower case.')

/** Returns the indexes of entries that repeat an earlier entry. */
export function findDuplicates(list: readonly string[]): number[] {
  const seen = new Set<string>()
  const duplicates: number[] = []
  for (const [index, value] of list.entries()) {
    if (seen.has(value)) duplicates.push(index)
    seen.add(value)
  }
  return duplicates
}
