// Derives the sandbox's schema of Google Ads from the platform's own protocol descriptors: fields, types,
// unions, references, behaviors, enumerations, resource collections and their verbs. The files in
// `data/search/schema` are written by hand. They name the emulated messages and everything that the
// descriptors do not contain.

import protobuf from 'protobufjs'
import { readJson, readTable } from '../src/core/dataFiles.ts'
import type { MessageSpec } from '../src/platforms/search/schema/messageSpec.ts'
import { fieldBehaviors, fieldOptions, findDescriptor } from './descriptors.ts'

/** The groups of messages from which the emulated messages are reachable. */
const rootGroups = ['resources', 'common', 'services']

const folder = 'packages/sandbox/data/search/descriptors'

/** Returns paths and texts of the generated files that the sandbox reads. */
export function searchSchema() {
  const emulated = readJson<Record<string, MessageSpec | string>>('search/schema/emulatedMessages.json')
  const types = findTypes(new Set(Object.keys(emulated)))
  const enums = new Map<string, protobuf.Enum>()
  const messages: Record<string, Record<string, string>> = {}
  for (const [name, rules] of Object.entries(emulated)) {
    const type = getType(types, name)
    const only = typeof rules === 'string' ? new Set(rules.split(' ')) : undefined
    // Requests contain the customer id in the path.
    const fields = type.fieldsArray.filter(
      (field) => field.name !== 'customer_id' && only?.has(field.name) !== false,
    )
    messages[name] = Object.fromEntries(fields.map((field) => [field.name, describeField(field, types)]))
    for (const { resolvedType } of fields)
      if (resolvedType instanceof protobuf.Enum) enums.set(resolvedType.name, resolvedType)
  }
  return [
    { path: `${folder}/messages.json`, text: `${JSON.stringify(messages, null, 2)}\n` },
    {
      path: `${folder}/enumerations.tsv`,
      text: toTable(
        ['name', 'values'],
        [...enums].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, type]) => [name, enumValues(type)]),
      ),
    },
    { path: `${folder}/resources.tsv`, text: toTable(['name', 'collection', 'verbs'], resourceRows(types)) },
  ]
}

/** Finds the emulated messages at the top of the groups, and inside other emulated messages. */
function findTypes(names: ReadonlySet<string>): ReadonlyMap<string, protobuf.Type> {
  const types = new Map<string, protobuf.Type>()
  const add = (type: protobuf.Type): void => {
    const known = types.get(type.name)
    if (known === type) return
    if (known !== undefined) throw new Error(`${known.fullName} and ${type.fullName} have the same name.`)
    types.set(type.name, type)
    for (const { resolvedType } of type.fieldsArray)
      if (resolvedType instanceof protobuf.Type && names.has(resolvedType.name)) add(resolvedType)
  }
  for (const name of names) {
    if (types.has(name)) continue
    const root = rootGroups
      .map((group) => findDescriptor(`${group}.${name}`))
      .find((type) => type !== undefined)
    if (root !== undefined) add(root)
  }
  return types
}

function getType(types: ReadonlyMap<string, protobuf.Type>, name: string): protobuf.Type {
  const type = types.get(name)
  if (type === undefined) throw new Error(`No emulated message contains ${name}.`)
  return type
}

/** Describes a field in the notation of `messageSpec.ts`. */
function describeField(field: protobuf.Field, types: ReadonlyMap<string, protobuf.Type>): string {
  const behaviors = fieldBehaviors(field)
  const isOptional = field.partOf?.isProto3Optional === true
  const reference = referencedMessage(field, types)
  return [
    `${typeText(field, types)}${isOptional ? '?' : ''}${field.repeated ? '[]' : ''}`,
    ...(behaviors.has('OUTPUT_ONLY') ? ['out'] : []),
    ...(behaviors.has('IMMUTABLE') ? ['immutable'] : []),
    ...(behaviors.has('REQUIRED') ? ['required'] : []),
    ...(field.partOf !== null && !isOptional ? [`of=${field.partOf.name}`] : []),
    ...(reference === undefined ? [] : [`ref=${reference}`]),
  ].join(' ')
}

function typeText(field: protobuf.Field, types: ReadonlyMap<string, protobuf.Type>): string {
  const type = field.resolvedType
  if (type instanceof protobuf.Enum) return `enum:${type.name}`
  if (type === null) return field.type
  if (type.fullName === '.google.protobuf.FieldMask') return 'mask'
  return types.get(type.name) === type ? type.name : 'unemulated'
}

/** The emulated resource that a field names. Every resource contains its own name, which is no reference. */
function referencedMessage(
  field: protobuf.Field,
  types: ReadonlyMap<string, protobuf.Type>,
): string | undefined {
  if (field.name === 'resource_name') return undefined
  const [target] = fieldOptions(field, '(google.api.resource_reference).type')
  const name = target?.slice(target.indexOf('/') + 1)
  return name !== undefined && types.has(name) ? name : undefined
}

/** No caller may send the two values that every enumeration has. */
function enumValues(type: protobuf.Enum): string {
  return Object.keys(type.values)
    .filter((value) => value !== 'UNSPECIFIED' && value !== 'UNKNOWN')
    .join(' ')
}

/** The collection in the resource's names, and the verbs of its operation if that operation is emulated. */
function resourceRows(types: ReadonlyMap<string, protobuf.Type>): string[][] {
  return readTable('search/schema/resources.tsv').map(({ name = '' }) => {
    const message = name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
    const pattern: unknown = getType(types, message).options?.['(google.api.resource).pattern']
    const collection = /^(?:customers\/\{customer_id\}\/)?(\w+)/.exec(String(pattern))?.[1]
    if (collection === undefined) throw new Error(`${message} has no pattern of resource names.`)
    const operation = types.get(`${message}Operation`)
    const verbs = ['create', 'update', 'remove'].filter((verb) => operation?.fields[verb] !== undefined)
    return [name, collection, verbs.join(' ')]
  })
}

function toTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  return `${[columns, ...rows].map((cells) => cells.join('\t')).join('\n')}\n`
}
