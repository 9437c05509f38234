// Queries: `search` returns pages, `searchStream` returns all rows.

import { decodePageToken, encodePageToken } from '../../core/pageTokens.ts'
import type { ApiCall, CallContext } from './apiCall.ts'
import { AccountDataSource } from './dataSource.ts'
import { decodeBody } from './decode.ts'
import { SearchApiError, searchError } from './errors.ts'
import { compileQuery } from './gaql/compile.ts'
import { executeQuery } from './gaql/execute.ts'
import { checkLookback } from './gaql/lookback.ts'
import { parseQuery } from './gaql/parse.ts'
import { asObject, asString, type WireObject } from './wire.ts'

const pageTokenLifeMs = 2 * 60 * 60_000

export const searchCall: ApiCall = {
  name: 'googleAds:search',
  method: 'POST',
  path: 'customers/{customer}/googleAds:search',
  docsUrl: 'https://developers.google.com/google-ads/api/rest/common/search',
  respond(context) {
    const request = decodeBody('SearchGoogleAdsRequest', context)
    const { customerId } = context.resolveAccount()
    if (request['pageSize'] !== undefined) {
      throw searchError({ code: 'requestError.PAGE_SIZE_NOT_SUPPORTED', path: ['page_size'] })
    }
    const settings = asObject(request['searchSettings'])
    const { rows, fieldMask } = runQuery(context, request)
    if (request['validateOnly'] === true) return {}
    const size = context.exchange.state.search.pageRows
    const query = asString(request['query'])
    const offset = readPageOffset(asString(request['pageToken']), customerId, query, context.exchange.now)
    const page = settings['omitResults'] === true ? [] : rows.slice(offset, offset + size)
    const response: WireObject = {}
    if (page.length > 0) response['results'] = page
    if (offset + page.length < rows.length && page.length > 0) {
      response['nextPageToken'] = createPageToken(offset + size, customerId, query, context.exchange.now)
    }
    if (settings['returnTotalResultsCount'] === true && rows.length > 0) {
      response['totalResultsCount'] = String(rows.length)
    }
    response['fieldMask'] = fieldMask
    response['queryResourceConsumption'] = resourceConsumption(rows)
    return response
  },
}

export const searchStreamCall: ApiCall = {
  name: 'googleAds:searchStream',
  method: 'POST',
  path: 'customers/{customer}/googleAds:searchStream',
  docsUrl: 'https://developers.google.com/google-ads/api/rest/common/search#search_stream',
  streams: true,
  respond(context) {
    const request = decodeBody('SearchGoogleAdsStreamRequest', context)
    context.resolveAccount()
    const { rows, fieldMask } = runQuery(context, request)
    const size = context.exchange.state.search.pageRows
    const chunks: WireObject[] = []
    for (let offset = 0; offset < Math.max(rows.length, 1); offset += size) {
      const results = rows.slice(offset, offset + size)
      chunks.push({ ...(results.length > 0 ? { results } : {}), fieldMask, requestId: context.requestId })
    }
    // Only the last chunk reports the resource consumption.
    const lastChunk = chunks.at(-1)
    if (lastChunk) lastChunk['queryResourceConsumption'] = resourceConsumption(rows)
    return chunks
  },
}

/**
 * The cost of a query for the platform. An int64, so JSON carries it as text.
 * https://developers.google.com/google-ads/api/reference/rpc/v25/SearchGoogleAdsResponse (query_resource_consumption)
 */
const resourceConsumption = (rows: readonly WireObject[]) => String(100 + rows.length)

function runQuery(context: CallContext, request: WireObject): { rows: WireObject[]; fieldMask: string } {
  const { exchange } = context
  const { customerId, account } = context.resolveAccount()
  const query = asString(request['query'])
  if (query.trim() === '') throw searchError({ code: 'requestError.REQUIRED_FIELD_MISSING', path: ['query'] })
  const settings = asObject(request['searchSettings'])
  if (request['summaryRowSetting'] !== undefined || settings['returnSummaryRow'] === true) {
    throw new SearchApiError('UNIMPLEMENTED', [], { message: 'The sandbox does not emulate summary rows.' })
  }
  const dataSource = new AccountDataSource(exchange.state, customerId, account, exchange.now, exchange.origin)
  const parsed = parseQuery(query)
  const compiled = compileQuery(parsed, dataSource.today, context.version)
  checkLookback(parsed, dataSource.today)
  if (account.customer['manager'] === true && compiled.hasMetrics) {
    throw searchError({ code: 'queryError.REQUESTED_METRICS_FOR_MANAGER' })
  }
  return {
    rows: executeQuery(compiled, dataSource),
    fieldMask: compiled.select.map(({ mask }) => mask).join(','),
  }
}

/** The token contains the offset and the issue time. It is bound to the customer and the query. */
export function createPageToken(
  offset: number,
  ...tokenArguments: [customerId: string, query: string, now: number]
): string {
  const [customerId, query, now] = tokenArguments
  return encodePageToken([offset, now], `${customerId}\n${query}`)
}

export function readPageOffset(token: string, customerId: string, query: string, now: number): number {
  if (token === '') return 0
  const [offset, issuedAt] = decodePageToken(token, `${customerId}\n${query}`) ?? []
  if (offset === undefined || issuedAt === undefined)
    throw searchError({ code: 'requestError.INVALID_PAGE_TOKEN', path: ['page_token'] })
  if (now - issuedAt > pageTokenLifeMs)
    throw searchError({ code: 'requestError.EXPIRED_PAGE_TOKEN', path: ['page_token'] })
  return offset
}
