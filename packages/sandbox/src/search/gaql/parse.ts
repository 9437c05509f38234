// The query language: text to clauses. https://developers.google.com/google-ads/api/docs/query/grammar

import { type Finding, refuse } from '../errors.ts'

export type Literal =
  | { readonly type: 'string'; readonly text: string }
  | { readonly type: 'number'; readonly text: string }
  | { readonly type: 'word'; readonly text: string }

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
  readonly values: readonly Literal[]
}

export interface Ordering {
  readonly field: string
  readonly descending: boolean
}

export interface Query {
  readonly select: readonly string[]
  /** Absent where the query leaves the resource to be inferred. */
  readonly from: string | undefined
  readonly where: readonly Condition[]
  readonly orderBy: readonly Ordering[]
  readonly limit: number | undefined
  readonly parameters: Readonly<Record<string, string>>
}

type Token =
  | Literal
  | { readonly type: 'symbol'; readonly text: string }
  | { readonly type: 'end'; readonly text: '' }

const end: Token = { type: 'end', text: '' }

export function queryError(code: string, message: string): Error {
  const finding: Finding = { code: `queryError.${code}`, message }
  return refuse(finding)
}

function tokens(source: string): Token[] {
  const found: Token[] = []
  const pattern = /\s+|([A-Za-z_][\w.]*)|(-?\d+(?:\.\d+)?)(?![\w.])|(!=|<=|>=|[=<>(),])|(['"])/y
  let position = 0
  while (position < source.length) {
    pattern.lastIndex = position
    const match = pattern.exec(source)
    if (match === null) {
      const rest = /^\S+/.exec(source.slice(position))?.[0] ?? ''
      if (/^-?\d/.test(rest)) throw queryError('BAD_NUMBER', `Error in query: invalid number '${rest}'.`)
      throw queryError('BAD_SYMBOL', `Error in query: unexpected symbol '${rest.charAt(0)}'.`)
    }
    const [whole, word, number, symbol, quote] = match
    position = pattern.lastIndex
    if (word !== undefined) found.push({ type: 'word', text: word })
    else if (number !== undefined) found.push({ type: 'number', text: number })
    else if (symbol !== undefined) found.push({ type: 'symbol', text: symbol })
    else if (quote !== undefined) {
      const closed = quoted(source, position, quote)
      found.push({ type: 'string', text: closed.text })
      position = closed.after
    } else if (whole.trim() !== '') throw queryError('QUERY_ERROR', 'Error in query.')
  }
  return found
}

function quoted(source: string, from: number, quote: string): { text: string; after: number } {
  let text = ''
  for (let position = from; position < source.length; position++) {
    const character = source.charAt(position)
    if (character === quote) return { text, after: position + 1 }
    if (character === '\n' || character === '\r') {
      throw queryError(
        'PROHIBITED_NEWLINE_IN_STRING',
        'Error in query: a string may not contain a line break.',
      )
    }
    if (character === '\\') {
      position++
      text += unescaped(source.charAt(position))
    } else text += character
  }
  throw queryError('STRING_NOT_TERMINATED', 'Error in query: a string is not terminated.')
}

function unescaped(character: string): string {
  if (character === '') {
    throw queryError('STRING_NOT_TERMINATED', 'Error in query: a string is not terminated.')
  }
  if (character === '\\' || character === "'" || character === '"') return character
  throw queryError('BAD_ESCAPE_SEQUENCE', `Error in query: unknown escape sequence '\\${character}'.`)
}

const keywords: ReadonlySet<string> = new Set(['FROM', 'WHERE', 'ORDER', 'LIMIT', 'PARAMETERS'])

export function parseQuery(source: string): Query {
  const reader = new Reader(tokens(source))
  if (!reader.takeWord('SELECT')) {
    throw queryError('EXPECTED_SELECT', 'Error in query: a query must begin with SELECT.')
  }
  const select = reader.separated(() => reader.fieldName('BAD_FIELD_NAME', 'SELECT'))
  let from: string | undefined
  if (reader.takeWord('FROM')) {
    from = reader.fieldName('BAD_RESOURCE_TYPE_IN_FROM_CLAUSE', 'FROM')
    if (reader.isSymbol(',')) {
      throw queryError('UNEXPECTED_FROM_CLAUSE', 'Error in FROM clause: only one resource may be named.')
    }
  }
  const where = reader.takeWord('WHERE') ? conditions(reader) : []
  let orderBy: Ordering[] = []
  if (reader.takeWord('ORDER')) {
    if (!reader.takeWord('BY'))
      throw queryError('EXPECTED_BY', 'Error in query: ORDER must be followed by BY.')
    orderBy = reader.separated(() => {
      const field = reader.fieldName('BAD_FIELD_NAME', 'ORDER BY')
      if (reader.takeWord('DESC')) return { field, descending: true }
      reader.takeWord('ASC')
      return { field, descending: false }
    })
  }
  const limit = reader.takeWord('LIMIT') ? limitOf(reader.next()) : undefined
  const parameters = reader.takeWord('PARAMETERS') ? parametersOf(reader) : {}
  const left = reader.next()
  if (left.type !== 'end') {
    throw queryError('UNEXPECTED_INPUT', `Error in query: unexpected input ${left.text}.`)
  }
  return { select, from, where, orderBy, limit, parameters }
}

function conditions(reader: Reader): Condition[] {
  const found: Condition[] = []
  do {
    found.push(condition(reader))
  } while (reader.takeWord('AND'))
  const following = reader.peek()
  const ends = following.type === 'end' || keywords.has(following.text.toUpperCase())
  if (!ends) {
    throw queryError('EXPECTED_AND', `Error in WHERE clause: expected AND before '${following.text}'.`)
  }
  return found
}

function condition(reader: Reader): Condition {
  const field = reader.fieldName('BAD_FIELD_NAME', 'WHERE')
  const operator = operatorOf(reader)
  switch (operator) {
    case 'IS NULL':
    case 'IS NOT NULL':
      return { field, operator, values: [] }
    case 'BETWEEN': {
      const low = reader.literal()
      if (!reader.takeWord('AND')) {
        throw queryError(
          'EXPECTED_VALUE_WITH_BETWEEN_OPERATOR',
          'Error in WHERE clause: BETWEEN needs two values joined by AND.',
        )
      }
      return { field, operator, values: [low, reader.literal()] }
    }
    case 'IN':
    case 'NOT IN':
    case 'CONTAINS ANY':
    case 'CONTAINS ALL':
    case 'CONTAINS NONE':
      return { field, operator, values: reader.literals() }
    default:
      if (reader.isSymbol('(')) {
        throw queryError('EXPECTED_SINGLE_VALUE', `Error in WHERE clause: ${operator} takes a single value.`)
      }
      return { field, operator, values: [reader.literal()] }
  }
}

function operatorOf(reader: Reader): Operator {
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

function limitOf(token: Token): number {
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

function parametersOf(reader: Reader): Record<string, string> {
  const pairs = reader.separated((): [string, string] => {
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

function unexpectedEnd(): Error {
  return queryError('UNEXPECTED_END_OF_QUERY', 'Error in query: unexpected end of query.')
}

class Reader {
  readonly #tokens: readonly Token[]
  #position = 0

  constructor(found: readonly Token[]) {
    this.#tokens = found
  }

  peek(): Token {
    return this.#tokens[this.#position] ?? end
  }

  next(): Token {
    const token = this.peek()
    this.#position++
    return token
  }

  isSymbol(symbol: string): boolean {
    const token = this.peek()
    return token.type === 'symbol' && token.text === symbol
  }

  takeSymbol(symbol: string): boolean {
    if (!this.isSymbol(symbol)) return false
    this.#position++
    return true
  }

  takeWord(word: string): boolean {
    const token = this.peek()
    if (token.type !== 'word' || token.text.toUpperCase() !== word) return false
    this.#position++
    return true
  }

  separated<Item>(item: () => Item): Item[] {
    const items = [item()]
    while (this.takeSymbol(',')) items.push(item())
    return items
  }

  fieldName(code: string, clause: string): string {
    const token = this.peek()
    if (token.type === 'end') throw unexpectedEnd()
    if (token.type !== 'word' || keywords.has(token.text)) {
      throw queryError(code, `Error in ${clause} clause: '${token.text}' is not a valid name.`)
    }
    this.#position++
    return token.text
  }

  literal(): Literal {
    const token = this.next()
    if (token.type === 'end') throw unexpectedEnd()
    if (token.type === 'symbol') {
      throw queryError('BAD_VALUE', `Error in WHERE clause: '${token.text}' is not a value.`)
    }
    return token
  }

  literals(): Literal[] {
    if (!this.takeSymbol('(')) {
      throw queryError('EXPECTED_LIST', 'Error in WHERE clause: the operator takes a list in parentheses.')
    }
    if (this.isSymbol(')')) {
      throw queryError('PROHIBITED_EMPTY_LIST_IN_CONDITION', 'Error in WHERE clause: the list is empty.')
    }
    const values = this.separated(() => this.literal())
    if (!this.takeSymbol(')')) {
      const token = this.peek()
      if (token.type === 'end') throw unexpectedEnd()
      throw queryError('UNEXPECTED_INPUT', `Error in query: unexpected input ${token.text}.`)
    }
    return values
  }
}
