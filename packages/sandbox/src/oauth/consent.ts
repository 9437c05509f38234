// The consent page, on which a person allows or refuses an application, and the redirects back to the
// application. The page consists of plain forms without a script.

import type { Exchange, HttpResponse, PlatformName } from '../core/exchange.ts'
import { parseBodyParameters } from '../core/parameters.ts'
import type { State } from '../core/state.ts'
import { findApp } from './grants.ts'
import type { Code, RegisteredApp } from './people.ts'
import type { OAuthProfile } from './profile.ts'
import { removeWithheldScopes } from './withheld.ts'

/** The decisions that the person can make on the page. */
export const decisions = [
  'allow',
  'partial',
  'refuse',
  'cancel_login',
  'misconfigured',
  'never',
  'twice',
  'altered',
] as const

export type Decision = (typeof decisions)[number]

export interface ConsentRequest {
  readonly profile: OAuthProfile
  readonly app: RegisteredApp
  readonly redirectUri: string
  /** The requested permissions, in the platform's own names. */
  readonly scopes: readonly string[]
  /** Whether the person can untick single permissions. */
  readonly allowsPartial: boolean
  /** Decisions that this platform's page offers besides allowing and refusing. */
  readonly extraDecisions: readonly Decision[]
  /** The person to preselect: a key, an email address or a platform id. */
  readonly hint?: string
  /** Notes that the page shows. */
  readonly notes?: readonly string[]
}

export interface Consent {
  readonly decision: Decision
  readonly person: string
  /**
   * The permissions that stayed ticked, without the withheld ones. All requested permissions unless the
   * decision is partial.
   */
  readonly scopes: readonly string[]
  readonly form: URLSearchParams
}

/**
 * Registered are loopback addresses with any port and path, and addresses that a tester added. All others are
 * refused.
 */
export function isRegisteredRedirect(state: State, uri: string): boolean {
  if (!URL.canParse(uri)) return false
  const { protocol, hostname, username, password, hash } = new URL(uri)
  if (username !== '' || password !== '' || hash !== '' || /[\\\s]/.test(uri)) return false
  if (state.redirectUris.includes(uri)) return true
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
  return isLoopback && (protocol === 'http:' || protocol === 'https:')
}

/**
 * Reads the requesting application and its redirect address. Returns an error page when either is invalid.
 */
export function readOAuthClient(
  { query, state }: Exchange,
  platform: PlatformName,
  errorPages: { readonly unknownApp: () => HttpResponse; readonly unregistered: () => HttpResponse },
): { readonly app: RegisteredApp; readonly redirectUri: string } | { readonly page: HttpResponse } {
  const app = findApp(state, platform, query.get('client_id') ?? '')
  if (app === undefined) return { page: errorPages.unknownApp() }
  const redirectUri = query.get('redirect_uri') ?? ''
  return isRegisteredRedirect(state, redirectUri) ? { app, redirectUri } : { page: errorPages.unregistered() }
}

/**
 * Reads the PKCE challenge, which the application must later prove to get tokens for its code. Empty without
 * a challenge.
 */
export function readCodeChallenge(query: URLSearchParams): Pick<Code, 'challenge'> {
  const challenge = query.get('code_challenge')
  const method = query.get('code_challenge_method') === 'S256' ? 'S256' : 'plain'
  return challenge === null ? {} : { challenge: { text: challenge, method } }
}

/** Reads the person's decision. Returns the consent page when there is none yet. */
export function readConsent(
  exchange: Exchange,
  consentRequest: ConsentRequest,
): Consent | { readonly page: HttpResponse } {
  if (exchange.method === 'GET') return { page: consentPage(exchange, consentRequest) }
  const form = parseBodyParameters(exchange)
  const submitted = form.get('decision') ?? ''
  const decision = decisions.find(
    (candidate) => candidate === submitted && availableDecisions(consentRequest).includes(candidate),
  )
  if (decision === undefined) {
    const choices = availableDecisions(consentRequest).join(', ')
    return { page: errorPage(400, 'No decision', `'decision' must be one of: ${choices}.`) }
  }
  const person = form.get('person') ?? ''
  if (!Object.hasOwn(exchange.state.people, person)) {
    const choices = Object.keys(exchange.state.people).join(', ')
    return { page: errorPage(400, 'No person selected', `'person' must be one of: ${choices}.`) }
  }
  const checkedScopes = form.getAll('scope')
  const allowedScopes =
    decision === 'partial'
      ? consentRequest.scopes.filter((scope) => checkedScopes.includes(scope))
      : consentRequest.scopes
  const scopes = removeWithheldScopes(exchange.state, consentRequest.profile.platform, person, allowedScopes)
  return { decision, person, scopes, form }
}

function availableDecisions(consentRequest: ConsentRequest): readonly Decision[] {
  return [
    'allow',
    ...(consentRequest.allowsPartial ? (['partial'] as const) : []),
    'refuse',
    ...consentRequest.extraDecisions,
  ]
}

/** Redirects the browser to the application with these parameters, in the way that the person chose. */
export function redirectBack(
  redirectUri: string,
  parameters: Readonly<Record<string, string | undefined>>,
  decision: Decision,
  fragment = '',
): HttpResponse {
  if (decision === 'never') {
    return renderPage(
      200,
      'This window is closed',
      '<p>The sandbox sends nothing back to the application.</p>',
    )
  }
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue
    url.searchParams.set(name, name === 'state' && decision === 'altered' ? tamperState(value) : value)
  }
  const target = `${url}${fragment}`
  if (decision !== 'twice') {
    return { status: 302, headers: { location: target, 'cache-control': 'no-store' }, body: '' }
  }
  // The picture makes the browser call back once, and the refresh a second time. A plain client finds the
  // address in the header.
  const escapedTarget = escapeHtml(target)
  return renderPage(
    200,
    'Two callbacks',
    `<p>The sandbox calls the application back two times with the same response.</p>
<p><a href="${escapedTarget}">Continue</a></p><img src="${escapedTarget}" alt="" width="1" height="1">`,
    { refresh: `1; url=${target}`, 'x-sandbox-return': target },
  )
}

