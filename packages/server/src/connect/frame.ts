// What stands around every page: its head, who asks, and where to turn.

import { type Html, html } from './html.ts'
import type { Language } from './languages.ts'
import { fill } from './texts/sentences.ts'

/** Who asks, as the workspace wants to be seen; what is empty is left out. */
export interface Brand {
  readonly name: string
  /** The name that the operator gave the workspace. The workspace chooses its brand, and may choose another's. */
  readonly workspaceName: string
  /** `#rrggbb` */
  readonly colour: string
  /** The hash of a picture. */
  readonly logo: string
  readonly privacyUrl: string
  readonly supportUrl: string
}

export interface Frame {
  readonly language: Language
  /** Absent on pages that belong to no link. */
  readonly brand?: Brand
}

export function layout({ language, brand }: Frame, title: Html, content: Html, head: Html = html``): string {
  const colour = brand?.colour ? `?colour=${brand.colour.slice(1)}` : ''
  const icon = brand?.logo ? `/connect/logo/${brand.logo}` : 'data:,'
  return html`<!doctype html>
<html lang="${language.tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}${brand && html` · ${brand.name}`}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="/connect/style.css${colour}">
${head}</head>
<body>
<main>
${brand && sender(language, brand)}
${content}
</main>
${brand && footer(language, brand)}
</body>
</html>
`.text
}

function sender({ texts }: Language, { name, workspaceName, logo }: Brand): Html {
  const shown =
    logo === '' ? html`${name}` : html`<img class="logo" src="/connect/logo/${logo}" alt="${name}">`
  const workspace =
    name === workspaceName
      ? undefined
      : html`<span class="workspace">${fill(texts.workspace, { workspaceName })}</span>`
  return html`<p class="from">${shown}${workspace}</p>`
}

function footer({ texts }: Language, { name, privacyUrl, supportUrl }: Brand): Html | undefined {
  const { label, privacy, support } = texts.footer
  const link = (url: string, text: string) =>
    url === '' ? undefined : html`<a href="${url}" rel="noreferrer">${text}</a>`
  if (privacyUrl === '' && supportUrl === '') return undefined
  return html`<footer><nav aria-label="${fill(label, { workspace: name })}">${link(privacyUrl, privacy)}${link(supportUrl, support)}</nav></footer>`
}

/** Whether it went well, for the eye alone. */
export function mark(good: boolean): Html {
  return html`<span class="mark${good ? '' : ' bad'}" aria-hidden="true">${good ? '✓' : '!'}</span>`
}
