// The consent page of the professional network: all scopes or none. Most errors redirect to the application.
// https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow

import type { Exchange, HttpResponse } from '../../core/exchange.ts'
import {
  type ConsentRequest,
  errorPage,
  readConsent,
  readOAuthClient,
  redirectBack,
} from '../../oauth/consent.ts'
import { createGrant, findLiveGrant, invalidateTokens, issueCode } from '../../oauth/grants.ts'
import { proOAuth } from './oauthProfile.ts'

const invalidRequestPage = (text: string) => errorPage(400, 'Bummer, something went wrong.', text)

export function authorizePro(exchange: Exchange): HttpResponse {
  const { query } = exchange
  const oauthClient = readOAuthClient(exchange, 'pro', {
    unknownApp: () => invalidRequestPage('The passed in client_id is invalid.'),
    unregistered: () => invalidRequestPage('The redirect_uri does not match the registered value.'),
  })
  if ('page' in oauthClient) return oauthClient.page
  const { app, redirectUri } = oauthClient
  const clientState = query.get('state') ?? undefined
  const redirectWithError = (error: string, description: string) =>
    redirectBack(redirectUri, { error, error_description: description, state: clientState }, 'refuse')
  const responseType = query.get('response_type') ?? ''
  if (responseType !== 'code')
    return redirectWithError('unsupported_response_type', 'The response_type is not supported.')
  const scopes = [...new Set((query.get('scope') ?? '').split(/[ ,]+/).filter((scope) => scope !== ''))]
  if (scopes.length === 0)
    return redirectWithError('invalid_request', 'A required parameter "scope" is missing')
  const unauthorizedScope = scopes.find((scope) => !app.scopes.includes(scope))
  if (unauthorizedScope !== undefined) {
    return redirectWithError(
      'unauthorized_scope_error',
      `Scope &quot;${unauthorizedScope}&quot; is not authorized for your application`,
    )
  }
  const consentRequest: ConsentRequest = {
    profile: proOAuth,
    app,
    redirectUri,
    scopes,
    allowsPartial: false,
    extraDecisions: ['cancel_login', 'twice', 'altered', 'never'],
    notes: ['All of it or nothing: single permissions cannot be refused.'],
  }
  const member = exchange.method === 'GET' ? findSignedInMember(exchange, consentRequest) : undefined
  if (member !== undefined) {
    return redirectBack(
      redirectUri,
      { code: grantConsent(exchange, consentRequest, member), state: clientState },
      'allow',
    )
  }
  const consent = readConsent(exchange, consentRequest)
  if ('page' in consent) return consent.page
  switch (consent.decision) {
    case 'refuse':
      return redirectWithError('user_cancelled_authorize', 'The user cancelled the authorization')
    case 'cancel_login':
      return redirectWithError('user_cancelled_login', 'The user cancelled LinkedIn login')
    case 'never':
      return redirectBack(redirectUri, {}, 'never')
    default: {
      const code = grantConsent(exchange, { ...consentRequest, scopes: consent.scopes }, consent.person)
      const response = redirectBack(redirectUri, { code, state: clientState }, consent.decision)
      const cookie = `${memberCookie}=${consent.person}; Path=/oauth/v2; HttpOnly; SameSite=Lax`
      return { ...response, headers: { ...response.headers, 'set-cookie': cookie } }
    }
  }
}

function grantConsent(
  exchange: Exchange,
  { app, redirectUri, scopes }: ConsentRequest,
  person: string,
): string {
  const { state, now } = exchange
  const grant =
    findLiveGrant(state, 'pro', person, app.clientId) ??
    createGrant(
      state,
      { platform: 'pro', person, clientId: app.clientId, scopes: [...scopes], declined: [] },
      now,
    )
  if (!hasSameScopes(grant.scopes, scopes)) {
    // A different set of scopes revokes all earlier tokens of this member for this application.
    invalidateTokens(state, grant, 'scope_change', now)
    const until = now + state.switches.pro.stickyPermissionsSeconds * 1000
    if (until > now) grant.sticky = { scopes: [...grant.scopes], until }
    grant.scopes = [...scopes]
  }
  grant.consentedAt = now
  const { clientId } = app
  const code = issueCode(
    state,
    proOAuth,
    { grant: grant.id, clientId, redirectUri, scopes: [...scopes], offline: true },
    now,
  )
  exchange.effect('consent', grant.id, { person, scopes })
  return code.text
}

const memberCookie = 'sandbox_member'

/**
 * Returns the member of the browser's cookie when consent is skipped for scopes that the member allowed
 * before.
 */
function findSignedInMember(exchange: Exchange, { app, scopes }: ConsentRequest): string | undefined {
  const { state, headers } = exchange
  if (!state.switches.pro.consentSkipped) return undefined
  const [, member = ''] = new RegExp(`(?:^|; )${memberCookie}=(\\w+)`).exec(headers['cookie'] ?? '') ?? []
  const grant = findLiveGrant(state, 'pro', member, app.clientId)
  return grant !== undefined && hasSameScopes(grant.scopes, scopes) ? member : undefined
}

const hasSameScopes = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && left.every((scope) => right.includes(scope))
