// Pages that users see while linking, except for the picker. They are plain HTML forms and need no script.

import { listPermissionNames, type PermissionName, type Platform } from '@adrail/contract'
import type { LinkProblem } from '../platforms/kit/provider.ts'
import type { Frame } from './frame.ts'
import { layout, mark } from './frame.ts'
import { type Html, html } from './html.ts'
import { identityWords, listOf, permissionTexts } from './permissionWords.ts'
import { fill, strong } from './texts/sentences.ts'

/** Every page of a link receives this context. */
export interface Scene extends Frame {
  /** The workspace shows this name to users. */
  readonly workspace: string
  readonly user: string
  readonly platform: Platform
  /** Users know the platform by this name. */
  readonly platformName: string
  /** Users know the sign-in site by this name. */
  readonly site: string
  /** On some platforms users can refuse single permissions. */
  readonly grantsParts: boolean
  /** adrail requests these permissions from the platform. */
  readonly requested: readonly PermissionName[]
  readonly host: string
  /** The forms of this link are below this path. */
  readonly base: string
  readonly csrf: string
}

export function postForm(scene: Scene, action: string, content: Html): Html {
  return html`<form method="post" action="${scene.base}/${action}"><input type="hidden" name="csrf" value="${scene.csrf}">${content}</form>`
}

/** The last button cancels the link. */
export function actions(scene: Scene, ...forms: readonly Html[]): Html {
  const { cancel } = scene.language.texts.buttons
  return html`<div class="actions">${forms}${postForm(scene, 'cancel', html`<button class="plain">${cancel}</button>`)}</div>`
}

export function startPage(scene: Scene): string {
  const { language, platform, workspace, site } = scene
  const { start, buttons } = language.texts
  const title = fill(start.title, { platform: scene.platformName })
  const isOptional = (name: PermissionName) =>
    scene.grantsParts && !listPermissionNames(platform, 'needed').includes(name)
  const optional = listOf(permissionTexts(language, scene.requested.filter(isOptional)))
  // If single permissions cannot be refused, all of them are needed.
  const needed = listOf([
    ...identityWords(language, platform),
    ...permissionTexts(
      language,
      scene.requested.filter((name) => !isOptional(name)),
    ),
  ])
  return layout(
    scene,
    title,
    html`<h1>${title}</h1>
<p>${fill(start.asks, { workspace: strong(workspace), user: strong(scene.user) })}</p>
<ul class="facts">
<li>${fill(start.signIn, { site: strong(site), host: strong(scene.host) })}</li>
<li>${fill(start.needed, { workspace })}${needed}</li>
${
  optional &&
  html`<li>${start.optional}${optional}</li>
`
}<li>${fill(start.afterwards, { workspace })}</li>
<li>${start.endable}</li>
</ul>
<p class="soft">${start.warning}</p>
${actions(scene, postForm(scene, 'start', html`<button>${buttons.continue}</button>`))}`,
  )
}

/** The content security policy forbids a form to redirect to another site, so this page does it instead. */
export function onwardPage(frame: Frame, url: string, title: Html): string {
  const { onward, buttons } = frame.language.texts
  return layout(
    frame,
    title,
    html`<h1>${title}</h1>
<p>${onward.byHand}</p>
<div class="actions"><a class="button" href="${url}" rel="noreferrer">${buttons.continue}</a></div>`,
    html`<meta http-equiv="refresh" content="0;url=${url}">
`,
  )
}

type SetbackName = Exclude<keyof Scene['language']['texts']['setbacks'], 'neededAre' | 'signOut'>
type ButtonName = 'grantAgain' | 'otherLogin' | 'tryAgain'

const setbacks: Readonly<Partial<Record<LinkProblem, readonly [SetbackName, ButtonName]>>> = {
  missing_permissions: ['missingPermissions', 'grantAgain'],
  no_ad_accounts: ['noAdAccounts', 'otherLogin'],
  no_pages: ['noPages', 'otherLogin'],
  code_rejected: ['codeRejected', 'tryAgain'],
  no_refresh_token: ['noRefreshToken', 'tryAgain'],
}

/** The callback arrived, but the consent cannot be used yet. */
export function againPage(scene: Scene, problem: LinkProblem): string {
  const { language, site, platform } = scene
  const { setbacks: told, buttons } = language.texts
  const [name, button] = setbacks[problem] ?? (['unavailable', 'tryAgain'] as const)
  const title = fill(told[name].title, { site })
  const missing = problem === 'missing_permissions'
  return layout(
    scene,
    title,
    html`${mark(false)}<h1>${title}</h1>
<p>${fill(told[name].text, { site })}</p>
${missing ? html`<div class="soft">${told.neededAre}${listOf(permissionTexts(language, listPermissionNames(platform, 'needed')))}</div>` : undefined}
${button === 'otherLogin' ? loginHint(scene) : undefined}
${actions(
  scene,
  postForm(
    scene,
    'start',
    html`${missing ? html`<input type="hidden" name="again" value="yes">` : undefined}<button>${buttons[button]}</button>`,
  ),
)}`,
  )
}

/**
 * Only the search platform lets the user choose a login. The others use the current session of the browser.
 */
export function loginHint({ platform, language, host }: Scene): Html | undefined {
  if (platform === 'search') return undefined
  return html`<p class="soft">${fill(language.texts.setbacks.signOut, { host })}</p>`
}

/** The page for an ended link that has no redirect URI or was opened again. */
export function resultPage(
  frame: Frame,
  outcome: { good: boolean; title: string; text: Html; onward: string | undefined },
): string {
  const { outcome: told, buttons } = frame.language.texts
  const { good, title, text, onward } = outcome
  const workspace = frame.brand?.name ?? ''
  return layout(
    frame,
    html`${title}`,
    html`${mark(good)}<h1>${title}</h1>
<p>${text}</p>
${onward === undefined ? html`<p class="soft">${told.close}</p>` : html`<div class="actions"><a class="button" href="${onward}" rel="noreferrer">${fill(buttons.backTo, { workspace })}</a></div>`}`,
  )
}

/**
 * The page for an unknown link or another browser's link shows no
 * names. It links only to a link of this browser.
 */
export function plainPage({ language }: Frame, title: string, text: Html | string, back?: string): string {
  return layout(
    { language },
    html`${title}`,
    html`${mark(false)}<h1>${title}</h1>
<p>${text}</p>
${back === undefined ? undefined : html`<div class="actions"><a class="button" href="${back}">${language.texts.buttons.backToLink}</a></div>`}`,
  )
}
