// The change detection of the page, which updates itself without a reload.

import type { SandboxDeps } from './deps.ts'

/** Returns a text that changes whenever the page would show something else, except for a running clock. */
export function computePulse({ world, ledger, clock, faults }: SandboxDeps): string {
  const faultStates = faults.list().map(({ id, met, holding }) => [id, met, holding])
  return JSON.stringify([world().id, ledger.revision(), clock.setting(), faultStates])
}

/** Formats an instant for programs and for people. */
export function pageTime(now: number): { readonly instant: string; readonly shown: string } {
  const date = new Date(now)
  const instant = date.toISOString()
  const [weekday] = date.toUTCString().split(',')
  return { instant, shown: `${weekday} ${instant.slice(0, 10)} ${instant.slice(11, 19)} UTC` }
}
