// Finds a member that stands twice in one object of a JSON text. `JSON.parse` takes the last one and says nothing, while
// whatever has read the text before may have gone by the first.

export interface Repetition {
  readonly path: readonly (string | number)[]
  /** Where the name stands again, counted in characters from 0. */
  readonly at: number
}

/** The three are the same body: its bytes, their text, and what was parsed from it. */
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

/** How many members all objects of a JSON text have together: each has one colon outside of texts, and nothing else has. */
function membersWritten(bytes: Uint8Array): number {
  let members = 0
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]
    if (byte === colon) members++
    else if (byte === quote) {
      // Bytes of longer characters are never those of a quote or a backslash.
      while (bytes[++index] !== quote) if (bytes[index] === backslash) index++
    }
  }
  return members
}

/** How many members all objects of a parsed value have together. Without recursion: its depth is not yet known. */
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

/** An object or list that the search is inside of. */
interface Level {
  /** The name or number of the member or entry that the search is at. */
  at: string | number
  /** Names so far; absent for a list, and for an object before its first one. */
  names?: Set<string>
}

function firstRepetition(text: string): Repetition | undefined {
  // The outermost level holds the body itself, and has no part in paths.
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
        // Outside of texts a colon follows only a name, which is then the last text that was seen.
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
 * The name behind its opening quote, which stays: names of digits alone would have hash codes that anybody can compute,
 * and so crowd all of them into one place of the set.
 */
function nameIn(written: string): string {
  return written.includes('\\') ? `"${JSON.parse(`${written}"`)}` : written
}

function stepOf({ at }: Level): string | number {
  return typeof at === 'string' ? at.slice(1) : at
}
