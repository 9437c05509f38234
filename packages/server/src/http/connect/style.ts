// The look of the connect pages: one small stylesheet, light and dark, no script.

export const style = `
:root { color-scheme: light dark; --ink: #1a2421; --soft: #5b6a65; --line: #d9e0dd; --paper: #fff; --ground: #f3f6f5;
  --accent: #1f6f50; --accent-ink: #fff; --warn: #8a5a00; --warn-ground: #fff6e0; --bad: #a4262c; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eeeb; --soft: #9fb0aa; --line: #34433e; --paper: #18211e;
  --ground: #0f1513; --accent: #4fc08d; --accent-ink: #06130d; --warn: #f0c36a; --warn-ground: #2b2412; --bad: #ff8a8f; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 1rem; background: var(--ground);
  color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif; }
main { width: 100%; max-width: 32rem; background: var(--paper); border: 1px solid var(--line); border-radius: 14px;
  padding: 2rem; box-shadow: 0 8px 30px rgb(0 0 0 / 6%); }
.from { margin: 0 0 1.5rem; font-size: .875rem; font-weight: 600; color: var(--soft); letter-spacing: .01em; }
h1 { margin: 0 0 .75rem; font-size: 1.5rem; line-height: 1.25; letter-spacing: -.01em; }
p { margin: 0 0 1rem; }
ul.facts { margin: 0 0 1.25rem; padding-left: 1.2rem; color: var(--soft); }
ul.facts li { margin-bottom: .35rem; }
.soft, small { color: var(--soft); }
.note { border-left: 4px solid var(--warn); background: var(--warn-ground); padding: .75rem 1rem; border-radius: 6px; margin: 0 0 1rem; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; margin-top: 1.5rem; }
.actions form { margin: 0; }
button, .button { font: inherit; font-weight: 600; border-radius: 10px; padding: .7rem 1.15rem; border: 1px solid transparent;
  background: var(--accent); color: var(--accent-ink); cursor: pointer; text-decoration: none; display: inline-block; }
button.plain { background: transparent; color: var(--ink); border-color: var(--line); }
button:hover, .button:hover { filter: brightness(1.06); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
a { color: var(--accent); }
fieldset { border: 0; margin: 0; padding: 0; }
legend { padding: 0; margin-bottom: .6rem; font-weight: 600; }
.option { display: flex; gap: .75rem; align-items: flex-start; padding: .75rem .85rem; border: 1px solid var(--line);
  border-radius: 10px; margin-bottom: .5rem; cursor: pointer; }
.option:has(input:checked) { border-color: var(--accent); box-shadow: 0 0 0 1px var(--accent); }
.option.off { opacity: .55; cursor: not-allowed; }
.option input { margin-top: .3rem; accent-color: var(--accent); width: 1.05rem; height: 1.05rem; flex: none; }
.option strong { display: block; overflow-wrap: anywhere; }
.option small { display: block; overflow-wrap: anywhere; }
.search { display: flex; gap: .5rem; margin-bottom: 1rem; }
.search input { flex: 1; min-width: 0; font: inherit; padding: .6rem .8rem; border-radius: 10px; border: 1px solid var(--line);
  background: transparent; color: inherit; }
.pages { display: flex; justify-content: space-between; gap: 1rem; margin: .75rem 0 0; font-size: .9rem; }
.mark { display: inline-grid; place-items: center; width: 2.75rem; height: 2.75rem; border-radius: 50%; margin-bottom: 1rem;
  background: var(--accent); color: var(--accent-ink); font-size: 1.4rem; font-weight: 700; }
.mark.bad { background: var(--bad); color: var(--paper); }
@media (max-width: 30rem) { main { padding: 1.35rem; } .actions, .actions form, .actions button, .actions .button { width: 100%; text-align: center; } }
`
