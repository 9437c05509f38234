// Times are counted back from the moment the world is made, so it is never stale.

import type { State } from '../../core/state.ts'

const hourMs = 3_600_000
export const dayMs = 24 * hourMs

/** The world is made at some hour; its own events lie on whole hours before and after. */
export const daysAgo = (state: State, days: number) =>
  Math.floor((state.seededAt - days * dayMs) / hourMs) * hourMs
