// Partial updates: `{"patch":{"$set":{…},"$delete":[…]}}`, also nested, as the official client's generator
// writes them.
// https://linkedin.github.io/rest.li/spec/protocol#partial-update

import { proError, schemaError } from './errors.ts'
import { asRecord, type BodySchema, type JsonRecord, parseFields } from './fields.ts'

export interface EntityPatch {
  /** New values of fields. */
  readonly set: JsonRecord
  readonly removed: readonly string[]
}

/** Parses a patch. Nested patches are merged into the current value of their field. */
export function parsePatch(
  body: unknown,
  current: JsonRecord,
  schema: BodySchema,
  readOnly: readonly string[],
): EntityPatch {
  const patch = asRecord(asRecord(body)?.['patch'])
  if (patch === undefined) {
    throw schemaError(['/patch :: field is required but not found and has no default value'])
  }
  const { $set, $delete, ...nested } = patch
  const set: JsonRecord = { ...asRecord($set) }
  const removed = Array.isArray($delete) ? $delete.map(String) : []
  for (const [name, nestedPatch] of Object.entries(nested))
    set[name] = mergePatch(name, current[name], nestedPatch)
  if (
    ($set !== undefined && asRecord($set) === undefined) ||
    Object.keys(set).length + removed.length === 0
  ) {
    throw proError('ILLEGAL_ARGUMENT', 'The patch neither sets nor deletes a field')
  }
  const readOnlyChanges = [...Object.keys(set), ...removed].filter((name) => readOnly.includes(name))
  if (readOnlyChanges.length > 0) {
    throw schemaError(
      readOnlyChanges.map((name) => `/${name} :: ReadOnly field present in a partial update request`),
    )
  }
  const unknownFields = removed.filter((name) => !Object.hasOwn(schema, name))
  if (unknownFields.length > 0) {
    throw schemaError(unknownFields.map((name) => `/${name} :: unrecognized field found but not allowed`))
  }
  return { set: parseFields(set, schema), removed }
}

function mergePatch(name: string, current: unknown, nestedPatch: unknown): JsonRecord {
  const patch = asRecord(nestedPatch)
  if (patch === undefined || name.startsWith('$'))
    throw proError('ILLEGAL_ARGUMENT', `Unknown patch operator ${name}`)
  const { $set, $delete, ...nested } = patch
  const result: JsonRecord = { ...asRecord(current), ...asRecord($set) }
  for (const deletedName of Array.isArray($delete) ? $delete : []) delete result[String(deletedName)]
  for (const [name, nestedValue] of Object.entries(nested))
    result[name] = mergePatch(name, result[name], nestedValue)
  return result
}
