// A Rest.li call from the door to its resource: token, version, permission, query, in the platform's order.
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/methods

import type { Answer, Call, Exchange } from '../core/exchange.ts'
import type { Caller, Person } from '../oauth/people.ts'
import { authenticatePro } from './authenticate.ts'
import {
  badParam,
  gatewayRefusal,
  platformHeaders,
  queryRefusal,
  Refusal,
  refusal,
  refused,
} from './errors.ts'
import { countCall } from './limits.ts'
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
import { type Untunnelled, untunnel } from './tunnel.ts'
import { isActive, writtenVersion } from './versions.ts'

export type RestliMethod =
  | 'GET'
  | 'BATCH_GET'
  | 'FINDER'
  | 'CREATE'
  | 'PARTIAL_UPDATE'
  | 'BATCH_PARTIAL_UPDATE'
  | 'GET_ALL'
  | 'OTHER'

/** One emulated method of one resource. */
export interface RestCall {
  readonly name: string
  /** Below `/rest`, keys in braces: `/adAccounts/{account}/adCampaigns`. */
  readonly path: string
  readonly method: RestliMethod
  readonly finder?: string
  /** The name by which refusals speak of the resource. */
  readonly resource: string
  /** One of these is enough. */
  readonly scopes: readonly string[]
  /** Query parameters besides `q`, `ids` and `fields`. */
  readonly params?: readonly string[]
  /** The method header cannot be left out. */
  readonly methodHeader?: 'required'
  /** `/v2` paths take no version. */
  readonly root?: '/rest' | '/v2'
  readonly source: string
  answer(request: RestRequest): RestAnswer
}

export type RestAnswer =
  | { readonly status?: 200; readonly body: unknown }
  | { readonly status: 201; readonly id: string }
  | { readonly status: 204 }

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
  /** Only the members that `fields` asks for. */
  projected(entity: unknown): unknown
}

/** Longer ones must be tunnelled. */
const longestQuery = 4096

/** What a request means, told from its method, the shape of its query and, where given, its method header. */
function methodOf(
  { method, rawQuery }: Untunnelled,
  header: string | undefined,
  keyed: boolean,
): RestliMethod {
  const has = (name: string) => rawQuery.split('&').some((part) => part.startsWith(`${name}=`))
  if (method === 'GET') {
    if (keyed) return 'GET'
    return has('q') ? 'FINDER' : has('ids') ? 'BATCH_GET' : 'GET_ALL'
  }
  if (method === 'POST') {
    if (header === 'ACTION' || has('action')) return 'OTHER'
    if (keyed) return 'PARTIAL_UPDATE'
    return has('ids') ? 'BATCH_PARTIAL_UPDATE' : header === 'BATCH_CREATE' ? 'OTHER' : 'CREATE'
  }
  return 'OTHER'
}

export function restCall(rest: RestCall): Call {
  const keyed = rest.path.endsWith('}')
  const root = rest.root ?? '/rest'
  const pattern = rest.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  const writes = ['CREATE', 'PARTIAL_UPDATE', 'BATCH_PARTIAL_UPDATE'].includes(rest.method)
  return {
    name: rest.name,
    // A tunnelled read arrives as a POST.
    methods: writes ? ['POST'] : ['GET', 'POST'],
    path: new RegExp(`^${root}${pattern}$`),
    source: rest.source,
    when(exchange) {
      const intent = readable(exchange)
      if (intent === undefined) return false
      const header = exchange.headers['x-restli-method']?.toUpperCase()
      const single = keyed || rest.path === '/me'
      if (methodOf(intent, header, single) !== rest.method) return false
      return rest.finder === undefined || intent.rawQuery.split('&').includes(`q=${rest.finder}`)
    },
    answer(exchange, keys) {
      return answerRest(exchange, (intent) => {
        const { caller, version } = admit(exchange, root)
        const header = exchange.headers['x-restli-method']?.toUpperCase()
        const permission = rest.finder === undefined ? rest.method : `FINDER-${rest.finder}`
        if (!rest.scopes.some((scope) => caller.scopes.includes(scope))) {
          throw refusal(
            'ACCESS_DENIED',
            `Not enough permissions to access: ${rest.resource}.${permission}.${version}`,
          )
        }
        countCall(exchange, caller, rest.name)
        if (header !== undefined && header !== rest.method) throw refusal('ILLEGAL_ARGUMENT')
        if (header === undefined && (rest.methodHeader === 'required' || writes)) {
          if (rest.method !== 'CREATE') {
            throw refusal(
              'ILLEGAL_ARGUMENT',
              `X-RestLi-Method header must be ${rest.method} for this request`,
            )
          }
        }
        return rest.answer(readRequest(exchange, intent, caller, keys, rest))
      })
    },
  }
}

/** A tunnel that cannot be opened belongs to no call; the platform's general refusal answers it. */
function readable(exchange: Exchange): Untunnelled | undefined {
  try {
    return untunnel(exchange)
  } catch {
    return undefined
  }
}

/** Runs a call and turns refusals thrown below it into answers. */
export function answerRest(exchange: Exchange, run: (intent: Untunnelled) => RestAnswer): Answer {
  try {
    const answer = run(untunnel(exchange))
    const headers = platformHeaders(exchange)
    if ('body' in answer) return { status: 200, headers, body: answer.body }
    if (answer.status === 201) {
      return { status: 201, headers: { ...headers, 'x-restli-id': answer.id }, body: undefined }
    }
    return { status: 204, headers, body: undefined }
  } catch (error) {
    if (error instanceof Refusal) return refused(exchange, error)
    if (error instanceof RestliSyntaxError) return refused(exchange, refusal('ILLEGAL_ARGUMENT'))
    throw error
  }
}

/** The gateway: a live token, then a live version. */
export function admit(
  exchange: Exchange,
  root: '/rest' | '/v2' = '/rest',
): { caller: Caller; version: string } {
  const authentication = authenticatePro(exchange)
  if ('refusal' in authentication) {
    const { status, body, headers } = authentication.refusal
    throw new Refusal(status, Object(body), headers ?? {})
  }
  const { caller } = authentication
  if (root === '/v2') return { caller, version: 'NO_VERSION' }
  const version = exchange.headers['linkedin-version']?.trim()
  if (version === undefined || version === '') throw gatewayRefusal('VERSION_MISSING')
  if (!isActive(version, exchange.now)) {
    throw gatewayRefusal('NONEXISTENT_VERSION', `Requested version ${writtenVersion(version)} is not active`)
  }
  return { caller, version: writtenVersion(version) }
}

function readRequest(
  exchange: Exchange,
  intent: Untunnelled,
  caller: Caller,
  rawKeys: Readonly<Record<string, string>>,
  rest: RestCall,
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
  const allowed = new Set(rest.params)
  if (rest.method === 'FINDER') allowed.add('q')
  if (rest.method.startsWith('BATCH_')) allowed.add('ids')
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
