// Batch requests: several calls in one request. Each call is processed separately, and its response is
// returned as text.
// https://developers.facebook.com/docs/graph-api/batch-requests

import type { Answer, Call, Exchange } from '../core/exchange.ts'
import { authorizationOf } from '../core/parameters.ts'
import { filledForm, filledUrl, isReferredTo, namesIn } from './batchReferences.ts'
import { GraphError, invalid, refusalAnswer, traceOf } from './errors.ts'
import { standardHeaders } from './graph/headers.ts'
import { type Params, readParams } from './graph/request.ts'
import { entryOf } from './relations.ts'
import { serve } from './serve.ts'
import { versionOf } from './versions.ts'

const mostParts = 50

interface Part {
  readonly method: string
  readonly url: string
  readonly body: string
  readonly name?: string
  readonly omit?: boolean
}

interface Entry {
  readonly code: number
  readonly headers?: readonly { readonly name: string; readonly value: string }[]
  readonly body: string
}

function answerBatch(exchange: Exchange): Answer {
  let params: Params
  let parts: readonly Part[]
  try {
    params = readParams(exchange)
    if (!params.has('batch')) return serve(exchange, () => unsupportedRoot())
    const list = params.json('batch')
    if (!Array.isArray(list) || list.length === 0)
      throw invalid('The parameter batch must be a JSON array of requests.', { blame: ['batch'] })
    if (list.length > mostParts) return tooMany()
    parts = list.map(readPart)
  } catch (error) {
    if (error instanceof GraphError) return refusalAnswer(exchange, error.refusal)
    throw error
  }
  const token = authorizationOf(exchange, 'Bearer', 'OAuth') ?? params.text('access_token')
  if (token !== undefined) {
    // A batch whose own token is invalid fails as a whole.
    const checked = serve(exchange, () => true)
    if (checked.status !== 200) return checked
  }
  const withHeaders = params.boolean('include_headers') ?? true
  const proof = params.text('appsecret_proof')
  /** Results of named parts. `undefined` when the part failed, `null` when it returned no response. */
  const results = new Map<string, unknown>()
  const campaigns = new Set<string>()
  const entries = parts.map((part): Entry | null => {
    const states = namesIn(part).map((name) => results.get(name))
    // A part that depends on a part without a response returns none either.
    if (states.includes(null)) return noAnswer(part, results)
    if (states.includes(undefined)) {
      if (part.name !== undefined) results.set(part.name, undefined)
      return failedDependency(exchange, part, results)
    }
    const resolved = { ...part, url: filledUrl(part.url, results), body: filledForm(part.body, results) }
    const campaign = campaignOfAdSet(exchange, resolved)
    if (campaign !== undefined && campaigns.has(campaign)) return sameCampaign(exchange)
    if (campaign !== undefined) campaigns.add(campaign)
    const answer = exchange.inner(innerRequest(exchange, resolved, token, proof))
    if (answer === null) return noAnswer(part, results)
    const body = typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body)
    if (part.name !== undefined && answer.status === 200) results.set(part.name, answer.body)
    const omitted =
      part.name !== undefined && answer.status === 200 && (part.omit ?? isReferredTo(part.name, parts))
    if (omitted) return null
    const headers = Object.entries(answer.headers ?? {}).map(([name, value]) => ({ name, value }))
    return withHeaders && (answer.status === 200 || headers.length > 0)
      ? { code: answer.status, headers, body }
      : { code: answer.status, body }
  })
  // The usage headers are in the entries, not in the response of the batch.
  return { status: 200, headers: standardHeaders(exchange, traceOf(exchange)), body: entries }
}

