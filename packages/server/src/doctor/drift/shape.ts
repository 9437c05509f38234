// Shapes of responses without their values: the fields, their types, and whether they are always present.

import { isRecord } from '../../platforms/kit/rows.ts'

/**
 * The key is a path such as `data[].pixel.id`. The value has the
 * types, with a trailing `?` if the field is optional.
 */
export type SeenShape = Readonly<Record<string, string>>

type TypeName = 'object' | 'list' | 'text' | 'number' | 'flag' | 'null'

interface Place {
  readonly types: Set<TypeName>
  seen: number
  /** Counts how often the value was an object. */
  objects: number
}

/** Collects the shape of any number of responses to one call. */
export class Shapes {
  readonly #places = new Map<string, Place>()

  add(answer: unknown): void {
    this.#visit('', answer)
  }

  /** Counts the objects that were observed at a path. */
  objectsAt(path: string): number {
    return this.#places.get(path)?.objects ?? 0
  }

  shape(): SeenShape {
    const described = [...this.#places].map(([path, place]) => [path, this.#describe(path, place)] as const)
    return Object.fromEntries(described.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  #visit(path: string, value: unknown): void {
    const type = typeOf(value)
    const place = this.#places.get(path) ?? { types: new Set(), seen: 0, objects: 0 }
    this.#places.set(path, place)
    place.types.add(type)
    place.seen++
    if (Array.isArray(value)) for (const entry of value) this.#visit(`${path}[]`, entry)
    else if (isRecord(value)) {
      place.objects++
      for (const [name, member] of Object.entries(value)) this.#visit(below(path, safeName(name)), member)
    }
  }

  #describe(path: string, { types, seen }: Place): string {
    const parent = parentOf(path)
    const isAlways = path === '' || path.endsWith('[]') || seen === this.#places.get(parent)?.objects
    return `${[...types].sort().join('|')}${isAlways ? '' : '?'}`
  }
}

export function below(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

/** Returns the path of the object or list that contains a path. */
export function parentOf(path: string): string {
  if (path.endsWith('[]')) return path.slice(0, -2)
  return path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : ''
}

/** A name that depends on an object, such as an id, would reveal which objects exist. */
function safeName(name: string): string {
  return /^[A-Za-z_$@][\w$@-]{0,60}$/.test(name) && !/\d{4}/.test(name) ? name : '{name}'
}

const words: Readonly<Record<string, string>> = {
  object: 'an object',
  list: 'a list',
  number: 'a number',
  flag: 'true or false',
}

/** Formats types for a sentence. */
export function inWords(types: readonly string[]): string {
  return types.map((type) => words[type] ?? type).join(' or ')
}

export function typeOf(value: unknown): TypeName {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'boolean') return 'flag'
  if (typeof value === 'string') return 'text'
  return typeof value === 'object' ? 'object' : 'number'
}
