// The layout of the pages next to the API reference: head, navigation and styles.

import { favicon, type Guide, guideNames, guides } from './reference.ts'

export function renderDocsPage(current: Guide | 'errors', title: string, body: string): string {
  const links = [...guideNames.map((name) => [name, guides[name]] as const), ['errors', 'Errors'] as const]
  const linkTo = ([name, label]: readonly [string, string]) =>
    `<a href="/docs/${name}"${name === current ? ' aria-current="page"' : ''}>${label}</a>`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>adrail: ${title}</title>
<link rel="icon" href='${favicon}'>
<style>${style}</style>
</head>
<body>
<nav aria-label="Documents"><a href="/docs/">Reference</a>${links.map(linkTo).join('')}</nav>
<main>
${body}
</main>
</body>
</html>
`
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
section { padding: 1rem .75rem; border-top: 1px solid var(--line); scroll-margin-top: 1rem; }
section:target { background: var(--shade); }
section h2 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
section h2 a { color: inherit; text-decoration: none; font-family: ui-monospace, monospace; }
section p { margin: .35rem 0; }
.facts, .says { color: var(--soft); font-size: .9rem; }
.says::before { content: "Says: "; }
`