function tamperState(state: string): string {
  const lastCharacter = state.at(-1) === 'A' ? 'B' : 'A'
  return `${state.slice(0, -1)}${lastCharacter}`
}

const buttons: Readonly<Record<Decision, string>> = {
  allow: 'Allow',
  partial: 'Allow only selected',
  refuse: 'Refuse',
  cancel_login: 'Cancel the sign-in',
  misconfigured: 'Fail: application misconfigured',
  never: 'Close the window and never return',
  twice: 'Allow and return twice',
  altered: 'Allow and return with an altered state',
}

/**
 * Renders the consent page. The form posts to the address at which it was opened, so the sandbox stores
 * nothing.
 */
function consentPage(exchange: Exchange, consentRequest: ConsentRequest): HttpResponse {
  const { people } = exchange.state
  const preselected =
    Object.values(people).find(
      ({ key, email, ids }) =>
        consentRequest.hint === key ||
        consentRequest.hint === email ||
        consentRequest.hint === ids[consentRequest.profile.platform],
    )?.key ?? 'ada'
  const personInputs = Object.values(people).map(
    ({ key, name, email, purpose }) =>
      `<label class="person"><input type="radio" name="person" value="${key}"${
        key === preselected ? ' checked' : ''
      }><span><b>${escapeHtml(name)}</b> <small>${escapeHtml(email)}</small><br><small>${escapeHtml(purpose)}</small></span></label>`,
  )
  const permissionInputs = consentRequest.scopes.map((scope) =>
    consentRequest.allowsPartial
      ? `<label><input type="checkbox" name="scope" value="${escapeHtml(scope)}" checked> <code>${escapeHtml(scope)}</code></label>`
      : `<div><code>${escapeHtml(scope)}</code></div>`,
  )
  const renderButton = (decision: Decision, style: string) =>
    `<button name="decision" value="${decision}" class="${style}">${buttons[decision]}</button>`
  const noteParagraphs = (consentRequest.notes ?? []).map((note) => `<p class="note">${escapeHtml(note)}</p>`)
  return renderPage(
    200,
    `${consentRequest.profile.title}: allow ${consentRequest.app.name}?`,
    `<p class="from">${consentRequest.profile.title} · sandbox</p>
<h1>${escapeHtml(consentRequest.app.name)} asks for access</h1>
<p>After your decision, you return to <code>${escapeHtml(consentRequest.redirectUri)}</code></p>${noteParagraphs.join('')}
<form method="post" action="${escapeHtml(`${exchange.path}?${exchange.rawQuery}`)}">
<fieldset><legend>Who are you?</legend>${personInputs.join('')}</fieldset>
<fieldset class="scopes"><legend>Requested permissions</legend>${permissionInputs.join('')}</fieldset>
<p class="main">${renderButton('allow', 'yes')}${consentRequest.allowsPartial ? renderButton('partial', '') : ''}${renderButton('refuse', '')}</p>
<details><summary>Simulate a failure</summary><p>${consentRequest.extraDecisions.map((decision) => renderButton(decision, 'odd')).join('')}</p></details>
</form>`,
  )
}

/** Renders the platform's own page for a request that never returns to the application. */
export function errorPage(status: number, title: string, text: string): HttpResponse {
  return renderPage(status, title, `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p>`)
}

function renderPage(
  status: number,
  title: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): HttpResponse {
  return {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'x-frame-options': 'DENY',
      ...headers,
    },
    body: `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main>${body}</main></body></html>
`,
  }
}

const style = `
:root{color-scheme:light dark;--ink:#1d2433;--paper:#fff;--back:#eef1f6;--line:#d5dbe6;--soft:#5d6880;--blue:#1f5eff}
@media(prefers-color-scheme:dark){:root{--ink:#e8ecf4;--paper:#1b2130;--back:#10141d;--line:#343d52;--soft:#9aa6bf;--blue:#5b8cff}}
*{box-sizing:border-box}body{margin:0;background:var(--back);color:var(--ink);font:16px/1.5 system-ui,sans-serif}
main{max-width:36rem;margin:2.5rem auto;padding:1.75rem 2rem;background:var(--paper);border:1px solid var(--line);border-radius:14px}
h1{font-size:1.35rem;margin:.2rem 0 .6rem}.from{margin:0;color:var(--soft);font-size:.85rem}
code{font-size:.85em;overflow-wrap:anywhere}small{color:var(--soft)}.note{border-left:3px solid var(--blue);padding-left:.7rem}
fieldset{border:1px solid var(--line);border-radius:10px;margin:1rem 0;padding:.6rem .9rem}legend{font-weight:600;padding:0 .3rem}
label{display:flex;gap:.6rem;align-items:flex-start;padding:.25rem 0}.person{line-height:1.3}
.main{display:flex;flex-wrap:wrap;gap:.6rem}button{font:inherit;padding:.55rem 1rem;border-radius:8px;border:1px solid var(--line);
background:transparent;color:inherit;cursor:pointer}button.yes{background:var(--blue);border-color:var(--blue);color:#fff}
button.odd{display:block;width:100%;text-align:left;margin:.35rem 0}button:focus-visible,input:focus-visible{outline:3px solid var(--blue);outline-offset:2px}
summary{cursor:pointer;color:var(--soft)}`

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
