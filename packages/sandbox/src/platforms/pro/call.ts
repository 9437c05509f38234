// Handles a Rest.li call: token, version and permission, checked in the platform's order.
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/methods

import type { Call, Exchange, HttpResponse } from '../../core/exchange.ts'
import type { Caller } from '../../oauth/people.ts'
import { authenticatePro } from './authenticate.ts'
import { gatewayError, ProApiError, platformHeaders, proError, proErrorResponse } from './errors.ts'
import { consumeCallQuota } from './limits.ts'
import { type RestRequest, readRequest } from './request.ts'
import { RestliSyntaxError } from './restli.ts'
import { type EffectiveRequest, untunnel } from './tunnel.ts'
import { formatVersionDate, isActiveVersion } from './versions.ts'

export type RestliMethod =
  | 'GET'
  | 'BATCH_GET'
  | 'FINDER'
  | 'CREATE'
  | 'PARTIAL_UPDATE'
  | 'BATCH_PARTIAL_UPDATE'
  | 'UPDATE'
  | 'DELETE'
  | 'ACTION'
  | 'GET_ALL'
  | 'OTHER'

/** One emulated method of one resource. */
export interface RestCall {
  readonly name: string
  /** The path below `/rest`, with keys in braces: `/adAccounts/{account}/adCampaigns`. */
  readonly path: string
  readonly method: RestliMethod
  readonly finder?: string
  readonly action?: string
  /** The name of the resource in error messages. */
  readonly resource: string
  /** The caller needs one of these scopes. An empty list permits any token. */
  readonly scopes: readonly string[]
  /** Query parameters in addition to `q`, `ids` and `fields`. */
  readonly params?: readonly string[]
  /** The request must contain the method header. */
  readonly methodHeader?: 'required'
  /** `/v2` paths have no version. */
  readonly root?: '/rest' | '/v2'
  readonly source: string
  respond(request: RestRequest): RestResponse
}

/** Write methods that need the method header. A POST without the header is a create. */
const headerMethods: readonly RestliMethod[] = ['PARTIAL_UPDATE', 'BATCH_PARTIAL_UPDATE']
const writeMethods: readonly RestliMethod[] = ['CREATE', ...headerMethods, 'ACTION']
const httpMethods: Readonly<Partial<Record<RestliMethod, readonly string[]>>> = {
  UPDATE: ['PUT'],
  DELETE: ['DELETE'],
}

export type RestResponse =
  | { readonly status?: 200; readonly body: unknown }
  | { readonly status: 201; readonly id: string }
  | { readonly status: 204 }

/** Derives the method from the HTTP method, the shape of the query, and the method header. */
function detectMethod(
  { method, rawQuery }: EffectiveRequest,
  header: string | undefined,
  hasKey: boolean,
): RestliMethod {
  const hasParam = (name: string) => rawQuery.split('&').some((part) => part.startsWith(`${name}=`))
  if (method === 'GET') {
    if (hasKey) return 'GET'
    return hasParam('q') ? 'FINDER' : hasParam('ids') ? 'BATCH_GET' : 'GET_ALL'
  }
  if (method === 'POST') {
    if (header === 'ACTION' || hasParam('action')) return 'ACTION'
    if (hasKey) return 'PARTIAL_UPDATE'
    return hasParam('ids') ? 'BATCH_PARTIAL_UPDATE' : header === 'BATCH_CREATE' ? 'OTHER' : 'CREATE'
  }
  if (method === 'PUT' && hasKey) return 'UPDATE'
  if (method === 'DELETE' && hasKey) return 'DELETE'
  return 'OTHER'
}

