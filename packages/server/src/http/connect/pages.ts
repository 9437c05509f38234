// The pages an end user sees while linking. They are plain HTML forms: nothing here needs a script.

import type { AccountOption, Grant, LinkProblem, PageOption } from '../../platforms/provider.ts'
import { type Html, html } from './html.ts'

/** What every page knows. */
export interface Scene {
  /** Who asks: the workspace's name. */
  readonly workspace: string
  /** For whom: the name of the user. */
  readonly user: string
  readonly platform: string
  /** Where the forms of this link go. */
  readonly base: string
  readonly csrf: string
}

const platformNames: Readonly<Record<string, string>> = {
  social: 'social ads',
  search: 'search ads',
  pro: 'professional network ads',
}

export function platformName(platform: string): string {
  return platformNames[platform] ?? platform
}

export function layout(title: string, from: string, content: Html, head: Html = html``): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${from === '' ? title : `${title} · ${from}`}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/connect/style.css">
${head}</head>
<body>
<main>
${from === '' ? undefined : html`<p class="from">${from}</p>`}
${content}
</main>
</body>
</html>
`.text
}

function postForm(scene: Scene, action: string, content: Html): Html {
  return html`<form method="post" action="${scene.base}/${action}"><input type="hidden" name="csrf" value="${scene.csrf}">${content}</form>`
}

export function startPage(scene: Scene): string {
  const name = platformName(scene.platform)
  return layout(
    `Connect ${name}`,
    scene.workspace,
    html`<h1>Connect your ${name} account</h1>
<p><strong>${scene.workspace}</strong> asks to connect an ad account for <strong>${scene.user}</strong>.</p>
<ul class="facts">
<li>You sign in at the platform itself; your password is never seen here.</li>
<li>Afterwards ${scene.workspace} can see and manage advertising in the account you choose.</li>
<li>You can end this at any time.</li>
</ul>
<p class="soft">Did somebody send you this link whom you do not know? Then do not go on.</p>
<div class="actions">${postForm(scene, 'start', html`<button>Continue</button>`)}${postForm(scene, 'cancel', html`<button class="plain">Cancel</button>`)}</div>`,
  )
}

/** A form cannot lead to another site under our policy; this page takes the last step. */
export function onwardPage(scene: Pick<Scene, 'workspace'>, url: string, text: string): string {
  return layout(
    text,
    scene.workspace,
    html`<h1>${text}</h1>
<p>If nothing happens, go on here:</p>
<div class="actions"><a class="button" href="${url}" rel="noreferrer">Continue</a></div>`,
    html`<meta http-equiv="refresh" content="0;url=${url}">
`,
  )
}

export interface PickerView {
  readonly grant: Grant
  /** Narrowed by the search field. */
  readonly query: string
  readonly page: number
  /** Chosen in the first step; the second one is about the page to advertise for. */
  readonly accountId: string
  readonly previousAccountId: string
  readonly otherPerson: string | undefined
  readonly problem: string
}

const pageSize = 20

export function pickerPage(scene: Scene, view: PickerView): string {
  const { grant, accountId } = view
  const choosingPage = accountId !== '' && grant.pages.length > 0
  const title = choosingPage ? 'Choose a page' : 'Choose an ad account'
  const note = noteOf(view)
  return layout(
    title,
    scene.workspace,
    html`<h1>${title}</h1>
<p class="soft">Signed in as ${grant.person.name || grant.person.email || 'your account at the platform'}.</p>
${note}${view.problem === '' ? undefined : html`<p class="note" role="alert">${view.problem}</p>`}
${choosingPage ? pageStep(scene, view) : accountStep(scene, view)}
<div class="actions">${postForm(scene, 'start', html`<button class="plain">Use another login</button>`)}${postForm(scene, 'cancel', html`<button class="plain">Cancel</button>`)}</div>`,
  )
}

function noteOf({ otherPerson, grant, previousAccountId }: PickerView): Html {
  const gone = previousAccountId !== '' && !grant.accounts.some(({ id }) => id === previousAccountId)
  return html`${
    otherPerson === undefined
      ? undefined
      : html`<p class="note">Until now this was connected by <strong>${otherPerson}</strong>. Going on replaces that with the login you just used.</p>`
  }${gone ? html`<p class="note">The account that was connected before (${previousAccountId}) is not available to this login.</p>` : undefined}`
}

function accountStep(scene: Scene, view: PickerView): Html {
  const twoSteps = view.grant.pages.length > 1
  const shown = search(view.grant.accounts, view.query)
  return html`${searchForm(scene, view, view.grant.accounts.length, {})}
${postForm(
  scene,
  'select',
  html`<fieldset><legend>Ad account</legend>
${shown.slice(view.page * pageSize, (view.page + 1) * pageSize).map((account) => accountOption(account, view))}
${shown.length === 0 ? html`<p class="soft">Nothing found.</p>` : undefined}</fieldset>
${pageLinks(scene, view, shown.length, {})}
${confirmOption(view)}
<div class="actions"><button>${twoSteps ? 'Next' : 'Connect'}</button></div>`,
)}`
}

function pageStep(scene: Scene, view: PickerView): Html {
  const shown = search(view.grant.pages, view.query)
  const kept = { account: view.accountId }
  return html`${searchForm(scene, view, view.grant.pages.length, kept)}
