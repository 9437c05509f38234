// The pages an end user sees while linking, all but the choice. They are plain HTML forms: nothing here needs a script.

import type { Platform } from '@adrail/contract'
import type { LinkProblem } from '../platforms/kit/provider.ts'
import { type Html, html } from './html.ts'
import { neededWords, optionalWords } from './permissionWords.ts'

/** What every page of a link knows. */
export interface Scene {
  /** Who asks: the workspace's name. */
  readonly workspace: string
  /** For whom: the name of the user. */
  readonly user: string
  readonly platform: Platform
  /** Whether single permissions can be refused at the platform. */
  readonly grantsParts: boolean
  /** The host at which the user signs in. */
  readonly host: string
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

export function postForm(scene: Scene, action: string, content: Html): Html {
  return html`<form method="post" action="${scene.base}/${action}"><input type="hidden" name="csrf" value="${scene.csrf}">${content}</form>`
}

/** The ways out of a page: some of them lead on, the last one ends the link. */
export function actions(scene: Scene, ...forms: readonly Html[]): Html {
  return html`<div class="actions">${forms}${postForm(scene, 'cancel', html`<button class="plain">Cancel</button>`)}</div>`
}

export function startPage(scene: Scene): string {
  const name = platformName(scene.platform)
  const optional = scene.grantsParts ? optionalWords(scene.platform) : ''
  return layout(
    `Connect ${name}`,
    scene.workspace,
    html`<h1>Connect your ${name} account</h1>
<p><strong>${scene.workspace}</strong> asks to connect an ad account for <strong>${scene.user}</strong>.</p>
<ul class="facts">
<li>Next you sign in at <strong>${scene.host}</strong>. Your password is never seen here.</li>
<li>There you are asked to let it ${neededWords(scene.platform)}.</li>
${
  optional === ''
    ? undefined
    : html`<li>You may refuse to let it ${optional}: then that alone will not work.</li>
`
}<li>Afterwards ${scene.workspace} can see and manage advertising in the account you choose.</li>
<li>You can end this at any time.</li>
</ul>
<p class="soft">Did somebody you do not know send you this link? Then do not go on: the account would be connected for them.</p>
${actions(scene, postForm(scene, 'start', html`<button>Continue</button>`))}`,
  )
}

/** A form cannot lead to another site under our policy; this page takes the last step. */
export function onwardPage(workspace: string, url: string, text: string): string {
  return layout(
    text,
    workspace,
    html`<h1>${text}</h1>
<p>If nothing happens, go on here:</p>
<div class="actions"><a class="button" href="${url}" rel="noreferrer">Continue</a></div>`,
    html`<meta http-equiv="refresh" content="0;url=${url}">
`,
  )
}

interface Setback {
  readonly title: string
  readonly text: string
  readonly button: string
}

const anotherLogin = 'Use another login'
const tryAgain = 'Try again'
const setbacks: Readonly<Partial<Record<LinkProblem, Setback>>> = {
  missing_permissions: {
    title: 'A permission is missing',
    text: 'Not everything that was asked for was allowed, and without it there is nothing to connect. You can go back and allow it.',
    button: 'Grant again',
  },
  no_ad_accounts: {
    title: 'No ad account found',
    text: 'The login you used has no ad account that can be connected. Use another login, or make an ad account at the platform first.',
    button: anotherLogin,
  },
  no_pages: {
    title: 'No page found',
    text: 'The login you used has no page that it may advertise for. Use another login, or make a page at the platform first.',
    button: anotherLogin,
  },
  code_rejected: {
    title: 'That did not work',
    text: 'The platform did not accept the answer of its own sign-in page. This happens when it took too long. Please try again.',
    button: tryAgain,
  },
  no_refresh_token: {
    title: 'That did not work',
    text: 'The platform gave no permission that lasts. Please try again, and allow what is asked for.',
    button: tryAgain,
  },
}
const unreachable: Setback = {
  title: 'The platform does not answer',
  text: 'You signed in, but the platform could not be asked for your accounts. Please try again in a moment.',
  button: tryAgain,
}

/** The consent came back, but is of no use yet. */
export function againPage(scene: Scene, problem: LinkProblem): string {
  const { title, text, button } = setbacks[problem] ?? unreachable
  const missing = problem === 'missing_permissions'
  return layout(
    title,
    scene.workspace,
    html`${mark(false)}<h1>${title}</h1>
<p>${text}</p>
${missing ? html`<p class="soft">It has to be let ${neededWords(scene.platform)}.</p>` : undefined}
${button === anotherLogin ? loginHint(scene) : undefined}
${actions(
  scene,
  postForm(
    scene,
    'start',
    html`${missing ? html`<input type="hidden" name="again" value="yes">` : undefined}<button>${button}</button>`,
  ),
)}`,
  )
}

/** Only the search platform asks which login to use; the others take whoever is signed in. */
export function loginHint(scene: Scene): Html | undefined {
  if (scene.platform === 'search') return undefined
  return html`<p class="soft">To use another login, sign out at ${scene.host} first.</p>`
}

/** The end of a link that has nowhere to send the user, or was opened again. */
export function resultPage(
  workspace: string,
  outcome: { good: boolean; title: string; text: string; onward: string | undefined },
): string {
  return layout(
    outcome.title,
    workspace,
    html`${mark(outcome.good)}<h1>${outcome.title}</h1>
<p>${outcome.text}</p>
${outcome.onward === undefined ? html`<p class="soft">You can close this page.</p>` : html`<div class="actions"><a class="button" href="${outcome.onward}" rel="noreferrer">Back to ${workspace}</a></div>`}`,
  )
}

/** Something that is not a link, or not of this browser: no names, and nowhere to go but to a link of this browser. */
export function plainPage(title: string, text: string, back?: string): string {
  return layout(
    title,
    '',
    html`${mark(false)}<h1>${title}</h1>
<p>${text}</p>
${back === undefined ? undefined : html`<div class="actions"><a class="button" href="${back}">Go back to your link</a></div>`}`,
  )
}

function mark(good: boolean): Html {
  return html`<span class="mark${good ? '' : ' bad'}" aria-hidden="true">${good ? '✓' : '!'}</span>`
}
