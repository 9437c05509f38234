// Parser for the `fields` parameter: names, nested selections in braces, and arguments such as `.limit(5)`.
// https://developers.facebook.com/docs/graph-api/guides/field-expansion

import { GraphError } from '../errors.ts'

export interface AskedField {
  readonly name: string
  readonly args: Readonly<Record<string, string>>
  readonly fields?: readonly AskedField[]
}

const deepest = 8
const mostFields = 500

export function parseFieldList(text: string): AskedField[] {
  const reader = { text, at: 0, count: 0 }
  const fields = parseList(reader, 0)
  if (reader.at < text.length) throw syntax(reader)
  return fields
}

interface Reader {
  readonly text: string
  at: number
  count: number
}

function parseList(reader: Reader, depth: number): AskedField[] {
  if (depth > deepest) throw syntax(reader)
  const fields: AskedField[] = []
  for (;;) {
    skipBlank(reader)
    const here = reader.text[reader.at]
    if (here === undefined || here === '}') return fields
    // Clients build lists with stray commas, which the platform accepts.
    if (here === ',') {
      reader.at++
      continue
    }
    fields.push(parseField(reader, depth))
    skipBlank(reader)
    const after = reader.text[reader.at]
    if (after !== undefined && after !== ',' && after !== '}') throw syntax(reader)
  }
}

function parseField(reader: Reader, depth: number): AskedField {
  if (++reader.count > mostFields) throw syntax(reader)
  const name = parseName(reader)
  const args: Record<string, string> = {}
  while (reader.text[reader.at] === '.') {
    reader.at++
    const key = parseName(reader)
    if (reader.text[reader.at] !== '(') throw syntax(reader)
    args[key] = parseArgument(reader)
  }
  skipBlank(reader)
  if (reader.text[reader.at] !== '{') return { name, args }
  reader.at++
  const fields = parseList(reader, depth + 1)
  if (reader.text[reader.at] !== '}') throw syntax(reader)
  reader.at++
  return { name, args, fields }
}

function parseName(reader: Reader): string {
  const match = /^[A-Za-z0-9_]+/.exec(reader.text.slice(reader.at, reader.at + 100))
  if (match === null) throw syntax(reader)
  reader.at += match[0].length
  return match[0]
}

/** Reads up to the closing parenthesis. Inside, brackets nest, and quotes protect their content. */
function parseArgument(reader: Reader): string {
  const start = ++reader.at
  let depth = 0
  let quoted = false
  for (; reader.at < reader.text.length; reader.at++) {
    const letter = reader.text[reader.at]
    if (quoted) {
      if (letter === '\\') reader.at++
      else if (letter === '"') quoted = false
      continue
    }
    if (letter === '"') quoted = true
    else if (letter === '(' || letter === '[' || letter === '{') depth++
    else if (letter === ')' && depth === 0) return reader.text.slice(start, reader.at++)
    else if (letter === ')' || letter === ']' || letter === '}') depth--
  }
  throw syntax(reader)
}

function skipBlank(reader: Reader): void {
  while (/\s/.test(reader.text[reader.at] ?? '')) reader.at++
}

function syntax(reader: Reader): GraphError {
  const place = reader.text.slice(0, reader.at)
  const found = reader.text[reader.at]
  const message =
    found === undefined
      ? `Syntax error "Expected end of string instead of nothing." at character ${reader.at}: ${place}`
      : `Syntax error "Expected name instead of ${JSON.stringify(found)}." at character ${reader.at}: ${place}`
  return new GraphError({ message, code: 2500 })
}
