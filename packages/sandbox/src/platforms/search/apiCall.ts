// One call of the API: authentication, the response's request id, and errors in the platform's format.

import type { Call, Exchange, HttpResponse } from '../../core/exchange.ts'
import { createOpaqueText } from '../../oauth/people.ts'
import { type AccountAccess, authenticatePerson, resolveAccountAccess } from './access.ts'
import { type ResponseMeta, SearchApiError, searchErrorBody, searchErrorResponse } from './errors.ts'
import { consumeQuota } from './quota.ts'
import { parseVersion, searchVersionError, supportedVersions } from './versions.ts'
import type { WireObject } from './wire.ts'

export interface CallContext extends ResponseMeta {
  readonly exchange: Exchange
  /** The key of the person who owns the token. */
  readonly person: string
  /** Resolves the account of the path. Throws when the person has no access. */
  resolveAccount(): AccountAccess
}

export interface ApiCall {
  readonly name: string
  readonly method: 'GET' | 'POST'
  /** The path after the version, with the account in braces. */
  readonly path: string
  readonly docsUrl: string
  /** Streaming calls return a list. So do their errors. */
  readonly streams?: boolean
  respond(context: CallContext): WireObject | readonly WireObject[]
}

export function createResponseMeta(exchange: Exchange): ResponseMeta {
  return {
    requestId: createOpaqueText(exchange.state, 'search.request', 22),
    version: parseVersion(exchange.path),
  }
}

export function toCall(call: ApiCall): Call {
  const path = call.path.replace('{customer}', '(?<customer>[^/:]+)')
  return {
    name: call.name,
    methods: [call.method],
    path: new RegExp(`^/v(?<version>${supportedVersions.join('|')})/${path}$`),
    docsUrl: call.docsUrl,
    respond: (exchange, params) => handleCall(call, exchange, params),
  }
}

function handleCall(
  call: ApiCall,
  exchange: Exchange,
  params: Readonly<Record<string, string>>,
): HttpResponse {
  const meta = createResponseMeta(exchange)
  const versionError = searchVersionError(exchange, meta.requestId)
  if (versionError !== undefined) return versionError
  try {
    const person = authenticatePerson(exchange)
    consumeQuota(exchange)
    const body = call.respond({
      ...meta,
      exchange,
      person,
      resolveAccount: () => resolveAccountAccess(exchange, person, params['customer'] ?? ''),
    })
    return { status: 200, headers: { 'request-id': meta.requestId }, body }
  } catch (error) {
    if (!(error instanceof SearchApiError)) throw error
    const response = searchErrorResponse(error, meta)
    return call.streams === true ? { ...response, body: [searchErrorBody(error, meta)] } : response
  }
}
