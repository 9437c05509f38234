// Queries: page by page, or streamed whole.

import { createHash } from 'node:crypto'
import { decodeBody } from './decode.ts'
import { Refusal, refuse } from './errors.ts'
import { compileQuery } from './gaql/compile.ts'
import { execute } from './gaql/execute.ts'
import { checkLookback } from './gaql/lookback.ts'
import { parseQuery } from './gaql/parse.ts'
import type { ApiCall, Visit } from './visit.ts'
import { text, type Wire, wire } from './wire.ts'
import { AccountWorld } from './world.ts'

const pageTokenLifeMs = 2 * 60 * 60_000

export const searchCall: ApiCall = {
  name: 'googleAds:search',
  method: 'POST',
  path: 'customers/{customer}/googleAds:search',
  source: 'https://developers.google.com/google-ads/api/rest/common/search',
  answer(visit) {
    const request = decodeBody('SearchGoogleAdsRequest', visit)
    const { customerId } = visit.account()
    if (request['pageSize'] !== undefined) {
      throw refuse({ code: 'requestError.PAGE_SIZE_NOT_SUPPORTED', path: ['page_size'] })
    }
    const settings = wire(request['searchSettings'])
    const { rows, fieldMask } = run(visit, request)
    if (request['validateOnly'] === true) return {}
    const size = visit.exchange.state.search.pageRows
    const query = text(request['query'])
    const offset = offsetOf(text(request['pageToken']), customerId, query, visit.exchange.now)
    const page = settings['omitResults'] === true ? [] : rows.slice(offset, offset + size)
    const answer: Wire = {}
    if (page.length > 0) answer['results'] = page
    if (offset + page.length < rows.length && page.length > 0) {
      answer['nextPageToken'] = pageToken(offset + size, customerId, query, visit.exchange.now)
    }
    if (settings['returnTotalResultsCount'] === true && rows.length > 0) {
      answer['totalResultsCount'] = String(rows.length)
    }
    answer['fieldMask'] = fieldMask
    answer['queryResourceConsumption'] = consumptionOf(rows)
    return answer
  },
}

export const searchStreamCall: ApiCall = {
  name: 'googleAds:searchStream',
  method: 'POST',
  path: 'customers/{customer}/googleAds:searchStream',
  source: 'https://developers.google.com/google-ads/api/rest/common/search#search_stream',
  streams: true,
  answer(visit) {
    const request = decodeBody('SearchGoogleAdsStreamRequest', visit)
    visit.account()
    const { rows, fieldMask } = run(visit, request)
    const size = visit.exchange.state.search.pageRows
    const chunks: Wire[] = []
    for (let offset = 0; offset < Math.max(rows.length, 1); offset += size) {
      const results = rows.slice(offset, offset + size)
      chunks.push({ ...(results.length > 0 ? { results } : {}), fieldMask, requestId: visit.requestId })
    }
    // Told once, with the last chunk.
    const last = chunks.at(-1)
    if (last) last['queryResourceConsumption'] = consumptionOf(rows)
    return chunks
  },
}

/**
 * What a query cost the platform, an int64 and so text in JSON.
 * https://developers.google.com/google-ads/api/reference/rpc/v25/SearchGoogleAdsResponse (query_resource_consumption)
 */
const consumptionOf = (rows: readonly Wire[]) => String(100 + rows.length)

function run(visit: Visit, request: Wire): { rows: Wire[]; fieldMask: string } {
  const { exchange } = visit
  const { customerId, account } = visit.account()
  const query = text(request['query'])
  if (query.trim() === '') throw refuse({ code: 'requestError.REQUIRED_FIELD_MISSING', path: ['query'] })
  const settings = wire(request['searchSettings'])
  if (request['summaryRowSetting'] !== undefined || settings['returnSummaryRow'] === true) {
    throw new Refusal('UNIMPLEMENTED', [], { message: 'The sandbox does not emulate summary rows.' })
  }
  const world = new AccountWorld(exchange.state, customerId, account, exchange.now, exchange.origin)
  const parsed = parseQuery(query)
  const compiled = compileQuery(parsed, world.today, visit.version)
  checkLookback(parsed, world.today)
  if (account.customer['manager'] === true && compiled.metrics) {
    throw refuse({ code: 'queryError.REQUESTED_METRICS_FOR_MANAGER' })
  }
  return { rows: execute(compiled, world), fieldMask: compiled.select.map(({ mask }) => mask).join(',') }
}

/** A token says where to go on, in which query, and since when it is good. */
export function pageToken(offset: number, ...rest: [customerId: string, query: string, now: number]): string {
  const [customerId, query, now] = rest
  return Buffer.from(JSON.stringify([offset, now, digest(offset, now, customerId, query)])).toString(
    'base64url',
  )
}

export function offsetOf(token: string, customerId: string, query: string, now: number): number {
  if (token === '') return 0
  const [offset, issuedAt, mark] = tokenParts(token)
  if (
    offset === undefined ||
    issuedAt === undefined ||
    mark !== digest(offset, issuedAt, customerId, query)
  ) {
    throw refuse({ code: 'requestError.INVALID_PAGE_TOKEN', path: ['page_token'] })
  }
  if (now - issuedAt > pageTokenLifeMs) {
    throw refuse({ code: 'requestError.EXPIRED_PAGE_TOKEN', path: ['page_token'] })
  }
  return offset
}

function tokenParts(token: string): [number | undefined, number | undefined, unknown] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(token, 'base64url').toString())
    if (!Array.isArray(parts)) return [undefined, undefined, undefined]
    const [offset, issuedAt, mark] = parts
    return [
      Number.isInteger(offset) ? offset : undefined,
      Number.isInteger(issuedAt) ? issuedAt : undefined,
      mark,
    ]
  } catch {
    return [undefined, undefined, undefined]
  }
}

function digest(offset: number, issuedAt: number, customerId: string, query: string): string {
  return createHash('sha256')
    .update(`${offset}\n${issuedAt}\n${customerId}\n${query}`)
    .digest('base64url')
    .slice(0, 12)
}