${postForm(
  scene,
  'select',
  html`<input type="hidden" name="account" value="${view.accountId}"><fieldset><legend>Page to advertise for</legend>
${shown.slice(view.page * pageSize, (view.page + 1) * pageSize).map((page, index) => pageOption(page, view.grant.pages.length === 1 || index === 0))}
</fieldset>
${pageLinks(scene, view, shown.length, kept)}
<label class="option"><input type="checkbox" name="photo" value="yes" checked><span><strong>Include the photo account</strong><small>of the page, if it has one</small></span></label>
${confirmOption(view)}
<div class="actions"><button>Connect</button></div>`,
)}`
}

function confirmOption({ otherPerson }: PickerView): Html | undefined {
  if (otherPerson === undefined) return undefined
  return html`<label class="option"><input type="checkbox" name="confirm" value="yes" required><span><strong>Yes, replace ${otherPerson}</strong></span></label>`
}

function accountOption({ id, name, detail, unusable }: AccountOption, view: PickerView): Html {
  const off = unusable !== ''
  const checked = id === (view.accountId || view.previousAccountId)
  return html`<label class="option${off ? ' off' : ''}"><input type="radio" name="account" value="${id}" required${off ? html` disabled` : undefined}${checked && !off ? html` checked` : undefined}><span><strong>${name}</strong><small>${detail}${off ? ` · cannot be used: ${unusable}` : ''}</small></span></label>
`
}

function pageOption({ id, name, photoAccount }: PageOption, checked: boolean): Html {
  return html`<label class="option"><input type="radio" name="page" value="${id}" required${checked ? html` checked` : undefined}><span><strong>${name}</strong><small>${photoAccount ? `with photo account ${photoAccount.name}` : 'no photo account'}</small></span></label>
`
}

function search<Option extends { readonly id: string; readonly name: string; readonly detail?: string }>(
  options: readonly Option[],
  query: string,
): readonly Option[] {
  const wanted = query.trim().toLowerCase()
  if (wanted === '') return options
  return options.filter(({ id, name, detail = '' }) =>
    `${name} ${id} ${detail}`.toLowerCase().includes(wanted),
  )
}

function searchForm(
  scene: Scene,
  view: PickerView,
  count: number,
  kept: Readonly<Record<string, string>>,
): Html | undefined {
  if (count <= pageSize) return undefined
  return html`<form class="search" method="get" action="${scene.base}/select" role="search">
${Object.entries(kept).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<input type="search" name="q" value="${view.query}" placeholder="Search ${count} by name or number" aria-label="Search"><button class="plain">Search</button></form>`
}

function pageLinks(
  scene: Scene,
  view: PickerView,
  count: number,
  kept: Readonly<Record<string, string>>,
): Html | undefined {
  if (count <= pageSize) return undefined
  const pages = Math.ceil(count / pageSize)
  const link = (page: number, text: string) => {
    const query = new URLSearchParams({ ...kept, q: view.query, page: String(page) })
    return page < 0 || page >= pages
      ? html`<span></span>`
      : html`<a href="${scene.base}/select?${query.toString()}">${text}</a>`
  }
  return html`<nav class="pages" aria-label="Pages">${link(view.page - 1, '← Previous')}<span class="soft">${view.page + 1} of ${pages}</span>${link(view.page + 1, 'Next →')}</nav>`
}

/** The consent came back, but is of no use yet. */
export function againPage(scene: Scene, problem: LinkProblem): string {
  const missing = problem === 'missing_permissions'
  const title = missing
    ? 'A permission is missing'
    : problem === 'no_pages'
      ? 'No page found'
      : 'No ad account found'
  return layout(
    title,
    scene.workspace,
    html`<span class="mark bad" aria-hidden="true">!</span><h1>${title}</h1>
<p>${
      missing
        ? 'Without the permission to manage advertising there is nothing to connect. You can go back and grant it.'
        : problem === 'no_pages'
          ? 'The login you used has no page to advertise for. Use another login, or make a page at the platform first.'
          : 'The login you used has no ad account that can be connected. Use another login, or make an ad account at the platform first.'
    }</p>
<div class="actions">${postForm(scene, 'start', html`${missing ? html`<input type="hidden" name="again" value="yes">` : undefined}<button>${missing ? 'Grant again' : 'Use another login'}</button>`)}${postForm(scene, 'cancel', html`<button class="plain">Cancel</button>`)}</div>`,
  )
}

/** The end of a link that has nowhere to send the user. */
export function resultPage(
  scene: Pick<Scene, 'workspace' | 'platform'>,
  outcome: { good: boolean; title: string; text: string; onward: string | undefined },
): string {
  return layout(
    outcome.title,
    scene.workspace,
    html`<span class="mark${outcome.good ? '' : ' bad'}" aria-hidden="true">${outcome.good ? '✓' : '!'}</span><h1>${outcome.title}</h1>
<p>${outcome.text}</p>
${outcome.onward === undefined ? html`<p class="soft">You can close this page.</p>` : html`<div class="actions"><a class="button" href="${outcome.onward}" rel="noreferrer">Back to ${scene.workspace}</a></div>`}`,
  )
}

/** Something that is not a link, or not of this browser: no names, nowhere to go. */
export function plainPage(title: string, text: string): string {
  return layout(
    title,
    '',
    html`<span class="mark bad" aria-hidden="true">!</span><h1>${title}</h1><p>${text}</p>`,
  )
}
