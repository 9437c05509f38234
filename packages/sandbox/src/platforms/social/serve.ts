// The pipeline of every Graph API call: version, parameters, caller, response or refusal, headers.
// https://developers.facebook.com/docs/graph-api/overview

import type { Exchange, HttpResponse } from '../../core/exchange.ts'
import { readAuthorization } from '../../core/parameters.ts'
import { deriveTraceId, GraphError, graphErrorResponse } from './errors.ts'
import { standardHeaders } from './graph/headers.ts'
import { type GraphRequest, type Params, readParams } from './graph/request.ts'
import { buildUsageHeaders } from './graph/usage.ts'
import { authenticateSocial } from './login/oauth.ts'
import { findVersionError, requestedVersion, versionWarning } from './versions.ts'

/** Reads the request, handles it, and responds or refuses in the platform's wording. */
export function serveGraphRequest(
  exchange: Exchange,
  handle: (request: GraphRequest) => unknown,
): HttpResponse {
  let request: GraphRequest | undefined
  try {
    const versionError = findVersionError(exchange.path)
    if (versionError !== undefined) throw new GraphError(versionError)
    const params = readParams(exchange)
    const authentication = authenticateSocial(exchange, readCredentials(exchange, params))
    const traceId = deriveTraceId(exchange)
    if ('refusal' in authentication) {
      const { refusal } = authentication
      return { ...refusal, headers: { ...standardHeaders(exchange, traceId), ...refusal.headers } }
    }
    request = {
      exchange,
      social: exchange.state.social,
      caller: authentication.caller,
      version: requestedVersion(exchange.path),
      params,
      now: exchange.now,
      origin: exchange.origin,
      usageBuckets: new Map(),
    }
    const body = handle(request)
    return {
      status: 200,
      headers: { ...standardHeaders(exchange, traceId), ...buildCallHeaders(request) },
      body,
    }
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    const headers = request === undefined ? {} : buildCallHeaders(request)
    return graphErrorResponse(exchange, {
      ...error.errorFields,
      headers: { ...headers, ...error.errorFields.headers },
    })
  }
}

function buildCallHeaders(request: GraphRequest): Record<string, string> {
  const headers = buildUsageHeaders(request)
  const warning = request.usageBuckets.size > 0 ? versionWarning(request) : undefined
  return warning === undefined ? headers : { ...headers, 'x-ad-api-version-warning': warning }
}

function readCredentials(exchange: Exchange, params: Params) {
  const token = readAuthorization(exchange, 'Bearer', 'OAuth') ?? params.text('access_token') ?? ''
  const proof = params.text('appsecret_proof')
  return { accessToken: token, ...(proof === undefined ? {} : { appsecretProof: proof }) }
}
