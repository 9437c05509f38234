// Sheds load: admits no more requests than the process can handle soon. Two signals show a backlog: the
// duration of an event loop iteration, because requests queue in front of it, and the number of requests that
// wait for the database.

import type { Runtime } from '../runtime/runtime.ts'

/** A longer iteration delays all other requests too much. */
export const maxIterationMs = 20
/** The minimum number of admitted requests, so that one slow request does not lock out the others. */
export const minAdmitted = 16
/**
 * With this many requests waiting for the database, another one would wait too long: two for each connection.
 */
export const maxStoreQueueLength = 20
/** The store queue of a mere burst is shorter than the limit again within this time. */
export const burstMs = 50
/** For this long after the store queue stayed long, a long queue refuses requests at once. */
const strictQueueMs = 1000

interface LoopIteration {
  readonly startedAt: number
  admittedCount: number
  /** Requests admitted beyond the capacity of the process. */
  extraAdmittedCount: number
  /** The time spent on refusals. */
  refusingMs: number
}

/** Reading a refused request takes about as long as refusing it. */
const refusalCostFactor = 2

export class LoadShedder {
  readonly #runtime: Runtime
  readonly #getStoreQueueLength: () => number
  #iteration: LoopIteration | undefined
  #inFlight = 0
  /**
   * The number of concurrent requests that the process can handle. Unlimited until an iteration takes too
   * long.
   */
  #maxInFlight = Number.POSITIVE_INFINITY
  /** The time since which the store queue is long. */
  #storeQueueLongSince: number | undefined
  #strictUntil = Number.NEGATIVE_INFINITY

  /** `getStoreQueueLength` returns the number of requests that wait for the database. */
  constructor(runtime: Runtime, getStoreQueueLength: () => number = () => 0) {
    this.#runtime = runtime
    this.#getStoreQueueLength = getStoreQueueLength
  }

  /** Whether one more request is admitted. Counts the request if so. */
  tryAdmit(): boolean {
    const iteration = this.#iteration ?? this.#beginIteration()
    const isStoreOverloaded = this.#isStoreOverloaded()
    const isSlow = this.#isSlow(iteration)
    // All requests handled in one iteration were waiting when it began, so even the last of them is that old.
    if ((isSlow && iteration.admittedCount >= minAdmitted) || this.#inFlight >= this.#maxInFlight)
      return false
    if (isStoreOverloaded) return false
    iteration.admittedCount += 1
    return true
  }

  /**
   * Whether one request beyond the capacity is admitted: a few, from workspaces that did not cause the load.
   */
  tryAdmitExtra(): boolean {
    const iteration = this.#iteration ?? this.#beginIteration()
    if (iteration.extraAdmittedCount >= minAdmitted || this.#inFlight >= this.#maxInFlight + minAdmitted)
      return false
    if (this.#getStoreQueueLength() >= maxStoreQueueLength + minAdmitted) return false
    iteration.extraAdmittedCount += 1
    return true
  }

  /**
   * Counts the request as in flight until `leave`. Requests whose response is only being delivered do not
   * count.
   */
  enter(): void {
    this.#inFlight += 1
  }

  leave(): void {
    this.#inFlight -= 1
  }

  /** Records how long the refusal of a request took. */
  recordRefusal(durationMs: number): void {
    const iteration = this.#iteration ?? this.#beginIteration()
    iteration.refusingMs += durationMs
  }

  #beginIteration(): LoopIteration {
    const iteration = {
      startedAt: this.#runtime.monotonic(),
      admittedCount: 0,
      extraAdmittedCount: 0,
      refusingMs: 0,
    }
    this.#iteration = iteration
    setImmediate(() => this.#endIteration(iteration))
    return iteration
  }

  #endIteration(iteration: LoopIteration): void {
    this.#iteration = undefined
    this.#maxInFlight = this.#isSlow(iteration)
      ? Math.max(minAdmitted, Math.min(this.#maxInFlight, this.#inFlight) * 0.9)
      : this.#maxInFlight * 1.05 + 1
  }

  /**
   * Whether the store queue is longer than the database can handle soon. Called for every request, to tell a
   * burst from overload.
   */
  #isStoreOverloaded(): boolean {
    if (this.#getStoreQueueLength() < maxStoreQueueLength) {
      this.#storeQueueLongSince = undefined
      return false
    }
    const now = this.#runtime.monotonic()
    this.#storeQueueLongSince ??= now
    if (now - this.#storeQueueLongSince <= burstMs && now >= this.#strictUntil) return false
    this.#strictUntil = now + strictQueueMs
    return true
  }

  /** Measures admitted work only. If refusals counted, a flood of them would refuse everyone. */
  #isSlow({ startedAt, refusingMs }: LoopIteration): boolean {
    return this.#runtime.monotonic() - startedAt - refusalCostFactor * refusingMs > maxIterationMs
  }
}
