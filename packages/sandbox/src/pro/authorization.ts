// The consent page of the professional network: all scopes or none, and most errors return to the application.
// https://learn.microsoft.com/en-us/linkedin/shared/authentication/authorization-code-flow

import type { Answer, Exchange } from '../core/exchange.ts'
import { type ConsentQuestion, errorPage, readApplicant, readConsent, returnTo } from '../oauth/consent.ts'
import { createGrant, issueCode, killTokens, liveGrant } from '../oauth/grants.ts'

const wentWrong = (text: string) => errorPage(400, 'Bummer, something went wrong.', text)

export function authorization(exchange: Exchange): Answer {
  const { query } = exchange
  const applicant = readApplicant(exchange, 'pro', {
    unknownApp: () => wentWrong('The passed in client_id is invalid.'),
    unregistered: () => wentWrong('The redirect_uri does not match the registered value.'),
  })
  if ('page' in applicant) return applicant.page
  const { app, redirectUri } = applicant
  const returned = query.get('state') ?? undefined
  const back = (error: string, description: string) =>
    returnTo(redirectUri, { error, error_description: description, state: returned }, 'refuse')
  const kind = query.get('response_type') ?? ''
  if (kind !== 'code') return back('unsupported_response_type', 'The response_type is not supported.')
  const scopes = [...new Set((query.get('scope') ?? '').split(/[ ,]+/).filter((scope) => scope !== ''))]
  if (scopes.length === 0) return back('invalid_request', 'A required parameter "scope" is missing')
  const foreign = scopes.find((scope) => !app.scopes.includes(scope))
  if (foreign !== undefined) {
    return back(
      'unauthorized_scope_error',
      `Scope &quot;${foreign}&quot; is not authorized for your application`,
    )
  }
  const question: ConsentQuestion = {
    platform: 'pro',
    app,
    redirectUri,
    scopes,
    partial: false,
    offers: ['cancel_login', 'twice', 'altered', 'never'],
    notes: ['All of it or nothing: single permissions cannot be refused.'],
  }
  const member = exchange.method === 'GET' ? knownMember(exchange, question) : undefined
  if (member !== undefined) {
    return returnTo(redirectUri, { code: consented(exchange, question, member), state: returned }, 'allow')
  }
  const consent = readConsent(exchange, question)
  if ('page' in consent) return consent.page
  switch (consent.decision) {
    case 'refuse':
      return back('user_cancelled_authorize', 'The user cancelled the authorization')
    case 'cancel_login':
      return back('user_cancelled_login', 'The user cancelled LinkedIn login')
    case 'never':
      return returnTo(redirectUri, {}, 'never')
    default: {
      const code = consented(exchange, { ...question, scopes: consent.scopes }, consent.person)
      const answer = returnTo(redirectUri, { code, state: returned }, consent.decision)
      const cookie = `${memberCookie}=${consent.person}; Path=/oauth/v2; HttpOnly; SameSite=Lax`
      return { ...answer, headers: { ...answer.headers, 'set-cookie': cookie } }
    }
  }
}

function consented(
  exchange: Exchange,
  { app, redirectUri, scopes }: ConsentQuestion,
  person: string,
): string {
  const { state, now } = exchange
  const grant =
    liveGrant(state, 'pro', person, app.clientId) ??
    createGrant(
      state,
      { platform: 'pro', person, clientId: app.clientId, scopes: [...scopes], declined: [] },
      now,
    )
  if (!sameSet(grant.scopes, scopes)) {
    // Another set of scopes ends every earlier token of this member for this application.
    killTokens(state, grant, 'scope_change', now)
    const until = now + state.switches.pro.stickyPermissionsSeconds * 1000
    if (until > now) grant.sticky = { scopes: [...grant.scopes], until }
    grant.scopes = [...scopes]
  }
  grant.consentedAt = now
  const { clientId } = app
  const code = issueCode(
    state,
    { platform: 'pro', grant: grant.id, clientId, redirectUri, scopes: [...scopes], offline: true },
    now,
  )
  exchange.effect('consent', grant.id, { person, scopes })
  return code.text
}

const memberCookie = 'sandbox_member'

/** The member who is signed in in this browser, if the same scopes were allowed before and asking again is switched off. */
function knownMember(exchange: Exchange, { app, scopes }: ConsentQuestion): string | undefined {
  const { state, headers } = exchange
  if (!state.switches.pro.consentSkipped) return undefined
  const [, member = ''] = new RegExp(`(?:^|; )${memberCookie}=(\\w+)`).exec(headers['cookie'] ?? '') ?? []
  const grant = liveGrant(state, 'pro', member, app.clientId)
  return grant !== undefined && sameSet(grant.scopes, scopes) ? member : undefined
}

const sameSet = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && left.every((scope) => right.includes(scope))
