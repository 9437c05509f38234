// A Rest.li call from the door to its resource: token, version, permission, in the platform's order.
// https://learn.microsoft.com/en-us/linkedin/shared/api-guide/concepts/methods

import type { Answer, Call, Exchange } from '../core/exchange.ts'
import type { Caller } from '../oauth/people.ts'
import { authenticatePro } from './authenticate.ts'
import { gatewayRefusal, platformHeaders, Refusal, refusal, refused } from './errors.ts'
import { countCall } from './limits.ts'
import { type RestRequest, readRequest } from './request.ts'
import { RestliSyntaxError } from './restli.ts'
import { type Untunnelled, untunnel } from './tunnel.ts'
import { isActive, writtenVersion } from './versions.ts'

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
  /** Below `/rest`, keys in braces: `/adAccounts/{account}/adCampaigns`. */
  readonly path: string
  readonly method: RestliMethod
  readonly finder?: string
  readonly action?: string
  /** The name by which refusals speak of the resource. */
  readonly resource: string
  /** One of these is enough; where there are none, any token is. */
  readonly scopes: readonly string[]
  /** Query parameters besides `q`, `ids` and `fields`. */
  readonly params?: readonly string[]
  /** The method header cannot be left out. */
  readonly methodHeader?: 'required'
  /** `/v2` paths take no version. */
  readonly root?: '/rest' | '/v2'
  readonly source: string
  answer(request: RestRequest): RestAnswer
}

/** Methods that change something and say so in a header; without it a POST creates. */
const named: readonly RestliMethod[] = ['PARTIAL_UPDATE', 'BATCH_PARTIAL_UPDATE']
const writing: readonly RestliMethod[] = ['CREATE', ...named, 'ACTION']
const httpMethods: Readonly<Partial<Record<RestliMethod, readonly string[]>>> = {
  UPDATE: ['PUT'],
  DELETE: ['DELETE'],
}

export type RestAnswer =
  | { readonly status?: 200; readonly body: unknown }
  | { readonly status: 201; readonly id: string }
  | { readonly status: 204 }

/** What a request means, told from its method, the shape of its query and, where given, its method header. */
function methodOf(
  { method, rawQuery }: Untunnelled,
  header: string | undefined,
  keyed: boolean,
): RestliMethod {
  const has = (name: string) => rawQuery.split('&').some((part) => part.startsWith(`${name}=`))
  if (method === 'GET') {
    if (keyed) return 'GET'
    return has('q') ? 'FINDER' : has('ids') ? 'BATCH_GET' : 'GET_ALL'
  }
  if (method === 'POST') {
    if (header === 'ACTION' || has('action')) return 'ACTION'
    if (keyed) return 'PARTIAL_UPDATE'
    return has('ids') ? 'BATCH_PARTIAL_UPDATE' : header === 'BATCH_CREATE' ? 'OTHER' : 'CREATE'
  }
  if (method === 'PUT' && keyed) return 'UPDATE'
  if (method === 'DELETE' && keyed) return 'DELETE'
  return 'OTHER'
}

export function restCall(rest: RestCall): Call {
  const keyed = rest.path.endsWith('}')
  const root = rest.root ?? '/rest'
  const pattern = rest.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')
  return {
    name: rest.name,
    // A tunnelled read arrives as a POST.
    methods: httpMethods[rest.method] ?? (writing.includes(rest.method) ? ['POST'] : ['GET', 'POST']),
    path: new RegExp(`^${root}${pattern}$`),
    source: rest.source,
    when(exchange) {
      const intent = readable(exchange)
      if (intent === undefined) return false
      const header = exchange.headers['x-restli-method']?.toUpperCase()
      const single = keyed || rest.path === '/me'
      if (methodOf(intent, header, single) !== rest.method) return false
      const parts = intent.rawQuery.split('&')
      if (rest.action !== undefined) return parts.includes(`action=${rest.action}`)
      return rest.finder === undefined || parts.includes(`q=${rest.finder}`)
    },
    answer(exchange, keys) {
      return answerRest(exchange, (intent) => {
        const { caller, version } = admit(exchange, root)
        const header = exchange.headers['x-restli-method']?.toUpperCase()
        const way = rest.finder ?? rest.action
        const permission = way === undefined ? rest.method : `${rest.method}-${way}`
        if (rest.scopes.length > 0 && !rest.scopes.some((scope) => caller.scopes.includes(scope))) {
          throw refusal(
            'ACCESS_DENIED',
            `Not enough permissions to access: ${rest.resource}.${permission}.${version}`,
          )
        }
        countCall(exchange, caller, rest.name)
        if (header !== undefined && header !== rest.method) throw refusal('ILLEGAL_ARGUMENT')
        if (header === undefined && (rest.methodHeader === 'required' || named.includes(rest.method))) {
          throw refusal('ILLEGAL_ARGUMENT', `X-RestLi-Method header must be ${rest.method} for this request`)
        }
        return rest.answer(readRequest(exchange, intent, caller, keys, rest))
      })
    },
  }
}

/** A tunnel that cannot be opened belongs to no call; the platform's general refusal answers it. */
function readable(exchange: Exchange): Untunnelled | undefined {
  try {
    return untunnel(exchange)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Runs a call and turns refusals thrown below it into answers. */
export function answerRest(exchange: Exchange, run: (intent: Untunnelled) => RestAnswer): Answer {
  try {
    const answer = run(untunnel(exchange))
    const headers = platformHeaders(exchange)
    if ('body' in answer) return { status: 200, headers, body: answer.body }
    if (answer.status === 201) {
      return { status: 201, headers: { ...headers, 'x-restli-id': answer.id }, body: undefined }
    }
    return { status: 204, headers, body: undefined }
  } catch (error) {
    if (error instanceof Refusal) return refused(exchange, error)
    if (error instanceof RestliSyntaxError) return refused(exchange, refusal('ILLEGAL_ARGUMENT'))
    throw error
  }
}

/** The gateway: a live token, then a live version. */
export function admit(
  exchange: Exchange,
  root: '/rest' | '/v2' = '/rest',
): { caller: Caller; version: string } {
  const authentication = authenticatePro(exchange)
  if ('refusal' in authentication) {
    const { status, body, headers } = authentication.refusal
    throw new Refusal(status, Object(body), headers ?? {})
  }
  const { caller } = authentication
  if (root === '/v2') return { caller, version: 'NO_VERSION' }
  const version = exchange.headers['linkedin-version']?.trim()
  if (version === undefined || version === '') throw gatewayRefusal('VERSION_MISSING')
  if (!isActive(version, exchange.now)) {
    throw gatewayRefusal('NONEXISTENT_VERSION', `Requested version ${writtenVersion(version)} is not active`)
  }
  return { caller, version: writtenVersion(version) }
}
