// What every call of the Graph API goes through: version, parameters, caller, answer or refusal, headers.
// https://developers.facebook.com/docs/graph-api/overview

import type { Answer, Exchange } from '../core/exchange.ts'
import { authorizationOf } from '../core/parameters.ts'
import { GraphError, refusalAnswer, traceOf } from './errors.ts'
import { newestVersion, oldestVersion, standardHeaders, versionOf } from './graph/headers.ts'
import { type GraphRequest, type Params, readParams } from './graph/request.ts'
import { usageHeaders } from './graph/usage.ts'
import { authenticateSocial } from './login/oauth.ts'

/** The last day on which the Marketing API served its oldest version by itself; later calls are lifted to the next. */
const oldestEnds = Date.UTC(2026, 9, 6)

/** Reads the request, carries it out, and answers or refuses in the platform's words. */
export function serve(exchange: Exchange, carryOut: (request: GraphRequest) => unknown): Answer {
  let request: GraphRequest | undefined
  try {
    checkVersion(exchange.path)
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
  if (request.version === `v${oldestVersion}.0` && request.now >= oldestEnds && request.billed.size > 0) {
    headers['x-ad-api-version-warning'] =
      `The call has been auto-upgraded to v${oldestVersion + 1}.0 as v${oldestVersion}.0 has been deprecated.`
  }
  return headers
}

function checkVersion(path: string): void {
  const [, major = '', minor] = /^\/v(\d+)\.(\d+)/.exec(path) ?? []
  if (minor === '0' && Number(major) >= oldestVersion && Number(major) <= newestVersion) return
  if (Number(major) < oldestVersion) {
    throw new GraphError({
      message: `(#2635) You are calling a deprecated version of the Ads API. Please update to the latest version: v${newestVersion}.0.`,
      code: 2635,
    })
  }
  const rest = path.replace(/^\/v[\d.]+/, '')
  throw new GraphError({ message: `Unknown path components: ${rest}`, code: 2500 })
}

function proofOf(exchange: Exchange, params: Params) {
  const token = authorizationOf(exchange, 'Bearer', 'OAuth') ?? params.text('access_token') ?? ''
  const proof = params.text('appsecret_proof')
  return { accessToken: token, ...(proof === undefined ? {} : { appsecretProof: proof }) }
}
