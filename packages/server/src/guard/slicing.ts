// How the allowance of a key is shared out. What a process holds counts as used until it comes back or its time is over, so
// that all of them together never let in more than the key may ask for.

import type { KeyAllowance, Slice } from '../store/keyAllowances.ts'
import type { KeyLimits } from './allowances.ts'

/** Of a process that says nothing any more, so long is waited for what it holds. */
export const sliceMs = 10_000

export interface Wish {
  /** The name of the process. */
  readonly by: string
  /** Requests of its slice that it has not used and will not use. */
  readonly back: number
  /** Requests of its slice that it may still use. */
  readonly keeps: number
  /** Requests that it wants besides. */
  readonly requests: number
  /** Places that are taken there, how many more are needed at once, and how many may soon be. */
  readonly inUse: number
  readonly needed: number
  readonly spare: number
}

export interface Granted {
  readonly allowance: KeyAllowance
  readonly requests: number
  readonly places: number
  /** Fewer places than needed. */
  readonly isShort: boolean
  /** How many requests are now in no slice, and how many there can be. */
  readonly left: number
  readonly most: number
  /** Places of the other processes. */
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
  // Fractions that were added up miss a whole one by next to nothing.
  const whole = Math.floor(there + 1e-6)
  // Never more than half of what there is: the next process finds something as well.
  const requests = Math.min(wish.requests, Math.ceil(whole / 2))
  const free = Math.max(0, inFlightPerKey - elsewhere - wish.inUse)
  const needed = Math.min(wish.needed, free)
  const othersNeed = Object.values(others).some(({ isShort }) => isShort)
  const spare = othersNeed ? 0 : Math.min(wish.spare, Math.floor((free - needed) / 2))
  // What is in use stays so, even where somebody else was given it meanwhile.
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
