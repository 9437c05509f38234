// Renders the index of the documentation for docs/README.md and for the README, and the index of the decisions.

import { readdirSync, readFileSync } from 'node:fs'
import { type DocsPage, docsSections } from '@adrail/server/docsIndex'

export function renderDocsIndex(): string {
  const sections = docsSections.flatMap(({ title, description, pages }) => [
    `## ${title}`,
    description,
    pages.flatMap((page) => [renderEntry(page), ...(page.children ?? []).map(renderChild)]).join('\n'),
  ])
  return ['# Documentation', introduction, ...sections].join('\n\n').concat('\n')
}

const introduction = `adrail manages campaigns on Meta, Google Ads and LinkedIn for the users of your software. New here? Take the
[quickstart](quickstart.md) first, then read the [concepts](concepts.md). A running service offers these pages with a search at \`/docs/\`,
and an interactive reference at \`/docs/reference\`.`

function renderEntry({ path, title, description }: DocsPage): string {
  return `- [${title}](${path}.md): ${description}.`
}

function renderChild(page: DocsPage): string {
  return `  ${renderEntry(page)}`
}

/** Renders one line per section, for the last section of the README. */
export function renderReadmeIndex(): string {
  return docsSections
    .map(({ title, pages }) => {
      const links = pages.map((page) => `[${page.title}](docs/${page.path}.md)`)
      return `- **${title}:** ${links.join(' · ')}`
    })
    .join('\n')
}

const decisionsFolder = new URL('../docs/decisions/', import.meta.url)

/** Renders the table of all decisions, from the title and the status line of each page. */
export function renderDecisionsIndex(): string {
  const rows = readdirSync(decisionsFolder)
    .filter((name) => /^\d{4}-/.test(name))
    .sort()
    .map((name) => {
      const text = readFileSync(new URL(name, decisionsFolder), 'utf8')
      const [, number = '', title = ''] = /^# (\d+)\. (.+)$/m.exec(text) ?? []
      const [, date = '', status = ''] = /^Date: ([\d-]+).*? · Status: (.+)$/m.exec(text) ?? []
      return `| [${number}](${name}) | ${title} | ${date} | ${status} |`
    })
  return ['| | Decision | Date | Status |', '|---|---|---|---|', ...rows].join('\n')
}
