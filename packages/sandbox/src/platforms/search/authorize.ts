// The consent screen of the search platform. Malformed requests end on the platform's own error page and
// never redirect back. https://developers.google.com/identity/protocols/oauth2/web-server

import type { Exchange, HttpResponse } from '../../core/exchange.ts'
import {
  type Consent,
  type ConsentRequest,
  errorPage,
  isRegisteredRedirect,
  readCodeChallenge,
  readConsent,
  redirectBack,
} from '../../oauth/consent.ts'
import { createGrant, findApp, findLiveGrant, issueCode } from '../../oauth/grants.ts'
import { issuer } from './idToken.ts'
import { searchOAuth } from './oauthProfile.ts'

const signInScopes = [
  'openid',
  'https://www.googleapis.com/auth/userinfo.email',
  'https://www.googleapis.com/auth/userinfo.profile',
]

export function authorizeSearch(exchange: Exchange): HttpResponse {
  const { query, state } = exchange
  const clientId = query.get('client_id') ?? ''
  if (clientId === '') return blockedPage(400, 'invalid_request', 'Missing required parameter: client_id')
  const app = findApp(state, 'search', clientId)
  if (app === undefined) return blockedPage(401, 'invalid_client', 'The OAuth client was not found.')
  const redirectUri = query.get('redirect_uri') ?? ''
  if (redirectUri === '')
    return blockedPage(400, 'invalid_request', 'Missing required parameter: redirect_uri')
  if (!isRegisteredRedirect(state, redirectUri)) {
    return blockedPage(
      400,
      'redirect_uri_mismatch',
      `The redirect URI in the request, ${redirectUri}, does not match the ones authorized for the OAuth client.`,
    )
  }
  const responseType = query.get('response_type') ?? ''
  if (responseType === '')
    return blockedPage(400, 'invalid_request', 'Missing required parameter: response_type')
  if (responseType !== 'code')
    return blockedPage(400, 'unsupported_response_type', `Invalid response_type: ${responseType}`)
  const scopes = [
    ...new Set(
      (query.get('scope') ?? '')
        .split(/\s+/)
        .filter((scope) => scope !== '')
        .map(expandScope),
    ),
  ]
  if (scopes.length === 0) return blockedPage(400, 'invalid_request', 'Missing required parameter: scope')
  const unknownScopes = scopes.filter((scope) => !app.scopes.includes(scope))
  if (unknownScopes.length > 0) {
    return blockedPage(
      400,
      'invalid_scope',
      `Some requested scopes were invalid. {invalid=[${unknownScopes.join(', ')}]}`,
    )
  }
  const accessType = query.get('access_type') ?? 'online'
  if (accessType !== 'online' && accessType !== 'offline') {
    return blockedPage(400, 'invalid_request', `Invalid parameter value for access_type: ${accessType}`)
  }
  const prompts = parsePrompts(exchange)
  if (prompts.some((prompt) => !['none', 'consent', 'select_account'].includes(prompt))) {
    return blockedPage(400, 'invalid_request', `Invalid parameter value for prompt: ${query.get('prompt')}`)
  }
  if (prompts.includes('none') && prompts.length > 1) {
    return blockedPage(400, 'invalid_request', 'Invalid parameter value for prompt: none must stand alone')
  }
  const challengeMethod = query.get('code_challenge_method') ?? 'plain'
  if (challengeMethod !== 'S256' && challengeMethod !== 'plain') {
    return blockedPage(
      400,
      'invalid_request',
      `Invalid parameter value for code_challenge_method: ${challengeMethod}`,
    )
  }
  // No one is signed in to the sandbox, so a request with `prompt=none` cannot return a code.
  if (prompts.includes('none')) {
    return redirectBack(
      redirectUri,
      { error: 'interaction_required', state: query.get('state') ?? undefined },
      'refuse',
    )
  }
  const consentRequest: ConsentRequest = {
    profile: searchOAuth,
    app,
    redirectUri,
    scopes,
    allowsPartial: true,
    extraDecisions: ['twice', 'altered', 'never'],
    hint: query.get('login_hint') ?? '',
  }
  const consent = readConsent(exchange, consentRequest)
  return 'page' in consent ? consent.page : completeConsent(exchange, consentRequest, consent)
}

function completeConsent(exchange: Exchange, consentRequest: ConsentRequest, consent: Consent): HttpResponse {
  const { query, state, now } = exchange
  const { app, redirectUri } = consentRequest
  const clientState = query.get('state') ?? undefined
  if (consent.decision === 'never') return redirectBack(redirectUri, {}, 'never')
  // A person cannot deselect the sign-in scopes, only the scopes that grant an application access.
  const allowedScopes = consentRequest.scopes.filter(
    (scope) => consent.scopes.includes(scope) || signInScopes.includes(scope),
  )
  if (consent.decision === 'refuse' || allowedScopes.length === 0) {
    return redirectBack(redirectUri, { error: 'access_denied', state: clientState }, consent.decision)
  }
  const existingGrant = findLiveGrant(state, 'search', consent.person, app.clientId)
  const isConsentShown =
    parsePrompts(exchange).includes('consent') ||
    allowedScopes.some((scope) => !existingGrant?.scopes.includes(scope))
  const scopes =
    query.get('include_granted_scopes') === 'true'
      ? mergeScopes(existingGrant?.scopes ?? [], allowedScopes)
      : allowedScopes
  const grant =
    existingGrant ??
    createGrant(
      state,
      { platform: 'search', person: consent.person, clientId: app.clientId, scopes, declined: [] },
      now,
    )
  grant.scopes = mergeScopes(grant.scopes, allowedScopes)
  grant.consentedAt = now
  delete grant.reauthentication
  const limitSeconds = Number(consent.form.get('limit_seconds') ?? state.switches.search.timeBasedSeconds)
  if (isConsentShown && limitSeconds > 0) grant.endsAt = now + limitSeconds * 1000
  else if (isConsentShown) delete grant.endsAt
  const nonce = query.get('nonce')
  const code = issueCode(
    state,
    searchOAuth,
    {
      grant: grant.id,
      clientId: app.clientId,
      redirectUri,
      scopes,
      offline: query.get('access_type') === 'offline' && isConsentShown,
      ...readCodeChallenge(query),
      ...(nonce === null ? {} : { nonce }),
    },
    now,
  )
  exchange.effect('consent', grant.id, { person: consent.person, scopes })
  return redirectBack(
    redirectUri,
    {
      state: clientState,
      iss: issuer,
      code: code.text,
      scope: scopes.join(' '),
      authuser: '0',
      prompt: isConsentShown ? 'consent' : 'none',
    },
    consent.decision,
  )
}

const mergeScopes = (left: readonly string[], right: readonly string[]) => [...new Set([...left, ...right])]

const parsePrompts = ({ query }: Exchange) =>
  (query.get('prompt') ?? '').split(/\s+/).filter((prompt) => prompt !== '')

/** `hasEmailScope` and `serializeProfile` abbreviate the full scope URLs, and responses contain the full URLs. */
const expandScope = (scope: string) =>
  scope === 'email' || scope === 'profile' ? `https://www.googleapis.com/auth/userinfo.${scope}` : scope

const blockedPage = (status: number, error: string, text: string) =>
  errorPage(status, `Access blocked: Error ${status}: ${error}`, text)
