// Aliases of fields and enum values. A platform is `social` in one operation and `SOCIAL_A` in another. The
// id of a lead form is `leadFormId` or `formId`. A declaration lists all names, the preferred one first, and
// requests may use any of them. Handlers, stored requests and request fingerprints use only the declared
// name, so the declared name never changes.

import { z } from 'zod'
import type { Flaw } from './flaws.ts'
import { pathOf } from './paths.ts'

const fieldNames = z.registry<{ names: readonly string[] }>()
const valueNames = z.registry<{ groups: readonly (readonly string[])[] }>()

/**
 * Declares all names of a field, the preferred one first. One of them is the key under which the field is
 * declared.
 */
export function named<Schema extends z.ZodType>(schema: Schema, ...names: readonly string[]): Schema {
  // The clone keeps the names off other declarations of the same schema.
  const field = schema.clone()
  fieldNames.add(field, { names })
  return field
}

/**
 * Declares other names of enum values. Each group starts with the preferred name and contains exactly one
 * value of the enum.
 */
export function alsoCalled<Schema extends z.ZodEnum>(
  schema: Schema,
  ...groups: readonly (readonly string[])[]
): Schema {
  const values = schema.clone()
  valueNames.add(values, { groups })
  return values
}

/** Returns all names of a field, the preferred one first. */
export function namesOf(field: z.core.$ZodType, declared: string): readonly string[] {
  return declaredNames(field) ?? [declared]
}

export function declaredNames(field: z.core.$ZodType): readonly string[] | undefined {
  const found = fieldNames.get(field)?.names
  const wrapped = found === undefined ? unwrapped(field) : undefined
  return wrapped === undefined ? found : declaredNames(wrapped)
}

/** Returns the groups of names of the values that a schema lists. */
export function valueGroups(schema: z.core.$ZodType): readonly (readonly string[])[] {
  const found = valueNames.get(schema)?.groups
  const wrapped = found === undefined ? unwrapped(schema) : undefined
  return wrapped === undefined ? (found ?? []) : valueGroups(wrapped)
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  // zod builds only these kinds of schemas. The union distinguishes them by `type`.
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'optional' || def.type === 'nullable' || def.type === 'default'
    ? def.innerType
    : undefined
}

/** Aliases at or below one schema. Fields and values with a single name are left out. */
interface Names {
  /** Keys are declared names. */
  readonly members: ReadonlyMap<string, Member>
  readonly entries?: Names
  readonly values: readonly Value[]
}
interface Member {
  readonly names: readonly string[]
  readonly inside?: Names
}
interface Value {
  readonly declared: string
  readonly names: readonly string[]
}

const known = new WeakMap<z.core.$ZodType, { readonly names?: Names }>()

function namesIn(schema: z.core.$ZodType): Names | undefined {
  let found = known.get(schema)
  if (found === undefined) {
    const names = readNames(schema)
    found = names === undefined ? {} : { names }
    known.set(schema, found)
  }
  return found.names
}

const noMembers: Names['members'] = new Map()

function readNames(schema: z.core.$ZodType): Names | undefined {
  // The cast is safe for the reason given in `unwrapped`.
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return namesIn(def.innerType)
    case 'array': {
      const entries = namesIn(def.element)
      return entries && { members: noMembers, entries, values: [] }
    }
    case 'object': {
      const members = new Map<string, Member>()
      for (const [declared, field] of Object.entries(def.shape)) {
        const names = namesOf(field, declared)
        const inside = namesIn(field)
        if (!names.includes(declared)) throw new Error(`${declared} is not among its own names.`)
        if (names.length > 1 || inside) members.set(declared, { names, ...(inside ? { inside } : {}) })
      }
      return members.size === 0 ? undefined : { members, values: [] }
    }
    case 'enum': {
      const values = valueGroups(schema).map((names) => ({ declared: declaredIn(names, def.entries), names }))
      return values.length === 0 ? undefined : { members: noMembers, values }
    }
    default:
      return undefined
  }
}

function declaredIn(names: readonly string[], entries: object): string {
  const [declared, another] = names.filter((name) => name in entries)
  if (declared === undefined || another !== undefined)
    throw new Error(`Exactly one of ${names.join(', ')} must be a value of the enumeration.`)
  return declared
}

type Members = Readonly<Record<string, unknown>>

/** A body in declared names, and the fields whose names contradict each other. */
export interface CanonicalBody {
  readonly body: Members
  readonly conflicts: readonly Flaw[]
}

/** Translates a body to declared names. Returns the given object itself when the body uses no aliases. */
export function canonicalBody(input: z.ZodObject, given: Members): CanonicalBody {
  const names = namesIn(input)
  if (names === undefined) return { body: given, conflicts: [] }
  const conflicts: Flaw[] = []
  // The translation of an object is an object.
  return { body: canonical(given, names, [], conflicts) as Members, conflicts }
}

type Path = readonly (string | number)[]

