// Batch requests: several calls in one request. Each call is processed separately, and its response is
// returned as text.
// https://developers.facebook.com/docs/graph-api/batch-requests

import type { Call, Exchange, HttpResponse } from '../../core/exchange.ts'
import { readAuthorization } from '../../core/parameters.ts'
import { isReferenced, referencedNames, resolveForm, resolveUrl } from './batchReferences.ts'
import { deriveTraceId, GraphError, graphErrorResponse, invalidParameter } from './errors.ts'
import { standardHeaders } from './graph/headers.ts'
import { type Params, readParams } from './graph/request.ts'
import { findEntry } from './relations.ts'
import { serveGraphRequest } from './serve.ts'
import { requestedVersion } from './versions.ts'

const maxParts = 50

interface BatchPart {
  readonly method: string
  readonly url: string
  readonly body: string
  readonly name?: string
  readonly omit?: boolean
}

interface BatchEntry {
  readonly code: number
  readonly headers?: readonly { readonly name: string; readonly value: string }[]
  readonly body: string
}

function handleBatch(exchange: Exchange): HttpResponse {
  let params: Params
  let parts: readonly BatchPart[]
  try {
    params = readParams(exchange)
    if (!params.has('batch')) return serveGraphRequest(exchange, () => throwUnsupportedRoot())
    const batch = params.json('batch')
    if (!Array.isArray(batch) || batch.length === 0)
      throw invalidParameter('The parameter batch must be a JSON array of requests.', { blame: ['batch'] })
    if (batch.length > maxParts) return tooManyPartsResponse()
    parts = batch.map(parsePart)
  } catch (error) {
    if (error instanceof GraphError) return graphErrorResponse(exchange, error.errorFields)
    throw error
  }
  const token = readAuthorization(exchange, 'Bearer', 'OAuth') ?? params.text('access_token')
  if (token !== undefined) {
    // A batch whose own token is invalid fails as a whole.
    const tokenCheck = serveGraphRequest(exchange, () => true)
    if (tokenCheck.status !== 200) return tokenCheck
  }
  const includeHeaders = params.boolean('include_headers') ?? true
  const proof = params.text('appsecret_proof')
  /** Results of named parts. `undefined` when the part failed, `null` when it returned no response. */
  const results = new Map<string, unknown>()
  const changedCampaigns = new Set<string>()
  const entries = parts.map((part): BatchEntry | null => {
    const dependencyResults = referencedNames(part).map((name) => results.get(name))
    // A part that depends on a part without a response returns no response either.
    if (dependencyResults.includes(null)) return recordNoResponse(part, results)
    if (dependencyResults.includes(undefined)) {
      if (part.name !== undefined) results.set(part.name, undefined)
      return toFailedDependencyEntry(exchange, part, results)
    }
    const resolvedPart = {
      ...part,
      url: resolveUrl(part.url, results),
      body: resolveForm(part.body, results),
    }
    const campaign = findChangedCampaign(exchange, resolvedPart)
    if (campaign !== undefined && changedCampaigns.has(campaign)) return toDuplicateCampaignEntry(exchange)
    if (campaign !== undefined) changedCampaigns.add(campaign)
    const response = exchange.dispatchInner(toInnerRequest(exchange, resolvedPart, token, proof))
    if (response === null) return recordNoResponse(part, results)
    const body = typeof response.body === 'string' ? response.body : JSON.stringify(response.body)
    if (part.name !== undefined && response.status === 200) results.set(part.name, response.body)
    const isOmitted =
      part.name !== undefined && response.status === 200 && (part.omit ?? isReferenced(part.name, parts))
    if (isOmitted) return null
    const headers = Object.entries(response.headers ?? {}).map(([name, value]) => ({ name, value }))
    return includeHeaders && (response.status === 200 || headers.length > 0)
      ? { code: response.status, headers, body }
      : { code: response.status, body }
  })
  // The usage headers are in the entries, not in the response of the batch.
  return { status: 200, headers: standardHeaders(exchange, deriveTraceId(exchange)), body: entries }
}

