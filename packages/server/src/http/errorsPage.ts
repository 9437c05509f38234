// The page on which every error code is explained, each under an address of its own: where clients point to.

import { type ErrorCode, type ErrorDefinition, errorCodes, errors } from '@adrail/contract'
import { favicon } from './reference.ts'

export function errorsPage(): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>adrail: errors</title>
<link rel="icon" href='${favicon}'>
<style>${style}</style>
</head>
<body>
<main>
<h1>Errors</h1>
<p>What each <code>results.code</code> means, who has to act, and whether the same request may succeed later. All operations stand in the <a href="/docs/">reference</a>.</p>
${errorCodes.map(entry).join('\n')}
</main>
</body>
</html>
`
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

/** The table writes names between backquotes, as the documents do. */
function inHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/`([^`]+)`/g, '<code>$1</code>')
}

const style = `
:root { color-scheme: light dark; --ink: #1d2420; --soft: #5a655f; --paper: #fff; --line: #dfe5e1; --mark: #e8f3ee; --accent: #1f6f50; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7ece9; --soft: #a2ada7; --paper: #14181a; --line: #2c3431; --mark: #1d2b25; --accent: #5fc79b; } }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.55 system-ui, sans-serif; }
main { max-width: 44rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; }
h1 { margin: 0 0 .5rem; font-size: 1.75rem; }
h2 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
h2 a { color: inherit; text-decoration: none; font-family: ui-monospace, monospace; }
a { color: var(--accent); }
section { padding: 1rem .75rem; border-top: 1px solid var(--line); scroll-margin-top: 1rem; }
section:target { background: var(--mark); }
p { margin: .35rem 0; }
.facts, .says { color: var(--soft); font-size: .9rem; }
.says::before { content: "Says: "; }
code { font-family: ui-monospace, monospace; font-size: .9em; }
`
