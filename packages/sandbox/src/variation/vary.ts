// Varies responses as live ones vary. The seed, the request and the position in the response determine each
// variation. The same requests with the same seed therefore get the same responses, in any order and at any
// concurrency.

import type { Answer, CalledPlace, Exchange, PlatformName } from '../core/exchange.ts'
import { endCursor, longCursor } from '../core/longCursors.ts'
import { textHash, unitOf } from '../delivery/chance.ts'
import { type Asked, askedFields } from './asked.ts'
import { type Rules, rules } from './rules.ts'
import { reworded } from './wording.ts'

/** Every kind of variation. */
export const variationKinds = [
  'numberOrText',
  'omitted',
  'nulls',
  'unknownFields',
  'order',
  'wording',
  'longCursors',
  'emptyLastPage',
  'offsetTotals',
  'errorDataText',
] as const
export type VariationKind = (typeof variationKinds)[number]

export interface Variation {
  readonly seed: string
  readonly kinds: readonly VariationKind[]
}

export function variationOf(seed: string, kinds: readonly VariationKind[] = variationKinds): Variation {
  return { seed, kinds }
}

/** A request with this header set to `off` gets its response without variation. */
const optOut = 'x-sandbox-variation'

export function varied(variation: Variation, place: CalledPlace, exchange: Exchange, answer: Answer): Answer {
  const { body } = answer
  if (exchange.headers[optOut] === 'off') return answer
  // Excludes media, pages and texts, and the lists that contain the parts of a batch, which were varied one
  // by one.
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return answer
  if (place.platform === 'social' && Array.isArray(body)) return answer
  const varying = new Varying(variation, place, exchange)
  const isRefusal = answer.status >= 400
  return { ...answer, body: isRefusal ? varying.refusal(body) : varying.response(body) }
}

type Json = Record<string, unknown>

const nothing: Asked = new Map()

class Varying {
  readonly #rules: Rules
  readonly #call: string
  readonly #platform: PlatformName
  readonly #exchange: Exchange
  readonly #key: string
  readonly #kinds: readonly VariationKind[]

  constructor({ seed, kinds }: Variation, { platform, call }: CalledPlace, exchange: Exchange) {
    this.#rules = rules[platform]
    this.#call = call
    this.#platform = platform
    this.#exchange = exchange
    this.#kinds = kinds
    this.#key = `${seed}\n${platform} ${call}\n${requestKey(exchange)}`
  }