function canonical(value: unknown, names: Names, path: Path, conflicts: Flaw[]): unknown {
  if (typeof value === 'string') return declaredValue(value, names)
  if (Array.isArray(value)) {
    const { entries } = names
    if (entries === undefined) return value
    const copy = value.map((entry, index) => canonical(entry, entries, [...path, index], conflicts))
    return copy.every((entry, index) => entry === value[index]) ? value : copy
  }
  return isObject(value) ? canonicalMembers(value, names, path, conflicts) : value
}

function declaredValue(value: string, { values }: Names): string {
  return values.find(({ names }) => names.includes(value))?.declared ?? value
}

function canonicalMembers(given: Members, { members }: Names, path: Path, conflicts: Flaw[]): Members {
  let copy: Record<string, unknown> | undefined
  for (const [declared, { names, inside }] of members) {
    const [first, ...others] = names.filter((name) => isGiven(given, name))
    if (first === undefined) continue
    const meant = (name: string) =>
      inside ? canonical(given[name], inside, [...path, name], conflicts) : given[name]
    const value = meant(first)
    for (const other of others)
      if (JSON.stringify(meant(other)) !== JSON.stringify(value)) conflicts.push(conflict(path, other, first))
    if (first === declared && others.length === 0 && value === given[first]) continue
    copy ??= { ...given }
    for (const name of [first, ...others]) delete copy[name]
    copy[declared] = value
  }
  return copy ?? given
}

function conflict(path: Path, name: string, other: string): Flaw {
  const field = pathOf([...path, name])
  const message = `${field} contradicts ${other}: both are names of one field. Send only one of them.`
  return { field, code: 'CONFLICT', message }
}

function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isGiven(given: unknown, name: string): boolean {
  return isObject(given) && Object.hasOwn(given, name) && given[name] !== undefined
}

/** Translates messages about a body from declared names to the names that the caller used. */
export interface Spelling {
  /** Translates a path such as `ads[0].url`. */
  path(field: string): string
  /** Translates the field names in a sentence. */
  text(sentence: string): string
}

/** Builds the translation for one body. Absent fields are translated to their preferred names. */
export function spellingOf(input: z.ZodObject, given: unknown): Spelling {
  const names = namesIn(input)
  const renamed = [...(names?.members ?? [])].flatMap(([declared, member]) => {
    const written = nameIn(given, member)
    return written === declared ? [] : [[new RegExp(`(?<![\\w.])${declared}(?!\\w)`, 'g'), written] as const]
  })
  return {
    path: (field) => (names === undefined ? field : writtenPath(field, names, given)),
    text: (sentence) => renamed.reduce((text, [name, written]) => text.replace(name, written), sentence),
  }
}

function nameIn(given: unknown, { names }: Member): string {
  return names.find((name) => isGiven(given, name)) ?? names[0] ?? ''
}

function writtenPath(field: string, names: Names, given: unknown): string {
  let inside: Names | undefined = names
  let value = given
  return field.replace(/[^.[\]]+/g, (part) => {
    const isEntry = Array.isArray(value)
    const member = isEntry ? undefined : inside?.members.get(part)
    const written = member ? nameIn(value, member) : part
    inside = isEntry ? inside?.entries : member?.inside
    // Arrays are objects whose keys are numbers.
    value = typeof value === 'object' && value !== null ? (value as Members)[written] : undefined
    return written
  })
}

/** Translates a body from declared names to the preferred names that the documents show. */
export function preferredBody(input: z.ZodObject, body: Members): Members {
  const names = namesIn(input)
  // The translation of an object is an object.
  return names === undefined ? body : (preferred(body, names) as Members)
}

function preferred(value: unknown, names: Names): unknown {
  if (typeof value === 'string') return preferredValue(value, names)
  if (Array.isArray(value)) {
    const { entries } = names
    return entries === undefined ? value : value.map((entry) => preferred(entry, entries))
  }
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([declared, member]) => {
      const { names: all = [declared], inside } = names.members.get(declared) ?? {}
      return [all[0] ?? declared, inside ? preferred(member, inside) : member]
    }),
  )
}

function preferredValue(value: string, { values }: Names): string {
  return values.find(({ declared }) => declared === value)?.names[0] ?? value
}

/** Translates an enum value or a default value to its preferred name. */
export function preferredIn(schema: z.core.$ZodType, value: unknown): unknown {
  const names = namesIn(schema)
  return names === undefined ? value : preferred(value, names)
}

/** Translates the allowed values of the field at a path to their preferred names. */
export function preferredAt(
  input: z.ZodObject,
  path: readonly PropertyKey[],
  values: readonly unknown[],
): readonly unknown[] {
  let inside = namesIn(input)
  for (const part of path)
    inside = typeof part === 'number' ? inside?.entries : inside?.members.get(String(part))?.inside
  const names = inside
  return names === undefined ? values : values.map((value) => preferred(value, names))
}
