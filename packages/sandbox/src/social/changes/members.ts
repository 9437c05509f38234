// Reads objects inside parameters. Unknown fields are refused, like unknown parameters.

import { invalid } from '../errors.ts'

/** The fields of an object inside a parameter, and its path for refusals. */
export interface Members {
  readonly where: string
  readonly values: ReadonlyMap<string, unknown>
}

/** Returns the parameter that contains a path such as `creative[object_story_spec]`. */
const parameterOf = (where: string) => where.replace(/\[.*/, '')

export function readMembers(value: unknown, where: string, allowed: readonly string[]): Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid(`Param ${where} must be an object.`, { blame: [parameterOf(where)] })
  const values = new Map<string, unknown>(Object.entries(value))
  for (const name of values.keys())
    if (!allowed.includes(name))
      throw invalid(`Param ${where}[${name}] is not a member of this object`, { blame: [parameterOf(where)] })
  return { where, values }
}

/** Reads a field that contains an object. Returns `undefined` when the field is absent. */
export function objectIn(
  { where, values }: Members,
  name: string,
  allowed: readonly string[],
): Members | undefined {
  const value = values.get(name)
  return value === undefined ? undefined : readMembers(value, `${where}[${name}]`, allowed)
}

/** Reads a field as text. Ids may be numbers. */
export function textIn({ where, values }: Members, name: string): string | undefined {
  const value = values.get(name)
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string' && typeof value !== 'number')
    throw invalid(`Param ${where}[${name}] must be a string.`, { blame: [parameterOf(where)] })
  return String(value)
}

export function requiredIn(members: Members, name: string): string {
  const text = textIn(members, name)
  if (text === undefined)
    throw invalid(`The parameter ${members.where}[${name}] is required.`, {
      blame: [parameterOf(members.where)],
    })
  return text
}

export function listIn({ where, values }: Members, name: string): readonly unknown[] {
  const value = values.get(name)
  if (value === undefined) return []
  if (!Array.isArray(value))
    throw invalid(`Param ${where}[${name}] must be an array.`, { blame: [parameterOf(where)] })
  return value
}

/** Reads ids that are listed as `{id}`, with or without a name. */
export function idsIn(members: Members, name: string): string[] {
  return listIn(members, name).map((entry, index) =>
    requiredIn(readMembers(entry, `${members.where}[${name}][${index}]`, ['id', 'name']), 'id'),
  )
}
