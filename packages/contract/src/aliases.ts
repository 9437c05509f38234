// Aliases of fields and enum values. A platform is `social` in one operation and `SOCIAL_A` in another. The
// id of a lead form is `leadFormId` or `formId`. A declaration lists all names, the preferred one first, and
// requests may use any of them. Handlers, stored requests and request fingerprints use only the declared
// name, so the declared name never changes.

import { z } from 'zod'
import { formatPath } from './paths.ts'
import type { Violation } from './violations.ts'

const fieldNames = z.registry<{ names: readonly string[] }>()
const valueNames = z.registry<{ groups: readonly (readonly string[])[] }>()

/**
 * Declares all names of a field, the preferred one first. One of them is the key under which the field is
 * declared.
 */
export function withAliases<Schema extends z.ZodType>(schema: Schema, ...names: readonly string[]): Schema {
  // The clone keeps the names off other declarations of the same schema.
  const field = schema.clone()
  fieldNames.add(field, { names })
  return field
}

/**
 * Declares other names of enum values. Each group starts with the preferred name and contains exactly one
 * value of the enum.
 */
export function withValueAliases<Schema extends z.ZodEnum>(
  schema: Schema,
  ...groups: readonly (readonly string[])[]
): Schema {
  const values = schema.clone()
  valueNames.add(values, { groups })
  return values
}

/** Returns all names of a field, the preferred one first. */
export function findFieldNames(field: z.core.$ZodType, declared: string): readonly string[] {
  return findDeclaredNames(field) ?? [declared]
}

export function findDeclaredNames(field: z.core.$ZodType): readonly string[] | undefined {
  const fieldNameList = fieldNames.get(field)?.names
  const wrapped = fieldNameList === undefined ? unwrapSchema(field) : undefined
  return wrapped === undefined ? fieldNameList : findDeclaredNames(wrapped)
}

/** Returns the groups of names of the values that a schema lists. */
export function findValueGroups(schema: z.core.$ZodType): readonly (readonly string[])[] {
  const nameGroups = valueNames.get(schema)?.groups
  const wrapped = nameGroups === undefined ? unwrapSchema(schema) : undefined
  return wrapped === undefined ? (nameGroups ?? []) : findValueGroups(wrapped)
}

function unwrapSchema(schema: z.core.$ZodType): z.core.$ZodType | undefined {
  // zod builds only these kinds of schemas. The union distinguishes them by `type`.
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'optional' || def.type === 'nullable' || def.type === 'default'
    ? def.innerType
    : undefined
}

/** Aliases at or below one schema. Fields and values with a single name are left out. */
interface AliasNode {
  /** Keys are declared names. */
  readonly fields: ReadonlyMap<string, AliasedField>
  readonly entries?: AliasNode
  readonly values: readonly AliasedValue[]
}
interface AliasedField {
  readonly names: readonly string[]
  readonly nested?: AliasNode
}
interface AliasedValue {
  readonly declared: string
  readonly names: readonly string[]
}

const aliasNodes = new WeakMap<z.core.$ZodType, { readonly names?: AliasNode }>()

function loadAliasNode(schema: z.core.$ZodType): AliasNode | undefined {
  let cached = aliasNodes.get(schema)
  if (cached === undefined) {
    const node = buildAliasNode(schema)
    cached = node === undefined ? {} : { names: node }
    aliasNodes.set(schema, cached)
  }
  return cached.names
}

const noFields: AliasNode['fields'] = new Map()

function buildAliasNode(schema: z.core.$ZodType): AliasNode | undefined {
  // The cast is safe for the reason given in `unwrapSchema`.
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return loadAliasNode(def.innerType)
    case 'array': {
      const entries = loadAliasNode(def.element)
      return entries && { fields: noFields, entries, values: [] }
    }
    case 'object': {
      const fields = new Map<string, AliasedField>()
      for (const [declared, field] of Object.entries(def.shape)) {
        const names = findFieldNames(field, declared)
        const nested = loadAliasNode(field)
        if (!names.includes(declared)) throw new Error(`${declared} is not among its own names.`)
        if (names.length > 1 || nested) fields.set(declared, { names, ...(nested ? { nested } : {}) })
      }
      return fields.size === 0 ? undefined : { fields, values: [] }
    }
    case 'enum': {
      const values = findValueGroups(schema).map((names) => ({
        declared: findDeclaredValue(names, def.entries),
        names,
      }))
      return values.length === 0 ? undefined : { fields: noFields, values }
    }
    default:
      return undefined
  }
}

function findDeclaredValue(names: readonly string[], entries: object): string {
  const [declared, another] = names.filter((name) => name in entries)
  if (declared === undefined || another !== undefined)
    throw new Error(`Exactly one of ${names.join(', ')} must be a value of the enumeration.`)
  return declared
}

type JsonObject = Readonly<Record<string, unknown>>

/** A body in declared names, and the fields whose names contradict each other. */
export interface CanonicalBody {
  readonly body: JsonObject
  readonly conflicts: readonly Violation[]
}

/** Translates a body to declared names. Returns the given object itself when the body uses no aliases. */
export function toCanonicalBody(input: z.ZodObject, requestBody: JsonObject): CanonicalBody {
  const node = loadAliasNode(input)
  if (node === undefined) return { body: requestBody, conflicts: [] }
  const conflicts: Violation[] = []
  // The translation of an object is an object.
  return { body: toCanonical(requestBody, node, [], conflicts) as JsonObject, conflicts }
}