/** Returns the campaign whose ad set a part creates or changes, if any. */
function findChangedCampaign(exchange: Exchange, part: BatchPart): string | undefined {
  if (part.method !== 'POST') return undefined
  if (/\/adsets\/?(?:\?|$)/.test(part.url))
    return new URLSearchParams(part.body).get('campaign_id') ?? undefined
  const id = /^\/*(?:v\d+\.\d+\/)?(\d+)\/?(?:\?|$)/.exec(part.url)?.[1]
  return id === undefined ? undefined : findEntry(exchange.state.social.adSets, id)?.campaign
}

function recordNoResponse(part: BatchPart, results: Map<string, unknown>): null {
  if (part.name !== undefined) results.set(part.name, null)
  return null
}

/**
 * The documentation defines that a part fails with the part to which it refers, but not the error message.
 * The message is the sandbox's own.
 */
function toFailedDependencyEntry(
  exchange: Exchange,
  part: BatchPart,
  results: ReadonlyMap<string, unknown>,
): BatchEntry {
  const name = referencedNames(part).find((each) => results.get(each) === undefined)
  const { errorFields } = invalidParameter(`The request refers to the result of "${name}", which has none.`)
  const { status, body } = graphErrorResponse(exchange, errorFields)
  return { code: status, body: JSON.stringify(body) }
}

/** The documentation forbids this but does not define the error. The message is the sandbox's own. */
function toDuplicateCampaignEntry(exchange: Exchange): BatchEntry {
  const { status, body } = graphErrorResponse(
    exchange,
    invalidParameter('Several ad sets of the same campaign cannot be changed in one batch.').errorFields,
  )
  return { code: status, body: JSON.stringify(body) }
}

function throwUnsupportedRoot(): never {
  throw new GraphError({ message: 'Unsupported post request.', type: 'GraphMethodException', code: 100 })
}

/** In recorded responses, Meta returns this error with status 200 and without a code. */
function tooManyPartsResponse(): HttpResponse {
  const message = `Too many requests in batch message. Maximum batch size is ${maxParts}`
  return {
    status: 200,
    headers: { 'content-type': 'application/json; charset=UTF-8' },
    body: { error: { message, type: 'GraphBatchException' } },
  }
}

function parsePart(value: unknown, index: number): BatchPart {
  const fields =
    typeof value === 'object' && value !== null
      ? new Map<string, unknown>(Object.entries(value))
      : new Map<string, unknown>()
  const method = fields.get('method')
  const url = fields.get('relative_url')
  if (typeof method !== 'string' || typeof url !== 'string') {
    throw invalidParameter(`The request at index ${index} of batch must have method and relative_url.`, {
      blame: ['batch'],
    })
  }
  const name = fields.get('name')
  const omit = fields.get('omit_response_on_success')
  const body = fields.get('body')
  return {
    method: method.toUpperCase(),
    url,
    body: typeof body === 'string' ? body : toFormText(body),
    ...(typeof name === 'string' && name !== '' ? { name } : {}),
    ...(omit === undefined ? {} : { omit: omit === true || omit === 'true' || omit === 1 }),
  }
}

/** Some clients send the body of a part as an object, which has the same meaning as a form. */
function toFormText(body: unknown): string {
  const form = new URLSearchParams()
  if (typeof body !== 'object' || body === null) return ''
  for (const [name, value] of Object.entries(body))
    form.set(name, typeof value === 'string' ? value : JSON.stringify(value))
  return form.toString()
}

function toInnerRequest(
  exchange: Exchange,
  part: BatchPart,
  token: string | undefined,
  proof: string | undefined,
) {
  const relativeUrl = part.url.replace(/^\/+/, '')
  const queryStart = relativeUrl.indexOf('?')
  const route = queryStart < 0 ? relativeUrl : relativeUrl.slice(0, queryStart)
  const query = new URLSearchParams(queryStart < 0 ? '' : relativeUrl.slice(queryStart + 1))
  const body = new URLSearchParams(part.body)
  const ownToken = query.get('access_token') ?? body.get('access_token')
  const headers: Record<string, string> = { ...exchange.headers }
  for (const name of ['authorization', 'content-type', 'content-length']) delete headers[name]
  if (ownToken === null && token !== undefined) {
    headers['authorization'] = `Bearer ${token}`
    if (proof !== undefined && !query.has('appsecret_proof') && !body.has('appsecret_proof'))
      query.set('appsecret_proof', proof)
  }
  if (part.body !== '') headers['content-type'] = 'application/x-www-form-urlencoded'
  const path = /^v\d+\.\d+(\/|$)/.test(route) ? `/${route}` : `/${requestedVersion(exchange.path)}/${route}`
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
  docsUrl: 'https://developers.facebook.com/docs/graph-api/batch-requests',
  respond: handleBatch,
}
