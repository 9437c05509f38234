// What stands around every page: its head, who asks, and where to turn.

import { type Html, html } from './html.ts'
import type { Language } from './language.ts'

/** Who asks, as the workspace wants to be seen. */
export interface Brand {
  readonly name: string
}

export interface Frame {
  readonly language: Language
  /** Absent on pages that belong to no link. */
  readonly brand?: Brand
}

export function layout({ language, brand }: Frame, title: Html, content: Html, head: Html = html``): string {
  return html`<!doctype html>
<html lang="${language.tag}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}${brand && html` · ${brand.name}`}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/connect/style.css">
${head}</head>
<body>
<main>
${brand && html`<p class="from">${brand.name}</p>`}
${content}
</main>
</body>
</html>
`.text
}

/** Whether it went well, for the eye alone. */
export function mark(good: boolean): Html {
  return html`<span class="mark${good ? '' : ' bad'}" aria-hidden="true">${good ? '✓' : '!'}</span>`
}
