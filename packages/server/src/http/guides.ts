// The guides beside the reference: pages of `docs/`, served as they are written there.

import { readFile } from 'node:fs/promises'
import { htmlOf } from './markdown.ts'
import { favicon, type Guide, guideNames, guides } from './reference.ts'

const folder = new URL('../../../../docs/', import.meta.url)

export async function guidePage(name: Guide): Promise<string> {
  const text = await readFile(new URL(`${name}.md`, folder), 'utf8')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>adrail: ${guides[name]}</title>
<link rel="icon" href='${favicon}'>
<style>${style}</style>
</head>
<body>
<nav aria-label="Documents"><a href="/docs/">Reference</a>${guideNames.map((each) => linkTo(each, name)).join('')}<a href="/docs/errors">Errors</a></nav>
<main>
${htmlOf(text, whereTo)}
</main>
</body>
</html>
`
}

function linkTo(guide: Guide, shown: Guide): string {
  return `<a href="/docs/${guide}"${guide === shown ? ' aria-current="page"' : ''}>${guides[guide]}</a>`
}

/** What is served here has an address here; of other pages only the name is shown. */
function whereTo(target: string): string | undefined {
  if (/^(https?:|#)/.test(target)) return target
  const [, page = '', place = ''] = /^(\w+)\.md(#.+)?$/.exec(target) ?? []
  if (page === 'operations') return '/docs/'
  if (page === 'errors') return `/docs/errors${place.toUpperCase()}`
  return Object.hasOwn(guides, page) ? `/docs/${page}${place}` : undefined
}

const style = `
:root { color-scheme: light dark; --ink: #1d2420; --soft: #5a655f; --paper: #fff; --line: #dfe5e1; --shade: #f3f6f4; --accent: #1f6f50; }
@media (prefers-color-scheme: dark) { :root { --ink: #e7ece9; --soft: #a2ada7; --paper: #14181a; --line: #2c3431; --shade: #1c2224; --accent: #5fc79b; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.6 system-ui, sans-serif; }
nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; padding: .75rem 1.25rem; border-bottom: 1px solid var(--line); }
nav [aria-current] { color: var(--ink); font-weight: 600; text-decoration: none; }
main { max-width: 50rem; margin: 0 auto; padding: 1.5rem 1.25rem 4rem; overflow-wrap: break-word; }
h1 { font-size: 1.75rem; } h2 { margin-top: 2.25rem; font-size: 1.3rem; } h3 { margin-top: 1.75rem; font-size: 1.05rem; }
a { color: var(--accent); }
code, pre { font-family: ui-monospace, monospace; font-size: .875em; }
code { background: var(--shade); padding: .1em .3em; border-radius: .25rem; overflow-wrap: anywhere; }
pre { background: var(--shade); padding: .85rem 1rem; border-radius: .5rem; overflow-x: auto; line-height: 1.5; }
pre code { padding: 0; overflow-wrap: normal; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: .925rem; }
th, td { padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); text-align: left; vertical-align: top; min-width: 7rem; }
th { color: var(--soft); font-weight: 600; }
`