  response(body: object): unknown {
    // A stream of search results is a list of responses.
    if (Array.isArray(body)) return body.map((part, index) => this.#top(part, `[${index}]`))
    return this.#top(body, '')
  }

  refusal(body: object): unknown {
    if (Array.isArray(body)) return body
    const copy = structuredClone(body) as Json
    const error = copy['error']
    const { code, error_subcode: subcode } = isObject(error) ? error : {}
    const worded = { platform: this.#platform, code, subcode }
    for (const path of this.#rules.wording)
      change(copy, path.split(/\.|(?=\[\])/), (text, place) =>
        typeof text === 'string' && text !== '' && this.#draws('wording', `${path}${place}`)
          ? reworded(text, worded, this.#chance(`${path}${place}`))
          : text,
      )
    if (isObject(error) && isObject(error['error_data']) && this.#draws('errorDataText', ''))
      error['error_data'] = JSON.stringify(error['error_data'])
    return copy
  }

  #top(body: unknown, path: string): unknown {
    if (!isObject(body)) return body
    if (this.#rules.maps.includes(this.#call)) return body
    const { query, beyondEnd, method } = this.#exchange
    const asked = method === 'GET' ? askedFields(query.get('fields') ?? '') : nothing
    const isList = this.#rules.rows.some((name) => Array.isArray(body[name]))
    const copy: Json = isList ? {} : this.#object(body, path, asked)
    for (const [name, value] of isList ? Object.entries(body) : []) {
      const isRows = this.#rules.rows.includes(name) && Array.isArray(value)
      // Social cursors point to entries, so that no entry follows the last one anyway.
      const isBeyondEnd = beyondEnd === true && this.#platform !== 'social'
      // Google Ads omits empty lists.
      if (isRows && isBeyondEnd && this.#platform === 'search') continue
      if (isRows) copy[name] = isBeyondEnd ? [] : this.#rowsOf(value, `${path}.${name}`, asked)
      else copy[name] = this.#value(name, value, `${path}.${name}`)
    }
    this.#endsEmpty(copy)
    // adrail recognizes an empty response of Google Ads by the absence of fields, including unknown ones.
    if (Object.keys(copy).length > 0 && this.#draws('unknownFields', path))
      Object.assign(copy, this.#rules.unknown)
    return copy
  }

  #rowsOf(list: readonly unknown[], path: string, asked: Asked): unknown[] {
    const rows = list.map((row, index) => this.#row(row, `${path}[${index}]`, asked))
    this.#nullsInList(rows, path)
    return this.#rules.unorderedCalls.includes(this.#call) && !/\bORDER BY\b/i.test(this.#body())
      ? this.#shuffled(rows, path)
      : rows
  }

  #row(row: unknown, path: string, asked: Asked): unknown {
    if (!isObject(row)) return row
    const copy = this.#object(row, path, asked)
    if (this.#draws('unknownFields', path)) Object.assign(copy, this.#rules.unknown)
    return copy
  }

  /** Adds null for fields that one entry of a list has and another lacks. */
  #nullsInList(entries: readonly unknown[], path: string): void {
    const objects = entries.filter(isObject)
    const names = new Set(objects.flatMap((entry) => Object.keys(entry)))
    for (const [index, entry] of objects.entries()) this.#nulls(entry, names, `${path}[${index}]`)
  }

  #nulls(object: Json, names: Iterable<string>, path: string): void {
    for (const name of names)
      if (!(name in object) && this.#rules.optional.includes(name) && this.#draws('nulls', `${path}.${name}`))
        object[name] = null
  }

  #object(object: Json, path: string, asked = nothing): Json {
    const copy: Json = {}
    for (const [name, value] of Object.entries(object)) {
      const at = `${path}.${name}`
      if (this.#rules.omitted.includes(name) && isEmpty(value) && this.#draws('omitted', at)) {
        // Half of the omitted fields are null instead.
        if (this.#rules.optional.includes(name) && this.#draws('omitted', `${at}?`)) copy[name] = null
        continue
      }
      // An edge of Meta has its entries below `data`, which no request names.
      copy[name] = this.#value(name, value, at, asked.get(name) ?? (name === 'data' ? asked : nothing))
    }
    this.#nulls(copy, Array.isArray(object['data']) ? [] : asked.keys(), path)
    return copy
  }

  #value(name: string, value: unknown, path: string, asked = nothing): unknown {
    if (this.#rules.verbatim.includes(name)) return value
    if (name === 'paging' && isObject(value)) return this.#paging(value, path)
    if (name === 'nextPageToken' && typeof value === 'string')
      return this.#draws('longCursors', path) ? longCursor(value, this.#rules.cursorLength) : value
    if (Array.isArray(value)) {
      const entries = value.map((entry, index) => this.#value('', entry, `${path}[${index}]`, asked))
      this.#nullsInList(entries, path)
      return this.#rules.unorderedFields.includes(name) ? this.#shuffled(entries, path) : entries
    }
    if (isObject(value)) return this.#object(value, path, asked)
    if (this.#rules.numberOrText.includes(name) && this.#draws('numberOrText', path)) return otherForm(value)
    return value
  }

  #paging(paging: Json, path: string): Json {
    const copy = this.#object(paging, path)
    // LinkedIn's marker for an unknown total:
    // https://learn.microsoft.com/en-us/linkedin/marketing/integrations/ads-reporting/conversion-tracking
    if (this.#platform === 'pro' && typeof copy['total'] === 'number' && this.#draws('offsetTotals', path))
      copy['total'] = -1
    const { cursors } = copy
    if (this.#platform !== 'social' || !isObject(cursors) || !this.#draws('longCursors', path)) return copy
    copy['cursors'] = Object.fromEntries(
      Object.entries(cursors).map(([name, cursor]) => [
        name,
        longCursor(String(cursor), this.#rules.cursorLength),
      ]),
    )
    for (const link of ['next', 'previous']) {
      const address = copy[link]
      if (typeof address === 'string') copy[link] = withLongCursors(address, this.#rules.cursorLength)
    }
    return copy
  }

  /**
   * The last page of a list of several pages may link to one more page, which is empty and has no paging. A
   * first page links to one only when it is full.
   */
  #endsEmpty(body: Json): void {
    if (this.#platform !== 'social') this.#endsWithToken(body)
    if (this.#platform !== 'social' || this.#exchange.method !== 'GET') return
    const { data, paging } = body
    if (!Array.isArray(data) || !isObject(paging)) return
    if (data.length === 0) {
      if (this.#draws('emptyLastPage', 'paging')) delete body['paging']
      return
    }
    const { cursors, next } = paging
    if (next !== undefined || !isObject(cursors) || typeof cursors['after'] !== 'string') return
    const { origin, path, rawQuery, headers } = this.#exchange
    const query = new URLSearchParams(rawQuery)
    const isFirst = !query.has('after')
    if (isFirst && data.length !== Number(query.get('limit'))) return
    if (!this.#draws('emptyLastPage', '')) return
    query.delete('before')
    query.set('after', endCursor(cursors['after']))
    const [, token] = /^Bearer (.+)$/.exec(headers['authorization'] ?? '') ?? []
    if (token !== undefined) query.set('access_token', token)
    paging['next'] = `${origin}${path}?${query}`
  }

  /**
   * Google Ads and LinkedIn: only a page without a token is the last one, and it may be empty. LinkedIn's
   * lists by `start` may link to a page beyond the last one.
   * https://google.aip.dev/158#response-messages
   * https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/pagination
   */
  #endsWithToken(body: Json): void {
    const rows = this.#rules.rows.map((name) => body[name]).find((value) => Array.isArray(value))
    const { beyondEnd, query, rawQuery, path } = this.#exchange
    const holder = this.#platform === 'pro' ? body['metadata'] : body
    if (beyondEnd === true && isObject(holder)) {
      delete holder['nextPageToken']
      return
    }
    if (rows === undefined || rows.length === 0) return
    const { paging } = body
    if (this.#platform === 'pro' && isObject(paging) && Array.isArray(paging['links'])) {
      const { start, count, links } = paging
      const size = Number(count)
      const isLast = !links.some((link) => isObject(link) && link['rel'] === 'next')
      if (!isLast || (Number(start) === 0 && rows.length !== size) || !this.#draws('emptyLastPage', ''))
        return
      const others = rawQuery.split('&').filter((part) => !/^(start|count|)(=|$)/.test(part))
      const href = `${path}?${[...others, `count=${size}`, `start=${Number(start) + size}`].join('&')}`
      links.push({ type: 'application/json', rel: 'next', href })
      return
    }
    if (!isObject(holder) || holder['nextPageToken'] !== undefined) return
    const token = this.#platform === 'pro' ? query.get('pageToken') : pageTokenIn(this.#body())
    const isFirst = token === null || token === ''
    if (this.#platform === 'search' && !('fieldMask' in body)) return
    if (this.#platform === 'pro' && isFirst && String(rows.length) !== query.get('pageSize')) return
    if (this.#platform === 'search' && isFirst && rows.length !== this.#exchange.state.search.pageRows) return
    if (!this.#draws('emptyLastPage', '')) return
    const end = endCursor(token ?? '')
    holder['nextPageToken'] = this.#draws('longCursors', 'end')
      ? longCursor(end, this.#rules.cursorLength)
      : end
  }

  #shuffled(list: readonly unknown[], path: string): unknown[] {
    if (!this.#draws('order', path)) return [...list]
    const keys = list.map((_, index) => this.#chance(`${path}[${index}]`))
    return list
      .map((entry, index) => ({ entry, at: keys[index] ?? 0 }))
      .toSorted((a, b) => a.at - b.at)
      .map(({ entry }) => entry)
  }

  #body(): string {
    return this.#exchange.body.toString('utf8')
  }

  /** Returns a number from 0 to below 1 that selects one of several variations. */
  #chance(path: string): number {
    return unitOf(textHash(`${this.#key}\n${path}`), 0, 1)
  }

  /** Selects half of the places that may vary. */
  #draws(kind: VariationKind, path: string): boolean {
    return this.#kinds.includes(kind) && unitOf(textHash(`${this.#key}\n${kind}\n${path}`), 0, 0) < 0.5
  }
}

/** Identifies a request without its tokens and proofs, which differ from run to run. */
function requestKey({ method, path, query, body }: Exchange): string {
  const asked = [...query].filter(([name]) => name !== 'access_token' && name !== 'appsecret_proof')
  const text = body.length > 0 && body[0] === 0x7b ? body.toString('utf8') : ''
  return `${method} ${path}?${new URLSearchParams(asked)}\n${text}`
}

/** Converts a value only if its other form represents the same value. */
function otherForm(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || value === '') return value
  const read = Number(value)
  return String(read) === value && Number.isFinite(read) ? read : value
}

function pageTokenIn(body: string): string {
  return /"pageToken"\s*:\s*"([^"]*)"/.exec(body)?.[1] ?? ''
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === '' || value === 0 || value === '0' || value === false
}

function withLongCursors(address: string, length: number): string {
  const url = new URL(address)
  for (const name of ['after', 'before']) {
    const cursor = url.searchParams.get(name)
    if (cursor !== null) url.searchParams.set(name, longCursor(cursor, length))
  }
  return url.href
}

function change(
  value: unknown,
  path: readonly string[],
  apply: (value: unknown, place: string) => unknown,
  place = '',
): void {
  const [step = '', ...rest] = path
  if (step === '[]') {
    const entries: readonly unknown[] = Array.isArray(value) ? value : []
    for (const [index, entry] of entries.entries()) change(entry, rest, apply, `${place}.${index}`)
    return
  }
  if (!isObject(value) || !(step in value)) return
  if (rest.length === 0) value[step] = apply(value[step], place)
  else change(value[step], rest, apply, place)
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !Buffer.isBuffer(value)
}
