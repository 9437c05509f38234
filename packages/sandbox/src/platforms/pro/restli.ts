// The Rest.li 2.0 encoding of structures in paths, queries and headers: `List(a,b)`, `(key:value)`, escaped
// leaves.
// https://linkedin.github.io/rest.li/spec/protocol#rest.li-protocol-2.0-object-and-list-representation

/** A decoded value. Leaves stay text, because only the resource knows their type. */
export type RestliValue = string | RestliValue[] | RestliRecord
export interface RestliRecord {
  readonly [key: string]: RestliValue
}

/** The text violates the Rest.li 2.0 syntax. */
export class RestliSyntaxError extends Error {}

/** Far above the depth of any call, and below the depth that would overflow the stack. */
const maxDepth = 64

const structuralCharacters = new Set(['(', ')', ',', ':'])

/** Decodes one value: a list, a record or a leaf. The value must span the whole text. */
export function decodeValue(text: string): RestliValue {
  let position = 0
  let depth = 0

  const readLeaf = (): string => {
    const start = position
    while (position < text.length && !structuralCharacters.has(text.charAt(position))) position++
    return decodeLeaf(text.slice(start, position))
  }
  const expect = (character: string) => {
    if (text.charAt(position) !== character)
      throw new RestliSyntaxError(`expected '${character}' at position ${position}`)
    position++
  }
  const readList = (): RestliValue[] => {
    position += 'List('.length
    const values: RestliValue[] = []
    if (text.charAt(position) === ')') {
      position++
      return values
    }
    for (;;) {
      values.push(readValue())
      if (text.charAt(position) !== ',') break
      position++
    }
    expect(')')
    return values
  }
  const readRecord = (): RestliRecord => {
    position += 1
    const fields: Record<string, RestliValue> = {}
    if (text.charAt(position) === ')') {
      position++
      return fields
    }
    for (;;) {
      const key = readLeaf()
      expect(':')
      Object.defineProperty(fields, key, {
        value: readValue(),
        enumerable: true,
        writable: true,
        configurable: true,
      })
      if (text.charAt(position) !== ',') break
      position++
    }
    expect(')')
    return fields
  }
  const readValue = (): RestliValue => {
    if (++depth > maxDepth) throw new RestliSyntaxError('the structure is nested too deeply')
    const result = text.startsWith('List(', position)
      ? readList()
      : text.charAt(position) === '('
        ? readRecord()
        : readLeaf()
    depth--
    return result
  }

  const decoded = readValue()
  if (position !== text.length)
    throw new RestliSyntaxError(`unexpected '${text.charAt(position)}' at position ${position}`)
  return decoded
}

function decodeLeaf(text: string): string {
  if (text === "''") return ''
  if (text === '') throw new RestliSyntaxError("an empty value is written ''")
  if (text.includes("'")) throw new RestliSyntaxError("a bare ' is not allowed in a value")
  return decodePercent(text)
}

export function decodePercent(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new RestliSyntaxError('a percent sign does not start an escape')
  }
}

/** Splits a query into raw parameters. The query may contain empty parameters. */
export function parseQueryPairs(rawQuery: string): [name: string, text: string][] {
  const pairs: [string, string][] = []
  for (const part of rawQuery.split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const name = equals < 0 ? part : part.slice(0, equals)
    pairs.push([decodePercent(name), equals < 0 ? '' : part.slice(equals + 1)])
  }
  return pairs
}

const reservedPattern = /[(),':]/g
const escapeCharacter = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** Encodes a leaf for a URL. */
export function encodeLeaf(text: string): string {
  return text === '' ? "''" : encodeURIComponent(text).replace(reservedPattern, escapeCharacter)
}

/**
 * Encodes a leaf for a header or for a key of a JSON body. Only the characters of the grammar are escaped.
 */
export function encodeReducedLeaf(text: string): string {
  return text === '' ? "''" : text.replace(reservedPattern, escapeCharacter)
}

/** Encodes a key of a JSON body: a simple key, or a record of leaves. */
export function encodeReducedKey(key: RestliValue): string {
  if (typeof key === 'string') return encodeReducedLeaf(key)
  if (Array.isArray(key)) return `List(${key.map(encodeReducedKey).join(',')})`
  return `(${Object.entries(key)
    .map(([name, value]) => `${encodeReducedLeaf(name)}:${encodeReducedKey(value)}`)
    .join(',')})`
}

const indexedName = /^([^[\]]+)((?:\[\d+\])*)$/

/**
 * Decodes a query in protocol 1.0, the default when a request does not specify 2.0:
 * `search.status.values[0]=ACTIVE`. The values are plain text, so colons and parentheses have no meaning.
 */
export function decodeFlatQuery(rawQuery: string): RestliRecord {
  const root = emptyRecord()
  for (const [name, text] of parseQueryPairs(rawQuery)) {
    const steps: (string | number)[] = []
    for (const part of name.split('.')) {
      const match = indexedName.exec(part)
      if (match === null) throw new RestliSyntaxError(`'${name}' is not a parameter name`)
      steps.push(match[1] ?? '')
      for (const [, index] of (match[2] ?? '').matchAll(/\[(\d+)\]/g)) steps.push(Number(index))
    }
    setAtSteps(root, steps, decodePercent(text.replaceAll('+', ' ')))
  }
  return convertIndexedRecords(root) as RestliRecord // a record stays a record
}

/** The record has no prototype, so that no parameter name can reach one. */
const emptyRecord = (): Record<string, unknown> => Object.create(null)

function setAtSteps(
  target: Record<string, unknown>,
  steps: readonly (string | number)[],
  leaf: string,
): void {
  let node = target
  for (const [position, step] of steps.entries()) {
    const key = typeof step === 'number' ? `[${step}]` : step
    if (position === steps.length - 1) {
      node[key] = leaf
      return
    }
    const next = Object.hasOwn(node, key) ? node[key] : undefined
    const child = typeof next === 'object' && next !== null ? next : emptyRecord()
    node[key] = child
    node = child as Record<string, unknown> // created here or by an earlier parameter
  }
}

/** Converts records whose keys are all indexes into lists. */
function convertIndexedRecords(value: unknown): RestliValue {
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value)
  const isList = entries.length > 0 && entries.every(([key]) => key.startsWith('['))
  if (!isList) return Object.fromEntries(entries.map(([key, child]) => [key, convertIndexedRecords(child)]))
  return entries
    .toSorted(([a], [b]) => Number(a.slice(1, -1)) - Number(b.slice(1, -1)))
    .map(([, child]) => convertIndexedRecords(child))
}
