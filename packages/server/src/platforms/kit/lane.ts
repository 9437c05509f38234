// A queue in front of something that takes so many at a time.

import { Counts } from '../../base/counts.ts'
import { FairQueue, type Waiting } from '../../base/fairQueue.ts'
import type { Runtime } from '../../base/runtime.ts'
import { timeLeftMs, tooLate, waiting } from './deadline.ts'
import { UpstreamFailure } from './upstreamFailure.ts'

/** For work that belongs to no request. */
const longestWaitMs = 25_000
/** A workspace has less than so many times the places that stay free. */
const mostTimesFree = 8
/** How much the last one counts in how long they stay. */
const weight = 0.1

interface Waiter extends Waiting {
  enter(): void
}

/**
 * Lets so many through at a time: in turns between workspaces, within one of them those first who have the least time left. No
 * workspace takes the last places, so that another one finds some however long the first one's calls take.
 */
export class Lane {
  width = 1
  #inside = 0
  readonly #insideOf = new Counts()
  readonly #waiting = new FairQueue<Waiter>()
  readonly #runtime: Runtime
  readonly #whenEmpty: () => void
  /** How long those who left lately had stayed. */
  #stayMs = 0

  constructor(runtime: Runtime, whenEmpty = () => {}) {
    this.#runtime = runtime
    this.#whenEmpty = whenEmpty
  }

  /** The returned function gives the place back. */
  async enter(): Promise<() => void> {
    const { workspaceId } = waiting()
    return this.#mayEnter(workspaceId) ? this.#take(workspaceId) : await this.#turn(workspaceId)
  }

  #take(workspaceId: string): () => void {
    this.#inside += 1
    const leave = this.#insideOf.enter(workspaceId)
    const enteredAt = this.#runtime.monotonic()
    return () => {
      leave()
      this.#inside -= 1
      this.#stayMs += (this.#runtime.monotonic() - enteredAt - this.#stayMs) * weight
      this.#letIn()
    }
  }

  #mayEnter(workspaceId: string): boolean {
    const free = this.width - this.#inside
    return free > 0 && this.#insideOf.of(workspaceId) < free * mostTimesFree
  }

  #turn(workspaceId: string): Promise<() => void> {
    const leftMs = Math.min(timeLeftMs(), longestWaitMs)
    const expectedMs = (this.#waiting.before(workspaceId) / this.width) * this.#stayMs
    // Whoever cannot be served in time takes nobody's turn.
    if (expectedMs > leftMs) return Promise.reject(crowded(expectedMs))
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        workspaceId,
        endsAt: this.#runtime.monotonic() + leftMs,
        enter: () => {
          cancel()
          resolve(this.#take(workspaceId))
        },
      }
      const cancel = this.#runtime.after(leftMs, () => {
        this.#waiting.remove(waiter)
        reject(tooLate())
      })
      this.#waiting.add(waiter)
    })
  }

  /** Places that are left go to those whose turn it is, unless the lane became narrower. */
  #letIn(): void {
    const holds = (workspaceId: string) => this.#insideOf.of(workspaceId)
    const mayEnter = (workspaceId: string) => this.#mayEnter(workspaceId)
    for (let next = this.#waiting.next(holds, mayEnter); next; next = this.#waiting.next(holds, mayEnter))
      next.enter()
    if (this.#inside === 0 && this.#waiting.size === 0) this.#whenEmpty()
  }
}

function crowded(expectedMs: number): UpstreamFailure {
  const seconds = Math.max(1, Math.ceil(expectedMs / 1000))
  return new UpstreamFailure('paused', 'Too many calls wait for their turn.', undefined, seconds)
}
