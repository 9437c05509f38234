// Stylesheet of the connect pages: small, light and dark, without scripts.

import { contrastRatio, ensureContrast, minGraphicContrast, textColorOn } from '../runtime/color.ts'

/** A brand color has to contrast with these backgrounds. */
const lightTheme = { paper: '#ffffff', ground: '#f3f6f5' }
const darkTheme = { paper: '#18211e', ground: '#0f1513' }

/** Uses the workspace's brand color, or adrail's default. */
export function renderStylesheet(color: string | undefined): string {
  if (color === undefined) return defaultStylesheet
  return `${defaultStylesheet}:root { ${colorVariables(color, lightTheme)} }
@media (prefers-color-scheme: dark) { :root { ${colorVariables(color, darkTheme)} } }
`
}

/**
 * Buttons have exactly the requested color, readable text on it, and an edge where the
 * color would not stand out from the background. Lines in the color, such as the focus
 * ring, are darkened or lightened until they are visible.
 */
function colorVariables(color: string, { paper, ground }: typeof lightTheme): string {
  const accent = ensureContrast([paper, ground], color)
  const edge = contrastRatio(color, paper) < minGraphicContrast ? accent : 'transparent'
  return `--accent: ${accent}; --button: ${color}; --button-ink: ${textColorOn(color)}; --button-edge: ${edge};`
}