type Path = readonly (string | number)[]

function toCanonical(value: unknown, node: AliasNode, path: Path, conflicts: Violation[]): unknown {
  if (typeof value === 'string') return toDeclaredValue(value, node)
  if (Array.isArray(value)) {
    const { entries } = node
    if (entries === undefined) return value
    const copy = value.map((entry, index) => toCanonical(entry, entries, [...path, index], conflicts))
    return copy.every((entry, index) => entry === value[index]) ? value : copy
  }
  return isObject(value) ? toCanonicalObject(value, node, path, conflicts) : value
}

function toDeclaredValue(value: string, { values }: AliasNode): string {
  return values.find(({ names }) => names.includes(value))?.declared ?? value
}

function toCanonicalObject(
  source: JsonObject,
  { fields }: AliasNode,
  path: Path,
  conflicts: Violation[],
): JsonObject {
  let copy: Record<string, unknown> | undefined
  for (const [declared, { names, nested }] of fields) {
    const [first, ...others] = names.filter((name) => hasField(source, name))
    if (first === undefined) continue
    const toCanonicalField = (name: string) =>
      nested ? toCanonical(source[name], nested, [...path, name], conflicts) : source[name]
    const value = toCanonicalField(first)
    for (const other of others)
      if (JSON.stringify(toCanonicalField(other)) !== JSON.stringify(value))
        conflicts.push(createConflict(path, other, first))
    if (first === declared && others.length === 0 && value === source[first]) continue
    copy ??= { ...source }
    for (const name of [first, ...others]) delete copy[name]
    copy[declared] = value
  }
  return copy ?? source
}

function createConflict(path: Path, name: string, other: string): Violation {
  const field = formatPath([...path, name])
  const message = `${field} and ${other} are names for the same field, but have different values. Send only one of them.`
  return { field, code: 'CONFLICT', message }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function hasField(value: unknown, name: string): boolean {
  return isObject(value) && Object.hasOwn(value, name) && value[name] !== undefined
}

/** Translates messages about a body from declared names to the names that the caller used. */
export interface NameTranslator {
  /** Translates a path such as `ads[0].url`. */
  translatePath(field: string): string
  /** Translates the field names in a sentence. */
  translateText(sentence: string): string
}

/** Builds the translation for one body. Absent fields are translated to their preferred names. */
export function createNameTranslator(input: z.ZodObject, requestBody: unknown): NameTranslator {
  const node = loadAliasNode(input)
  const replacements = [...(node?.fields ?? [])].flatMap(([declared, field]) => {
    const callerName = findCallerName(requestBody, field)
    return callerName === declared
      ? []
      : [[new RegExp(`(?<![\\w.])${declared}(?!\\w)`, 'g'), callerName] as const]
  })
  return {
    translatePath: (field) => (node === undefined ? field : toCallerPath(field, node, requestBody)),
    translateText: (sentence) =>
      replacements.reduce((text, [name, written]) => text.replace(name, written), sentence),
  }
}

function findCallerName(value: unknown, { names }: AliasedField): string {
  return names.find((name) => hasField(value, name)) ?? names[0] ?? ''
}

function toCallerPath(field: string, root: AliasNode, requestBody: unknown): string {
  let node: AliasNode | undefined = root
  let value = requestBody
  return field.replace(/[^.[\]]+/g, (part) => {
    const isEntry = Array.isArray(value)
    const aliased = isEntry ? undefined : node?.fields.get(part)
    const callerName = aliased ? findCallerName(value, aliased) : part
    node = isEntry ? node?.entries : aliased?.nested
    // Arrays are objects whose keys are numbers.
    value = typeof value === 'object' && value !== null ? (value as JsonObject)[callerName] : undefined
    return callerName
  })
}

/** Translates a body from declared names to the preferred names that the documents show. */
export function toPreferredBody(input: z.ZodObject, body: JsonObject): JsonObject {
  const node = loadAliasNode(input)
  // The translation of an object is an object.
  return node === undefined ? body : (toPreferred(body, node) as JsonObject)
}

function toPreferred(value: unknown, node: AliasNode): unknown {
  if (typeof value === 'string') return toPreferredName(value, node)
  if (Array.isArray(value)) {
    const { entries } = node
    return entries === undefined ? value : value.map((entry) => toPreferred(entry, entries))
  }
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([declared, fieldValue]) => {
      const { names: fieldNameList = [declared], nested } = node.fields.get(declared) ?? {}
      return [fieldNameList[0] ?? declared, nested ? toPreferred(fieldValue, nested) : fieldValue]
    }),
  )
}

function toPreferredName(value: string, { values }: AliasNode): string {
  return values.find(({ declared }) => declared === value)?.names[0] ?? value
}

/** Translates an enum value or a default value to its preferred name. */
export function toPreferredValue(schema: z.core.$ZodType, value: unknown): unknown {
  const node = loadAliasNode(schema)
  return node === undefined ? value : toPreferred(value, node)
}

/** Translates the allowed values of the field at a path to their preferred names. */
export function toPreferredValuesAt(
  input: z.ZodObject,
  path: readonly PropertyKey[],
  values: readonly unknown[],
): readonly unknown[] {
  let current = loadAliasNode(input)
  for (const part of path)
    current = typeof part === 'number' ? current?.entries : current?.fields.get(String(part))?.nested
  const node = current
  return node === undefined ? values : values.map((value) => toPreferred(value, node))
}
