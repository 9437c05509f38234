// Divides the quota of a key into slices. The slice of a process counts as used until it is returned or
// expires, so that all processes together never admit more requests than the key may send.

import type { AllowanceSlice, KeyAllowance } from '../store/keyAllowances.ts'
import type { KeyLimits } from './rateLimiter.ts'

/** The slice of a process that stopped responding is free again after this time. */
export const sliceMs = 10_000

export interface SliceRequest {
  /** The name of the process. */
  readonly processName: string
  /** Requests of its slice that the process returns. */
  readonly returnedRequests: number
  /** Requests of its slice that the process may still use. */
  readonly retainedRequests: number
  /** Additional requests that the process asks for. */
  readonly requests: number
  /** Slots in use by the process, slots needed at once, and slots that may be needed soon. */
  readonly usedSlots: number
  readonly neededSlots: number
  readonly spareSlots: number
}

export interface SliceGrant {
  readonly allowance: KeyAllowance
  readonly requests: number
  readonly slots: number
  /** Whether the process got fewer slots than it needs. */
  readonly isShort: boolean
  /** Requests in no slice now, and their maximum. */
  readonly unassignedRequests: number
  readonly maxUnassignedRequests: number
  /** Slots of the other processes. */
  readonly remoteSlots: number
}

export function grantSlice(
  { requestsPerMinute, burst, maxInFlightPerKey }: KeyLimits,
  current: KeyAllowance | undefined,
  now: number,
  request: SliceRequest,
): SliceGrant {
  const { [request.processName]: _, ...otherSlices } = unexpiredSlices(current, now)
  const [remoteRequests, remoteSlots] = [sumSlices(otherSlices, 'requests'), sumSlices(otherSlices, 'places')]
  const maxUnassignedRequests = Math.max(0, burst - remoteRequests - request.retainedRequests)
  const base = current ?? { requests: burst, countedAt: now }
  const refilledRequests = (Math.max(0, now - base.countedAt) * requestsPerMinute) / 60_000
  const availableQuota = Math.min(
    maxUnassignedRequests,
    base.requests + refilledRequests + request.returnedRequests,
  )
  // Rounding errors of added fractions may leave the sum slightly below a whole number.
  const availableRequests = Math.floor(availableQuota + 1e-6)
  // At most half of the available requests, so that the next process finds some too.
  const requests = Math.min(request.requests, Math.ceil(availableRequests / 2))
  const freeSlots = Math.max(0, maxInFlightPerKey - remoteSlots - request.usedSlots)
  const neededSlots = Math.min(request.neededSlots, freeSlots)
  const isOtherShort = Object.values(otherSlices).some(({ isShort }) => isShort)
  const spareSlots = isOtherShort
    ? 0
    : Math.min(request.spareSlots, Math.floor((freeSlots - neededSlots) / 2))
  // Slots in use stay assigned, even if another process got them meanwhile.
  const slots = request.usedSlots + neededSlots + spareSlots
  const isShort = neededSlots < request.neededSlots
  const slice: AllowanceSlice = {
    requests: request.retainedRequests + requests,
    places: slots,
    isShort,
    until: now + sliceMs,
  }
  const isEmpty = slice.requests === 0 && slice.places === 0
  const unassignedRequests = Math.max(0, availableQuota - requests)
  const allowance = {
    requests: unassignedRequests,
    countedAt: now,
    slices: isEmpty ? otherSlices : { ...otherSlices, [request.processName]: slice },
  }
  return {
    allowance,
    requests,
    slots,
    isShort,
    unassignedRequests,
    maxUnassignedRequests: maxUnassignedRequests - requests,
    remoteSlots,
  }
}

function unexpiredSlices(
  current: KeyAllowance | undefined,
  now: number,
): Readonly<Record<string, AllowanceSlice>> {
  return Object.fromEntries(Object.entries(current?.slices ?? {}).filter(([, { until }]) => until > now))
}

function sumSlices(slices: Readonly<Record<string, AllowanceSlice>>, field: 'requests' | 'places'): number {
  return Object.values(slices).reduce((total, slice) => total + slice[field], 0)
}
