// The change detection of the page, which updates itself without a reload.

import type { SandboxParts } from './parts.ts'

/** Returns a text that changes whenever the page would show something else, except for a running clock. */
export function pulseOf({ world, ledger, clock, faults }: SandboxParts): string {
  const ordered = faults.list().map(({ id, met, holding }) => [id, met, holding])
  return JSON.stringify([world().id, ledger.changes(), clock.setting(), ordered])
}

/** Formats an instant for programs and for people. */
export function shownTime(now: number): { readonly instant: string; readonly shown: string } {
  const date = new Date(now)
  const instant = date.toISOString()
  const [weekday] = date.toUTCString().split(',')
  return { instant, shown: `${weekday} ${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC` }
}
