// Checks one condition of a WHERE clause against its field's kind, and compiles it into a predicate on
// values.
// https://developers.google.com/google-ads/api/docs/query/structure and …/query/case-sensitivity

import { parseIsoDay } from '../../../delivery/zone.ts'
import { isEnumValue } from '../schema/enums.ts'
import { isWireObject, type WireValue } from '../wire.ts'
import { dateRange } from './dates.ts'
import type { QueryField } from './fields.ts'
import type { Condition, Operator } from './parse.ts'
import { type QueryLiteral, queryError } from './tokens.ts'

export type ValueTest = (value: WireValue | undefined) => boolean

const numericKinds: ReadonlySet<string> = new Set(['int32', 'int64', 'float', 'double'])
const orderOperators: ReadonlySet<Operator> = new Set<Operator>(['<', '<=', '>', '>='])

/** The current day, and the API version of the request. */
export interface QueryContext {
  readonly today: number
  readonly version: number
}

export function compileCondition(
  condition: Condition,
  field: QueryField,
  { today, version }: QueryContext,
): ValueTest {
  const { operator } = condition
  if (operator === 'IS NULL') return isAbsent
  if (operator === 'IS NOT NULL') return (value) => !isAbsent(value)
  checkOperator(condition, field)
  if (operator === 'DURING') return compileDuring(condition, field, today)
  const values = condition.values.map((literal) => parseLiteral(literal, field, operator, version))
  const first = values[0]
  const second = values[1]
  switch (operator) {
    case '=':
      return (value) => value === first
    case '!=':
      return (value) => value !== first
    case 'IN':
      return (value) => values.some((candidate) => candidate === value)
    case 'NOT IN':
      return (value) => !values.some((candidate) => candidate === value)
    case '<':
      return (value) => compareValues(value, first) < 0
    case '<=':
      return (value) => compareValues(value, first) <= 0
    case '>':
      return (value) => compareValues(value, first) > 0
    case '>=':
      return (value) => compareValues(value, first) >= 0
    case 'BETWEEN':
      return (value) => compareValues(value, first) >= 0 && compareValues(value, second) <= 0
    case 'LIKE':
      return compilePattern(likePattern(String(first)), true)
    case 'NOT LIKE':
      return compilePattern(likePattern(String(first)), false)
    case 'REGEXP_MATCH':
      return compilePattern(regexpPattern(String(first)), true)
    case 'NOT REGEXP_MATCH':
      return compilePattern(regexpPattern(String(first)), false)
    case 'CONTAINS ANY':
      return (value) => elements(value).some((element) => values.includes(element))
    case 'CONTAINS ALL':
      return (value) => values.every((expected) => elements(value).includes(expected))
    case 'CONTAINS NONE':
      return (value) => !elements(value).some((element) => values.includes(element))
  }
}

function isAbsent(value: WireValue | undefined): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0)
}

function elements(value: WireValue | undefined): WireValue[] {
  return Array.isArray(value) ? value : []
}

/**
 * Compares two values of one field. The result is NaN for an absent value, so that it satisfies no
 * comparison.
 */
export function compareValues(left: WireValue | undefined, right: WireValue | undefined): number {
  if (left === undefined || right === undefined) return Number.NaN
  if (typeof left === 'number' && typeof right === 'number') return left - right
  if (typeof left === 'bigint' || typeof right === 'bigint') return Number.NaN
  const [a, b] = [String(left), String(right)]
  if (/^-?\d+$/.test(a) && /^-?\d+$/.test(b)) return Number(BigInt(a) - BigInt(b))
  return a < b ? -1 : a > b ? 1 : 0
}

function checkOperator({ operator, field: name }: Condition, { messageField }: QueryField): void {
  const isContainsOperator = operator.startsWith('CONTAINS')
  const isTextOperator = operator.endsWith('LIKE') || operator.endsWith('REGEXP_MATCH')
  const isMismatch =
    messageField.repeated !== isContainsOperator ||
    (messageField.repeated && messageField.kind === 'message') ||
    (isTextOperator && messageField.kind !== 'string') ||
    (operator === 'DURING' && !isDate(name)) ||
    ((orderOperators.has(operator) || operator === 'BETWEEN') &&
      (messageField.kind === 'enum' || messageField.kind === 'bool' || messageField.repeated)) ||
    (messageField.kind === 'bool' && (operator === 'IN' || operator === 'NOT IN'))
  if (!isMismatch) return
  if (messageField.kind === 'message') {
    throw queryError('PROHIBITED_FIELD_IN_WHERE_CLAUSE', `The field '${name}' cannot be used in a filter.`)
  }
  throw queryError(
    'OPERATOR_FIELD_MISMATCH',
    `Operator '${operator}' is not applicable to the field '${name}'.`,
  )
}

