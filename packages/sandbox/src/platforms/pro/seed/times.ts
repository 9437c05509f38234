// Seeded times are relative to the seed time, so that the seeded data is always recent.

import { dayMs, hourMs } from '../../../core/durations.ts'
import type { State } from '../../../core/state.ts'

/** Returns a time that is rounded down to a full hour. */
export const daysAgo = (state: State, days: number) =>
  Math.floor((state.seededAt - days * dayMs) / hourMs) * hourMs
