// Varies responses as live ones vary. The seed, the request and the position in the response determine each
// variation. The same requests with the same seed therefore get the same responses, in any order and at any
// concurrency.

import { padCursor } from '../core/cursorPadding.ts'
import type { CallRef, Exchange, HttpResponse } from '../core/exchange.ts'
import { hashText, seededUnit } from '../delivery/seededRandom.ts'
import { type FieldTree, parseFieldTree } from './fieldTree.ts'
import { type VariationKind, variationKinds } from './kinds.ts'
import { isJsonObject, type JsonObject, type VariationChoices, type VariationRules } from './rules.ts'
import { rewordError } from './wording.ts'

export interface Variation {
  readonly seed: string
  readonly kinds: readonly VariationKind[]
}

export function createVariation(seed: string, kinds: readonly VariationKind[] = variationKinds): Variation {
  return { seed, kinds }
}

/** A request with this header set to `off` gets its response without variation. */
const optOutHeader = 'x-sandbox-variation'

export function varyResponse(
  variation: Variation,
  rules: VariationRules,
  callRef: CallRef,
  exchange: Exchange,
  response: HttpResponse,
): HttpResponse {
  const { body } = response
  if (exchange.headers[optOutHeader] === 'off') return response
  // Excludes media, pages and texts.
  if (typeof body !== 'object' || body === null || Buffer.isBuffer(body)) return response
  if (rules.listBodies === 'verbatim' && Array.isArray(body)) return response
  const varier = new ResponseVarier(variation, rules, callRef, exchange)
  const isError = response.status >= 400
  return { ...response, body: isError ? varier.varyError(body) : varier.varyBody(body) }
}

const noFields: FieldTree = new Map()

class ResponseVarier {
  readonly #rules: VariationRules
  readonly #call: string
  readonly #exchange: Exchange
  readonly #key: string
  readonly #kinds: readonly VariationKind[]

  constructor(
    { seed, kinds }: Variation,
    rules: VariationRules,
    { platform, call }: CallRef,
    exchange: Exchange,
  ) {
    this.#rules = rules
    this.#call = call
    this.#exchange = exchange
    this.#kinds = kinds
    this.#key = `${seed}\n${platform} ${call}\n${requestKey(exchange)}`
  }

