// Derives the operations as plain data for the command line, so that commands start without loading the
// contract.

import { z } from 'zod'
import { preferredBody } from '../aliases.ts'
import { groupNames, groups } from '../groups.ts'
import type { Effect } from '../operation.ts'
import { declarationOf, groupOf, type OperationName, operationNames } from '../operations.ts'
import { rulesInWords } from './aliases.ts'
import { entriesOf } from './entries.ts'
import { type Field, fieldsOf } from './fields.ts'
import { schemas } from './schemas.ts'

export interface CommandGroup {
  readonly name: string
  readonly says: string
  readonly operations: readonly CommandOperation[]
}

export interface CommandOperation {
  /** Name without the group. */
  readonly name: string
  readonly summary: string
  readonly description?: string
  readonly effect: Effect
  /** The field that contains the entries, in responses that consist of one list. */
  readonly list?: string
  /** The field that contains the entries, in responses that are paginated. */
  readonly entries?: string
  /** The list whose rows are also available as a table for spreadsheets. */
  readonly table?: string
  /** Fields of a list entry that tables show first, most important first. */
  readonly columns?: readonly string[]
  /** The body, flattened: nested fields have paths such as `ads[].url`. */
  readonly fields: readonly Field[]
  readonly rules: readonly string[]
  readonly example: Readonly<Record<string, unknown>>
}

export function commandGroups(): CommandGroup[] {
  const derived = schemas()
  return groupNames.map((group) => ({
    name: group,
    says: groups[group].says,
    operations: operationNames
      .filter((name) => groupOf(name) === group)
      .map((name) => {
        const declaration = declarationOf(name)
        const { summary, description, effect, pageSize, table, columns, input, example } = declaration
        const list = listOf(name)
        return {
          name: name.slice(group.length + 1),
          summary,
          ...(description === undefined ? {} : { description }),
          effect,
          ...(list === undefined ? {} : { list }),
          ...(pageSize === undefined ? {} : { entries: entriesOf(name) }),
          ...(table === undefined ? {} : { table }),
          ...(columns === undefined ? {} : { columns }),
          fields: fieldsOf(derived.bodies.get(name) ?? {}, derived).filter(hasFlag),
          rules: rulesInWords(declaration),
          example: preferredBody(input, example.body),
        }
      }),
  }))
}

/** Flags use hyphens. Names that differ only in hyphens, underscores and case are one flag. */
function hasFlag({ path, preferred }: Field): boolean {
  const flag = (name: string) => name.replaceAll('_', '').toLowerCase()
  return preferred === undefined || flag(path) !== flag(preferred)
}

function listOf(name: OperationName): string | undefined {
  const members = Object.entries(declarationOf(name).results.shape).filter(
    ([member]) => member !== 'pagination',
  )
  const [first, another] = members
  return first !== undefined && another === undefined && first[1] instanceof z.ZodArray ? first[0] : undefined
}
