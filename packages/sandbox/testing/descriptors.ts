// Validates JSON with the platform's own protocol descriptors (version 25, as google-ads-node ships them).
// Problems are unknown names, wrong types, unknown enum values, two fields of one union, missing required
// fields, and fields that only the server may set.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import protobuf from 'protobufjs'

const require = createRequire(import.meta.url)
const namespace = 'google.ads.googleads.v25'

let cachedRoot: protobuf.Root | undefined

/** The descriptors are large, so they are loaded on first use. */
function root(): protobuf.Root {
  if (cachedRoot === undefined) {
    const file = require.resolve('google-ads-node/build/protos/protos.json')
    cachedRoot = protobuf.Root.fromJSON(JSON.parse(readFileSync(file, 'utf8')))
    cachedRoot.resolveAll()
  }
  return cachedRoot
}

export type MessageDirection = 'request' | 'response'

/**
 * Lists every problem of a message with its path. Empty when the message is valid. The type is named without
 * the version's namespace: `services.MutateGoogleAdsRequest`, `resources.Campaign`,
 * `errors.GoogleAdsFailure`.
 */
export function validateSearchMessage(
  type: string,
  json: unknown,
  direction: MessageDirection = 'response',
): string[] {
  const problems: string[] = []
  validateMessage(root().lookupType(`${namespace}.${type}`), json, type, { direction, problems })
  return problems
}

/** Validates the body of a refusal: a google.rpc.Status in its `error` field. */
export function validateErrorBody(json: unknown): string[] {
  const problems: string[] = []
  if (!isRecord(json) || !isRecord(json['error']) || Object.keys(json).length !== 1)
    return ['no error member']
  const { code, message, status, details, ...otherFields } = json['error']
  if (!Number.isInteger(code)) problems.push('error.code is not a number')
  if (typeof message !== 'string') problems.push('error.message is not text')
  if (typeof status !== 'string') problems.push('error.status is not text')
  for (const name of Object.keys(otherFields)) problems.push(`error.${name} is unknown`)
  if (details !== undefined) checkDetails(details, 'error.details', problems)
  return problems
}

function checkDetails(details: unknown, path: string, problems: string[]): void {
  if (!Array.isArray(details)) problems.push(`${path} is not a list`)
  else for (const [index, detail] of details.entries()) checkAny(detail, `${path}[${index}]`, problems)
}

/** Details of google.rpc that the descriptors of this package do not contain. */
const rpcDetails: Readonly<Record<string, readonly string[]>> = {
  'google.rpc.BadRequest': ['fieldViolations'],
  'google.rpc.ErrorInfo': ['reason', 'domain', 'metadata'],
}

function checkAny(value: unknown, path: string, problems: string[]): void {
  if (!isRecord(value) || typeof value['@type'] !== 'string') {
    problems.push(`${path} has no @type`)
    return
  }
  const { '@type': url, ...message } = value
  const name = url.replace('type.googleapis.com/', '')
  const knownKeys = rpcDetails[name]
  if (knownKeys === undefined)
    validateMessage(root().lookupType(name), message, path, { direction: 'response', problems })
  else {
    for (const key of Object.keys(message))
      if (!knownKeys.includes(key)) problems.push(`${path}.${key} is unknown`)
  }
}

interface ValidationContext {
  readonly direction: MessageDirection
  /** The problems found so far. */
  readonly problems: string[]
}

function validateMessage(type: protobuf.Type, json: unknown, path: string, context: ValidationContext): void {
  const { direction, problems } = context
  if (!isRecord(json)) {
    problems.push(`${path}: ${type.name} must be an object`)
    return
  }
  if (type.fullName === '.google.rpc.Status') {
    checkStatus(json, path, problems)
    return
  }
  const fields = indexFields(type)
  const oneofs = new Map<string, string>()
  for (const [key, value] of Object.entries(json)) {
    const field = fields.get(key)
    const fieldPath = `${path}.${key}`
    if (field === undefined) {
      problems.push(`${fieldPath}: unknown field of ${type.name}`)
      continue
    }
    const oneof = field.partOf !== null && !field.partOf.isProto3Optional ? field.partOf.name : undefined
    if (oneof !== undefined) {
      const other = oneofs.get(oneof)
      if (other !== undefined) problems.push(`${path}: union ${oneof} set twice (${other}, ${key})`)
      oneofs.set(oneof, key)
    }
    if (direction === 'request' && fieldBehaviors(field).has('OUTPUT_ONLY') && !isImageUpload(type, field)) {
      problems.push(`${fieldPath}: only the server sets it`)
    }
    checkField(field, value, fieldPath, context)
  }
  if (direction === 'response') return
  for (const [key, field] of fields) {
    // The customer's id is part of the path.
    if (json[key] === undefined && key !== 'customerId' && fieldBehaviors(field).has('REQUIRED')) {
      problems.push(`${path}.${key}: required field missing`)
    }
  }
}

