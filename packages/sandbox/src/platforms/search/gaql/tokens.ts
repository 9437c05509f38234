// The tokenizer of the query language, and a reader over the tokens.
// https://developers.google.com/google-ads/api/docs/query/grammar

import { searchError } from '../errors.ts'

export type QueryLiteral =
  | { readonly type: 'string'; readonly text: string }
  | { readonly type: 'number'; readonly text: string }
  | { readonly type: 'word'; readonly text: string }

export type QueryToken =
  | QueryLiteral
  | { readonly type: 'symbol'; readonly text: string }
  | { readonly type: 'end'; readonly text: '' }

const endToken: QueryToken = { type: 'end', text: '' }

export function queryError(code: string, message: string): Error {
  return searchError({ code: `queryError.${code}`, message })
}

export function tokenize(source: string): QueryToken[] {
  const tokens: QueryToken[] = []
  const pattern = /\s+|([A-Za-z_][\w.]*)|(-?\d+(?:\.\d+)?)(?![\w.])|(!=|<=|>=|[=<>(),])|(['"])/y
  let position = 0
  while (position < source.length) {
    pattern.lastIndex = position
    const match = pattern.exec(source)
    if (match === null) {
      const remaining = /^\S+/.exec(source.slice(position))?.[0] ?? ''
      if (/^-?\d/.test(remaining))
        throw queryError('BAD_NUMBER', `Error in query: invalid number '${remaining}'.`)
      throw queryError('BAD_SYMBOL', `Error in query: unexpected symbol '${remaining.charAt(0)}'.`)
    }
    const [matchedText, word, number, symbol, quote] = match
    position = pattern.lastIndex
    if (word !== undefined) tokens.push({ type: 'word', text: word })
    else if (number !== undefined) tokens.push({ type: 'number', text: number })
    else if (symbol !== undefined) tokens.push({ type: 'symbol', text: symbol })
    else if (quote !== undefined) {
      const quotedString = readQuoted(source, position, quote)
      tokens.push({ type: 'string', text: quotedString.text })
      position = quotedString.endPosition
    } else if (matchedText.trim() !== '') throw queryError('QUERY_ERROR', 'Error in query.')
  }
  return tokens
}

function readQuoted(source: string, from: number, quote: string): { text: string; endPosition: number } {
  let text = ''
  for (let position = from; position < source.length; position++) {
    const character = source.charAt(position)
    if (character === quote) return { text, endPosition: position + 1 }
    if (character === '\n' || character === '\r') {
      throw queryError(
        'PROHIBITED_NEWLINE_IN_STRING',
        'Error in query: a string may not contain a line break.',
      )
    }
    if (character === '\\') {
      position++
      text += unescapeCharacter(source.charAt(position))
    } else text += character
  }
  throw queryError('STRING_NOT_TERMINATED', 'Error in query: a string is not terminated.')
}

function unescapeCharacter(character: string): string {
  if (character === '') {
    throw queryError('STRING_NOT_TERMINATED', 'Error in query: a string is not terminated.')
  }
  if (character === '\\' || character === "'" || character === '"') return character
  throw queryError('BAD_ESCAPE_SEQUENCE', `Error in query: unknown escape sequence '\\${character}'.`)
}

export const clauseKeywords: ReadonlySet<string> = new Set(['FROM', 'WHERE', 'ORDER', 'LIMIT', 'PARAMETERS'])

export function unexpectedEnd(): Error {
  return queryError('UNEXPECTED_END_OF_QUERY', 'Error in query: unexpected end of query.')
}

export class TokenReader {
  readonly #tokens: readonly QueryToken[]
  #position = 0

  constructor(tokens: readonly QueryToken[]) {
    this.#tokens = tokens
  }

  peek(): QueryToken {
    return this.#tokens[this.#position] ?? endToken
  }

  next(): QueryToken {
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

  readList<Item>(readItem: () => Item): Item[] {
    const items = [readItem()]
    while (this.takeSymbol(',')) items.push(readItem())
    return items
  }

  readFieldName(errorCode: string, clause: string): string {
    const token = this.peek()
    if (token.type === 'end') throw unexpectedEnd()
    if (token.type !== 'word' || clauseKeywords.has(token.text)) {
      throw queryError(errorCode, `Error in ${clause} clause: '${token.text}' is not a valid name.`)
    }
    this.#position++
    return token.text
  }

  readLiteral(): QueryLiteral {
    const token = this.next()
    if (token.type === 'end') throw unexpectedEnd()
    if (token.type === 'symbol') {
      throw queryError('BAD_VALUE', `Error in WHERE clause: '${token.text}' is not a value.`)
    }
    return token
  }

  readLiterals(): QueryLiteral[] {
    if (!this.takeSymbol('(')) {
      throw queryError('EXPECTED_LIST', 'Error in WHERE clause: the operator takes a list in parentheses.')
    }
    if (this.isSymbol(')')) {
      throw queryError('PROHIBITED_EMPTY_LIST_IN_CONDITION', 'Error in WHERE clause: the list is empty.')
    }
    const values = this.readList(() => this.readLiteral())
    if (!this.takeSymbol(')')) {
      const token = this.peek()
      if (token.type === 'end') throw unexpectedEnd()
      throw queryError('UNEXPECTED_INPUT', `Error in query: unexpected input ${token.text}.`)
    }
    return values
  }
}
