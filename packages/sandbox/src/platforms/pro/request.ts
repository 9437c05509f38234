// The request of a call: decoded keys, query parameters and body.

import type { Exchange } from '../../core/exchange.ts'
import type { Caller, Person } from '../../oauth/people.ts'
import { invalidParam, paramError, proError } from './errors.ts'
import { type Projection, parseProjection, project } from './projection.ts'
import {
  decodeFlatQuery,
  decodePercent,
  decodeValue,
  parseQueryPairs,
  type RestliRecord,
  RestliSyntaxError,
  type RestliValue,
} from './restli.ts'
import type { EffectiveRequest } from './tunnel.ts'

export interface RestRequest {
  readonly exchange: Exchange
  readonly now: number
  readonly path: string
  readonly rawQuery: string
  readonly caller: Caller
  readonly member: Person
  /** Decoded keys of the path by name. */
  readonly keys: Readonly<Record<string, RestliValue>>
  readonly params: RestliRecord
  json(): unknown
  text(name: string): string | undefined
  requiredText(name: string): string
  list(name: string): readonly RestliValue[] | undefined
  integer(name: string, fallback: number, min: number, max: number): number
  oneOf<Value extends string>(name: string, allowedValues: readonly Value[], fallback: Value): Value
  /** The selection of the `fields` parameter, or `true` when the parameter is absent. */
  readonly fields: Projection | true
  /** Returns only the selected fields of an entity. */
  applyProjection(entity: unknown): unknown
}

/** Longer queries must use query tunneling. */
const maxQueryLength = 4096

export function readRequest(
  exchange: Exchange,
  effectiveRequest: EffectiveRequest,
  caller: Caller,
  rawKeys: Readonly<Record<string, string>>,
  { method, params: declaredParams = [] }: { readonly method: string; readonly params?: readonly string[] },
): RestRequest {
  if (exchange.rawQuery.length > maxQueryLength) throw proError('URI_TOO_LONG')
  if (exchange.method === 'POST' && exchange.body.length === 0) {
    const lengthHeader = exchange.headers['content-length'] ?? exchange.headers['transfer-encoding']
    if (lengthHeader === undefined) throw proError('LENGTH_REQUIRED')
  }
  const isProtocol2 = exchange.headers['x-restli-protocol-version'] === '2.0.0'
  const keys = Object.fromEntries(
    Object.entries(rawKeys).map(([name, text]) => [
      name,
      isProtocol2 ? decodePathKey(text) : decodePercent(text),
    ]),
  )
  const { params, fields } = isProtocol2
    ? parseStructuredQuery(effectiveRequest.rawQuery)
    : parseFlatQuery(effectiveRequest.rawQuery)
  const allowedParams = new Set(declaredParams)
  if (method === 'FINDER') allowedParams.add('q')
  if (method === 'ACTION') allowedParams.add('action')
  if (method.startsWith('BATCH_')) allowedParams.add('ids')
  const unknownParams = Object.keys(params).filter((name) => !allowedParams.has(name))
  if (unknownParams.length > 0) {
    throw paramError(...unknownParams.map((fieldPath) => ({ code: 'QUERY_PARAM_NOT_ALLOWED', fieldPath })))
  }
  const person = caller.person
  if (person === undefined) throw proError('ACCESS_DENIED')
  const projection: Projection | true = fields === undefined ? true : parseProjection(fields)

  const text = (name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined
    if (value !== undefined && typeof value !== 'string') throw invalidParam(name)
    return value
  }
  return {
    exchange,
    now: exchange.now,
    path: exchange.path,
    rawQuery: effectiveRequest.rawQuery,
    caller,
    member: person,
    keys,
    params,
    text,
    json: () => parseJsonBody(effectiveRequest),
    requiredText(name) {
      const value = text(name)
      if (value === undefined) throw proError('ILLEGAL_ARGUMENT')
      return value
    },
    list(name) {
      const value = Object.hasOwn(params, name) ? params[name] : undefined
      if (value === undefined) return undefined
      if (!Array.isArray(value)) {
        const description = 'array type is not backed by a DataList'
        throw paramError({ code: 'FIELD_INVALID', fieldPath: name, description })
      }
      return value
    },
    integer(name, fallback, min, max) {
      const value = text(name)
      if (value === undefined) return fallback
      const number = /^\d{1,10}$/.test(value) ? Number(value) : -1
      if (number < min || number > max) throw invalidParam(name)
      return number
    },
    oneOf(name, allowedValues, fallback) {
      const value = text(name)
      if (value === undefined) return fallback
      const match = allowedValues.find((candidate) => candidate === value)
      if (match === undefined) throw invalidParam(name)
      return match
    },
    fields: projection,
    applyProjection: (entity) => project(entity, projection),
  }
}

/** A key with unescaped colons is decoded as a structure and fails. */
function decodePathKey(text: string): RestliValue {
  try {
    return decodeValue(text)
  } catch (error) {
    if (error instanceof RestliSyntaxError)
      throw proError('ILLEGAL_ARGUMENT', 'Syntax exception in path variables')
    throw error
  }
}

/** `fields` is a plain list, unlike all other parameters, which are Rest.li structures. */
function parseStructuredQuery(rawQuery: string): { params: RestliRecord; fields?: string } {
  const params: Record<string, RestliValue> = {}
  let fields: string | undefined
  for (const [name, raw] of parseQueryPairs(rawQuery)) {
    if (Object.hasOwn(params, name)) throw new RestliSyntaxError(`'${name}' is given twice`)
    if (name === 'fields') fields = raw
    else if (/[.[\]]/.test(name))
      params[name] = raw // protocol 1.0 spelling, which is rejected by name
    else Object.defineProperty(params, name, { value: decodeValue(raw), enumerable: true })
  }
  return fields === undefined ? { params } : { params, fields }
}

function parseFlatQuery(rawQuery: string): { params: RestliRecord; fields?: string } {
  const { fields, ...params } = decodeFlatQuery(rawQuery)
  return typeof fields === 'string' ? { params, fields } : { params }
}

function parseJsonBody({ contentType, body }: EffectiveRequest): unknown {
  if (contentType !== '' && !/^application\/json\b/i.test(contentType))
    throw proError('UNSUPPORTED_MEDIA_TYPE')
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw proError('ILLEGAL_ARGUMENT', 'Cannot parse request entity')
  }
}
