// A fair semaphore with a queue.

import { FairQueue, type QueueEntry } from '../../concurrency/fairQueue.ts'
import { NamedCounts } from '../../concurrency/namedCounts.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import { currentQueueEntry, deadlineExceededError, timeLeftMs } from './deadline.ts'
import { UpstreamFailure } from './upstreamFailure.ts'

/** Limit for work that belongs to no request. */
const maxWaitMs = 25_000
/** A workspace may hold fewer permits than this multiple of the free permits. */
const maxActivePerFreePermit = 8
/** Weight of the last hold time in the moving average. */
const averageWeight = 0.1

interface QueuedAcquire extends QueueEntry {
  grant(): void
}

/**
 * Limits concurrency fairly between workspaces. Within a workspace, the entry with the earliest deadline goes
 * first. No workspace takes the last permits, so another workspace finds some, however long the first
 * workspace's calls take.
 */
export class Semaphore {
  capacity = 1
  #active = 0
  readonly #activeByWorkspace = new NamedCounts()
  readonly #queue = new FairQueue<QueuedAcquire>()
  readonly #runtime: Runtime
  readonly #onIdle: () => void
  /** Moving average of the time between acquire and release. */
  #averageHoldMs = 0

  constructor(runtime: Runtime, onIdle = () => {}) {
    this.#runtime = runtime
    this.#onIdle = onIdle
  }

  /** Waits for a permit. The returned function releases the permit. */
  async acquire(): Promise<() => void> {
    const { workspaceId } = currentQueueEntry()
    return this.#canAcquire(workspaceId) ? this.#grant(workspaceId) : await this.#enqueue(workspaceId)
  }

  #grant(workspaceId: string): () => void {
    this.#active += 1
    const decrement = this.#activeByWorkspace.increment(workspaceId)
    const acquiredAt = this.#runtime.monotonic()
    return () => {
      decrement()
      this.#active -= 1
      this.#averageHoldMs += (this.#runtime.monotonic() - acquiredAt - this.#averageHoldMs) * averageWeight
      this.#grantQueued()
    }
  }

  #canAcquire(workspaceId: string): boolean {
    const free = this.capacity - this.#active
    return free > 0 && this.#activeByWorkspace.get(workspaceId) < free * maxActivePerFreePermit
  }

  #enqueue(workspaceId: string): Promise<() => void> {
    const remainingMs = Math.min(timeLeftMs(), maxWaitMs)
    const expectedMs = (this.#queue.countAhead(workspaceId) / this.capacity) * this.#averageHoldMs
    // A call that cannot start before its deadline is rejected at once and takes no place in the queue.
    if (expectedMs > remainingMs) return Promise.reject(overloadedError(expectedMs))
    return new Promise((resolve, reject) => {
      const waiter: QueuedAcquire = {
        workspaceId,
        deadlineAt: this.#runtime.monotonic() + remainingMs,
        grant: () => {
          cancel()
          resolve(this.#grant(workspaceId))
        },
      }
      const cancel = this.#runtime.after(remainingMs, () => {
        this.#queue.remove(waiter)
        reject(deadlineExceededError())
      })
      this.#queue.add(waiter)
    })
  }

  /** Grants free permits to queued entries. After the capacity was reduced, there may be none. */
  #grantQueued(): void {
    const activeCount = (workspaceId: string) => this.#activeByWorkspace.get(workspaceId)
    const canAcquire = (workspaceId: string) => this.#canAcquire(workspaceId)
    for (
      let next = this.#queue.dequeue(activeCount, canAcquire);
      next;
      next = this.#queue.dequeue(activeCount, canAcquire)
    )
      next.grant()
    if (this.#active === 0 && this.#queue.size === 0) this.#onIdle()
  }
}

function overloadedError(expectedMs: number): UpstreamFailure {
  const seconds = Math.max(1, Math.ceil(expectedMs / 1000))
  return new UpstreamFailure('paused', 'Too many calls are queued.', undefined, seconds)
}
