// The layout of the documentation: header with search, navigation, the page, and the list of its headings.

import { toAddress } from './docsFiles.ts'
import { type DocsPage, docsPages, docsSections } from './docsIndex.ts'
import type { RenderedMarkdown } from './markdown.ts'
import { favicon } from './reference.ts'

/** `path` is that of the file in `docs/`, without `.md`. */
export function renderDocsPage(path: string, { html, headings }: RenderedMarkdown): string {
  const [first] = headings
  const title = path === 'README' ? 'adrail documentation' : `${first?.title ?? path} · adrail`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href='${favicon}'>
<link rel="stylesheet" href="/docs/docs.css">
<script src="/docs/docs.js" type="module"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header class="bar">
<a class="brand" href="/docs/">${mark}adrail <span>docs</span></a>
<form class="search" role="search" hidden>
<input type="search" role="combobox" aria-label="Search the documentation" placeholder="Search" aria-expanded="false" aria-controls="results" aria-autocomplete="list" autocomplete="off" spellcheck="false">
<kbd>/</kbd>
<div class="results" id="results" role="listbox" aria-label="Results" hidden></div>
<p role="status"></p>
</form>
<a class="wide-only" href="/docs/reference">API reference</a>
<a class="wide-only" href="/console/">Console</a>
<button type="button" class="menu" popovertarget="menu">Menu</button>
</header>
<div class="frame">
<nav class="side" id="menu" popover aria-label="Documentation">
<ul class="narrow-only"><li><a href="/docs/reference">API reference</a></li><li><a href="/console/">Console</a></li></ul>
${docsSections.map(({ title, pages }) => `<h2>${title}</h2>\n${renderLinks(pages, path)}`).join('\n')}
</nav>
<main id="content" tabindex="-1">
${html}
${renderPager(path)}
</main>
${renderContents(headings)}
</div>
</body>
</html>
`
}

function renderLinks(pages: readonly DocsPage[], current: string): string {
  const items = pages.map(({ path, title, children = [] }) => {
    const isOpen = path === current || children.some((child) => child.path === current)
    const below = isOpen && children.length > 0 ? `\n${renderLinks(children, current)}\n` : ''
    const mark = path === current ? ' aria-current="page"' : ''
    return `<li><a href="${toAddress(path)}"${mark}>${title}</a>${below}</li>`
  })
  return `<ul>\n${items.join('\n')}\n</ul>`
}

/** Links to the page before and after, in the order of the index. */
function renderPager(current: string): string {
  const at = docsPages.findIndex(({ path }) => path === current)
  if (at < 0) return ''
  const link = (page: DocsPage | undefined, rel: string, label: string) =>
    page === undefined
      ? ''
      : `<a href="${toAddress(page.path)}" rel="${rel}"><small>${label}</small> ${page.title}</a>`
  const links = [link(docsPages[at - 1], 'prev', 'Previous'), link(docsPages[at + 1], 'next', 'Next')]
  return `<nav class="pager" aria-label="Previous and next page">${links.join('\n')}</nav>`
}

function renderContents(headings: RenderedMarkdown['headings']): string {
  const sections = headings.filter(({ depth }) => depth === 2)
  if (sections.length < 2) return '<div></div>'
  const items = sections.map(({ id, title }) => `<li><a href="#${id}">${title}</a></li>`)
  return `<aside class="toc" aria-label="On this page"><h2>On this page</h2>\n<ul>\n${items.join('\n')}\n</ul></aside>`
}

const mark =
  '<svg viewBox="0 0 16 16" width="20" height="20" aria-hidden="true"><rect width="16" height="16" rx="4" fill="#1f6f50"/><path d="M4 12 8 4l4 8M5.6 9h4.8" fill="none" stroke="#fff" stroke-width="1.6"/></svg>'

/** The pages run one script of this service. No page has an inline script or an inline style. */
export const docsPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ')
