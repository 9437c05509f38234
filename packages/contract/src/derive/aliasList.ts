// Lists the aliases of all operations: every field and value with more than one name.

import type { z } from 'zod'
import { declaredNames, valueGroups } from '../aliases.ts'
import { declarationOf, type OperationName, operationNames } from '../operations.ts'

export interface FieldAlias {
  readonly operation: OperationName
  /** Path to the object that has the field. Empty, or such as `locations[0].`. */
  readonly inside: string
  readonly declared: string
  /** All names, the preferred one first. */
  readonly names: readonly string[]
}

export interface ValueAlias {
  readonly operation: OperationName
  /** Path of the value, such as `platforms[0]`. */
  readonly path: string
  readonly declared: string
  /** All names, the preferred one first. */
  readonly names: readonly string[]
}

interface AliasList {
  readonly fields: FieldAlias[]
  readonly values: ValueAlias[]
}

export function aliasList(): AliasList {
  const found: AliasList = { fields: [], values: [] }
  for (const operation of operationNames) collect(operation, declarationOf(operation).input, '', found)
  return found
}

function collect(operation: OperationName, schema: z.core.$ZodType, path: string, found: AliasList): void {
  // zod builds only these kinds of schemas. The union distinguishes them by `type`.
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      collect(operation, def.innerType, path, found)
      break
    case 'array':
      collect(operation, def.element, `${path}[0]`, found)
      break
    case 'object':
      for (const [declared, member] of Object.entries(def.shape)) {
        const inside = path === '' ? '' : `${path}.`
        const names = declaredNames(member)
        if (names) found.fields.push({ operation, inside, declared, names })
        collect(operation, member, `${inside}${declared}`, found)
      }
      break
    case 'enum':
      for (const names of valueGroups(schema)) {
        const declared = names.find((name) => name in def.entries) ?? ''
        found.values.push({ operation, path, declared, names })
      }
      break
    default:
  }
}
