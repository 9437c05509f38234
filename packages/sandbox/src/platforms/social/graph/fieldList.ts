// Parser for the `fields` parameter: names, nested selections in braces, and arguments such as `.limit(5)`.
// https://developers.facebook.com/docs/graph-api/guides/field-expansion

import { GraphError } from '../errors.ts'

export interface FieldSelection {
  readonly name: string
  readonly args: Readonly<Record<string, string>>
  readonly fields?: readonly FieldSelection[]
}

const maxDepth = 8
const maxFields = 500

export function parseFieldList(text: string): FieldSelection[] {
  const parser = { text, offset: 0, count: 0 }
  const fields = parseList(parser, 0)
  if (parser.offset < text.length) throw syntaxError(parser)
  return fields
}

interface ParserState {
  readonly text: string
  offset: number
  count: number
}

function parseList(parser: ParserState, depth: number): FieldSelection[] {
  if (depth > maxDepth) throw syntaxError(parser)
  const fields: FieldSelection[] = []
  for (;;) {
    skipBlank(parser)
    const character = parser.text[parser.offset]
    if (character === undefined || character === '}') return fields
    // Clients build lists with stray commas, which the platform accepts.
    if (character === ',') {
      parser.offset++
      continue
    }
    fields.push(parseField(parser, depth))
    skipBlank(parser)
    const nextCharacter = parser.text[parser.offset]
    if (nextCharacter !== undefined && nextCharacter !== ',' && nextCharacter !== '}')
      throw syntaxError(parser)
  }
}

function parseField(parser: ParserState, depth: number): FieldSelection {
  if (++parser.count > maxFields) throw syntaxError(parser)
  const name = parseName(parser)
  const args: Record<string, string> = {}
  while (parser.text[parser.offset] === '.') {
    parser.offset++
    const key = parseName(parser)
    if (parser.text[parser.offset] !== '(') throw syntaxError(parser)
    args[key] = parseArgument(parser)
  }
  skipBlank(parser)
  if (parser.text[parser.offset] !== '{') return { name, args }
  parser.offset++
  const fields = parseList(parser, depth + 1)
  if (parser.text[parser.offset] !== '}') throw syntaxError(parser)
  parser.offset++
  return { name, args, fields }
}

function parseName(parser: ParserState): string {
  const match = /^[A-Za-z0-9_]+/.exec(parser.text.slice(parser.offset, parser.offset + 100))
  if (match === null) throw syntaxError(parser)
  parser.offset += match[0].length
  return match[0]
}

/** Reads up to the closing parenthesis. Inside, brackets nest, and quotes protect their content. */
function parseArgument(parser: ParserState): string {
  const start = ++parser.offset
  let depth = 0
  let isQuoted = false
  for (; parser.offset < parser.text.length; parser.offset++) {
    const character = parser.text[parser.offset]
    if (isQuoted) {
      if (character === '\\') parser.offset++
      else if (character === '"') isQuoted = false
      continue
    }
    if (character === '"') isQuoted = true
    else if (character === '(' || character === '[' || character === '{') depth++
    else if (character === ')' && depth === 0) return parser.text.slice(start, parser.offset++)
    else if (character === ')' || character === ']' || character === '}') depth--
  }
  throw syntaxError(parser)
}

function skipBlank(parser: ParserState): void {
  while (/\s/.test(parser.text[parser.offset] ?? '')) parser.offset++
}

function syntaxError(parser: ParserState): GraphError {
  const prefix = parser.text.slice(0, parser.offset)
  const character = parser.text[parser.offset]
  const message =
    character === undefined
      ? `Syntax error "Expected end of string instead of nothing." at character ${parser.offset}: ${prefix}`
      : `Syntax error "Expected name instead of ${JSON.stringify(character)}." at character ${parser.offset}: ${prefix}`
  return new GraphError({ message, code: 2500 })
}
