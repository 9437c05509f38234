// Divides the quota of a key into slices. The slice of a process counts as used until it is returned or
// expires, so that all processes together never admit more requests than the key may send.

import type { KeyAllowance, Slice } from '../store/keyAllowances.ts'
import type { KeyLimits } from './allowances.ts'

/** The slice of a process that stopped responding is free again after this time. */
export const sliceMs = 10_000

export interface Wish {
  /** The name of the process. */
  readonly by: string
  /** Requests of its slice that the process returns. */
  readonly back: number
  /** Requests of its slice that the process may still use. */
  readonly keeps: number
  /** Additional requests that the process asks for. */
  readonly requests: number
  /** Slots in use by the process, slots needed at once, and slots that may be needed soon. */
  readonly inUse: number
  readonly needed: number
  readonly spare: number
}

export interface Granted {
  readonly allowance: KeyAllowance
  readonly requests: number
  readonly places: number
  /** Whether the process got fewer slots than it needs. */
  readonly isShort: boolean
  /** Requests in no slice now, and their maximum. */
  readonly left: number
  readonly most: number
  /** Slots of the other processes. */
  readonly elsewhere: number
}

export function grant(
  { requestsPerMinute, burst, inFlightPerKey }: KeyLimits,
  present: KeyAllowance | undefined,
  now: number,
  wish: Wish,
): Granted {
  const { [wish.by]: _, ...others } = living(present, now)
  const [heldElsewhere, elsewhere] = [sum(others, 'requests'), sum(others, 'places')]
  const most = Math.max(0, burst - heldElsewhere - wish.keeps)
  const counted = present ?? { requests: burst, countedAt: now }
  const gained = (Math.max(0, now - counted.countedAt) * requestsPerMinute) / 60_000
  const there = Math.min(most, counted.requests + gained + wish.back)
  // Rounding errors of added fractions may leave the sum slightly below a whole number.
  const whole = Math.floor(there + 1e-6)
  // At most half of the available requests, so that the next process finds some too.
  const requests = Math.min(wish.requests, Math.ceil(whole / 2))
  const free = Math.max(0, inFlightPerKey - elsewhere - wish.inUse)
  const needed = Math.min(wish.needed, free)
  const othersNeed = Object.values(others).some(({ isShort }) => isShort)
  const spare = othersNeed ? 0 : Math.min(wish.spare, Math.floor((free - needed) / 2))
  // Slots in use stay assigned, even if another process got them meanwhile.
  const places = wish.inUse + needed + spare
  const isShort = needed < wish.needed
  const slice: Slice = { requests: wish.keeps + requests, places, isShort, until: now + sliceMs }
  const isEmpty = slice.requests === 0 && slice.places === 0
  const left = Math.max(0, there - requests)
  const allowance = {
    requests: left,
    countedAt: now,
    slices: isEmpty ? others : { ...others, [wish.by]: slice },
  }
  return { allowance, requests, places, isShort, left, most: most - requests, elsewhere }
}

function living(present: KeyAllowance | undefined, now: number): Readonly<Record<string, Slice>> {
  return Object.fromEntries(Object.entries(present?.slices ?? {}).filter(([, { until }]) => until > now))
}

function sum(slices: Readonly<Record<string, Slice>>, of: 'requests' | 'places'): number {
  return Object.values(slices).reduce((total, slice) => total + slice[of], 0)
}
