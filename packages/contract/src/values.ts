// The kinds of values that operations are made of: each checks what can be known from the value alone.

import { z } from 'zod'
import { alsoCalled } from './aliases.ts'
import { countryCodes } from './countries.ts'
import type { FlawCode, RuleParams } from './flaws.ts'
import { platforms } from './platforms.ts'

/** A refinement's message together with the flaw code that callers get. */
export function fails(
  flaw: FlawCode,
  message: string,
): { error: string; params: RuleParams & Record<string, unknown> } {
  return { error: message, params: { flaw } }
}

/** Reports a flaw of a value, or of what `path` leads to in it. */
export function invalid(
  { value, issues }: z.core.ParsePayload,
  flaw: FlawCode,
  message: string,
  path: PropertyKey[] = [],
): void {
  // Others of the same value are looked for all the same: one answer names them all.
  issues.push({ code: 'custom', input: value, params: { flaw }, message, path, continue: true })
}

/** Characters are Unicode code points: a plain emoji is one, not two. */
function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Ad texts are measured by their width on the page: Chinese, Japanese and Korean characters count double. */
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

/** What a text must keep to, and what is said of one that does not. */
export interface TextRule {
  readonly flaw: FlawCode
  readonly says: string
  holds(text: string): boolean
}

/** Databases refuse NUL, and half a surrogate pair has no UTF-8. */
const isStorable: TextRule = {
  flaw: 'MALFORMED',
  says: 'must not have NUL characters or halves of surrogate pairs.',
  holds: (text) => text.isWellFormed() && !text.includes('\u0000'),
}

