// Finds the fields of a body that its declaration does not know. adrail rejects them, because a silently
// ignored `dryrun` spends money. The known names come from the declaration itself, so every operation is
// strict.

import { z } from 'zod'
import { namesOf } from './aliases.ts'
import type { Flaw } from './flaws.ts'
import { nearest } from './nearest.ts'
import { pathOf } from './paths.ts'

/** The field names that a declaration knows at and below one value. */
interface Known {
  /** Known fields below each field, by its name. */
  readonly members: ReadonlyMap<string, Known>
  /** Known fields in the entries of a list, or in fields that callers name themselves. */
  readonly others?: Known
}

const mostTold = 20

export function unknownMembers(input: z.ZodObject, body: Readonly<Record<string, unknown>>): Flaw[] {
  const flaws: Flaw[] = []
  // Path of the current value. It is formatted only for a violation.
  const path: (string | number)[] = []

  const into = (name: string | number, value: unknown, known: Known): void => {
    if (known === nothing || typeof value !== 'object' || value === null) return
    path.push(name)
    look(value, known)
    path.pop()
  }
  const look = (value: object, { members, others }: Known): void => {
    if (Array.isArray(value)) {
      if (others !== undefined && others !== nothing)
        for (let index = 0; index < value.length; index++) into(index, value[index], others)
      return
    }
    for (const name of Object.keys(value)) {
      const known = members.get(name) ?? others
      // `Object.keys` returns only existing fields.
      if (known !== undefined) into(name, (value as Record<string, unknown>)[name], known)
      else if (flaws.length < mostTold) flaws.push(unknown([...path, name], name, members))
    }
  }
  look(body, knownIn(input))
  return flaws
}

function unknown(path: readonly (string | number)[], name: string, members: Known['members']): Flaw {
  const field = pathOf(path)
  const meant = nearest(name, members.keys())
  const guess = meant === undefined ? '.' : `; did you mean ${meant}?`
  return { field, code: 'UNKNOWN', message: `${field} is not a member of this request${guess}` }
}

const nothing: Known = { members: new Map() }
const remembered = new WeakMap<z.core.$ZodType, Known>()

function knownIn(schema: z.core.$ZodType): Known {
  let known = remembered.get(schema)
  if (known === undefined) {
    known = readKnown(schema)
    remembered.set(schema, known)
  }
  return known
}

function readKnown(schema: z.core.$ZodType): Known {
  // zod builds only these kinds of schemas. The union distinguishes them by `type`.
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object': {
      const members = new Map(
        Object.entries(def.shape).flatMap(([declared, member]) =>
          namesOf(member, declared).map((name) => [name, knownIn(member)] as const),
        ),
      )
      const isOpen = def.catchall !== undefined && !(def.catchall instanceof z.ZodNever)
      return isOpen ? { members, others: nothing } : { members }
    }
    case 'record':
      return { members: nothing.members, others: knownIn(def.valueType) }
    case 'array':
      return { members: nothing.members, others: knownIn(def.element) }
    case 'optional':
    case 'nullable':
    case 'default':
      return knownIn(def.innerType)
    case 'pipe':
      return knownIn(def.out)
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
      return nothing
    default:
      throw new Error(
        `Nobody looks for unknown members inside the kind ${def.type} yet; teach unknownMembers.ts to.`,
      )
  }
}
