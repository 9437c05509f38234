// What the page watches to show what happens without being loaded again.

import type { SandboxParts } from './parts.ts'

/** Another text as soon as the page would show anything else than before, but for a clock that merely runs. */
export function pulseOf({ world, ledger, clock, faults }: SandboxParts): string {
  const ordered = faults.list().map(({ id, met, holding }) => [id, met, holding])
  return JSON.stringify([world().id, ledger.changes(), clock.setting(), ordered])
}

/** An instant for programs and for people. */
export function shownTime(now: number): { readonly instant: string; readonly shown: string } {
  const date = new Date(now)
  const instant = date.toISOString()
  const [weekday] = date.toUTCString().split(',')
  return { instant, shown: `${weekday} ${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC` }
}
