// Reads objects inside parameters. Unknown fields are refused, like unknown parameters.

import { invalidParameter } from '../errors.ts'

/** The fields of an object inside a parameter, and its path for refusals. */
export interface ParamObject {
  readonly path: string
  readonly values: ReadonlyMap<string, unknown>
}

/** Returns the parameter that contains a path such as `creative[object_story_spec]`. */
const rootParameter = (path: string) => path.replace(/\[.*/, '')

export function readParamObject(value: unknown, path: string, allowed: readonly string[]): ParamObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalidParameter(`Param ${path} must be an object.`, { blame: [rootParameter(path)] })
  const values = new Map<string, unknown>(Object.entries(value))
  for (const name of values.keys())
    if (!allowed.includes(name))
      throw invalidParameter(`Param ${path}[${name}] is not a member of this object`, {
        blame: [rootParameter(path)],
      })
  return { path, values }
}

/** Reads a field that contains an object. Returns `undefined` when the field is absent. */
export function readObjectField(
  { path, values }: ParamObject,
  name: string,
  allowed: readonly string[],
): ParamObject | undefined {
  const value = values.get(name)
  return value === undefined ? undefined : readParamObject(value, `${path}[${name}]`, allowed)
}

/** Reads a field as text. Ids may be numbers. */
export function readTextField({ path, values }: ParamObject, name: string): string | undefined {
  const value = values.get(name)
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string' && typeof value !== 'number')
    throw invalidParameter(`Param ${path}[${name}] must be a string.`, { blame: [rootParameter(path)] })
  return String(value)
}

export function requireTextField(object: ParamObject, name: string): string {
  const text = readTextField(object, name)
  if (text === undefined)
    throw invalidParameter(`The parameter ${object.path}[${name}] is required.`, {
      blame: [rootParameter(object.path)],
    })
  return text
}

export function readListField({ path, values }: ParamObject, name: string): readonly unknown[] {
  const value = values.get(name)
  if (value === undefined) return []
  if (!Array.isArray(value))
    throw invalidParameter(`Param ${path}[${name}] must be an array.`, { blame: [rootParameter(path)] })
  return value
}

/** Reads ids that are listed as `{id}`, with or without a name. */
export function readIdListField(object: ParamObject, name: string): string[] {
  return readListField(object, name).map((entry, index) =>
    requireTextField(readParamObject(entry, `${object.path}[${name}][${index}]`, ['id', 'name']), 'id'),
  )
}