/**
 * The descriptors mark this field as set by the server only, although every official sample uploads images
 * through it.
 */
function isImageUpload(type: protobuf.Type, field: protobuf.Field): boolean {
  return type.name === 'Asset' && field.name === 'image_asset'
}

function checkStatus(json: Record<string, unknown>, path: string, problems: string[]): void {
  const { code, message, details, ...otherFields } = json
  if (!Number.isInteger(code)) problems.push(`${path}.code must be a number`)
  if (typeof message !== 'string') problems.push(`${path}.message must be text`)
  for (const key of Object.keys(otherFields)) problems.push(`${path}.${key}: unknown field of Status`)
  checkDetails(details ?? [], `${path}.details`, problems)
}

function checkField(field: protobuf.Field, value: unknown, path: string, context: ValidationContext): void {
  if (!field.repeated) {
    checkItem(field, value, path, context)
    return
  }
  if (!Array.isArray(value)) {
    context.problems.push(`${path}: must be a list`)
    return
  }
  for (const [index, item] of value.entries()) checkItem(field, item, `${path}[${index}]`, context)
}

function checkItem(field: protobuf.Field, value: unknown, path: string, context: ValidationContext): void {
  const { problems } = context
  const type = field.resolvedType
  if (type instanceof protobuf.Type) {
    if (type.fullName === '.google.protobuf.FieldMask') {
      if (typeof value !== 'string' || value.includes('_'))
        problems.push(`${path}: must be a mask of JSON names`)
    } else if (type.fullName === '.google.protobuf.Duration') {
      if (typeof value !== 'string' || !/^\d+(\.\d+)?s$/.test(value))
        problems.push(`${path}: must be a duration`)
    } else validateMessage(type, value, path, context)
    return
  }
  if (type instanceof protobuf.Enum) {
    const isKnown =
      typeof value === 'string' && value in type.values && value !== 'UNKNOWN' && value !== 'UNSPECIFIED'
    if (!isKnown) problems.push(`${path}: ${JSON.stringify(value)} is not a value of ${type.name}`)
    return
  }
  if (!isScalar(field.type, value)) problems.push(`${path}: ${JSON.stringify(value)} is no ${field.type}`)
}

function isScalar(kind: string, value: unknown): boolean {
  switch (kind) {
    case 'string':
      return typeof value === 'string'
    case 'bool':
      return typeof value === 'boolean'
    case 'int32':
      return typeof value === 'number' && value === (value | 0)
    case 'int64':
      return (
        typeof value === 'string' &&
        /^-?\d+$/.test(value) &&
        BigInt.asIntN(64, BigInt(value)) === BigInt(value)
      )
    case 'float':
    case 'double':
      return typeof value === 'number' && Number.isFinite(value)
    case 'bytes':
      return typeof value === 'string' && value.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(value)
    default:
      return false
  }
}

const fieldTables = new WeakMap<protobuf.Type, ReadonlyMap<string, protobuf.Field>>()

/** A message's fields by their JSON names. */
function indexFields(type: protobuf.Type): ReadonlyMap<string, protobuf.Field> {
  const cached = fieldTables.get(type)
  if (cached !== undefined) return cached
  const fields = new Map(
    type.fieldsArray.map((field) => [
      field.name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()),
      field,
    ]),
  )
  fieldTables.set(type, fields)
  return fields
}

/** REQUIRED, OUTPUT_ONLY, IMMUTABLE. */
export function fieldBehaviors(field: protobuf.Field): ReadonlySet<string> {
  return new Set(fieldOptions(field, '(google.api.field_behavior)'))
}

/** The values of an option: written once under `options`, or several times under `parsedOptions`. */
export function fieldOptions(field: protobuf.Field, name: string): string[] {
  const values = new Set<string>()
  const add = (value: unknown) => {
    for (const item of Array.isArray(value) ? value : [value]) if (typeof item === 'string') values.add(item)
  }
  add(field.options?.[name])
  const parsedOptions: unknown = field.parsedOptions
  for (const option of Array.isArray(parsedOptions) ? parsedOptions : [])
    if (isRecord(option)) add(option[name])
  return [...values]
}

/** Returns the descriptor of a message. */
export function findDescriptor(type: string): protobuf.Type | undefined {
  const found = root().lookup(`${namespace}.${type}`)
  // The lookup of a missing name may find the name inside another message.
  return found instanceof protobuf.Type && found.fullName === `.${namespace}.${type}` ? found : undefined
}

/** Codes of the API's errors, such as `campaignError` with its values. */
export function errorFamilies(): ReadonlyMap<string, ReadonlySet<string>> {
  const families = new Map<string, ReadonlySet<string>>()
  for (const [name, field] of indexFields(root().lookupType(`${namespace}.errors.ErrorCode`))) {
    if (field.resolvedType instanceof protobuf.Enum)
      families.set(name, new Set(Object.keys(field.resolvedType.values)))
  }
  return families
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
