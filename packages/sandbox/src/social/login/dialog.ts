// The login dialog: the requested permissions, the person's decision, and the redirect of the browser.

import type { Answer, Exchange } from '../../core/exchange.ts'
import {
  type Consent,
  type ConsentQuestion,
  challengeIn,
  errorPage,
  readApplicant,
  readConsent,
  returnTo,
} from '../../oauth/consent.ts'
import { createGrant, issueCode, liveGrant } from '../../oauth/grants.ts'
import type { Grant } from '../../oauth/people.ts'

export function dialog(exchange: Exchange): Answer {
  const { query } = exchange
  const applicant = readApplicant(exchange, 'social', {
    unknownApp: () =>
      errorPage(400, 'Invalid App ID', 'The provided app ID does not look like a valid app ID.'),
    unregistered: () =>
      errorPage(
        400,
        'URL blocked',
        'This redirect failed because the redirect URI is not white-listed in the app’s client OAuth settings.',
      ),
  })
  if ('page' in applicant) return applicant.page
  const { app, redirectUri } = applicant
  const kind = query.get('response_type') ?? 'code'
  if (kind !== 'code')
    return errorPage(400, 'Invalid parameter', `The response type '${kind}' is not supported here.`)
  const configuration = query.get('config_id')
  if (configuration === null && exchange.state.switches.social.businessLogin) return unavailable(app.name)
  const asked =
    configuration === null
      ? listOf(query.get('scope') ?? 'public_profile')
      : app.configurations?.[configuration]
  if (asked === undefined) return unavailable(app.name)
  const unknown = asked.filter((scope) => !app.scopes.includes(scope))
  if (unknown.length > 0) {
    return errorPage(
      400,
      'Invalid Scopes',
      `Invalid Scopes: ${unknown.join(', ')}. This message is only shown to developers.`,
    )
  }
  const challenge = query.get('code_challenge')
  const method = query.get('code_challenge_method') ?? 'plain'
  if (challenge !== null && method !== 'S256' && method !== 'plain') {
    return errorPage(400, 'Invalid parameter', `The code challenge method '${method}' is not supported.`)
  }
  const question: ConsentQuestion = {
    platform: 'social',
    app,
    redirectUri,
    scopes: withProfile(asked),
    // A configuration is granted as a whole or not at all.
    partial: configuration === null,
    offers: ['twice', 'altered', 'never', 'misconfigured'],
    ...(query.get('auth_type') === 'rerequest'
      ? { notes: ['Permissions that were refused before are asked for again.'] }
      : {}),
  }
  const consent = readConsent(exchange, question)
  return 'page' in consent ? consent.page : decided(exchange, question, consent)
}

/** The page that people see when a business application names no configuration of its own. */
const unavailable = (name: string) =>
  errorPage(400, 'It looks like this app isn’t available', `To fix this, please contact ${name}.`)

function decided(exchange: Exchange, question: ConsentQuestion, consent: Consent): Answer {
  const { query, state, now } = exchange
  const returned = query.get('state') ?? undefined
  const { app, redirectUri } = question
  switch (consent.decision) {
    case 'refuse':
      return returnTo(
        redirectUri,
        {
          error: 'access_denied',
          error_code: '200',
          error_description: 'Permissions error',
          error_reason: 'user_denied',
          state: returned,
        },
        consent.decision,
        '#_=_',
      )
    case 'misconfigured':
      return returnTo(
        redirectUri,
        {
          error_code: '1349048',
          error_message:
            "Can't load URL: The domain of this URL isn't included in the app's domains. To be able to load this URL, add all domains and subdomains of your app to the App Domains field in your app settings.",
          state: returned,
        },
        consent.decision,
      )
    case 'never':
      return returnTo(redirectUri, {}, 'never')
    default: {
      const grant = consented(exchange, question, consent)
      const code = issueCode(
        state,
        {
          platform: 'social',
          grant: grant.id,
          clientId: app.clientId,
          redirectUri,
          scopes: [...grant.scopes],
          offline: false,
          ...challengeIn(query),
        },
        now,
      )
      exchange.effect('consent', grant.id, {
        person: consent.person,
        scopes: grant.scopes,
        declined: grant.declined,
      })
      return returnTo(redirectUri, { code: code.text, state: returned }, consent.decision, '#_=_')
    }
  }
}

/** Refused permissions are stored and not requested again until the application uses `rerequest`. */
function consented(exchange: Exchange, question: ConsentQuestion, consent: Consent): Grant {
  const { state, now, query } = exchange
  const old = liveGrant(state, 'social', consent.person, question.app.clientId)
  const rerequested = query.get('auth_type') === 'rerequest'
  const remembered = rerequested ? [] : (old?.declined ?? [])
  const allowed = withProfile(consent.scopes).filter((scope) => !remembered.includes(scope))
  const refused = question.scopes.filter((scope) => !allowed.includes(scope))
  const scopes = [
    ...new Set([...(old?.scopes ?? []).filter((scope) => !refused.includes(scope)), ...allowed]),
  ].sort()
  const declined = [...new Set([...(old?.declined ?? []), ...refused])]
    .filter((scope) => !scopes.includes(scope))
    .sort()
  const grant =
    old ??
    createGrant(
      state,
      { platform: 'social', person: consent.person, clientId: question.app.clientId, scopes, declined },
      now,
    )
  grant.scopes = scopes
  grant.declined = declined
  grant.consentedAt = now
  const assets = consent.form.getAll('asset').map((text) => text.split(':', 2))
  for (const [scope = '', id = ''] of assets) {
    grant.assets ??= {}
    grant.assets[scope] = [...(grant.assets[scope] ?? []), id]
  }
  return grant
}

const withProfile = (scopes: readonly string[]) => [...new Set(['public_profile', ...scopes])]

const listOf = (text: string) => text.split(/[\s,]+/).filter((part) => part !== '')
