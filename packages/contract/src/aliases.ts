// Names and values that mean the same: a platform is `social` here and `SOCIAL_A` there, a lead form `leadFormId` or
// `formId`. A declaration lists all names of a field or value, the preferred one first. Requests may use any of them;
// handlers, stored requests and their fingerprints know only the declared one, which therefore never changes.

import { z } from 'zod'
import type { Flaw } from './flaws.ts'
import { pathOf } from './paths.ts'

const fieldNames = z.registry<{ names: readonly string[] }>()
const valueNames = z.registry<{ groups: readonly (readonly string[])[] }>()

/** A field of all these names, the preferred one first. One of them is the key under which it is declared. */
export function named<Schema extends z.ZodType>(schema: Schema, ...names: readonly string[]): Schema {
  // The same value can also be declared elsewhere, without these names.
  const field = schema.clone()
  fieldNames.add(field, { names })
  return field
}

/** Values with other names: each group begins with the preferred one, and one of the group is a value of the enumeration. */
export function alsoCalled<Schema extends z.ZodEnum>(
  schema: Schema,
  ...groups: readonly (readonly string[])[]
): Schema {
  const values = schema.clone()
  valueNames.add(values, { groups })
  return values
}

/** All names of a field, the preferred one first. */
export function namesOf(field: z.core.$ZodType, declared: string): readonly string[] {
  return declaredNames(field) ?? [declared]
}

export function declaredNames(field: z.core.$ZodType): readonly string[] | undefined {
  const found = fieldNames.get(field)?.names
  const wrapped = found === undefined ? unwrapped(field) : undefined
  return wrapped === undefined ? found : declaredNames(wrapped)
}

/** The groups of names of the values that a schema lists. */
export function valueGroups(schema: z.core.$ZodType): readonly (readonly string[])[] {
  const found = valueNames.get(schema)?.groups
  const wrapped = found === undefined ? unwrapped(schema) : undefined
  return wrapped === undefined ? (found ?? []) : valueGroups(wrapped)
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  // Every schema is of one of these kinds; their union tells them apart by `type`.
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'optional' || def.type === 'nullable' || def.type === 'default'
    ? def.innerType
    : undefined
}

/** The names inside a value, as far as there is more than one of something. */
interface Names {
  /** By the declared name. */
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
  // The same as in `unwrapped`.
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

/** A body in the declared names, and where two names of one field contradict each other. */
export interface CanonicalBody {
  readonly body: Members
  readonly conflicts: readonly Flaw[]
}

/** The same body in the declared names; the given one itself where it uses no others. */
export function canonicalBody(input: z.ZodObject, given: Members): CanonicalBody {
  const names = namesIn(input)
  if (names === undefined) return { body: given, conflicts: [] }
  const conflicts: Flaw[] = []
  // An object becomes an object.
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

/** Puts what is said about a body in declared names into the names that its caller used. */
export interface Spelling {
  /** A path such as `ads[0].url`. */
  path(field: string): string
  /** A sentence in which fields of the body are named. */
  text(sentence: string): string
}

/** The spelling of a body: the names that it uses, and the preferred ones of fields that it does not have. */
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
    // Arrays are objects whose members have numbers as names.
    value = typeof value === 'object' && value !== null ? (value as Members)[written] : undefined
    return written
  })
}

/** A body in declared names, as documents show it: in the preferred ones. */
export function preferredBody(input: z.ZodObject, body: Members): Members {
  const names = namesIn(input)
  // An object becomes an object.
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

/** A value that a schema lists or has as its default, in its preferred name. */
export function preferredIn(schema: z.core.$ZodType, value: unknown): unknown {
  const names = namesIn(schema)
  return names === undefined ? value : preferred(value, names)
}

/** The values that a field may have by the path of the field, in their preferred names. */
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
