// From the JSON of a request to the canonical form, as strictly as the platform's front end: unknown names, wrong kinds and unknown
// enumeration values are refused before anything else looks at the request.
// https://developers.google.com/google-ads/api/rest/design/json-mappings

import { Refusal } from './errors.ts'
import type { Field } from './schema/declare.ts'
import { isEnumValue } from './schema/enums.ts'
import { messageNamed } from './schema/messages.ts'
import type { Visit } from './visit.ts'
import { isWire, type Wire, type WireValue } from './wire.ts'

interface Violation {
  readonly field: string
  readonly description: string
}

/** What is noted while a request is read. */
interface Reading {
  readonly version: number
  readonly violations: Violation[]
  readonly unemulated: string[]
}

export function decodeBody(
  message: string,
  { exchange, version }: Pick<Visit, 'exchange' | 'version'>,
): Wire {
  const source = exchange.body.toString('utf8')
  let json: unknown
  try {
    json = source.trim() === '' ? {} : JSON.parse(source)
  } catch {
    throw malformed([
      {
        field: '',
        description: `Invalid JSON payload received. Unexpected token.\n${source.slice(0, 40)}\n^`,
      },
    ])
  }
  const reading: Reading = { version, violations: [], unemulated: [] }
  const decoded = decodeMessage(message, json, '', reading)
  const { violations, unemulated } = reading
  if (violations.length > 0) throw malformed(violations)
  if (unemulated.length > 0) {
    throw new Refusal('UNIMPLEMENTED', [], {
      message: `The sandbox does not emulate ${unemulated.join(', ')}.`,
    })
  }
  return decoded ?? {}
}

function malformed(violations: readonly Violation[]): Refusal {
  // The front end answers before the API does, so there is no GoogleAdsFailure here.
  return new Refusal('INVALID_ARGUMENT', [], {
    message: violations.map(({ description }) => description).join('\n'),
    details: [
      {
        '@type': 'type.googleapis.com/google.rpc.BadRequest',
        fieldViolations: violations.map(({ field, description }) => ({ field, description })),
      },
    ],
  })
}

function decodeMessage(name: string, json: unknown, path: string, reading: Reading): Wire | undefined {
  const { version, violations } = reading
  if (!isWire(json)) {
    violations.push(invalid(path, name, json))
    return undefined
  }
  const message = messageNamed(name)
  const decoded: Wire = {}
  const unions = new Map<string, string>()
  for (const [key, value] of Object.entries(json)) {
    const field = message.byName.get(key)
    if (field === undefined || field.since > version) {
      violations.push(unknownName(key, path, 'Cannot find field.'))
      continue
    }
    // Canonical JSON reads null as "not set".
    if (value === null || value === undefined) continue
    const where = path === '' ? field.name : `${path}.${field.name}`
    if (field.union !== undefined) {
      if (unions.has(field.union)) {
        violations.push({
          field: path,
          description: `Invalid value at '${path}' (oneof), oneof field '${field.union}' is already set. Cannot set '${key}'`,
        })
        continue
      }
      unions.set(field.union, key)
    }
    const result = field.repeated
      ? decodeList(field, value, where, path, reading)
      : decodeValue(field, value, where, path, reading)
    if (result !== undefined && !isSilent(field, result)) decoded[field.json] = result
  }
  return decoded
}

/** A plain scalar at its default is the same as none at all; members of unions and optional ones are not plain. */
function isSilent(field: Field, value: WireValue): boolean {
  if (field.repeated) return Array.isArray(value) && value.length === 0
  if (field.optional || field.union !== undefined || field.kind === 'message') return false
  return value === '' || value === 0 || value === false || value === '0'
}

function decodeList(
  field: Field,
  json: unknown,
  where: string,
  path: string,
  reading: Reading,
): WireValue[] | undefined {
  if (!Array.isArray(json)) {
    reading.violations.push(invalid(where, typeName(field, reading.version), json))
    return undefined
  }
  const items: WireValue[] = []
  for (const [index, item] of json.entries()) {
    const value = decodeValue(field, item, `${where}[${index}]`, path, reading)
    if (value !== undefined) items.push(value)
  }
  return items
}

function decodeValue(
  field: Field,
  json: unknown,
  where: string,
  path: string,
  reading: Reading,
): WireValue | undefined {
  if (Array.isArray(json)) {
    reading.violations.push(unknownName(field.json, path, 'Proto field is not repeating, cannot start list.'))
    return undefined
  }
  if (field.kind === 'message') return decodeMessage(field.of, json, where, reading)
  if (field.kind === 'unemulated') {
    reading.unemulated.push(where)
    return undefined
  }
  const value = decodeScalar(field, json, reading.version)
  if (value === undefined && !(field.kind === 'enum' && json === 'UNSPECIFIED')) {
    reading.violations.push(invalid(where, typeName(field, reading.version), json))
  }
  return value
}

function decodeScalar(field: Field, json: unknown, version: number): WireValue | undefined {
  switch (field.kind) {
    case 'string':
    case 'mask':
      return typeof json === 'string' ? json : undefined
    case 'bool':
      return typeof json === 'boolean' ? json : undefined
    case 'int64':
      return int64(json)
    case 'int32':
      return int32(json)
    case 'float':
    case 'double':
      return double(json)
    case 'bytes':
      return typeof json === 'string' && /^[A-Za-z0-9+/_-]*={0,2}$/.test(json) ? json : undefined
    case 'enum':
      return typeof json === 'string' && isEnumValue(field.of, json, version) ? json : undefined
    default:
      return undefined
  }
}

function int64(json: unknown): string | undefined {
  if (typeof json === 'number') return Number.isSafeInteger(json) ? String(json) : undefined
  if (typeof json !== 'string' || !/^-?\d{1,19}$/.test(json)) return undefined
  const value = BigInt(json)
  return value === BigInt.asIntN(64, value) ? value.toString() : undefined
}

function int32(json: unknown): number | undefined {
  const value = typeof json === 'string' && /^-?\d+$/.test(json) ? Number(json) : json
  return typeof value === 'number' && Number.isInteger(value) && value === (value | 0) ? value : undefined
}

function double(json: unknown): number | undefined {
  const value = typeof json === 'string' && /^-?\d+(\.\d+)?$/.test(json) ? Number(json) : json
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

function unknownName(key: string, path: string, reason: string): Violation {
  const place = path === '' ? '' : ` at '${path}'`
  return {
    field: path,
    description: `Invalid JSON payload received. Unknown name ${JSON.stringify(key)}${place}: ${reason}`,
  }
}

function invalid(path: string, type: string, json: unknown): Violation {
  return { field: path, description: `Invalid value at '${path}' (${type}), ${JSON.stringify(json)}` }
}

function typeName(field: Field, version: number): string {
  if (field.kind === 'enum') {
    return `type.googleapis.com/google.ads.googleads.v${version}.enums.${field.of}Enum.${field.of}`
  }
  if (field.kind === 'mask') return 'type.googleapis.com/google.protobuf.FieldMask'
  return field.kind === 'message' ? field.of : `TYPE_${field.kind.toUpperCase()}`
}
