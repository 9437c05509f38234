// The token endpoint of every platform. It authenticates the application, and then executes the grant type of
// the request. A profile contains everything that differs between platforms on the wire.

import type { Exchange, HttpResponse } from '../core/exchange.ts'
import { readClientCredentials } from '../core/parameters.ts'
import { findApp } from './grants.ts'
import type { RegisteredApp } from './people.ts'
import type { OAuthProfile } from './profile.ts'
import { findRefusal, type Refusal } from './refusals.ts'

export interface OAuthRequest {
  readonly exchange: Exchange
  readonly parameters: URLSearchParams
}

/** A request whose application is authenticated. */
export interface ClientRequest extends OAuthRequest {
  readonly app: RegisteredApp
}

export type ClientProblem =
  | 'missing_client_id'
  | 'missing_client_secret'
  | 'unknown_client'
  | 'wrong_client_secret'

export interface TokenEndpointProfile {
  readonly oauth: OAuthProfile
  /** Reads the parameters of the request: the body's, or also those of the query. */
  readonly readParameters: (exchange: Exchange) => URLSearchParams
  /** Whether the platform reads client id and secret only from the parameters. */
  readonly ignoresAuthorizationHeader?: true
  readonly refusals: readonly Refusal<ClientProblem | 'unsupported_grant_type', OAuthRequest>[]
  /** The grant type of a request that names none. Without it, such a request is unsupported. */
  readonly defaultGrantType?: string
  readonly grantTypes: Readonly<Record<string, (request: ClientRequest) => HttpResponse>>
}

/** Builds the `respond` function of a platform's token endpoint. */
export function tokenEndpoint(profile: TokenEndpointProfile): (exchange: Exchange) => HttpResponse {
  const { oauth, readParameters, refusals, grantTypes } = profile
  return (exchange) => {
    const request = { exchange, parameters: readParameters(exchange) }
    const grantType = request.parameters.get('grant_type') ?? profile.defaultGrantType ?? ''
    const execute = Object.hasOwn(grantTypes, grantType) ? grantTypes[grantType] : undefined
    const { app, problems } = identifyClient(request, oauth, profile.ignoresAuthorizationHeader)
    const refusal = findRefusal(
      refusals,
      { ...problems, unsupported_grant_type: execute === undefined },
      request,
    )
    if (refusal !== undefined) return refusal
    if (execute === undefined) throw new Error(`${oauth.platform} does not refuse unsupported grant types.`)
    return execute({ ...request, app: authenticated(app, oauth) })
  }
}

/** Authenticates the application of a request to another endpoint, such as introspection. */
export function authenticateClient(
  request: OAuthRequest,
  oauth: OAuthProfile,
  refusals: readonly Refusal<ClientProblem, OAuthRequest>[],
): { readonly app: RegisteredApp } | { readonly refusal: HttpResponse } {
  const { app, problems } = identifyClient(request, oauth)
  const refusal = findRefusal(refusals, problems, request)
  return refusal === undefined ? { app: authenticated(app, oauth) } : { refusal }
}

function identifyClient(
  { exchange, parameters }: OAuthRequest,
  oauth: OAuthProfile,
  ignoresAuthorizationHeader = false,
): { app: RegisteredApp | undefined; problems: Record<ClientProblem, boolean> } {
  const { id, secret } = readClientCredentials(parameters, ignoresAuthorizationHeader ? undefined : exchange)
  const app = findApp(exchange.state, oauth.platform, id)
  const problems = {
    missing_client_id: id === '',
    missing_client_secret: secret === '',
    unknown_client: app === undefined,
    wrong_client_secret: secret !== app?.clientSecret,
  }
  return { app, problems }
}

/** Every profile refuses an unknown application, so this failure is a mistake in a profile. */
function authenticated(app: RegisteredApp | undefined, { platform }: OAuthProfile): RegisteredApp {
  if (app === undefined) throw new Error(`${platform} does not refuse unknown applications.`)
  return app
}
