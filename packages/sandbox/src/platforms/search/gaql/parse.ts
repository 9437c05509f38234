// The parser of the query language. https://developers.google.com/google-ads/api/docs/query/grammar

import {
  clauseKeywords,
  type QueryLiteral,
  type QueryToken,
  queryError,
  TokenReader,
  tokenize,
  unexpectedEnd,
} from './tokens.ts'

export type Operator =
  | '='
  | '!='
  | '<'
  | '<='
  | '>'
  | '>='
  | 'IN'
  | 'NOT IN'
  | 'LIKE'
  | 'NOT LIKE'
  | 'CONTAINS ANY'
  | 'CONTAINS ALL'
  | 'CONTAINS NONE'
  | 'IS NULL'
  | 'IS NOT NULL'
  | 'DURING'
  | 'BETWEEN'
  | 'REGEXP_MATCH'
  | 'NOT REGEXP_MATCH'

export interface Condition {
  readonly field: string
  readonly operator: Operator
  readonly values: readonly QueryLiteral[]
}

export interface Ordering {
  readonly field: string
  readonly descending: boolean
}

export interface ParsedQuery {
  readonly select: readonly string[]
  /** Undefined when the query has no FROM clause. The compiler then infers the resource. */
  readonly from: string | undefined
  readonly where: readonly Condition[]
  readonly orderBy: readonly Ordering[]
  readonly limit: number | undefined
  readonly parameters: Readonly<Record<string, string>>
}

export function parseQuery(source: string): ParsedQuery {
  const reader = new TokenReader(tokenize(source))
  if (!reader.takeWord('SELECT')) {
    throw queryError('EXPECTED_SELECT', 'Error in query: a query must begin with SELECT.')
  }
  const select = reader.readList(() => reader.readFieldName('BAD_FIELD_NAME', 'SELECT'))
  let from: string | undefined
  if (reader.takeWord('FROM')) {
    from = reader.readFieldName('BAD_RESOURCE_TYPE_IN_FROM_CLAUSE', 'FROM')
    if (reader.isSymbol(',')) {
      throw queryError('UNEXPECTED_FROM_CLAUSE', 'Error in FROM clause: only one resource may be named.')
    }
  }
  const where = reader.takeWord('WHERE') ? parseConditions(reader) : []
  let orderBy: Ordering[] = []
  if (reader.takeWord('ORDER')) {
    if (!reader.takeWord('BY'))
      throw queryError('EXPECTED_BY', 'Error in query: ORDER must be followed by BY.')
    orderBy = reader.readList(() => {
      const field = reader.readFieldName('BAD_FIELD_NAME', 'ORDER BY')
      if (reader.takeWord('DESC')) return { field, descending: true }
      reader.takeWord('ASC')
      return { field, descending: false }
    })
  }
  const limit = reader.takeWord('LIMIT') ? parseLimit(reader.next()) : undefined
  const parameters = reader.takeWord('PARAMETERS') ? parseParameters(reader) : {}
  const trailing = reader.next()
  if (trailing.type !== 'end') {
    throw queryError('UNEXPECTED_INPUT', `Error in query: unexpected input ${trailing.text}.`)
  }
  return { select, from, where, orderBy, limit, parameters }
}

function parseConditions(reader: TokenReader): Condition[] {
  const parsed: Condition[] = []
  do {
    parsed.push(parseCondition(reader))
  } while (reader.takeWord('AND'))
  const nextToken = reader.peek()
  const isClauseEnd = nextToken.type === 'end' || clauseKeywords.has(nextToken.text.toUpperCase())
  if (!isClauseEnd) {
    throw queryError('EXPECTED_AND', `Error in WHERE clause: expected AND before '${nextToken.text}'.`)
  }
  return parsed
}

