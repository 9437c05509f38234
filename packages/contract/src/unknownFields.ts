// Finds the fields of a body that its declaration does not know. adrail rejects them, because a silently
// ignored `dryrun` spends money. The known names come from the declaration itself, so every operation is
// strict.

import { z } from 'zod'
import { findFieldNames } from './aliases.ts'
import { findNearestName } from './nearest.ts'
import { formatPath } from './paths.ts'
import type { Violation } from './violations.ts'

/** The field names that a declaration knows at and below one value. */
interface KnownFields {
  /** Known fields below each field, by its name. */
  readonly fields: ReadonlyMap<string, KnownFields>
  /** Known fields in the entries of a list, or in fields that callers name themselves. */
  readonly elements?: KnownFields
}

const maxViolations = 20

export function findUnknownFields(input: z.ZodObject, body: Readonly<Record<string, unknown>>): Violation[] {
  const violations: Violation[] = []
  // Path of the current value. It is formatted only for a violation.
  const path: (string | number)[] = []

  const descend = (name: string | number, value: unknown, nested: KnownFields): void => {
    if (nested === leaf || typeof value !== 'object' || value === null) return
    path.push(name)
    visit(value, nested)
    path.pop()
  }
  const visit = (value: object, { fields, elements }: KnownFields): void => {
    if (Array.isArray(value)) {
      if (elements !== undefined && elements !== leaf)
        for (let index = 0; index < value.length; index++) descend(index, value[index], elements)
      return
    }
    for (const name of Object.keys(value)) {
      const nested = fields.get(name) ?? elements
      // `Object.keys` returns only existing fields.
      if (nested !== undefined) descend(name, (value as Record<string, unknown>)[name], nested)
      else if (violations.length < maxViolations)
        violations.push(createViolation([...path, name], name, fields))
    }
  }
  visit(body, loadKnownFields(input))
  return violations
}

function createViolation(
  path: readonly (string | number)[],
  name: string,
  fields: KnownFields['fields'],
): Violation {
  const field = formatPath(path)
  const nearestName = findNearestName(name, fields.keys())
  const suggestion = nearestName === undefined ? '.' : `. Did you mean ${nearestName}?`
  return { field, code: 'UNKNOWN', message: `${field} is not a field of this request${suggestion}` }
}

const leaf: KnownFields = { fields: new Map() }
const knownFieldsBySchema = new WeakMap<z.core.$ZodType, KnownFields>()

function loadKnownFields(schema: z.core.$ZodType): KnownFields {
  let knownFields = knownFieldsBySchema.get(schema)
  if (knownFields === undefined) {
    knownFields = buildKnownFields(schema)
    knownFieldsBySchema.set(schema, knownFields)
  }
  return knownFields
}

function buildKnownFields(schema: z.core.$ZodType): KnownFields {
  // zod builds only these kinds of schemas. The union distinguishes them by `type`.
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object': {
      const fields = new Map(
        Object.entries(def.shape).flatMap(([declared, fieldSchema]) =>
          findFieldNames(fieldSchema, declared).map((name) => [name, loadKnownFields(fieldSchema)] as const),
        ),
      )
      const isOpen = def.catchall !== undefined && !(def.catchall instanceof z.ZodNever)
      return isOpen ? { fields, elements: leaf } : { fields }
    }
    case 'record':
      return { fields: leaf.fields, elements: loadKnownFields(def.valueType) }
    case 'array':
      return { fields: leaf.fields, elements: loadKnownFields(def.element) }
    case 'optional':
    case 'nullable':
    case 'default':
      return loadKnownFields(def.innerType)
    case 'pipe':
      return loadKnownFields(def.out)
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'literal':
      return leaf
    default:
      throw new Error(`No check finds unknown fields inside the kind ${def.type}. Extend unknownFields.ts.`)
  }
}
