// The pipeline of every Graph API call: version, parameters, caller, response or refusal, headers.
// https://developers.facebook.com/docs/graph-api/overview

import type { Answer, Exchange } from '../core/exchange.ts'
import { authorizationOf } from '../core/parameters.ts'
import { GraphError, refusalAnswer, traceOf } from './errors.ts'
import { standardHeaders } from './graph/headers.ts'
import { type GraphRequest, type Params, readParams } from './graph/request.ts'
import { usageHeaders } from './graph/usage.ts'
import { authenticateSocial } from './login/oauth.ts'
import { versionOf, versionRefusal, versionWarning } from './versions.ts'

/** Reads the request, handles it, and responds or refuses in the platform's wording. */
export function serve(exchange: Exchange, carryOut: (request: GraphRequest) => unknown): Answer {
  let request: GraphRequest | undefined
  try {
    const unserved = versionRefusal(exchange.path)
    if (unserved !== undefined) throw new GraphError(unserved)
    const params = readParams(exchange)
    const authentication = authenticateSocial(exchange, proofOf(exchange, params))
    const trace = traceOf(exchange)
    if ('refusal' in authentication) {
      const { refusal } = authentication
      return { ...refusal, headers: { ...standardHeaders(exchange, trace), ...refusal.headers } }
    }
    request = {
      exchange,
      social: exchange.state.social,
      caller: authentication.caller,
      version: versionOf(exchange.path),
      params,
      now: exchange.now,
      origin: exchange.origin,
      billed: new Map(),
    }
    const body = carryOut(request)
    return { status: 200, headers: { ...standardHeaders(exchange, trace), ...callHeaders(request) }, body }
  } catch (error) {
    if (!(error instanceof GraphError)) throw error
    const headers = request === undefined ? {} : callHeaders(request)
    return refusalAnswer(exchange, { ...error.refusal, headers: { ...headers, ...error.refusal.headers } })
  }
}

function callHeaders(request: GraphRequest): Record<string, string> {
  const headers = usageHeaders(request)
  const warning = request.billed.size > 0 ? versionWarning(request) : undefined
  return warning === undefined ? headers : { ...headers, 'x-ad-api-version-warning': warning }
}

function proofOf(exchange: Exchange, params: Params) {
  const token = authorizationOf(exchange, 'Bearer', 'OAuth') ?? params.text('access_token') ?? ''
  const proof = params.text('appsecret_proof')
  return { accessToken: token, ...(proof === undefined ? {} : { appsecretProof: proof }) }
}