  varyBody(body: object): unknown {
    if (Array.isArray(body)) return body.map((part, index) => this.#varyTopLevel(part, `[${index}]`))
    return this.#varyTopLevel(body, '')
  }

  varyError(body: object): unknown {
    if (Array.isArray(body)) return body
    const copy = structuredClone(body) as JsonObject
    const error = copy['error']
    const { code, error_subcode: subcode } = isJsonObject(error) ? error : {}
    for (const path of this.#rules.errorTextPaths)
      changeAtPath(copy, path.split(/\.|(?=\[\])/), (text, place) =>
        typeof text === 'string' && text !== '' && this.#isVaried('wording', `${path}${place}`)
          ? rewordError(text, this.#rules.errorTexts, { code, subcode }, this.#choiceAt(`${path}${place}`))
          : text,
      )
    if (isJsonObject(error) && isJsonObject(error['error_data']) && this.#isVaried('errorDataText', ''))
      error['error_data'] = JSON.stringify(error['error_data'])
    return copy
  }

  #varyTopLevel(body: unknown, path: string): unknown {
    if (!isJsonObject(body)) return body
    if (this.#rules.mapCalls.includes(this.#call)) return body
    const { query, isPastEnd, method } = this.#exchange
    const requestedFields = method === 'GET' ? parseFieldTree(query.get('fields') ?? '') : noFields
    const isList = this.#rules.rowLists.some((name) => Array.isArray(body[name]))
    const copy: JsonObject = isList ? {} : this.#varyObject(body, path, requestedFields)
    for (const [name, value] of isList ? Object.entries(body) : []) {
      const isRows = this.#rules.rowLists.includes(name) && Array.isArray(value)
      const isEmptyPage = isPastEnd === true && this.#rules.pagePastEnd !== 'rows'
      if (isRows && isEmptyPage && this.#rules.pagePastEnd === 'no list') continue
      if (isRows) copy[name] = isEmptyPage ? [] : this.#varyRows(value, `${path}.${name}`, requestedFields)
      else copy[name] = this.#varyValue(name, value, `${path}.${name}`)
    }
    this.#rules.addEmptyLastPage(copy, this.#exchange, this.#choicesAt(''))
    // adrail recognizes an empty response of Google Ads by the absence of fields, including unknown ones.
    if (Object.keys(copy).length > 0 && this.#isVaried('unknownFields', path))
      Object.assign(copy, this.#rules.unknownFields)
    return copy
  }

  #varyRows(list: readonly unknown[], path: string, requestedFields: FieldTree): unknown[] {
    const rows = list.map((row, index) => this.#varyRow(row, `${path}[${index}]`, requestedFields))
    this.#addNullsInList(rows, path)
    return this.#rules.unorderedCalls.includes(this.#call) && !/\bORDER BY\b/i.test(this.#requestBody())
      ? this.#shuffle(rows, path)
      : rows
  }

  #varyRow(row: unknown, path: string, requestedFields: FieldTree): unknown {
    if (!isJsonObject(row)) return row
    const copy = this.#varyObject(row, path, requestedFields)
    if (this.#isVaried('unknownFields', path)) Object.assign(copy, this.#rules.unknownFields)
    return copy
  }

  /** Adds null for fields that one entry of a list has and another lacks. */
  #addNullsInList(entries: readonly unknown[], path: string): void {
    const objects = entries.filter(isJsonObject)
    const names = new Set(objects.flatMap((entry) => Object.keys(entry)))
    for (const [index, entry] of objects.entries()) this.#addNulls(entry, names, `${path}[${index}]`)
  }

  #addNulls(object: JsonObject, names: Iterable<string>, path: string): void {
    for (const name of names)
      if (
        !(name in object) &&
        this.#rules.nullable.includes(name) &&
        this.#isVaried('nulls', `${path}.${name}`)
      )
        object[name] = null
  }

  #varyObject(object: JsonObject, path: string, requestedFields = noFields): JsonObject {
    const copy: JsonObject = {}
    for (const [name, value] of Object.entries(object)) {
      const fieldPath = `${path}.${name}`
      if (
        this.#rules.omittedWhenEmpty.includes(name) &&
        isEmpty(value) &&
        this.#isVaried('omitted', fieldPath)
      ) {
        // Half of the omitted fields are null instead.
        if (this.#rules.nullable.includes(name) && this.#isVaried('omitted', `${fieldPath}?`))
          copy[name] = null
        continue
      }
      // An edge of Meta has its entries below `data`, which no request names.
      copy[name] = this.#varyValue(
        name,
        value,
        fieldPath,
        requestedFields.get(name) ?? (name === 'data' ? requestedFields : noFields),
      )
    }
    this.#addNulls(copy, Array.isArray(object['data']) ? [] : requestedFields.keys(), path)
    return copy
  }

  #varyValue(name: string, value: unknown, path: string, requestedFields = noFields): unknown {
    if (this.#rules.verbatimFields.includes(name)) return value
    if (name === 'paging' && isJsonObject(value)) return this.#varyPaging(value, path)
    if (name === 'nextPageToken' && typeof value === 'string')
      return this.#isVaried('longCursors', path) ? padCursor(value, this.#rules.cursorLength) : value
    if (Array.isArray(value)) {
      const entries = value.map((entry, index) =>
        this.#varyValue('', entry, `${path}[${index}]`, requestedFields),
      )
      this.#addNullsInList(entries, path)
      return this.#rules.unorderedFields.includes(name) ? this.#shuffle(entries, path) : entries
    }
    if (isJsonObject(value)) return this.#varyObject(value, path, requestedFields)
    if (this.#rules.numberOrText.includes(name) && this.#isVaried('numberOrText', path))
      return toOtherForm(value)
    return value
  }

  #varyPaging(paging: JsonObject, path: string): JsonObject {
    const copy = this.#varyObject(paging, path)
    this.#rules.varyPaging?.(copy, this.#choicesAt(path))
    return copy
  }

  #shuffle(list: readonly unknown[], path: string): unknown[] {
    if (!this.#isVaried('order', path)) return [...list]
    const keys = list.map((_, index) => this.#choiceAt(`${path}[${index}]`))
    return list
      .map((entry, index) => ({ entry, sortKey: keys[index] ?? 0 }))
      .toSorted((a, b) => a.sortKey - b.sortKey)
      .map(({ entry }) => entry)
  }

  #requestBody(): string {
    return this.#exchange.body.toString('utf8')
  }

  /** Returns a number from 0 to below 1 that selects one of several variations. */
  #choiceAt(path: string): number {
    return seededUnit(hashText(`${this.#key}\n${path}`), 0, 1)
  }

  /** Returns the choices for the part of the response at `base`. */
  #choicesAt(base: string): VariationChoices {
    return { isVaried: (kind, path) => this.#isVaried(kind, `${base}${path}`) }
  }

  /** Selects half of the places that may vary. */
  #isVaried(kind: VariationKind, path: string): boolean {
    return this.#kinds.includes(kind) && seededUnit(hashText(`${this.#key}\n${kind}\n${path}`), 0, 0) < 0.5
  }
}

/** Identifies a request without its tokens and proofs, which differ from run to run. */
function requestKey({ method, path, query, body }: Exchange): string {
  const parameters = [...query].filter(([name]) => name !== 'access_token' && name !== 'appsecret_proof')
  const text = body.length > 0 && body[0] === 0x7b ? body.toString('utf8') : ''
  return `${method} ${path}?${new URLSearchParams(parameters)}\n${text}`
}

/** Converts a value only if its other form represents the same value. */
function toOtherForm(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || value === '') return value
  const parsed = Number(value)
  return String(parsed) === value && Number.isFinite(parsed) ? parsed : value
}

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return value === '' || value === 0 || value === '0' || value === false
}

function changeAtPath(
  value: unknown,
  path: readonly string[],
  apply: (value: unknown, position: string) => unknown,
  position = '',
): void {
  const [name = '', ...remaining] = path
  if (name === '[]') {
    const entries: readonly unknown[] = Array.isArray(value) ? value : []
    for (const [index, entry] of entries.entries())
      changeAtPath(entry, remaining, apply, `${position}.${index}`)
    return
  }
  if (!isJsonObject(value) || !(name in value)) return
  if (remaining.length === 0) value[name] = apply(value[name], position)
  else changeAtPath(value[name], remaining, apply, position)
}
