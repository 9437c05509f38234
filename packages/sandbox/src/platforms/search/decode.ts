// Decodes the JSON of a request into its canonical form, as strictly as the platform's front end. Unknown
// names, wrong kinds and unknown enumeration values fail before any other check runs.
// https://developers.google.com/google-ads/api/rest/design/json-mappings

import type { CallContext } from './apiCall.ts'
import { SearchApiError } from './errors.ts'
import { isEnumValue } from './schema/enums.ts'
import type { MessageField } from './schema/messageSpec.ts'
import { getMessageType } from './schema/messages.ts'
import { isWireObject, type WireObject, type WireValue } from './wire.ts'

interface Violation {
  readonly fieldPath: string
  readonly description: string
}

/** Collects the violations and the unemulated fields of one request. */
interface DecodeContext {
  readonly version: number
  readonly violations: Violation[]
  readonly unemulatedFields: string[]
}

export function decodeBody(
  messageName: string,
  { exchange, version }: Pick<CallContext, 'exchange' | 'version'>,
): WireObject {
  const bodyText = exchange.body.toString('utf8')
  let json: unknown
  try {
    json = bodyText.trim() === '' ? {} : JSON.parse(bodyText)
  } catch {
    throw malformedRequestError([
      {
        fieldPath: '',
        description: `Invalid JSON payload received. Unexpected token.\n${bodyText.slice(0, 40)}\n^`,
      },
    ])
  }
  const context: DecodeContext = { version, violations: [], unemulatedFields: [] }
  const decoded = decodeMessage(messageName, json, '', context)
  const { violations, unemulatedFields } = context
  if (violations.length > 0) throw malformedRequestError(violations)
  if (unemulatedFields.length > 0) {
    throw new SearchApiError('UNIMPLEMENTED', [], {
      message: `The sandbox does not emulate ${unemulatedFields.join(', ')}.`,
    })
  }
  return decoded ?? {}
}

function malformedRequestError(violations: readonly Violation[]): SearchApiError {
  // The front end responds before the API does, so the response has no GoogleAdsFailure.
  return new SearchApiError('INVALID_ARGUMENT', [], {
    message: violations.map(({ description }) => description).join('\n'),
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: violations.map(({ fieldPath, description }) => ({ field: fieldPath, description })),
      },
    ],
  })
}

function decodeMessage(
  messageName: string,
  json: unknown,
  messagePath: string,
  context: DecodeContext,
): WireObject | undefined {
  const { version, violations } = context
  if (!isWireObject(json)) {
    violations.push(invalidValueViolation(messagePath, messageName, json))
    return undefined
  }
  const messageType = getMessageType(messageName)
  const decoded: WireObject = {}
  const keyByUnion = new Map<string, string>()
  for (const [key, value] of Object.entries(json)) {
    const field = messageType.fieldsByName.get(key)
    if (field === undefined || field.since > version) {
      violations.push(unknownNameViolation(key, messagePath, 'Cannot find field.'))
      continue
    }
    // Canonical JSON defines null as "not set".
    if (value === null || value === undefined) continue
    const fieldPath = messagePath === '' ? field.name : `${messagePath}.${field.name}`
    if (field.oneof !== undefined) {
      if (keyByUnion.has(field.oneof)) {
        violations.push({
          fieldPath: messagePath,
          description: `Invalid value at '${messagePath}' (oneof), oneof field '${field.oneof}' is already set. Cannot set '${key}'`,
        })
        continue
      }
      keyByUnion.set(field.oneof, key)
    }
    if (field.kind === 'unemulated') {
      context.unemulatedFields.push(fieldPath)
      continue
    }
    const result = field.repeated
      ? decodeList(field, value, fieldPath, messagePath, context)
      : decodeValue(field, value, fieldPath, messagePath, context)
    if (result !== undefined && !isDefaultValue(field, result)) decoded[field.jsonName] = result
  }
  return decoded
}

/**
 * A scalar field at its default value equals an absent field, unless the field is optional or part of a
 * union.
 */
