// Pages that users see while linking, except for the picker. They are plain HTML forms and need no script.

import { listPermissionNames, type PermissionName, type Platform } from '@adrail/contract'
import type { LinkFailureReason, Provider } from '../platforms/connector-kit/provider.ts'
import type { Frame } from './frame.ts'
import { layout, statusMark } from './frame.ts'
import { type Html, html } from './html.ts'
import { permissionTexts, renderList } from './permissionTexts.ts'
import { fill, strong } from './texts/sentences.ts'

/** Every page of a link receives this context. */
export interface LinkPageContext extends Frame {
  /** The workspace shows this name to users. */
  readonly workspace: string
  readonly user: string
  readonly platform: Platform
  /** Users know the platform by this name. */
  readonly platformName: string
  /** Users know the sign-in site by this name. */
  readonly site: string
  /** On some platforms users can refuse single permissions. */
  readonly allowsPartialConsent: boolean
  /** On some platforms users can choose a login. The others use the current session of the browser. */
  readonly offersLoginChoice: boolean
  /** The consent includes this data about the user. */
  readonly includedIdentity: Provider['includedIdentity']
  /** adrail requests these permissions from the platform. */
  readonly requestedPermissions: readonly PermissionName[]
  readonly host: string
  /** The forms of this link are below this path. */
  readonly basePath: string
  readonly csrf: string
}

export function postForm(context: LinkPageContext, action: string, content: Html): Html {
  return html`<form method="post" action="${context.basePath}/${action}"><input type="hidden" name="csrf" value="${context.csrf}">${content}</form>`
}

/** The last button cancels the link. */
export function actions(context: LinkPageContext, ...forms: readonly Html[]): Html {
  const { cancel } = context.language.texts.buttons
  return html`<div class="actions">${forms}${postForm(context, 'cancel', html`<button class="plain">${cancel}</button>`)}</div>`
}

export function startPage(context: LinkPageContext): string {
  const { language, platform, workspace, site } = context
  const { start, buttons } = language.texts
  const title = fill(start.title, { platform: context.platformName })
  const isOptional = (name: PermissionName) =>
    context.allowsPartialConsent && !listPermissionNames(platform, 'needed').includes(name)
  const optional = renderList(permissionTexts(language, context.requestedPermissions.filter(isOptional)))
  // If single permissions cannot be refused, all of them are needed.
  const needed = renderList([
    ...(context.includedIdentity ? [language.texts.identity[context.includedIdentity]] : []),
    ...permissionTexts(
      language,
      context.requestedPermissions.filter((name) => !isOptional(name)),
    ),
  ])
  return layout(
    context,
    title,
    html`<h1>${title}</h1>
<p>${fill(start.request, { workspace: strong(workspace), user: strong(context.user) })}</p>
<ul class="facts">
<li>${fill(start.signIn, { site: strong(site), host: strong(context.host) })}</li>
<li>${fill(start.needed, { workspace })}${needed}</li>
${
  optional &&
  html`<li>${start.optional}${optional}</li>
`
}<li>${fill(start.afterwards, { workspace })}</li>
<li>${start.endable}</li>
</ul>
<p class="soft">${start.warning}</p>
${actions(context, postForm(context, 'start', html`<button>${buttons.continue}</button>`))}`,
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

type SetbackName = Exclude<keyof LinkPageContext['language']['texts']['setbacks'], 'neededAre' | 'signOut'>
type ButtonName = 'grantAgain' | 'otherLogin' | 'tryAgain'

const setbackByProblem: Readonly<Partial<Record<LinkFailureReason, readonly [SetbackName, ButtonName]>>> = {
  missing_permissions: ['missingPermissions', 'grantAgain'],
  no_ad_accounts: ['noAdAccounts', 'otherLogin'],
  no_pages: ['noPages', 'otherLogin'],
  code_rejected: ['codeRejected', 'tryAgain'],
  no_refresh_token: ['noRefreshToken', 'tryAgain'],
}

/** The callback arrived, but the consent cannot be used yet. */
export function retryPage(context: LinkPageContext, problem: LinkFailureReason): string {
  const { language, site, platform } = context
  const { setbacks: setbackTexts, buttons } = language.texts
  const [name, button] = setbackByProblem[problem] ?? (['unavailable', 'tryAgain'] as const)
  const title = fill(setbackTexts[name].title, { site })
  const isPermissionMissing = problem === 'missing_permissions'
  return layout(
    context,
    title,
    html`${statusMark(false)}<h1>${title}</h1>
<p>${fill(setbackTexts[name].text, { site })}</p>
${isPermissionMissing ? html`<div class="soft">${setbackTexts.neededAre}${renderList(permissionTexts(language, listPermissionNames(platform, 'needed')))}</div>` : undefined}
${button === 'otherLogin' ? loginHint(context) : undefined}
${actions(
  context,
  postForm(
    context,
    'start',
    html`${isPermissionMissing ? html`<input type="hidden" name="again" value="yes">` : undefined}<button>${buttons[button]}</button>`,
  ),
)}`,
  )
}

export function loginHint({ offersLoginChoice, language, host }: LinkPageContext): Html | undefined {
  if (offersLoginChoice) return undefined
  return html`<p class="soft">${fill(language.texts.setbacks.signOut, { host })}</p>`
}

/** The page for an ended link that has no redirect URI or was opened again. */
export function resultPage(
  frame: Frame,
  outcome: { isSuccess: boolean; title: string; text: Html; onward: string | undefined },
): string {
  const { outcome: outcomeTexts, buttons } = frame.language.texts
  const { isSuccess, title, text, onward } = outcome
  const workspace = frame.brand?.name ?? ''
  return layout(
    frame,
    html`${title}`,
    html`${statusMark(isSuccess)}<h1>${title}</h1>
<p>${text}</p>
${onward === undefined ? html`<p class="soft">${outcomeTexts.close}</p>` : html`<div class="actions"><a class="button" href="${onward}" rel="noreferrer">${fill(buttons.backTo, { workspace })}</a></div>`}`,
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
    html`${statusMark(false)}<h1>${title}</h1>
<p>${text}</p>
${back === undefined ? undefined : html`<div class="actions"><a class="button" href="${back}">${language.texts.buttons.backToLink}</a></div>`}`,
  )
}
