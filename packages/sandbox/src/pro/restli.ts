// The Rest.li 2.0 text form of structures in paths, queries and header values: `List(a,b)`, `(key:value)`, escaped leaves.
// https://linkedin.github.io/rest.li/spec/protocol#rest.li-protocol-2.0-object-and-list-representation

/** A decoded value. Leaves stay text: only the resource that reads them knows their type. */
export type RestliValue = string | RestliValue[] | RestliRecord
export interface RestliRecord {
  readonly [key: string]: RestliValue
}

/** The text is not Rest.li 2.0. */
export class RestliSyntaxError extends Error {}

/** Far beyond what any call needs, and short of what would exhaust the stack. */
const deepest = 64

const structural = new Set(['(', ')', ',', ':'])

/** Reads one value: a list, a record or a leaf. The whole text must be used up. */
export function decodeValue(text: string): RestliValue {
  let at = 0
  let depth = 0

  const leaf = (): string => {
    const start = at
    while (at < text.length && !structural.has(text.charAt(at))) at++
    return decodeLeaf(text.slice(start, at))
  }
  const expect = (character: string) => {
    if (text.charAt(at) !== character)
      throw new RestliSyntaxError(`expected '${character}' at position ${at}`)
    at++
  }
  const list = (): RestliValue[] => {
    at += 'List('.length
    const values: RestliValue[] = []
    if (text.charAt(at) === ')') {
      at++
      return values
    }
    for (;;) {
      values.push(value())
      if (text.charAt(at) !== ',') break
      at++
    }
    expect(')')
    return values
  }
  const record = (): RestliRecord => {
    at += 1
    const members: Record<string, RestliValue> = {}
    if (text.charAt(at) === ')') {
      at++
      return members
    }
    for (;;) {
      const key = leaf()
      expect(':')
      Object.defineProperty(members, key, {
        value: value(),
        enumerable: true,
        writable: true,
        configurable: true,
      })
      if (text.charAt(at) !== ',') break
      at++
    }
    expect(')')
    return members
  }
  const value = (): RestliValue => {
    if (++depth > deepest) throw new RestliSyntaxError('the structure is nested too deeply')
    const read = text.startsWith('List(', at) ? list() : text.charAt(at) === '(' ? record() : leaf()
    depth--
    return read
  }

  const decoded = value()
  if (at !== text.length) throw new RestliSyntaxError(`unexpected '${text.charAt(at)}' at position ${at}`)
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

/** Parameters of a query, as sent. A query may begin with, or contain, empty parameters. */
export function queryPairs(rawQuery: string): [name: string, text: string][] {
  const pairs: [string, string][] = []
  for (const part of rawQuery.split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const name = equals < 0 ? part : part.slice(0, equals)
    pairs.push([decodePercent(name), equals < 0 ? '' : part.slice(equals + 1)])
  }
  return pairs
}

const reserved = /[(),':]/g
const escaped = (character: string) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`

/** A leaf as it stands in a URL. */
export function encodeLeaf(text: string): string {
  return text === '' ? "''" : encodeURIComponent(text).replace(reserved, escaped)
}

/** A leaf as it stands in a header or as a key of a JSON body: only the characters of the grammar are escaped. */
export function reducedLeaf(text: string): string {
  return text === '' ? "''" : text.replace(reserved, escaped)
}

/** A key of a JSON body: a simple key, or a record of leaves. */
export function reducedKey(key: RestliValue): string {
  if (typeof key === 'string') return reducedLeaf(key)
  if (Array.isArray(key)) return `List(${key.map(reducedKey).join(',')})`
  return `(${Object.entries(key)
    .map(([name, value]) => `${reducedLeaf(name)}:${reducedKey(value)}`)
    .join(',')})`
}

const indexed = /^([^[\]]+)((?:\[\d+\])*)$/

/**
 * Protocol 1.0, which holds when the request does not ask for 2.0: `search.status.values[0]=ACTIVE`. The values are
 * plain text there, so colons and parentheses mean nothing.
 */
export function decodeFlatQuery(rawQuery: string): RestliRecord {
  const root = blank()
  for (const [name, text] of queryPairs(rawQuery)) {
    const steps: (string | number)[] = []
    for (const part of name.split('.')) {
      const match = indexed.exec(part)
      if (match === null) throw new RestliSyntaxError(`'${name}' is not a parameter name`)
      steps.push(match[1] ?? '')
      for (const [, index] of (match[2] ?? '').matchAll(/\[(\d+)\]/g)) steps.push(Number(index))
    }
    put(root, steps, decodePercent(text.replaceAll('+', ' ')))
  }
  return tidy(root) as RestliRecord // a record at the top gives a record
}

/** Without a prototype, so that no parameter name can reach one. */
const blank = (): Record<string, unknown> => Object.create(null)

function put(target: Record<string, unknown>, steps: readonly (string | number)[], leaf: string): void {
  let here = target
  for (const [position, step] of steps.entries()) {
    const key = typeof step === 'number' ? `[${step}]` : step
    if (position === steps.length - 1) {
      here[key] = leaf
      return
    }
    const next = Object.hasOwn(here, key) ? here[key] : undefined
    const child = typeof next === 'object' && next !== null ? next : blank()
    here[key] = child
    here = child as Record<string, unknown> // just made, or made by an earlier parameter
  }
}

/** Turns records whose keys are all indexes into lists. */
function tidy(value: unknown): RestliValue {
  if (typeof value !== 'object' || value === null) return String(value)
  const entries = Object.entries(value)
  const isList = entries.length > 0 && entries.every(([key]) => key.startsWith('['))
  if (!isList) return Object.fromEntries(entries.map(([key, child]) => [key, tidy(child)]))
  return entries
    .toSorted(([a], [b]) => Number(a.slice(1, -1)) - Number(b.slice(1, -1)))
    .map(([, child]) => tidy(child))
}