function parseCondition(reader: TokenReader): Condition {
  const field = reader.readFieldName('BAD_FIELD_NAME', 'WHERE')
  const operator = parseOperator(reader)
  switch (operator) {
    case 'IS NULL':
    case 'IS NOT NULL':
      return { field, operator, values: [] }
    case 'BETWEEN': {
      const low = reader.readLiteral()
      if (!reader.takeWord('AND')) {
        throw queryError(
          'EXPECTED_VALUE_WITH_BETWEEN_OPERATOR',
          'Error in WHERE clause: BETWEEN needs two values joined by AND.',
        )
      }
      return { field, operator, values: [low, reader.readLiteral()] }
    }
    case 'IN':
    case 'NOT IN':
    case 'CONTAINS ANY':
    case 'CONTAINS ALL':
    case 'CONTAINS NONE':
      return { field, operator, values: reader.readLiterals() }
    default:
      if (reader.isSymbol('(')) {
        throw queryError('EXPECTED_SINGLE_VALUE', `Error in WHERE clause: ${operator} takes a single value.`)
      }
      return { field, operator, values: [reader.readLiteral()] }
  }
}

function parseOperator(reader: TokenReader): Operator {
  const token = reader.next()
  const first = token.text.toUpperCase()
  if (token.type === 'symbol') {
    switch (first) {
      case '=':
      case '!=':
      case '<':
      case '<=':
      case '>':
      case '>=':
        return first
    }
  }
  if (token.type === 'word') {
    switch (first) {
      case 'IN':
      case 'LIKE':
      case 'DURING':
      case 'BETWEEN':
      case 'REGEXP_MATCH':
        return first
      case 'NOT':
        if (reader.takeWord('IN')) return 'NOT IN'
        if (reader.takeWord('LIKE')) return 'NOT LIKE'
        if (reader.takeWord('REGEXP_MATCH')) return 'NOT REGEXP_MATCH'
        break
      case 'IS':
        if (reader.takeWord('NULL')) return 'IS NULL'
        if (reader.takeWord('NOT') && reader.takeWord('NULL')) return 'IS NOT NULL'
        break
      case 'CONTAINS':
        if (reader.takeWord('ANY')) return 'CONTAINS ANY'
        if (reader.takeWord('ALL')) return 'CONTAINS ALL'
        if (reader.takeWord('NONE')) return 'CONTAINS NONE'
        break
    }
  }
  if (token.type === 'end') throw unexpectedEnd()
  throw queryError('BAD_OPERATOR', `Error in WHERE clause: invalid operator '${token.text}'.`)
}

function parseLimit(token: QueryToken): number {
  if (token.type === 'end') throw unexpectedEnd()
  if (token.type !== 'number' || !/^-?\d+$/.test(token.text)) {
    throw queryError('BAD_LIMIT_VALUE', `Error in LIMIT clause: '${token.text}' is not a whole number.`)
  }
  const limit = Number(token.text)
  if (limit < 1)
    throw queryError('LIMIT_VALUE_TOO_LOW', 'Error in LIMIT clause: the limit must be at least 1.')
  return limit
}

const parameterNames: ReadonlySet<string> = new Set(['include_drafts', 'omit_unselected_resource_names'])

function parseParameters(reader: TokenReader): Record<string, string> {
  const pairs = reader.readList((): [string, string] => {
    const name = reader.next().text
    if (!parameterNames.has(name)) {
      throw queryError('BAD_PARAMETER_NAME', `Error in PARAMETERS clause: unknown parameter '${name}'.`)
    }
    if (!reader.takeSymbol('=')) {
      throw queryError('UNEXPECTED_INPUT', `Error in PARAMETERS clause: expected = after '${name}'.`)
    }
    const value = reader.next().text.toLowerCase()
    if (value !== 'true' && value !== 'false') {
      throw queryError(
        'BAD_PARAMETER_VALUE',
        `Error in PARAMETERS clause: invalid value '${value}' for '${name}'.`,
      )
    }
    return [name, value]
  })
  return Object.fromEntries(pairs)
}
