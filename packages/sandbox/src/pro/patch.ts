// Partial updates: `{"patch":{"$set":{…},"$delete":[…]}}`, also nested, as the official client's patch generator writes it.
// https://linkedin.github.io/rest.li/spec/protocol#partial-update

import { refusal, schemaRefusal } from './errors.ts'
import { type Members, membersOf, recordOf, type Schema } from './fields.ts'

export interface Change {
  /** New values of whole members. */
  readonly set: Members
  readonly removed: readonly string[]
}

/** Reads a patch against the entity as it stands: nested patches are merged into the member they change. */
export function changeOf(
  body: unknown,
  current: Members,
  schema: Schema,
  readOnly: readonly string[],
): Change {
  const patch = recordOf(recordOf(body)?.['patch'])
  if (patch === undefined) {
    throw schemaRefusal(['/patch :: field is required but not found and has no default value'])
  }
  const { $set, $delete, ...nested } = patch
  const set: Members = { ...recordOf($set) }
  const removed = Array.isArray($delete) ? $delete.map(String) : []
  for (const [name, inside] of Object.entries(nested)) set[name] = merged(name, current[name], inside)
  if (
    ($set !== undefined && recordOf($set) === undefined) ||
    Object.keys(set).length + removed.length === 0
  ) {
    throw refusal('ILLEGAL_ARGUMENT', 'The patch neither sets nor deletes a field')
  }
  const frozen = [...Object.keys(set), ...removed].filter((name) => readOnly.includes(name))
  if (frozen.length > 0) {
    throw schemaRefusal(
      frozen.map((name) => `/${name} :: ReadOnly field present in a partial update request`),
    )
  }
  const strangers = removed.filter((name) => !Object.hasOwn(schema, name))
  if (strangers.length > 0) {
    throw schemaRefusal(strangers.map((name) => `/${name} :: unrecognized field found but not allowed`))
  }
  return { set: membersOf(set, schema), removed }
}

function merged(name: string, current: unknown, inside: unknown): Members {
  const given = recordOf(inside)
  if (given === undefined || name.startsWith('$'))
    throw refusal('ILLEGAL_ARGUMENT', `Unknown patch operator ${name}`)
  const { $set, $delete, ...nested } = given
  const result: Members = { ...recordOf(current), ...recordOf($set) }
  for (const gone of Array.isArray($delete) ? $delete : []) delete result[String(gone)]
  for (const [member, deeper] of Object.entries(nested))
    result[member] = merged(member, result[member], deeper)
  return result
}
