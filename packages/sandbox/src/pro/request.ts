// What a call reads of its request: keys, query, body, each in the form its resource asks for.

import type { Exchange } from '../core/exchange.ts'
import type { Caller, Person } from '../oauth/people.ts'
import { badParam, queryRefusal, refusal } from './errors.ts'
import { type Projection, project, projectionOf } from './projection.ts'
import {
  decodeFlatQuery,
  decodePercent,
  decodeValue,
  queryPairs,
  type RestliRecord,
  RestliSyntaxError,
  type RestliValue,
} from './restli.ts'
import type { Untunnelled } from './tunnel.ts'

export interface RestRequest {
  readonly exchange: Exchange
  readonly now: number
  readonly path: string
  readonly rawQuery: string
  readonly caller: Caller
  readonly member: Person
  /** Keys of the path by name, decoded. */
  readonly keys: Readonly<Record<string, RestliValue>>
  readonly params: RestliRecord
  json(): unknown
  text(name: string): string | undefined
  required(name: string): string
  list(name: string): readonly RestliValue[] | undefined
  whole(name: string, fallback: number, lowest: number, highest: number): number
  choice<Word extends string>(name: string, words: readonly Word[], fallback: Word): Word
  /** What `fields` asks for; everything without it. */
  readonly fields: Projection | true
  /** Only the members that `fields` asks for. */
  projected(entity: unknown): unknown
}

/** Longer ones must be tunnelled. */
const longestQuery = 4096

export function readRequest(
  exchange: Exchange,
  intent: Untunnelled,
  caller: Caller,
  rawKeys: Readonly<Record<string, string>>,
  { method, params: named = [] }: { readonly method: string; readonly params?: readonly string[] },
): RestRequest {
  if (exchange.rawQuery.length > longestQuery) throw refusal('URI_TOO_LONG')
  if (exchange.method === 'POST' && exchange.body.length === 0) {
    const told = exchange.headers['content-length'] ?? exchange.headers['transfer-encoding']
    if (told === undefined) throw refusal('LENGTH_REQUIRED')
  }
  const second = exchange.headers['x-restli-protocol-version'] === '2.0.0'
  const keys = Object.fromEntries(
    Object.entries(rawKeys).map(([name, text]) => [name, second ? pathKey(text) : decodePercent(text)]),
  )
  const { params, fields } = second ? structured(intent.rawQuery) : flat(intent.rawQuery)
  const allowed = new Set(named)
  if (method === 'FINDER') allowed.add('q')
  if (method === 'ACTION') allowed.add('action')
  if (method.startsWith('BATCH_')) allowed.add('ids')
  const strangers = Object.keys(params).filter((name) => !allowed.has(name))
  if (strangers.length > 0) {
    throw queryRefusal(...strangers.map((fieldPath) => ({ code: 'QUERY_PARAM_NOT_ALLOWED', fieldPath })))
  }
  const person = caller.person
  if (person === undefined) throw refusal('ACCESS_DENIED')
  const projection: Projection | true = fields === undefined ? true : projectionOf(fields)

  const text = (name: string) => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined
    if (value !== undefined && typeof value !== 'string') throw badParam(name)
    return value
  }
  return {
    exchange,
    now: exchange.now,
    path: exchange.path,
    rawQuery: intent.rawQuery,
    caller,
    member: person,
    keys,
    params,
    text,
    json: () => jsonBody(intent),
    required(name) {
      const value = text(name)
      if (value === undefined) throw refusal('ILLEGAL_ARGUMENT')
      return value
    },
    list(name) {
      const value = Object.hasOwn(params, name) ? params[name] : undefined
      if (value === undefined) return undefined
      if (!Array.isArray(value)) {
        const description = 'array type is not backed by a DataList'
        throw queryRefusal({ code: 'FIELD_INVALID', fieldPath: name, description })
      }
      return value
    },
    whole(name, fallback, lowest, highest) {
      const value = text(name)
      if (value === undefined) return fallback
      const number = /^\d{1,10}$/.test(value) ? Number(value) : -1
      if (number < lowest || number > highest) throw badParam(name)
      return number
    },
    choice(name, words, fallback) {
      const value = text(name)
      if (value === undefined) return fallback
      const word = words.find((candidate) => candidate === value)
      if (word === undefined) throw badParam(name)
      return word
    },
    fields: projection,
    projected: (entity) => project(entity, projection),
  }
}

/** A key with bare colons is taken apart as if it were a structure, and does not survive it. */
function pathKey(text: string): RestliValue {
  try {
    return decodeValue(text)
  } catch (error) {
    if (error instanceof RestliSyntaxError)
      throw refusal('ILLEGAL_ARGUMENT', 'Syntax exception in path variables')
    throw error
  }
}

/** `fields` alone is a plain list and no Rest.li structure. */
function structured(rawQuery: string): { params: RestliRecord; fields?: string } {
  const params: Record<string, RestliValue> = {}
  let fields: string | undefined
  for (const [name, raw] of queryPairs(rawQuery)) {
    if (Object.hasOwn(params, name)) throw new RestliSyntaxError(`'${name}' is given twice`)
    if (name === 'fields') fields = raw
    else if (/[.[\]]/.test(name))
      params[name] = raw // protocol 1.0 spelling: refused by name, whatever its value
    else Object.defineProperty(params, name, { value: decodeValue(raw), enumerable: true })
  }
  return fields === undefined ? { params } : { params, fields }
}

function flat(rawQuery: string): { params: RestliRecord; fields?: string } {
  const { fields, ...params } = decodeFlatQuery(rawQuery)
  return typeof fields === 'string' ? { params, fields } : { params }
}

function jsonBody({ contentType, body }: Untunnelled): unknown {
  if (contentType !== '' && !/^application\/json\b/i.test(contentType))
    throw refusal('UNSUPPORTED_MEDIA_TYPE')
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw refusal('ILLEGAL_ARGUMENT', 'Cannot parse request entity')
  }
}
