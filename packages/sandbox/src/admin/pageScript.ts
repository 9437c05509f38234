// The script of the page for people. The script checks every second for changes and updates the page. The
// content security policy names the script by its hash. Without the script the page still works, and people
// reload it themselves.

import { createHash } from 'node:crypto'

export const pageScript = `
let seen = document.body.dataset.pulse
async function look() {
  try {
    if (!document.hidden) await refresh()
  } catch {
    // The sandbox is gone; it may come back.
  }
  setTimeout(look, 1000)
}
async function refresh() {
  const { pulse, instant, shown } = await (await fetch('/_sandbox/pulse')).json()
  const time = document.querySelector('time')
  time.dateTime = instant
  time.textContent = shown
  if (pulse === seen) return
  const fresh = new DOMParser().parseFromString(await (await fetch('/')).text(), 'text/html')
  let isWhole = true
  for (const part of document.querySelectorAll('[data-live]')) {
    const next = fresh.querySelector('[data-live=' + part.dataset.live + ']')
    if (!next || next.innerHTML === part.innerHTML) continue
    // A part with the focus stays, so that a button does not vanish while a person uses it.
    if (part.contains(document.activeElement)) isWhole = false
    else part.replaceWith(next)
  }
  if (isWhole) seen = fresh.body.dataset.pulse
}
look()
`

export const pageScriptHash = `'sha256-${createHash('sha256').update(pageScript).digest('base64')}'`