const defaultStylesheet = `
:root { color-scheme: light dark; --ink: #1a2421; --soft: #55645f; --line: #d9e0dd; --edge: #7c8b85; --paper: ${lightTheme.paper};
  --ground: ${lightTheme.ground}; --accent: #1f6f50; --button: #1f6f50; --button-ink: #fff; --button-edge: transparent;
  --warn: #8a5a00; --warn-ground: #fff6e0; --bad: #a4262c; --bad-ground: #fdeced; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eeeb; --soft: #a5b5af; --line: #34433e; --edge: #71827b;
  --paper: ${darkTheme.paper}; --ground: ${darkTheme.ground}; --accent: #4fc08d; --button: #4fc08d; --button-ink: #06130d;
  --warn: #f0c36a; --warn-ground: #2b2412; --bad: #ff8a8f; --bad-ground: #331a1c; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; grid-template-columns: minmax(0, 34rem); align-content: center;
  justify-content: center; gap: 1rem; padding: 1rem; background: var(--ground);
  color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
main { background: var(--paper); border: 1px solid var(--line); border-radius: 14px;
  padding: 2rem; box-shadow: 0 8px 30px rgb(0 0 0 / 6%); overflow-wrap: anywhere; }
.from { margin: 0 0 1.5rem; font-size: .875rem; font-weight: 600; color: var(--soft); letter-spacing: .01em; }
.workspace { display: block; font-weight: 400; overflow-wrap: anywhere; }
.logo { display: block; max-width: 14rem; max-height: 3rem; }
/* Logos are designed for a light background, so dark mode keeps a light plate behind them. */
@media (prefers-color-scheme: dark) { .logo { background: #fff; padding: .4rem .6rem; border-radius: 8px; } }
footer nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; justify-content: center; font-size: .875rem; }
footer a { color: var(--soft); padding: .5rem 0; }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; }
p { margin: 0 0 1rem; }
hr { border: 0; border-top: 1px solid var(--line); margin: 1.75rem 0 1.25rem; }
hr ~ .actions { margin-top: 0; }
ul.facts { margin: 0 0 1.25rem; padding-left: 1.2rem; color: var(--soft); font-size: .9375rem; }
ul.facts li { margin-bottom: .35rem; }
li ul, .soft ul { margin: .1rem 0 .35rem; padding-left: 1.1rem; }
ul.facts li li { margin-bottom: 0; }
.soft, small { color: var(--soft); }
.soft strong, ul.facts strong { color: var(--ink); font-weight: 600; }
.note { border-left: 4px solid var(--warn); background: var(--warn-ground); padding: .75rem 1rem; border-radius: 6px; margin: 0 0 1rem; }
.note.bad { border-color: var(--bad); background: var(--bad-ground); }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; margin-top: 1.5rem; }
.actions form { margin: 0; }
button, .button { font: inherit; font-weight: 600; border-radius: 10px; padding: .7rem 1.15rem; border: 1px solid var(--button-edge);
  background: var(--button); color: var(--button-ink); cursor: pointer; text-decoration: none; display: inline-block; text-align: center; }
button.plain { background: transparent; color: var(--ink); border-color: var(--edge); }
button:hover, .button:hover { text-decoration: underline; }
button.plain:hover { background: var(--ground); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.note:focus { outline: 0; }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
legend { padding: 0; margin-bottom: .6rem; font-weight: 600; }
.group { margin: 1.1rem 0 .5rem; font-size: .875rem; font-weight: 600; color: var(--soft); }
legend + .group { margin-top: 0; }
.option { display: flex; gap: .75rem; align-items: flex-start; padding: .7rem .85rem; border: 1px solid var(--line);
  border-radius: 10px; margin-bottom: .5rem; cursor: pointer; }
.option:hover { border-color: var(--edge); }
.option:has(input:checked) { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
.option:has(input:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
.option input:focus-visible { outline: 0; }
.option.off { cursor: not-allowed; background: var(--ground); }
.option.off strong { color: var(--soft); font-weight: 400; }
.option input { margin: .25rem 0 0; accent-color: var(--accent); width: 1.05rem; height: 1.05rem; flex: none; }
.option span { min-width: 0; }
.option strong, .option small { display: block; }
fieldset ~ .option { margin-top: 1rem; }
.search { margin-bottom: 1.25rem; }
.search label { display: block; margin-bottom: .35rem; font-weight: 600; }
.search div { display: flex; gap: .5rem; }
.search input { flex: 1; min-width: 0; font: inherit; padding: .65rem .8rem; border-radius: 10px; border: 1px solid var(--edge);
  background: transparent; color: inherit; }
.search input::placeholder { color: var(--soft); opacity: 1; }
.field { display: block; margin: 0 0 1rem; font-weight: 600; }
.field small { font-weight: 400; display: block; }
.field input, .field textarea { display: block; width: 100%; margin-top: .35rem; font: inherit; font-weight: 400; padding: .65rem .8rem;
  border-radius: 10px; border: 1px solid var(--edge); background: transparent; color: inherit; }
.most { font-size: 1.25rem; font-variant-numeric: tabular-nums; }
.most small { display: block; font-size: .875rem; }
.plan { margin: 0 0 1.25rem; padding: 0; list-style: none; border: 1px solid var(--line); border-radius: 10px; }
.plan li { padding: .7rem .85rem; }
.plan li + li { border-top: 1px solid var(--line); }
dl { display: grid; grid-template-columns: minmax(7rem, 1fr) 2fr; gap: .35rem 1.25rem; margin: 0 0 1.25rem; }
dt { color: var(--soft); }
dd { margin: 0; font-variant-numeric: tabular-nums; }
.pages { display: grid; grid-template-columns: 1fr auto 1fr; align-items: center; gap: .75rem; margin: 1rem 0 0; }
.pages button { padding: .45rem .8rem; font-size: .9rem; }
.pages > :first-child { justify-self: start; }
.pages > :last-child { justify-self: end; }
.mark { display: grid; place-items: center; width: 2.75rem; height: 2.75rem; border-radius: 50%; margin-bottom: 1rem;
  background: var(--button); color: var(--button-ink); font-size: 1.4rem; font-weight: 700; }
.mark.bad { background: var(--bad); color: var(--paper); }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin-bottom: .6rem; } body { padding: .75rem; } main { padding: 1.35rem; } .actions > *, .actions button { width: 100%; } }
`
