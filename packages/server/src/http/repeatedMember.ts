// Finds a duplicate field in an object of a JSON text. `JSON.parse` silently keeps the last value, while
// another program that read the text before may have used the first.

export interface Repetition {
  readonly path: readonly (string | number)[]
  /** The position of the second name, in characters from 0. */
  readonly at: number
}

/** All three arguments are the same body: its bytes, its text and its parsed value. */
export function repeatedMember(bytes: Uint8Array, text: string, parsed: unknown): Repetition | undefined {
  // Counting is many times cheaper than comparing names, and almost every body ends here.
  return membersWritten(bytes) === membersKept(parsed) ? undefined : firstRepetition(text)
}

const quote = 0x22
const comma = 0x2c
const colon = 0x3a
const openBracket = 0x5b
const backslash = 0x5c
const closeBracket = 0x5d
const openBrace = 0x7b
const closeBrace = 0x7d

/**
 * Counts the fields of all objects in a JSON text. Each field has one colon outside of strings, and nothing
 * else has.
 */
function membersWritten(bytes: Uint8Array): number {
  let members = 0
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]
    if (byte === colon) members++
    else if (byte === quote) {
      // In UTF-8, bytes of longer characters never equal a quote or a backslash.
      while (bytes[++index] !== quote) if (bytes[index] === backslash) index++
    }
  }
  return members
}

/**
 * Counts the fields of all objects in a parsed value. Without recursion, because the depth is not limited
 * yet.
 */
function membersKept(parsed: unknown): number {
  let members = 0
  const waiting = isContainer(parsed) ? [parsed] : []
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (Array.isArray(value)) {
      for (const entry of value) if (isContainer(entry)) waiting.push(entry)
    } else
      for (const name in value) {
        members++
        const member = value[name]
        if (isContainer(member)) waiting.push(member)
      }
  }
  return members
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** An object or array that contains the current position. */
interface Level {
  /** The field name or array index at the current position. */
  at: string | number
  /** The names so far. Absent for an array, and for an object before its first field. */
  names?: Set<string>
}

function firstRepetition(text: string): Repetition | undefined {
  // The outermost container holds the body itself and is not part of paths.
  let level: Level = { at: '' }
  const outer: Level[] = []
  let start = 0
  let end = 0
  for (let index = 0; index < text.length; index++) {
    switch (text.charCodeAt(index)) {
      case quote:
        start = index
        while (text.charCodeAt(++index) !== quote) if (text.charCodeAt(index) === backslash) index++
        end = index
        break
      case colon: {
        // Outside of strings, a colon follows only a field name, which is the last string read.
        const name = nameIn(text.slice(start, end))
        level.at = name
        level.names ??= new Set()
        if (level.names.has(name)) return { path: [...outer.slice(1), level].map(stepOf), at: start }
        level.names.add(name)
        break
      }
      case comma:
        if (typeof level.at === 'number') level.at++
        break
      case openBrace:
        outer.push(level)
        level = { at: '' }
        break
      case openBracket:
        outer.push(level)
        level = { at: 0 }
        break
      case closeBrace:
      case closeBracket:
        level = outer.pop() ?? level
        break
    }
  }
  return undefined
}

/**
 * Returns the name with its opening quote. Without the quote, anyone could compute the hash codes of numeric
 * names and make all of them collide in the set.
 */
function nameIn(written: string): string {
  return written.includes('\\') ? `"${JSON.parse(`${written}"`)}` : written
}

function stepOf({ at }: Level): string | number {
  return typeof at === 'string' ? at.slice(1) : at
}
