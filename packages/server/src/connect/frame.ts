// Renders the HTML around every page: the head, the workspace's brand, and the footer links.

import { type Html, html } from './html.ts'
import type { Language } from './languages.ts'
import { fill } from './texts/sentences.ts'

/** The brand identifies the workspace to the user. Pages omit empty fields. */
export interface Brand {
  readonly name: string
  /**
   * Pages always show the operator's name for the workspace, because a
   * workspace could choose the brand of another company.
   */
  readonly workspaceName: string
  /** `#rrggbb` */
  readonly color: string
  /** The value is the hash of the logo. */
  readonly logo: string
  readonly privacyUrl: string
  readonly supportUrl: string
}

export interface Frame {
  readonly language: Language
  /** Pages that belong to no link have no brand. */
  readonly brand?: Brand
}

export function layout({ language, brand }: Frame, title: Html, content: Html, head: Html = html``): string {
  const colorQuery = brand?.color ? `?colour=${brand.color.slice(1)}` : ''
  const icon = brand?.logo ? `/connect/logo/${brand.logo}` : 'data:,'
  return html`<!doctype html>
<html lang="${language.tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}${brand && html` · ${brand.name}`}</title>
<link rel="icon" href="${icon}">
<link rel="stylesheet" href="/connect/style.css${colorQuery}">
${head}</head>
<body>
<main>
${brand && brandHeader(language, brand)}
${content}
</main>
${brand && brandFooter(language, brand)}
</body>
</html>
`.text
}

function brandHeader({ texts }: Language, { name, workspaceName, logo }: Brand): Html {
  const brandContent =
    logo === '' ? html`${name}` : html`<img class="logo" src="/connect/logo/${logo}" alt="${name}">`
  const workspace =
    name === workspaceName
      ? undefined
      : html`<span class="workspace">${fill(texts.workspace, { workspaceName })}</span>`
  return html`<p class="from">${brandContent}${workspace}</p>`
}

function brandFooter({ texts }: Language, { name, privacyUrl, supportUrl }: Brand): Html | undefined {
  const { label, privacy, support } = texts.footer
  const link = (url: string, text: string) =>
    url === '' ? undefined : html`<a href="${url}" rel="noreferrer">${text}</a>`
  if (privacyUrl === '' && supportUrl === '') return undefined
  return html`<footer><nav aria-label="${fill(label, { workspace: name })}">${link(privacyUrl, privacy)}${link(supportUrl, support)}</nav></footer>`
}

/** The mark is decorative, so screen readers skip it. */
export function statusMark(isSuccess: boolean): Html {
  return html`<span class="mark${isSuccess ? '' : ' bad'}" aria-hidden="true">${isSuccess ? '✓' : '!'}</span>`
}
