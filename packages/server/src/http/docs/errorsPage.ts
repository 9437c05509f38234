// The page that explains every error code. Each code has its own anchor, which the `docs` field of errors
// links to.

import { type ErrorCode, type ErrorDefinition, errorCodes, errors, renderErrors } from '@adrail/contract'
import { type RenderedMarkdown, type ResolveLink, renderMarkdown } from './markdown.ts'

/** Shows the codes as sections instead of the tables of docs/errors.md, which are too wide for a phone. */
export function renderErrorsPage(resolve: ResolveLink): RenderedMarkdown {
  const [introduction = '', ...sections] = renderErrors().split(/^(?=## )/m)
  const codes = errorCodes.map(renderEntry).join('\n')
  const parts = sections.map((text) => {
    const isTableOfCodes = text.includes('\n### ')
    const { html, headings } = renderMarkdown(isTableOfCodes ? (text.split('\n')[0] ?? '') : text, resolve)
    return { html: isTableOfCodes ? `${html}\n${codes}` : html, headings }
  })
  const all = [renderMarkdown(introduction, resolve), ...parts]
  return {
    html: all.map(({ html }) => html).join('\n'),
    headings: all.flatMap(({ headings }) => headings),
  }
}

function renderEntry(code: ErrorCode): string {
  const { status, owner, retryable, text, meaning, action }: ErrorDefinition = errors[code]
  return `<section>
<h3 id="${code}"><a href="#${code}">${code}</a></h3>
<p class="facts">Status ${status} · ${ownerLabels[owner]} · ${retryable ? 'may succeed later' : 'does not succeed unchanged'}</p>
<p>${toHtml(meaning)}</p>
<p><strong>What to do.</strong> ${toHtml(withoutPlaceholders(action))}</p>
${text.startsWith('{') ? '' : `<p class="says">${toHtml(withoutPlaceholders(text))}</p>\n`}</section>`
}

const ownerLabels: Readonly<Record<ErrorDefinition['owner'], string>> = {
  caller: 'the caller acts',
  service: 'the operator of the service acts',
  platform: 'the cause is on the platform',
}

/** The page describes an error that has not happened, so the placeholders have no values. */
function withoutPlaceholders(text: string): string {
  return text.replace(/\{\w+\}/g, '…')
}

/** The table writes names in backticks, as in Markdown. */
function toHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/`([^`]+)`/g, '<code>$1</code>')
}
