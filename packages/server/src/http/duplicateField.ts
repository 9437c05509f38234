// Finds a duplicate field in an object of a JSON text. `JSON.parse` silently keeps the last value, while
// another program that read the text before may have used the first.

export interface DuplicateField {
  readonly path: readonly (string | number)[]
  /** The position of the second name, in characters from 0. */
  readonly position: number
}

/** All three arguments are the same body: its bytes, its text and its parsed value. */
export function findDuplicateField(
  bytes: Uint8Array,
  text: string,
  parsed: unknown,
): DuplicateField | undefined {
  // Counting is many times cheaper than comparing names, and almost every body ends here.
  return countFieldsInText(bytes) === countParsedFields(parsed) ? undefined : locateDuplicate(text)
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
function countFieldsInText(bytes: Uint8Array): number {
  let count = 0
  for (let index = 0; index < bytes.length; index++) {
    const byte = bytes[index]
    if (byte === colon) count++
    else if (byte === quote) {
      // In UTF-8, bytes of longer characters never equal a quote or a backslash.
      while (bytes[++index] !== quote) if (bytes[index] === backslash) index++
    }
  }
  return count
}

/**
 * Counts the fields of all objects in a parsed value. Without recursion, because the depth is not limited
 * yet.
 */
function countParsedFields(parsed: unknown): number {
  let count = 0
  const stack = isContainer(parsed) ? [parsed] : []
  for (let value = stack.pop(); value !== undefined; value = stack.pop()) {
    if (Array.isArray(value)) {
      for (const entry of value) if (isContainer(entry)) stack.push(entry)
    } else
      for (const name in value) {
        count++
        const nested = value[name]
        if (isContainer(nested)) stack.push(nested)
      }
  }
  return count
}

function isContainer(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/** An object or array that contains the current position. */
interface Container {
  /** The field name or array index at the current position. */
  key: string | number
  /** The names so far. Absent for an array, and for an object before its first field. */
  names?: Set<string>
}

function locateDuplicate(text: string): DuplicateField | undefined {
  // The outermost container holds the body itself and is not part of paths.
  let container: Container = { key: '' }
  const parents: Container[] = []
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
        const name = parseFieldName(text.slice(start, end))
        container.key = name
        container.names ??= new Set()
        if (container.names.has(name))
          return { path: [...parents.slice(1), container].map(toPathStep), position: start }
        container.names.add(name)
        break
      }
      case comma:
        if (typeof container.key === 'number') container.key++
        break
      case openBrace:
        parents.push(container)
        container = { key: '' }
        break
      case openBracket:
        parents.push(container)
        container = { key: 0 }
        break
      case closeBrace:
      case closeBracket:
        container = parents.pop() ?? container
        break
    }
  }
  return undefined
}

/**
 * Returns the name with its opening quote. Without the quote, anyone could compute the hash codes of numeric
 * names and make all of them collide in the set.
 */
function parseFieldName(rawName: string): string {
  return rawName.includes('\\') ? `"${JSON.parse(`${rawName}"`)}` : rawName
}

function toPathStep({ key }: Container): string | number {
  return typeof key === 'string' ? key.slice(1) : key
}
