// The consent screen of the search platform. Requests that are wrong in themselves end on its own page and never return.
// https://developers.google.com/identity/protocols/oauth2/web-server

import type { Answer, Exchange } from '../core/exchange.ts'
import {
  type Consent,
  type ConsentQuestion,
  challengeIn,
  errorPage,
  readConsent,
  redirectRegistered,
  returnTo,
} from '../oauth/consent.ts'
import { appOf, createGrant, issueCode, liveGrant } from '../oauth/grants.ts'
import { issuer } from './identity.ts'

const signInScopes = [
  'openid',
  'https://www.googleapis.com/auth/userinfo.email',
  'https://www.googleapis.com/auth/userinfo.profile',
]

export function authorize(exchange: Exchange): Answer {
  const { query, state } = exchange
  const clientId = query.get('client_id') ?? ''
  if (clientId === '') return blocked(400, 'invalid_request', 'Missing required parameter: client_id')
  const app = appOf(state, 'search', clientId)
  if (app === undefined) return blocked(401, 'invalid_client', 'The OAuth client was not found.')
  const redirectUri = query.get('redirect_uri') ?? ''
  if (redirectUri === '') return blocked(400, 'invalid_request', 'Missing required parameter: redirect_uri')
  if (!redirectRegistered(state, redirectUri)) {
    return blocked(
      400,
      'redirect_uri_mismatch',
      `The redirect URI in the request, ${redirectUri}, does not match the ones authorized for the OAuth client.`,
    )
  }
  const kind = query.get('response_type') ?? ''
  if (kind === '') return blocked(400, 'invalid_request', 'Missing required parameter: response_type')
  if (kind !== 'code') return blocked(400, 'unsupported_response_type', `Invalid response_type: ${kind}`)
  const scopes = [
    ...new Set(
      (query.get('scope') ?? '')
        .split(/\s+/)
        .filter((scope) => scope !== '')
        .map(fullScope),
    ),
  ]
  if (scopes.length === 0) return blocked(400, 'invalid_request', 'Missing required parameter: scope')
  const unknown = scopes.filter((scope) => !app.scopes.includes(scope))
  if (unknown.length > 0) {
    return blocked(
      400,
      'invalid_scope',
      `Some requested scopes were invalid. {invalid=[${unknown.join(', ')}]}`,
    )
  }
  const access = query.get('access_type') ?? 'online'
  if (access !== 'online' && access !== 'offline') {
    return blocked(400, 'invalid_request', `Invalid parameter value for access_type: ${access}`)
  }
  const prompts = promptsOf(exchange)
  if (prompts.some((prompt) => !['none', 'consent', 'select_account'].includes(prompt))) {
    return blocked(400, 'invalid_request', `Invalid parameter value for prompt: ${query.get('prompt')}`)
  }
  if (prompts.includes('none') && prompts.length > 1) {
    return blocked(400, 'invalid_request', 'Invalid parameter value for prompt: none must stand alone')
  }
  const method = query.get('code_challenge_method') ?? 'plain'
  if (method !== 'S256' && method !== 'plain') {
    return blocked(400, 'invalid_request', `Invalid parameter value for code_challenge_method: ${method}`)
  }
  // Nobody is signed in to the sandbox, so a request that may show nothing cannot be answered with a code.
  if (prompts.includes('none')) {
    return returnTo(
      redirectUri,
      { error: 'interaction_required', state: query.get('state') ?? undefined },
      'refuse',
    )
  }
  const question: ConsentQuestion = {
    platform: 'search',
    app,
    redirectUri,
    scopes,
    partial: true,
    offers: ['twice', 'altered', 'never'],
    hint: query.get('login_hint') ?? '',
  }
  const consent = readConsent(exchange, question)
  return 'page' in consent ? consent.page : decided(exchange, question, consent)
}

function decided(exchange: Exchange, question: ConsentQuestion, consent: Consent): Answer {
  const { query, state, now } = exchange
  const { app, redirectUri } = question
  const returned = query.get('state') ?? undefined
  if (consent.decision === 'never') return returnTo(redirectUri, {}, 'never')
  // Who somebody is cannot be unticked; what an application may do can.
  const allowed = question.scopes.filter(
    (scope) => consent.scopes.includes(scope) || signInScopes.includes(scope),
  )
  if (consent.decision === 'refuse' || allowed.length === 0) {
    return returnTo(redirectUri, { error: 'access_denied', state: returned }, consent.decision)
  }
  const old = liveGrant(state, 'search', consent.person, app.clientId)
  const shown =
    promptsOf(exchange).includes('consent') || allowed.some((scope) => !old?.scopes.includes(scope))
  const scopes = query.get('include_granted_scopes') === 'true' ? union(old?.scopes ?? [], allowed) : allowed
  const grant =
    old ??
    createGrant(
      state,
      { platform: 'search', person: consent.person, clientId: app.clientId, scopes, declined: [] },
      now,
    )
  grant.scopes = union(grant.scopes, allowed)
  grant.consentedAt = now
  delete grant.reauthentication
  const limit = Number(consent.form.get('limit_seconds') ?? state.switches.search.timeBasedSeconds)
  if (shown && limit > 0) grant.endsAt = now + limit * 1000
  else if (shown) delete grant.endsAt
  const nonce = query.get('nonce')
  const code = issueCode(
    state,
    {
      platform: 'search',
      grant: grant.id,
      clientId: app.clientId,
      redirectUri,
      scopes,
      offline: query.get('access_type') === 'offline' && shown,
      ...challengeIn(query),
      ...(nonce === null ? {} : { nonce }),
    },
    now,
  )
  exchange.effect('consent', grant.id, { person: consent.person, scopes })
  return returnTo(
    redirectUri,
    {
      state: returned,
      iss: issuer,
      code: code.text,
      scope: scopes.join(' '),
      authuser: '0',
      prompt: shown ? 'consent' : 'none',
    },
    consent.decision,
  )
}

const union = (left: readonly string[], right: readonly string[]) => [...new Set([...left, ...right])]

const promptsOf = ({ query }: Exchange) =>
  (query.get('prompt') ?? '').split(/\s+/).filter((prompt) => prompt !== '')

/** `email` and `profile` are short for the full addresses, which is how the answers name them. */
const fullScope = (scope: string) =>
  scope === 'email' || scope === 'profile' ? `https://www.googleapis.com/auth/userinfo.${scope}` : scope

const blocked = (status: number, error: string, text: string) =>
  errorPage(status, `Access blocked: Error ${status}: ${error}`, text)