/** Invisible characters do not count as text: blanks, zero-width characters, fillers, and the empty Braille pattern. */
const isNotBlank: TextRule = {
  flaw: 'TOO_SHORT',
  says: 'must not be empty.',
  holds: (text) => /[^\s\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u.test(text),
}

const isOneLine: TextRule = {
  flaw: 'MALFORMED',
  says: 'must be a single line without control characters.',
  // NUL is left to isStorable, so that it is reported once.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is what this is for.
  holds: (text) => !/[\u0001-\u001f\u007f-\u009f\u2028\u2029]/.test(text),
}

const isWithin = (max: number): TextRule => ({
  flaw: 'TOO_LONG',
  says: `may have at most ${max} characters.`,
  // No text has more characters than units; most need no counting.
  holds: (text) => text.length <= max || countCharacters(text) <= max,
})

const isAsNarrowAs = (max: number): TextRule => ({
  flaw: 'TOO_LONG',
  says: `may have at most ${max} characters (wide characters such as Chinese count double).`,
  holds: (text) => displayWidth(text) <= max,
})

/** Where a keyword is inserted, the platform measures the text that stands there when none fits. */
const isAsNarrowWithKeyword = (max: number): TextRule => ({
  flaw: 'TOO_LONG',
  says: `may have at most ${max} characters (wide characters such as Chinese count double, {KeyWord:text} as its text).`,
  holds: (text) => displayWidth(text.replace(/\{keyword:([^{}]+)\}/gi, '$1')) <= max,
})

/** Printable ASCII that begins with no blank: it can be stored, says something, is one line, and as wide as it is long. */
const plain = /^[\x21-\x7e][\x20-\x7e]*$/

/** The rules that a check of texts goes by, for whoever writes them down. */
const rulesIn = new WeakMap<object, readonly TextRule[]>()

export function textRulesIn(check: object): readonly TextRule[] {
  return rulesIn.get(check) ?? []
}

/** One check for all rules: to zod a check costs more than most rules do, and one look shows that a text is plain. */
const textWith = (max: number, rules: readonly TextRule[], further: readonly TextRule[] = []) => {
  const check = z.check<string>((found) => {
    const { value } = found
    const look = (rule: TextRule) => rule.holds(value) || invalid(found, rule.flaw, rule.says)
    if (value.length > max || !plain.test(value)) rules.forEach(look)
    further.forEach(look)
  })
  rulesIn.set(check, [...rules, ...further])
  return z.string().check(check)
}

/** Text that may be empty. */
export const anyText = (max: number) => textWith(max, [isStorable, isWithin(max)]).meta({ maxLength: max })

/** Text that says something: not empty, not only blanks. */
export const text = (max: number) =>
  textWith(max, [isStorable, isWithin(max), isNotBlank]).meta({ maxLength: max, minLength: 1 })

const lineRules = (max: number) => [isStorable, isWithin(max), isNotBlank, isOneLine]

/** One line of text. */
export const line = (max: number, ...further: readonly TextRule[]) =>
  textWith(max, lineRules(max), further).meta({ maxLength: max, minLength: 1 })

/**
 * The name that something gets at a platform. Blanks around it are left off: a platform may do the same, and what was made
 * has to be found by its name.
 */
export const objectName = (max: number, ...further: readonly TextRule[]) =>
  textWith(max, lineRules(max), further).trim().meta({ maxLength: max, minLength: 1 })

/** Ad text: one line with a limit on its width. */
export const adText = (max: number) =>
  textWith(max, [isStorable, isNotBlank, isOneLine, isAsNarrowAs(max)]).meta({ minLength: 1, maxLength: max })

/** Ad text into which the platform can insert the keyword of a search. As it is written it may be longer than its limit. */
export const adTextWithKeyword = (max: number) =>
  textWith(max, [isStorable, isNotBlank, isOneLine, isAsNarrowWithKeyword(max)]).meta({ minLength: 1 })

/** Text of a form that a pattern describes. */
export function matching(pattern: string, message: string) {
  const expression = new RegExp(pattern)
  return z
    .string()
    .refine((value) => expression.test(value), fails('MALFORMED', message))
    .meta({ pattern })
}

/**
 * A number that a platform gave out, as a part of a pattern. It has one spelling: platforms parse ids as numbers, so `007`
 * and `7` would be one object there and two in the spend guard and in the queue of writes.
 */
export const canonicalNumber = '[1-9][0-9]{0,19}'

/** An id that a platform gave out: digits only, so that it can never change the meaning of an upstream request. */
export const platformId = matching(`^${canonicalNumber}$`, 'must be 1 to 20 digits without leading zeros.')

/** An id of a record of ours; whether there is such a record is for the store to say. */
export const recordId = line(64)

export const userId = recordId.describe('The user to act for, from user/create_user or user/get_profile.')

/** A platform in a request. The other names are those of `auth` operations and of the linked accounts they return. */
export const platformName = alsoCalled(
  z.enum(platforms),
  ['social', 'SOCIAL_A', 'socialAds'],
  ['search', 'SEARCH', 'searchAds'],
  ['pro', 'PROFESSIONAL', 'proAds'],
)

/** The names of a field that holds the id of a lead form. */
export const leadFormNames = ['leadFormId', 'formId'] as const

export const webUrl = (max: number) =>
  z
    .string()
    .refine(isWebUrl, fails('MALFORMED', 'must be an absolute http or https URL.'))
    // A unit takes at most three bytes; most addresses need no counting.
    .refine(
      (value) => value.length * 3 <= max || byteLength(value) <= max,
      fails('TOO_LONG', `may have at most ${max} bytes.`),
    )
    .meta({ format: 'uri', maxLength: max })

function byteLength(value: string): number {
  return new TextEncoder().encode(value).length
}

function isWebUrl(value: string): boolean {
  // The URL parser silently drops blanks and control characters around and inside the text.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: refusing them is what this is for.
  if (/[\u0000-\u0020\u007f\\]/.test(value) || !/^https?:\/\//i.test(value)) return false
  return value.isWellFormed() && URL.canParse(value)
}

/** A day that exists in the calendar. */
export const calendarDate = z
  .string()
  .refine(isCalendarDate, fails('MALFORMED', 'must be a date that exists, written YYYY-MM-DD.'))
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

/** A moment, with its distance from UTC. */
export const instant = z
  .string()
  .refine(
    (value) =>
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?(Z|[+-]\d\d:\d\d)$/.test(value) &&
      !Number.isNaN(Date.parse(value)),
    fails('MALFORMED', 'must be a time such as 2026-01-31T09:30:00Z.'),
  )
  .meta({ format: 'date-time' })

export const countryCode = z
  .string()
  .refine(
    (value) => countryCodes.has(value),
    fails('NOT_ALLOWED', 'must be an ISO 3166-1 country code of two upper-case letters, such as US.'),
  )
  .meta({ pattern: '^[A-Z]{2}$' })

/** An amount of money as decimal text: never a float. Twelve digits before the point keep its micros within 64 bits. */
export const decimalAmount = z
  .string()
  .refine(
    (value) => /^(0|[1-9][0-9]{0,11})(\.[0-9]{1,6})?$/.test(value),
    fails('MALFORMED', 'must be a decimal as text, such as "25.50".'),
  )
  .refine((value) => !/^0(\.0+)?$/.test(value), fails('OUT_OF_RANGE', 'must be more than 0.'))
  .meta({ pattern: '^(0|[1-9][0-9]{0,11})(\\.[0-9]{1,6})?$' })

/** Names in any case, answered in upper case. */
export const anyCase = <const Names extends readonly [string, ...string[]]>(names: Names) =>
  z
    .preprocess((value) => (typeof value === 'string' ? value.toUpperCase() : value), z.enum(names))
    .describe('In upper or lower case.')

/** Where a list says again what it said before. */
export function repeats(list: readonly string[]): number[] {
  const seen = new Set<string>()
  const repeated: number[] = []
  for (const [index, value] of list.entries()) {
    if (seen.has(value)) repeated.push(index)
    seen.add(value)
  }
  return repeated
}