function isDefaultValue(field: MessageField, value: WireValue): boolean {
  if (field.repeated) return Array.isArray(value) && value.length === 0
  if (field.optional || field.oneof !== undefined || field.kind === 'message') return false
  return value === '' || value === 0 || value === false || value === '0'
}

function decodeList(
  field: MessageField,
  json: unknown,
  fieldPath: string,
  parentPath: string,
  context: DecodeContext,
): WireValue[] | undefined {
  if (!Array.isArray(json)) {
    context.violations.push(invalidValueViolation(fieldPath, describeType(field, context.version), json))
    return undefined
  }
  const items: WireValue[] = []
  for (const [index, item] of json.entries()) {
    const value = decodeValue(field, item, `${fieldPath}[${index}]`, parentPath, context)
    if (value !== undefined) items.push(value)
  }
  return items
}

function decodeValue(
  field: MessageField,
  json: unknown,
  fieldPath: string,
  parentPath: string,
  context: DecodeContext,
): WireValue | undefined {
  if (Array.isArray(json)) {
    context.violations.push(
      unknownNameViolation(field.jsonName, parentPath, 'Proto field is not repeating, cannot start list.'),
    )
    return undefined
  }
  if (field.kind === 'message') return decodeMessage(field.typeName, json, fieldPath, context)
  const value = decodeScalar(field, json, context.version)
  if (value === undefined && !(field.kind === 'enum' && json === 'UNSPECIFIED')) {
    context.violations.push(invalidValueViolation(fieldPath, describeType(field, context.version), json))
  }
  return value
}

function decodeScalar(field: MessageField, json: unknown, version: number): WireValue | undefined {
  switch (field.kind) {
    case 'string':
    case 'mask':
      return typeof json === 'string' ? json : undefined
    case 'bool':
      return typeof json === 'boolean' ? json : undefined
    case 'int64':
      return parseInt64(json)
    case 'int32':
      return parseInt32(json)
    case 'float':
    case 'double':
      return parseDouble(json)
    case 'bytes':
      return typeof json === 'string' && /^[A-Za-z0-9+/_-]*={0,2}$/.test(json) ? json : undefined
    case 'enum':
      return typeof json === 'string' && isEnumValue(field.typeName, json, version) ? json : undefined
    default:
      return undefined
  }
}

function parseInt64(json: unknown): string | undefined {
  if (typeof json === 'number') return Number.isSafeInteger(json) ? String(json) : undefined
  if (typeof json !== 'string' || !/^-?\d{1,19}$/.test(json)) return undefined
  const value = BigInt(json)
  return value === BigInt.asIntN(64, value) ? value.toString() : undefined
}

function parseInt32(json: unknown): number | undefined {
  const value = typeof json === 'string' && /^-?\d+$/.test(json) ? Number(json) : json
  return typeof value === 'number' && Number.isInteger(value) && value === (value | 0) ? value : undefined
}

function parseDouble(json: unknown): number | undefined {
  const value = typeof json === 'string' && /^-?\d+(\.\d+)?$/.test(json) ? Number(json) : json
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

function unknownNameViolation(key: string, parentPath: string, reason: string): Violation {
  const location = parentPath === '' ? '' : ` at '${parentPath}'`
  return {
    fieldPath: parentPath,
    description: `Invalid JSON payload received. Unknown name ${JSON.stringify(key)}${location}: ${reason}`,
  }
}

function invalidValueViolation(fieldPath: string, type: string, json: unknown): Violation {
  return { fieldPath, description: `Invalid value at '${fieldPath}' (${type}), ${JSON.stringify(json)}` }
}

function describeType(field: MessageField, version: number): string {
  if (field.kind === 'enum') {
    return `type.googleapis.com/google.ads.googleads.v${version}.enums.${field.typeName}Enum.${field.typeName}`
  }
  if (field.kind === 'mask') return 'type.googleapis.com/google.protobuf.FieldMask'
  return field.kind === 'message' ? field.typeName : `TYPE_${field.kind.toUpperCase()}`
}
