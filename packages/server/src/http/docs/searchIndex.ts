// The index that the search of the documentation loads: the text of every section of every page.

import type { RenderedMarkdown } from './markdown.ts'

/** A page with its sections. Arrays keep the index small. */
export type IndexedPage = readonly [
  address: string,
  title: string,
  sections: readonly (readonly [anchor: string, heading: string, text: string])[],
]

/** Examples and other blocks of code are left out, because they repeat names many times. */
export function indexPage(address: string, { html, headings }: RenderedMarkdown): IndexedPage {
  const [, ...sections] = removeCode(html).split(/<h[1-3] id="/)
  return [
    address,
    toText(headings[0]?.title ?? ''),
    sections.map((section) => {
      const [anchor = ''] = section.split('"', 1)
      const heading = section.slice(section.indexOf('>') + 1)
      const end = /<\/h[1-3]>/.exec(heading)?.index ?? heading.length
      return [anchor, toText(heading.slice(0, end)), toText(heading.slice(end))] as const
    }),
  ]
}

function removeCode(html: string): string {
  const [before = '', ...parts] = html.split('<pre')
  return before + parts.map((part) => part.slice(part.indexOf('</pre>') + '</pre>'.length)).join('')
}

function toText(html: string): string {
  return html
    .replace(/<[^<>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()
}
