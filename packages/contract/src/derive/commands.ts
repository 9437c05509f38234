// Derives the operations as plain data for the command line, so that commands start without loading the
// contract.

import { z } from 'zod'
import { toPreferredBody } from '../aliases.ts'
import { groupNames, groups } from '../groups.ts'
import type { Effect } from '../operation.ts'
import { declarationOf, groupOf, type OperationName, operationNames } from '../operations.ts'
import { describeRules } from './aliases.ts'
import { findEntriesField } from './entriesField.ts'
import { type Field, listFields } from './fields.ts'
import { deriveSchemas } from './schemas.ts'

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
  /** The media types of the file that is the whole body. */
  readonly mediaTypes?: readonly string[]
  /** The file of the example. */
  readonly exampleFile?: string
  readonly example: Readonly<Record<string, unknown>>
}

export function listCommandGroups(): CommandGroup[] {
  const derivedSchemas = deriveSchemas()
  return groupNames.map((group) => ({
    name: group,
    says: groups[group].description,
    operations: operationNames
      .filter((name) => groupOf(name) === group)
      .map((name) => {
        const declaration = declarationOf(name)
        const { summary, description, effect, pageSize, table, columns, input, example, binaryBody } =
          declaration
        const listField = findListField(name)
        return {
          name: name.slice(group.length + 1),
          summary,
          ...(description === undefined ? {} : { description }),
          effect,
          ...(listField === undefined ? {} : { list: listField }),
          ...(pageSize === undefined ? {} : { entries: findEntriesField(name) }),
          ...(table === undefined ? {} : { table }),
          ...(columns === undefined ? {} : { columns }),
          fields: listFields(derivedSchemas.bodies.get(name) ?? {}, derivedSchemas).filter(hasFlag),
          rules: describeRules(declaration),
          ...(binaryBody === undefined
            ? {}
            : { mediaTypes: binaryBody.mediaTypes, exampleFile: binaryBody.exampleFile }),
          example: toPreferredBody(input, example.body),
        }
      }),
  }))
}

/** Flags use hyphens. Names that differ only in hyphens, underscores and case are one flag. */
function hasFlag({ path, preferred }: Field): boolean {
  const toFlag = (name: string) => name.replaceAll('_', '').toLowerCase()
  return preferred === undefined || toFlag(path) !== toFlag(preferred)
}

function findListField(name: OperationName): string | undefined {
  const resultFields = Object.entries(declarationOf(name).results.shape).filter(
    ([fieldName]) => fieldName !== 'pagination',
  )
  const [first, second] = resultFields
  return first !== undefined && second === undefined && first[1] instanceof z.ZodArray ? first[0] : undefined
}
