// The page for people who open the sandbox in a browser: people, clock, recent requests, and examples to try.
// Every button is a form that posts to the admin surface and returns. A script only displays updates in the
// meantime.

import type { Exchange, HttpResponse, PlatformName } from '../core/exchange.ts'
import type { Fault, FaultKind } from '../core/faults.ts'
import type { RequestRecord } from '../core/ledger.ts'
import { platforms } from '../platforms/index.ts'
import type { AccountSummary, ListedIdentity } from '../platforms/platformDefinition.ts'
import { standingTokenText } from '../platforms/tokenTexts.ts'
import { demoPerson } from './demo.ts'
import type { SandboxDeps } from './deps.ts'
import { type ListedPerson, listPeople, type PeopleListing } from './listing.ts'
import { html, Markup } from './markup.ts'
import { pageScript, pageScriptHash } from './pageScript.ts'
import { pageStyle, pageStyleHash } from './pageStyle.ts'
import { computePulse, pageTime } from './pulse.ts'

const maxRequests = 25

export function sandboxPage(exchange: Exchange, deps: SandboxDeps): HttpResponse {
  const listing = listPeople(exchange.state, exchange.origin)
  const body = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>adrail sandbox</title><style>${new Markup(pageStyle)}</style></head>
<body data-pulse="${computePulse(deps)}"><main>
${renderIntroduction(exchange)}
${renderClockSection(exchange, deps)}
${renderPeopleSection(listing)}
${renderTrySection(exchange)}
${renderRequestsSection(deps.ledger.list({ limit: maxRequests }))}
${renderFaultsSection(deps)}
${renderAppsSection(listing)}
${renderFooter()}
</main><script type="module">${new Markup(pageScript)}</script></body></html>
`
  return {
    status: 200,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `default-src 'none'; style-src ${pageStyleHash}; script-src ${pageScriptHash}; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    },
    body: body.text,
  }
}

const apiList = new Intl.ListFormat('en')

function renderIntroduction({ origin }: Exchange): Markup {
  return html`<header>
<h1>adrail sandbox</h1>
<p class="lead">${platforms.length} advertising platforms on your own machine: ${apiList.format(platforms.map(({ api }) => `the ${api}`))}. They respond at this address, store what you
create, and follow a clock that you control. Nothing here reaches the internet or spends money.</p>
<p>Address <code>${origin}</code></p>
<nav aria-label="On this page"><a href="#clock">Clock</a><a href="#people">People</a><a href="#try">Try it</a>
<a href="#requests">Requests</a><a href="#faults">Faults</a><a href="#apps">Applications</a>
<a href="/_sandbox/people">People as JSON</a><a href="/_sandbox/calls">Emulated calls</a></nav>
</header>`
}

const clockModeLabels = {
  real: 'follows the machine’s time',
  shifted: 'runs with an offset to the machine’s time',
  frozen: 'stopped',
} as const

function renderClockSection({ now }: Exchange, { clock }: SandboxDeps): Markup {
  const { mode } = clock.setting()
  const { instant, shown } = pageTime(now)
  const advanceButton = (value: string, label: string) =>
    html`<button name="advance" value="${value}">${label}</button>`
  const freezeButton =
    mode === 'frozen'
      ? html`<button name="resume" value="true" class="main">Start the clock</button>`
      : html`<button name="freeze" value="true">Stop the clock</button>`
  return html`<section id="clock"><h2>Clock</h2>
<p class="soft">Tokens, audiences, reviews, reports and delivery follow this clock. Advance the clock to see a month of results.</p>
<p class="now"><time datetime="${instant}">${shown}</time></p>
<div data-live="clock"><p><span class="badge${mode === 'real' ? '' : ' on'}">${clockModeLabels[mode]}</span></p>
<form method="post" action="/_sandbox/clock" class="row">${advanceButton('1h', '+ 1 hour')}${advanceButton('1d', '+ 1 day')}${advanceButton(
    '7d',
    '+ 7 days',
  )}${advanceButton('30d', '+ 30 days')}${freezeButton}${
    mode === 'real' ? undefined : html`<button name="real" value="true">Use the machine’s time</button>`
  }</form></div>
<form method="post" action="/_sandbox/clock" class="row"><label>Set the clock to
<input name="set" required value="${instant.slice(0, 16)}:00Z" pattern="\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d)?Z" title="Such as 2026-11-15T12:00:00Z"></label>
<button>Set</button></form></section>`
}

