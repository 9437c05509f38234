// The login dialog: the requested permissions, the person's decision, and the redirect of the browser.

import type { Exchange, HttpResponse } from '../../../core/exchange.ts'
import {
  type Consent,
  type ConsentRequest,
  errorPage,
  readCodeChallenge,
  readConsent,
  readOAuthClient,
  redirectBack,
} from '../../../oauth/consent.ts'
import { createGrant, findLiveGrant, issueCode } from '../../../oauth/grants.ts'
import type { Grant } from '../../../oauth/people.ts'
import { socialOAuth } from '../oauthProfile.ts'

export function openLoginDialog(exchange: Exchange): HttpResponse {
  const { query } = exchange
  const oauthClient = readOAuthClient(exchange, 'social', {
    unknownApp: () =>
      errorPage(400, 'Invalid App ID', 'The provided app ID does not look like a valid app ID.'),
    unregistered: () =>
      errorPage(
        400,
        'URL blocked',
        'This redirect failed because the redirect URI is not white-listed in the app’s client OAuth settings.',
      ),
  })
  if ('page' in oauthClient) return oauthClient.page
  const { app, redirectUri } = oauthClient
  const responseType = query.get('response_type') ?? 'code'
  if (responseType !== 'code')
    return errorPage(400, 'Invalid parameter', `The response type '${responseType}' is not supported here.`)
  const configuration = query.get('config_id')
  if (configuration === null && exchange.state.switches.social.businessLogin)
    return appUnavailablePage(app.name)
  const requestedScopes =
    configuration === null
      ? splitList(query.get('scope') ?? 'public_profile')
      : app.configurations?.[configuration]
  if (requestedScopes === undefined) return appUnavailablePage(app.name)
  const unknownScopes = requestedScopes.filter((scope) => !app.scopes.includes(scope))
  if (unknownScopes.length > 0) {
    return errorPage(
      400,
      'Invalid Scopes',
      `Invalid Scopes: ${unknownScopes.join(', ')}. This message is only shown to developers.`,
    )
  }
  const challenge = query.get('code_challenge')
  const method = query.get('code_challenge_method') ?? 'plain'
  if (challenge !== null && method !== 'S256' && method !== 'plain') {
    return errorPage(400, 'Invalid parameter', `The code challenge method '${method}' is not supported.`)
  }
  const consentRequest: ConsentRequest = {
    profile: socialOAuth,
    app,
    redirectUri,
    scopes: withProfile(requestedScopes),
    // A configuration is granted as a whole or not at all.
    allowsPartial: configuration === null,
    extraDecisions: ['twice', 'altered', 'never', 'misconfigured'],
    ...(query.get('auth_type') === 'rerequest'
      ? { notes: ['Permissions that were refused before are asked for again.'] }
      : {}),
  }
  const consent = readConsent(exchange, consentRequest)
  return 'page' in consent ? consent.page : handleDecision(exchange, consentRequest, consent)
}

/** The page that people see when a business application names no configuration of its own. */
const appUnavailablePage = (name: string) =>
  errorPage(400, 'It looks like this app isn’t available', `To fix this, please contact ${name}.`)

function handleDecision(exchange: Exchange, consentRequest: ConsentRequest, consent: Consent): HttpResponse {
  const { query, state, now } = exchange
  const stateParam = query.get('state') ?? undefined
  const { app, redirectUri } = consentRequest
  switch (consent.decision) {
    case 'refuse':
      return redirectBack(
        redirectUri,
        {
          error: 'access_denied',
          error_code: '200',
          error_description: 'Permissions error',
          error_reason: 'user_denied',
          state: stateParam,
        },
        consent.decision,
        '#_=_',
      )
    case 'misconfigured':
      return redirectBack(
        redirectUri,
        {
          error_code: '1349048',
          error_message:
            "Can't load URL: The domain of this URL isn't included in the app's domains. To be able to load this URL, add all domains and subdomains of your app to the App Domains field in your app settings.",
          state: stateParam,
        },
        consent.decision,
      )
    case 'never':
      return redirectBack(redirectUri, {}, 'never')
    default: {
      const grant = applyConsent(exchange, consentRequest, consent)
      const code = issueCode(
        state,
        socialOAuth,
        {
          grant: grant.id,
          clientId: app.clientId,
          redirectUri,
          scopes: [...grant.scopes],
          offline: false,
          ...readCodeChallenge(query),
        },
        now,
      )
      exchange.effect('consent', grant.id, {
        person: consent.person,
        scopes: grant.scopes,
        declined: grant.declined,
      })
      return redirectBack(redirectUri, { code: code.text, state: stateParam }, consent.decision, '#_=_')
    }
  }
}

/** Refused permissions are stored and not requested again until the application uses `rerequest`. */
function applyConsent(exchange: Exchange, consentRequest: ConsentRequest, consent: Consent): Grant {
  const { state, now, query } = exchange
  const previous = findLiveGrant(state, 'social', consent.person, consentRequest.app.clientId)
  const isRerequest = query.get('auth_type') === 'rerequest'
  const declinedBefore = isRerequest ? [] : (previous?.declined ?? [])
  const allowedScopes = withProfile(consent.scopes).filter((scope) => !declinedBefore.includes(scope))
  const refusedScopes = consentRequest.scopes.filter((scope) => !allowedScopes.includes(scope))
  const scopes = [
    ...new Set([
      ...(previous?.scopes ?? []).filter((scope) => !refusedScopes.includes(scope)),
      ...allowedScopes,
    ]),
  ].sort()
  const declined = [...new Set([...(previous?.declined ?? []), ...refusedScopes])]
    .filter((scope) => !scopes.includes(scope))
    .sort()
  const grant =
    previous ??
    createGrant(
      state,
      { platform: 'social', person: consent.person, clientId: consentRequest.app.clientId, scopes, declined },
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

const splitList = (text: string) => text.split(/[\s,]+/).filter((part) => part !== '')
