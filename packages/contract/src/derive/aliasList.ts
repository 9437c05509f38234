// Lists the aliases of all operations: every field and value with more than one name.

import type { z } from 'zod'
import { findDeclaredNames, findValueGroups } from '../aliases.ts'
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

export function listAliases(): AliasList {
  const aliases: AliasList = { fields: [], values: [] }
  for (const operation of operationNames) collect(operation, declarationOf(operation).input, '', aliases)
  return aliases
}

function collect(operation: OperationName, schema: z.core.$ZodType, path: string, aliases: AliasList): void {
  // zod builds only these kinds of schemas. The union distinguishes them by `type`.
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      collect(operation, def.innerType, path, aliases)
      break
    case 'array':
      collect(operation, def.element, `${path}[0]`, aliases)
      break
    case 'object':
      for (const [declared, field] of Object.entries(def.shape)) {
        const inside = path === '' ? '' : `${path}.`
        const names = findDeclaredNames(field)
        if (names) aliases.fields.push({ operation, inside, declared, names })
        collect(operation, field, `${inside}${declared}`, aliases)
      }
      break
    case 'enum':
      for (const names of findValueGroups(schema)) {
        const declared = names.find((name) => name in def.entries) ?? ''
        aliases.values.push({ operation, path, declared, names })
      }
      break
    default:
  }
}