/** Returns the campaign whose ad set a part creates or changes, if any. */
function campaignOfAdSet(exchange: Exchange, part: Part): string | undefined {
  if (part.method !== 'POST') return undefined
  if (/\/adsets\/?(?:\?|$)/.test(part.url))
    return new URLSearchParams(part.body).get('campaign_id') ?? undefined
  const id = /^\/*(?:v\d+\.\d+\/)?(\d+)\/?(?:\?|$)/.exec(part.url)?.[1]
  return id === undefined ? undefined : entryOf(exchange.state.social.adSets, id)?.campaign
}

function noAnswer(part: Part, results: Map<string, unknown>): null {
  if (part.name !== undefined) results.set(part.name, null)
  return null
}

/**
 * The documentation says that a part fails with the part to which it refers, but not the wording. This
 * wording is the sandbox's own.
 */
function failedDependency(exchange: Exchange, part: Part, results: ReadonlyMap<string, unknown>): Entry {
  const name = namesIn(part).find((each) => results.get(each) === undefined)
  const { refusal } = invalid(`The request refers to the result of "${name}", which has none.`)
  const { status, body } = refusalAnswer(exchange, refusal)
  return { code: status, body: JSON.stringify(body) }
}

/** The documentation forbids this but does not say how it is refused. This wording is the sandbox's own. */
function sameCampaign(exchange: Exchange): Entry {
  const { status, body } = refusalAnswer(
    exchange,
    invalid('Several ad sets of the same campaign cannot be changed in one batch.').refusal,
  )
  return { code: status, body: JSON.stringify(body) }
}

function unsupportedRoot(): never {
  throw new GraphError({ message: 'Unsupported post request.', type: 'GraphMethodException', code: 100 })
}

/** Recorded without a code, and with status 200. */
function tooMany(): Answer {
  const message = `Too many requests in batch message. Maximum batch size is ${mostParts}`
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: { error: { message, type: 'GraphBatchException' } },
  }
}

function readPart(value: unknown, index: number): Part {
  const members =
    typeof value === 'object' && value !== null
      ? new Map<string, unknown>(Object.entries(value))
      : new Map<string, unknown>()
  const method = members.get('method')
  const url = members.get('relative_url')
  if (typeof method !== 'string' || typeof url !== 'string') {
    throw invalid(`The request at index ${index} of batch must have method and relative_url.`, {
      blame: ['batch'],
    })
  }
  const name = members.get('name')
  const omit = members.get('omit_response_on_success')
  const body = members.get('body')
  return {
    method: method.toUpperCase(),
    url,
    body: typeof body === 'string' ? body : formText(body),
    ...(typeof name === 'string' && name !== '' ? { name } : {}),
    ...(omit === undefined ? {} : { omit: omit === true || omit === 'true' || omit === 1 }),
  }
}

/** Some clients send the body of a part as an object, which has the same meaning as a form. */
function formText(body: unknown): string {
  const form = new URLSearchParams()
  if (typeof body !== 'object' || body === null) return ''
  for (const [name, value] of Object.entries(body))
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  return form.toString()
}

function innerRequest(exchange: Exchange, part: Part, token: string | undefined, proof: string | undefined) {
  const relative = part.url.replace(/^\/+/, '')
  const mark = relative.indexOf('?')
  const route = mark < 0 ? relative : relative.slice(0, mark)
  const query = new URLSearchParams(mark < 0 ? '' : relative.slice(mark + 1))
  const body = new URLSearchParams(part.body)
  const own = query.get('access_token') ?? body.get('access_token')
  const headers: Record<string, string> = { ...exchange.headers }
  for (const name of ['authorization', 'content-type', 'content-length']) delete headers[name]
  if (own === null && token !== undefined) {
    headers['authorization'] = `Bearer ${token}`
    if (proof !== undefined && !query.has('appsecret_proof') && !body.has('appsecret_proof'))
      query.set('appsecret_proof', proof)
  }
  if (part.body !== '') headers['content-type'] = 'application/x-www-form-urlencoded'
  const path = /^v\d+\.\d+(\/|$)/.test(route) ? `/${route}` : `/${versionOf(exchange.path)}/${route}`
  const rawQuery = query.toString()
  return {
    method: part.method,
    url: rawQuery === '' ? path : `${path}?${rawQuery}`,
    headers,
    body: Buffer.from(part.body),
  }
}

export const batchCall: Call = {
  name: 'batch',
  methods: ['POST'],
  path: /^\/v\d+\.\d+\/?$/,
  source: 'https://developers.facebook.com/docs/graph-api/batch-requests',
  answer: answerBatch,
}