export function restCall(definition: RestCall): Call {
  const hasKey = definition.path.endsWith('}')
  const root = definition.root ?? '/rest'
  const pattern = definition.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  return {
    name: definition.name,
    // A tunneled read arrives as a POST.
    methods:
      httpMethods[definition.method] ??
      (writeMethods.includes(definition.method) ? ['POST'] : ['GET', 'POST']),
    path: new RegExp(`^${root}${pattern}$`),
    docsUrl: definition.source,
    matches(exchange) {
      const effectiveRequest = tryUntunnel(exchange)
      if (effectiveRequest === undefined) return false
      const header = exchange.headers['x-restli-method']?.toUpperCase()
      const isSingle = hasKey || definition.path === '/me'
      if (detectMethod(effectiveRequest, header, isSingle) !== definition.method) return false
      const queryParts = effectiveRequest.rawQuery.split('&')
      if (definition.action !== undefined) return queryParts.includes(`action=${definition.action}`)
      return definition.finder === undefined || queryParts.includes(`q=${definition.finder}`)
    },
    respond(exchange, keys) {
      return runRestCall(exchange, (effectiveRequest) => {
        const { caller, version } = checkGateway(exchange, root)
        const header = exchange.headers['x-restli-method']?.toUpperCase()
        const qualifier = definition.finder ?? definition.action
        const permission = qualifier === undefined ? definition.method : `${definition.method}-${qualifier}`
        if (
          definition.scopes.length > 0 &&
          !definition.scopes.some((scope) => caller.scopes.includes(scope))
        ) {
          throw proError(
            'ACCESS_DENIED',
            `Not enough permissions to access: ${definition.resource}.${permission}.${version}`,
          )
        }
        consumeCallQuota(exchange, caller, definition.name)
        if (header !== undefined && header !== definition.method) throw proError('ILLEGAL_ARGUMENT')
        if (
          header === undefined &&
          (definition.methodHeader === 'required' || headerMethods.includes(definition.method))
        ) {
          throw proError(
            'ILLEGAL_ARGUMENT',
            `X-RestLi-Method header must be ${definition.method} for this request`,
          )
        }
        return definition.respond(readRequest(exchange, effectiveRequest, caller, keys, definition))
      })
    },
  }
}

/**
 * Returns undefined for a malformed tunnel, so that no call matches and the platform's general error applies.
 */
function tryUntunnel(exchange: Exchange): EffectiveRequest | undefined {
  try {
    return untunnel(exchange)
  } catch (error) {
    if (error instanceof ProApiError) return undefined
    throw error
  }
}

/** Runs a call and converts the errors that it throws into responses. */
export function runRestCall(
  exchange: Exchange,
  handler: (effective: EffectiveRequest) => RestResponse,
): HttpResponse {
  try {
    const response = handler(untunnel(exchange))
    const headers = platformHeaders(exchange)
    if ('body' in response) return { status: 200, headers, body: response.body }
    if (response.status === 201) {
      return { status: 201, headers: { ...headers, 'x-restli-id': response.id }, body: undefined }
    }
    return { status: 204, headers, body: undefined }
  } catch (error) {
    if (error instanceof ProApiError) return proErrorResponse(exchange, error)
    if (error instanceof RestliSyntaxError) return proErrorResponse(exchange, proError('ILLEGAL_ARGUMENT'))
    throw error
  }
}

/** Checks the gateway's conditions: first a valid token, then an active version. */
export function checkGateway(
  exchange: Exchange,
  root: '/rest' | '/v2' = '/rest',
): { caller: Caller; version: string } {
  const authentication = authenticatePro(exchange)
  if ('refusal' in authentication) {
    const { status, body, headers } = authentication.refusal
    throw new ProApiError(status, Object(body), headers ?? {})
  }
  const { caller } = authentication
  if (root === '/v2') return { caller, version: 'NO_VERSION' }
  const version = exchange.headers['linkedin-version']?.trim()
  if (version === undefined || version === '') throw gatewayError('VERSION_MISSING')
  if (!isActiveVersion(version, exchange.now)) {
    throw gatewayError('NONEXISTENT_VERSION', `Requested version ${formatVersionDate(version)} is not active`)
  }
  return { caller, version: formatVersionDate(version) }
}
