// The query language: text to words, numbers, strings and symbols, and a reader to walk along them.
// https://developers.google.com/google-ads/api/docs/query/grammar

import { refuse } from '../errors.ts'

export type Literal =
  | { readonly type: 'string'; readonly text: string }
  | { readonly type: 'number'; readonly text: string }
  | { readonly type: 'word'; readonly text: string }

export type Token =
  | Literal
  | { readonly type: 'symbol'; readonly text: string }
  | { readonly type: 'end'; readonly text: '' }

const end: Token = { type: 'end', text: '' }

export function queryError(code: string, message: string): Error {
  return refuse({ code: `queryError.${code}`, message })
}

export function tokens(source: string): Token[] {
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

export const keywords: ReadonlySet<string> = new Set(['FROM', 'WHERE', 'ORDER', 'LIMIT', 'PARAMETERS'])

export function unexpectedEnd(): Error {
  return queryError('UNEXPECTED_END_OF_QUERY', 'Error in query: unexpected end of query.')
}

export class Reader {
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
