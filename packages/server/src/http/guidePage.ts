// Renders the guides: pages of `docs/` in Markdown.

import { readFile } from 'node:fs/promises'
import { guidesFolder } from '../runtime/servedFiles.ts'
import { renderDocsPage } from './docsPage.ts'
import { renderMarkdown } from './markdown.ts'
import { type Guide, guides } from './reference.ts'

export async function renderGuidePage(name: Guide): Promise<string> {
  const text = await readFile(new URL(`${name}.md`, guidesFolder), 'utf8')
  return renderDocsPage(
    name,
    guides[name],
    renderMarkdown(text, (target) => resolveLink(target, name)),
  )
}

/** Links to served pages become links to their routes. Of other pages only the text is shown. */
function resolveLink(target: string, from: Guide): string | undefined {
  if (/^(https?:|#)/.test(target)) return target
  const { pathname, hash: fragment } = new URL(target, `file:///${from}.md`)
  const page = pathname.slice(1).replace(/\.md$/, '')
  if (page === 'operations') return '/docs/'
  if (page === 'errors') return `/docs/errors${fragment.toUpperCase()}`
  return Object.hasOwn(guides, page) ? `/docs/${page}${fragment}` : undefined
}
