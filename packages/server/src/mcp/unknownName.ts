import { findNearestName } from '@adrail/contract'
import { invalidBody, type ServiceError } from '../base/errors.ts'

/** The refusal of an unknown name, with the nearest known name. */
export function unknownName(
  kind: 'tool' | 'operation' | 'prompt' | 'resource',
  field: string,
  name: string,
  known: readonly string[],
): ServiceError {
  const meant = findNearestName(name, known)
  const guess = meant === undefined ? '.' : `; did you mean ${meant}?`
  const message = `There is no ${kind} named "${name.slice(0, 100)}" here${guess}`
  return invalidBody([{ field, code: 'NOT_ALLOWED', message }])
}

/** Finds an item by name, or throws the refusal of an unknown name. */
export function requireNamed<Thing>(
  kind: Parameters<typeof unknownName>[0],
  field: string,
  name: string,
  things: readonly Thing[],
  nameOf: (thing: Thing) => string,
): Thing {
  const found = things.find((thing) => nameOf(thing) === name)
  if (found === undefined) throw unknownName(kind, field, name, things.map(nameOf))
  return found
}