function renderPeopleSection({ people }: PeopleListing): Markup {
  return html`<section id="people"><h2>People</h2>
<p class="soft">People who can sign in here. Open a person to see the accounts and the tokens, which work immediately.</p>
<div class="people">${people.map(renderPerson)}</div></section>`
}

function renderPerson(person: ListedPerson): Markup {
  const { key, name, email, purpose } = person
  return html`<details class="person fold"${key === demoPerson ? html` open` : undefined}><summary><b>${name}</b>
<span class="soft">${email}</span><span class="soft">${purpose}</span></summary>
<div class="three">${platforms.map(({ name, oauth }) => renderIdentity(oauth.title, person[name]))}</div></details>`
}

const maxAccounts = 6

function renderIdentity(title: string, { id, accessToken, refreshToken, accounts }: ListedIdentity): Markup {
  const visibleAccounts = accounts.slice(0, maxAccounts)
  const hiddenAccounts = accounts.slice(maxAccounts)
  return html`<div><h3>${title}</h3><p class="soft">Person <code>${id}</code></p>
<ul>${visibleAccounts.map(renderAccount)}</ul>${
    hiddenAccounts.length === 0
      ? undefined
      : html`<details><summary class="soft">and ${hiddenAccounts.length} more</summary><ul>${hiddenAccounts.map(renderAccount)}</ul></details>`
  }${accounts.length === 0 ? html`<p class="soft">No accounts.</p>` : undefined}
<details><summary>Tokens</summary><span class="soft">Access token</span><code class="token">${accessToken}</code>${
    refreshToken === undefined
      ? undefined
      : html`<span class="soft">Refresh token</span><code class="token">${refreshToken}</code>`
  }</details></div>`
}

const splitCamelCase = (kind: string) => kind.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)

function renderAccount({ kind, id, name, currency }: AccountSummary): Markup {
  return html`<li>${name} <span class="soft">${splitCamelCase(kind)}${currency === undefined ? '' : `, ${currency}`}</span><br><code>${id}</code></li>`
}

/** The command that sets the variable which the example calls use. */
export const tokenLine = (platform: PlatformName) => `TOKEN=${standingTokenText(platform, demoPerson)}`

function renderTrySection({ origin }: Exchange): Markup {
  return html`<section id="try"><h2>Try it</h2>
<p class="soft">Paste into a terminal: first the line that sets the token of the demo person, then any of the calls.</p>
${platforms.map(
  ({ name, oauth, api, curlExamples }) => html`<details class="fold" open><summary><b>${oauth.title}</b>
<span class="soft">${api}</span></summary><pre>${tokenLine(name)}</pre>
${curlExamples(origin).map(({ title, line }) => html`<p>${title}</p><pre>${line}</pre>`)}</details>`,
)}</section>`
}

function renderRequestsSection(requests: readonly RequestRecord[]): Markup {
  const rows = requests.toReversed()
  return html`<section id="requests"><h2>Last requests</h2>
<p class="soft">The newest ${maxRequests} requests, updated live. All requests and effects as JSON lines: <a href="/_sandbox/requests">requests</a>,
<a href="/_sandbox/effects">effects</a>.<noscript> <a href="/">Reload</a></noscript></p>
<div data-live="requests">${
    rows.length === 0
      ? html`<p>No requests yet. Requests appear when a program calls a platform.</p>`
      : html`<table><thead><tr><th class="wide">Time</th><th>Call</th><th>Request</th><th>Response</th></tr></thead>
<tbody>${rows.map(renderRequest)}</tbody></table>`
  }</div></section>`
}

function renderRequest({ at, platform, call, method, url, status, effects, fault }: RequestRecord): Markup {
  const shortUrl = url.length > 180 ? `${url.slice(0, 180)}…` : url
  return html`<tr><td class="wide mono">${at.slice(11, 19)}</td><td>${call}<br><span class="soft">${platform}</span></td>
<td class="url"><code>${method} ${shortUrl}</code></td>
<td><span class="${status >= 200 && status < 400 ? 'ok' : 'no'}">${status === 0 ? 'aborted' : status}</span>${
    effects === 0 ? undefined : html`<br><span class="badge">changed ${effects}</span>`
  }${fault === undefined ? undefined : html`<br><span class="badge on">${fault}</span>`}</td></tr>`
}

