// Shapes of responses without their values: the fields, their types, and whether they are always present.

import { isRecord } from '../../platforms/connector-kit/rows.ts'

/**
 * The key is a path such as `data[].pixel.id`. The value has the
 * types, with a trailing `?` if the field is optional.
 */
export type ResponseShape = Readonly<Record<string, string>>

type TypeName = 'object' | 'list' | 'text' | 'number' | 'flag' | 'null'

interface ShapeNode {
  readonly types: Set<TypeName>
  occurrences: number
  /** Counts how often the value was an object. */
  objectCount: number
}

/** Collects the shape of any number of responses to one call. */
export class ShapeCollector {
  readonly #nodes = new Map<string, ShapeNode>()

  add(response: unknown): void {
    this.#visit('', response)
  }

  /** Counts the objects that were observed at a path. */
  countObjects(path: string): number {
    return this.#nodes.get(path)?.objectCount ?? 0
  }

  toShape(): ResponseShape {
    const entries = [...this.#nodes].map(([path, node]) => [path, this.#describe(path, node)] as const)
    return Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  #visit(path: string, value: unknown): void {
    const type = getTypeName(value)
    const node = this.#nodes.get(path) ?? { types: new Set(), occurrences: 0, objectCount: 0 }
    this.#nodes.set(path, node)
    node.types.add(type)
    node.occurrences++
    if (Array.isArray(value)) for (const entry of value) this.#visit(`${path}[]`, entry)
    else if (isRecord(value)) {
      node.objectCount++
      for (const [name, field] of Object.entries(value)) this.#visit(childPath(path, safeName(name)), field)
    }
  }

  #describe(path: string, { types, occurrences }: ShapeNode): string {
    const parent = parentPath(path)
    const isAlwaysPresent =
      path === '' || path.endsWith('[]') || occurrences === this.#nodes.get(parent)?.objectCount
    return `${[...types].sort().join('|')}${isAlwaysPresent ? '' : '?'}`
  }
}

export function childPath(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

/** Returns the path of the object or list that contains a path. */
export function parentPath(path: string): string {
  if (path.endsWith('[]')) return path.slice(0, -2)
  return path.includes('.') ? path.slice(0, path.lastIndexOf('.')) : ''
}

/** A name that depends on an object, such as an id, would reveal which objects exist. */
function safeName(name: string): string {
  return /^[A-Za-z_$@][\w$@-]{0,60}$/.test(name) && !/\d{4}/.test(name) ? name : '{name}'
}

const typeTexts: Readonly<Record<string, string>> = {
  object: 'an object',
  list: 'a list',
  number: 'a number',
  flag: 'true or false',
}

/** Formats types for a sentence. */
export function formatTypes(types: readonly string[]): string {
  return types.map((type) => typeTexts[type] ?? type).join(' or ')
}

export function getTypeName(value: unknown): TypeName {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'list'
  if (typeof value === 'boolean') return 'flag'
  if (typeof value === 'string') return 'text'
  return typeof value === 'object' ? 'object' : 'number'
}
