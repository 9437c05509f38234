// Shares the rate of each key between the processes on one database. A process holds a slice of the quota and
// admits requests from it without a query. It fetches a new slice before the last one is used up, and returns
// idle slices. The slice of a process that died is free again when it expires.

import { Poller } from '../concurrency/poller.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { changeAllowance } from '../store/keyAllowances.ts'
import type { Store } from '../store/tables.ts'
import { type KeyLimits, LocalRateLimiter, type RateLimiter } from './rateLimiter.ts'
import { grantSlice, type SliceGrant, type SliceRequest, sliceMs } from './rateLimitSlices.ts'
import type { RateLimitStatus } from './tokenBuckets.ts'

export const rebalanceIntervalMs = 1000
/** After this time without requests, the key needs no slice in this process. */
const idleMs = 3000
/** A slice in use is renewed this often, so that other processes soon get slots that are not in use. */
const renewIntervalMs = 3000
/** Other processes return requests and slots, so an empty result is trusted for no longer than this. */
const maxEmptyMs = 1000
const noSlotsMs = 250
/** If requests refill faster than this, the process waits for several of them. */
const minEmptyMs = 50
/** After a failed change in the database, the process does not retry for this long and counts alone. */
const fallbackMs = 1000

type SliceDemand = Pick<SliceRequest, 'requests' | 'neededSlots' | 'spareSlots'>
const noDemand: SliceDemand = { requests: 0, neededSlots: 0, spareSlots: 0 }

/** The slice of one key in this process. Times are on its own monotonic clock. */
class KeySlice {
  requests = 0
  slots = 0
  remoteSlots = 0
  /** Measured from before the query, so that nothing is used after another process got it. */
  expiresAt = Number.NEGATIVE_INFINITY
  /** The requests outside all slices at `unassignedAt`, and their maximum. */
  unassignedRequests = 0
  maxUnassignedRequests = 0
  unassignedAt = 0
  noRequestsUntil = Number.NEGATIVE_INFINITY
  noSlotsUntil = Number.NEGATIVE_INFINITY
  fallbackUntil = Number.NEGATIVE_INFINITY
  usedAt = 0
  /** The maximum number of slots in use at the same time since the last rebalance. */
  peakSlots = 0
  /** Requests that wait for a query. */
  waitingRequests = 0
  pendingChange: Promise<void> | undefined
}

export interface SharedRateLimiterDeps {
  readonly store: Store
  readonly runtime: Runtime
  readonly limits: KeyLimits
  /** The number of slots of a key in use in this process. */
  readonly inUse: (keyId: string) => number
}

