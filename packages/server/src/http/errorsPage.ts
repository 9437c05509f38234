// The page that explains every error code. Each code has its own anchor, which the `docs` field of errors
// links to.

import { type ErrorCode, type ErrorDefinition, errorCodes, errors } from '@adrail/contract'
import { renderDocsPage } from './docsPage.ts'

export function renderErrorsPage(): string {
  const introduction =
    '<p>For each <code>results.code</code>: when it occurs, who acts, what to do, and whether the same request may succeed later.</p>'
  return renderDocsPage(
    'errors',
    'errors',
    ['<h1>Errors</h1>', introduction, ...errorCodes.map(renderEntry)].join('\n'),
  )
}

function renderEntry(code: ErrorCode): string {
  const { status, owner, retryable, text, meaning, action }: ErrorDefinition = errors[code]
  return `<section id="${code}">
<h2><a href="#${code}">${code}</a></h2>
<p class="facts">Status ${status} · ${ownerLabels[owner]} · ${retryable ? 'may succeed later' : 'does not succeed unchanged'}</p>
<p>${toHtml(meaning)}</p>
<p><strong>What to do.</strong> ${toHtml(action)}</p>
${text.startsWith('{') ? '' : `<p class="says">${toHtml(text.replace(/\{\w+\}/g, '…'))}</p>\n`}</section>`
}

const ownerLabels: Readonly<Record<ErrorDefinition['owner'], string>> = {
  caller: 'the caller acts',
  service: 'the operator of the service acts',
  platform: 'the cause is at the platform',
}

/** The table writes names in backticks, as in Markdown. */
function toHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/`([^`]+)`/g, '<code>$1</code>')
}
