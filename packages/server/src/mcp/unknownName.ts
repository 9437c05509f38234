import { findNearestName } from '@adrail/contract'
import { invalidBodyError, type ServiceError } from '../runtime/errors.ts'

/** The refusal of an unknown name, with the nearest known name. */
export function unknownNameError(
  kind: 'tool' | 'operation' | 'prompt' | 'resource',
  field: string,
  name: string,
  knownNames: readonly string[],
): ServiceError {
  const suggestion = findNearestName(name, knownNames)
  const hint = suggestion === undefined ? '.' : `. Did you mean ${suggestion}?`
  const message = `No ${kind} is named "${name.slice(0, 100)}"${hint}`
  return invalidBodyError([{ field, code: 'NOT_ALLOWED', message }])
}

/** Finds an item by name, or throws the refusal of an unknown name. */
export function findByName<Item>(
  kind: Parameters<typeof unknownNameError>[0],
  field: string,
  name: string,
  items: readonly Item[],
  getName: (item: Item) => string,
): Item {
  const match = items.find((item) => getName(item) === name)
  if (match === undefined) throw unknownNameError(kind, field, name, items.map(getName))
  return match
}