export class SharedRateLimiter implements RateLimiter {
  readonly #deps: SharedRateLimiterDeps
  readonly #processName: string
  readonly #slices = new Map<string, KeySlice>()
  readonly #fallback: LocalRateLimiter
  readonly #sliceSize: number
  readonly #spareSlots: number
  readonly #poller = new Poller(async () => {
    for (const [keyId, slice] of this.#slices) await this.#rebalanceSlice(keyId, slice)
  })

  constructor(deps: SharedRateLimiterDeps) {
    this.#deps = deps
    this.#processName = deps.runtime.randomBytes(8).toString('hex')
    this.#fallback = new LocalRateLimiter(deps.runtime, deps.limits)
    this.#sliceSize = Math.ceil(deps.limits.burst / 8)
    this.#spareSlots = Math.ceil(deps.limits.maxInFlightPerKey / 8)
  }

  prepare(keyId: string, inUse: number): Promise<void> | undefined {
    const now = this.#now()
    const slice = this.#slices.get(keyId) ?? new KeySlice()
    this.#slices.set(keyId, slice)
    slice.usedAt = now
    slice.peakSlots = Math.max(slice.peakSlots, inUse + 1)
    if (now < slice.fallbackUntil) return undefined
    const isCurrent = now < slice.expiresAt
    const canDecideRate = (isCurrent && slice.requests > 0) || now < slice.noRequestsUntil
    const isFull = slice.slots >= this.#deps.limits.maxInFlightPerKey || now < slice.noSlotsUntil
    const canDecideSlots = isCurrent && (inUse < slice.slots || isFull)
    if (!canDecideRate || !canDecideSlots) return this.#awaitSlice(keyId, slice)
    const isLow = slice.requests <= this.#sliceSize / 2 && now >= slice.noRequestsUntil
    if (isLow && this.#unassignedNow(slice) >= 1) void this.#fetchSlice(keyId, slice)
    return undefined
  }

  tryTake(keyId: string): RateLimitStatus {
    const slice = this.#sharedSlice(keyId)
    if (!slice) return this.#fallback.tryTake(keyId)
    const isAllowed = slice.requests > 0
    if (isAllowed) slice.requests -= 1
    return this.#toStatus(slice, isAllowed)
  }

  refund(keyId: string): void {
    const slice = this.#sharedSlice(keyId)
    if (slice) slice.requests += 1
    else this.#fallback.refund(keyId)
  }

  peek(keyId: string): RateLimitStatus {
    const slice = this.#sharedSlice(keyId)
    return slice ? this.#toStatus(slice, slice.requests > 0) : this.#fallback.peek(keyId)
  }

  slots(keyId: string): { local: number; remote: number } {
    const slice = this.#sharedSlice(keyId)
    return slice ? { local: slice.slots, remote: slice.remoteSlots } : this.#fallback.slots()
  }

  rebalance(): Promise<void> {
    return this.#poller.run()
  }

  /** Returns all slices, so that the other processes can use them at once. */
  async stop(): Promise<void> {
    await this.#poller.stop()
    // While the database is unavailable, no slice can be returned. Its requests are free when it expires.
    for (const [keyId, slice] of this.#slices)
      if (this.#now() >= slice.fallbackUntil) await this.#releaseSlice(keyId, slice)
  }

  #now(): number {
    return this.#deps.runtime.monotonic()
  }

  /** The shared slice of a key. Undefined while this process counts alone. */
  #sharedSlice(keyId: string): KeySlice | undefined {
    const slice = this.#slices.get(keyId)
    return slice && this.#now() >= slice.fallbackUntil ? slice : undefined
  }

  async #awaitSlice(keyId: string, slice: KeySlice): Promise<void> {
    slice.waitingRequests += 1
    try {
      await this.#fetchSlice(keyId, slice)
    } finally {
      slice.waitingRequests -= 1
    }
  }

  /** Fetches a new slice, once for all concurrent callers. */
  #fetchSlice(keyId: string, slice: KeySlice): Promise<void> {
    const { waitingRequests } = slice
    const requests = Math.max(this.#sliceSize - slice.requests, 0) + waitingRequests
    return this.#requestChange(keyId, slice, {
      requests,
      neededSlots: waitingRequests,
      spareSlots: this.#spareSlots,
    })
  }

  /** Keeps the slots in use and returns the others. */
  async #rebalanceSlice(keyId: string, slice: KeySlice): Promise<void> {
    const now = this.#now()
    const inUse = this.#deps.inUse(keyId)
    const spareSlots = Math.max(slice.peakSlots - inUse, 0) + this.#spareSlots
    slice.peakSlots = inUse
    if (slice.pendingChange || now < slice.fallbackUntil) return
    if (inUse === 0 && now - slice.usedAt >= idleMs) await this.#releaseSlice(keyId, slice)
    else if (slice.slots > inUse + spareSlots || slice.expiresAt - now < sliceMs - renewIntervalMs)
      await this.#requestChange(keyId, slice, { requests: 0, neededSlots: 0, spareSlots })
  }

  async #releaseSlice(keyId: string, slice: KeySlice): Promise<void> {
    await slice.pendingChange
    slice.expiresAt = Number.NEGATIVE_INFINITY
    if (slice.requests > 0 || slice.slots > 0) await this.#requestChange(keyId, slice, noDemand)
    // A request may have arrived meanwhile.
    if (slice.waitingRequests === 0 && !slice.pendingChange) this.#slices.delete(keyId)
  }

  #requestChange(keyId: string, slice: KeySlice, demand: SliceDemand): Promise<void> {
    slice.pendingChange ??= this.#changeSlice(keyId, slice, demand)
      .catch(() => {
        slice.fallbackUntil = this.#now() + fallbackMs
      })
      .finally(() => {
        slice.pendingChange = undefined
      })
    return slice.pendingChange
  }

  async #changeSlice(keyId: string, slice: KeySlice, demand: SliceDemand): Promise<void> {
    const { store, limits } = this.#deps
    const requestedAt = this.#now()
    const usedSlots = this.#deps.inUse(keyId)
    // An expired slice is not used any more, even if no other process has got it yet.
    const isExpired = requestedAt >= slice.expiresAt
    const returnedRequests = isExpired ? slice.requests : 0
    if (isExpired) slice.requests = 0
    const request = {
      processName: this.#processName,
      returnedRequests,
      retainedRequests: slice.requests,
      usedSlots,
      ...demand,
    }
    const grant = await changeAllowance(store, keyId, (current, now) =>
      grantSlice(limits, current, now, request),
    )
    this.#applyGrant(slice, grant, requestedAt)
    if (demand.requests > 0 && slice.requests === 0)
      slice.noRequestsUntil = this.#now() + this.#retryDelayMs(grant.unassignedRequests)
    if (grant.isShort) slice.noSlotsUntil = this.#now() + noSlotsMs
  }

  #applyGrant(
    slice: KeySlice,
    { requests, slots, unassignedRequests, maxUnassignedRequests, remoteSlots }: SliceGrant,
    requestedAt: number,
  ): void {
    slice.requests += requests
    slice.slots = slots
    slice.remoteSlots = remoteSlots
    slice.expiresAt = requestedAt + sliceMs
    slice.unassignedRequests = unassignedRequests
    slice.maxUnassignedRequests = maxUnassignedRequests
    slice.unassignedAt = requestedAt
  }

  /** How long another query is useless. */
  #retryDelayMs(unassignedRequests: number): number {
    const msPerRequest = 60_000 / this.#deps.limits.requestsPerMinute
    return Math.min(
      maxEmptyMs,
      msPerRequest < minEmptyMs ? minEmptyMs : (1 - unassignedRequests) * msPerRequest,
    )
  }

  /** The requests that should be unassigned by now, if no other process took any. */
  #unassignedNow(slice: KeySlice): number {
    const refilledRequests =
      ((this.#now() - slice.unassignedAt) * this.#deps.limits.requestsPerMinute) / 60_000
    return Math.min(slice.maxUnassignedRequests, slice.unassignedRequests + refilledRequests)
  }

  #toStatus(slice: KeySlice, isAllowed: boolean): RateLimitStatus {
    const { burst, requestsPerMinute } = this.#deps.limits
    const remaining = slice.requests + this.#unassignedNow(slice)
    const perSecond = requestsPerMinute / 60
    return {
      waitSeconds: isAllowed ? 0 : Math.max(1, Math.ceil((1 - remaining) / perSecond)),
      remaining: Math.floor(remaining),
      resetSeconds: Math.ceil((burst - remaining) / perSecond),
    }
  }
}