function renderFaultsSection({ faults }: SandboxDeps): Markup {
  const faultList = faults.list()
  return html`<section id="faults"><h2>Faults</h2>
<p class="soft">Make the next call of a platform fail, and see how your program reacts.</p>
<div data-live="faults">${
    faultList.length === 0
      ? html`<p>No faults yet. Faults appear when you inject them.</p>`
      : html`<table><thead><tr><th>Call</th><th>Fault</th><th>Injected</th><th></th></tr></thead>
<tbody>${faultList.map(renderFault)}</tbody></table>`
  }</div>
<details><summary>Inject a fault</summary>
<div class="orders">${platforms.map(({ name, oauth, calls }) => {
    const callInput = renderCallSelect(calls.map((call) => call.name))
    const platformInput = html`<input type="hidden" name="platform" value="${name}">`
    return html`<div><h3>${oauth.title}</h3>
<form method="post" action="/_sandbox/faults">${platformInput}<input type="hidden" name="kind" value="status">${callInput}
<div class="pair"><label>Status<input name="status" required inputmode="numeric" pattern="[1-5]\\d\\d" value="503" title="An HTTP status"></label>
<label>Error code<input name="code" placeholder="optional"></label></div>
<button>Return this error</button></form>
<form method="post" action="/_sandbox/faults">${platformInput}${callInput}
<label>Fault<select name="kind">${faultLabels.map(([kind, label]) => html`<option value="${kind}">${label}</option>`)}</select></label>
<button>Inject this fault</button></form></div>`
  })}</div></details></section>`
}

const renderCallSelect = (names: readonly string[]) =>
  html`<label>Call<select name="call"><option value="*">any call</option>${[...new Set(names)].map(
    (name) => html`<option>${name}</option>`,
  )}</select></label>`

const faultLabels: readonly (readonly [FaultKind, string])[] = [
  ['rate_limit', 'rate limit exceeded'],
  ['reset', 'connection reset'],
  ['stall', 'no response until you release it'],
  ['late', 'connection reset, effect only when you release it'],
  ['truncate', 'truncated response'],
  ['drip', 'very slow response'],
  ['garbage', 'response that is not JSON'],
  ['body', 'your own body'],
  ['html', 'web page instead of JSON'],
]

function describeFault({ kind, status, code, when }: Fault['order']): string {
  const label = kind === 'status' ? 'status' : (faultLabels.find(([name]) => name === kind)?.[1] ?? kind)
  const details = [status, code === undefined ? undefined : `code ${code}`].filter(
    (detail) => detail !== undefined,
  )
  const effect = when === 'after' ? 'after the effect' : 'without effect'
  return `${[label, ...details].join(' ')}, ${effect}`
}

function renderFault({ id, order, met, holding }: Fault): Markup {
  return html`<tr><td>${order.call === '*' ? 'any call' : order.call}<br><span class="soft">${order.platform}</span></td><td>${describeFault(order)}</td>
<td>${met} of ${order.times}${holding === 0 ? undefined : html` <span class="badge on">holds ${holding}</span>`}</td>
<td>${
    holding === 0
      ? undefined
      : html`<form method="post" action="/_sandbox/faults/${id}/release"><button>Release</button></form> `
  }<form method="post" action="/_sandbox/faults/${id}/cancel"><button>${met < order.times ? 'Cancel' : 'Remove'}</button></form></td></tr>`
}

function renderAppsSection({ apps }: PeopleListing): Markup {
  return html`<section id="apps"><h2>Registered applications</h2>
<p class="soft">Applications for sign-in flows. The sandbox accepts every redirect URL on this machine.</p>
<table><thead><tr><th>Platform</th><th>Client id</th><th>Client secret</th></tr></thead><tbody>${platforms.flatMap(
    ({ name: platform, oauth }) =>
      apps[platform].map(
        ({
          clientId,
          clientSecret,
          name,
        }) => html`<tr><td>${oauth.title}<br><span class="soft">${name}</span></td>
<td><code>${clientId}</code></td><td><code>${clientSecret}</code></td></tr>`,
      ),
  )}</tbody></table></section>`
}

function renderFooter(): Markup {
  return html`<footer><form method="post" action="/_sandbox/reset" class="row"><button class="danger">Reset the sandbox</button>
<span>Deletes all created objects, the requests and the faults. The clock remains.</span></form></footer>`
}
