// The page that explains every error code. Each code has its own anchor, which the `docs` field of errors
// links to.

import { type ErrorCode, type ErrorDefinition, errorCodes, errors } from '@adrail/contract'
import { docsPage } from './docsPage.ts'

export function errorsPage(): string {
  const introduction =
    '<p>What each <code>results.code</code> means, who has to act, and whether the same request may succeed later.</p>'
  return docsPage('errors', 'errors', ['<h1>Errors</h1>', introduction, ...errorCodes.map(entry)].join('\n'))
}

function entry(code: ErrorCode): string {
  const { status, owner, retryable, text, meaning }: ErrorDefinition = errors[code]
  return `<section id="${code}">
<h2><a href="#${code}">${code}</a></h2>
<p class="facts">Status ${status} · ${owners[owner]} · ${retryable ? 'may succeed later' : 'stays as it is until something changes'}</p>
<p>${inHtml(meaning)}</p>
${text.startsWith('{') ? '' : `<p class="says">${inHtml(text.replace(/\{\w+\}/g, '…'))}</p>\n`}</section>`
}

const owners: Readonly<Record<ErrorDefinition['owner'], string>> = {
  caller: 'the caller acts',
  service: 'whoever runs the service acts',
  platform: 'the cause lies at the platform',
}

/** The table writes names in backticks, as in Markdown. */
function inHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/`([^`]+)`/g, '<code>$1</code>')
}