function isDate(name: string): boolean {
  return name === 'segments.date'
}

const alignedDates: Readonly<Record<string, RegExp>> = {
  'segments.month': /-01$/,
  'segments.quarter': /-(01|04|07|10)-01$/,
}

function parseLiteral(
  literal: QueryLiteral,
  { messageField, name }: QueryField,
  operator: Operator,
  version: number,
): WireValue {
  const { text } = literal
  if (messageField.kind === 'enum') {
    if (literal.type !== 'number' && isEnumValue(messageField.typeName, text, version)) return text
    if (text === 'UNSPECIFIED' || text === 'UNKNOWN') {
      throw queryError('PROHIBITED_ENUM_CONSTANT', `The enum value '${text}' cannot be used in a filter.`)
    }
    throw queryError('BAD_ENUM_CONSTANT', `Invalid enum value in the WHERE clause: '${text}'.`)
  }
  if (messageField.kind === 'bool') {
    const word = text.toUpperCase()
    if (literal.type === 'word' && (word === 'TRUE' || word === 'FALSE')) return word === 'TRUE'
    throw queryError('BAD_VALUE', `'${text}' is not a value of the boolean field '${name}'.`)
  }
  if (numericKinds.has(messageField.kind)) return parseNumber(text, messageField.kind, name)
  if (literal.type !== 'string') {
    throw queryError('INVALID_STRING_VALUE', `The value '${text}' of '${name}' must be a quoted string.`)
  }
  if (name.startsWith('segments.')) checkDate(text, name, operator)
  return text
}

function parseNumber(text: string, kind: string, name: string): WireValue {
  if (!/^-?\d+(\.\d+)?$/.test(text)) {
    throw queryError('BAD_VALUE', `'${text}' is not a value of the numeric field '${name}'.`)
  }
  if (kind !== 'int64') return Number(text)
  // An id is an INT64, so `0023` names the same campaign as `23`.
  // https://developers.google.com/google-ads/api/fields/v25/campaign#campaign.id
  // https://developers.google.com/google-ads/api/reference/rpc/v25/Campaign
  return text.includes('.') ? text : String(BigInt(text))
}

function checkDate(text: string, name: string, operator: Operator): void {
  if (operator.endsWith('LIKE') || operator.endsWith('REGEXP_MATCH')) return
  if (parseIsoDay(text) === undefined) {
    const code = operator === 'BETWEEN' ? 'INVALID_VALUE_WITH_BETWEEN_OPERATOR' : 'INVALID_DATE_FORMAT'
    throw queryError(code, `'${text}' is not a date; expected 'YYYY-MM-DD'.`)
  }
  const alignedPattern = alignedDates[name]
  if (alignedPattern !== undefined && !alignedPattern.test(text)) {
    throw queryError('MISALIGNED_DATE_FOR_FILTER', `'${text}' does not begin a period of '${name}'.`)
  }
}

function compileDuring(condition: Condition, { name }: QueryField, today: number): ValueTest {
  const word = condition.values[0]
  const range = word?.type === 'word' ? dateRange(word.text.toUpperCase(), today) : undefined
  if (range === undefined) {
    throw queryError(
      'INVALID_VALUE_WITH_DURING_OPERATOR',
      `'${word?.text ?? ''}' is not a date range for '${name}'.`,
    )
  }
  const [from, until] = range
  return (value) => typeof value === 'string' && value >= from && value <= until
}

function compilePattern(pattern: RegExp, shouldMatch: boolean): ValueTest {
  return (value) =>
    isWireObject(value) || value === undefined ? !shouldMatch : pattern.test(String(value)) === shouldMatch
}

function likePattern(like: string): RegExp {
  const source = like.replaceAll(/\[(.)\]|%|_|[\s\S]/g, (part, literal: string | undefined) => {
    if (literal !== undefined) return escapePattern(literal)
    if (part === '%') return '[\\s\\S]*'
    return part === '_' ? '[\\s\\S]' : escapePattern(part)
  })
  return new RegExp(`^${source}$`, 'iu')
}

function regexpPattern(source: string): RegExp {
  const [, insensitive, expression = source] = /^(\(\?i\))?([\s\S]*)$/.exec(source) ?? []
  try {
    return new RegExp(`^(?:${expression})$`, insensitive === undefined ? 'u' : 'iu')
  } catch {
    throw queryError('BAD_VALUE', `'${source}' is not a regular expression.`)
  }
}

function escapePattern(character: string): string {
  return character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')
}
