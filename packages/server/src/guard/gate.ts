// Sheds load: admits no more requests than the process can handle soon. Two signals show a backlog: the
// duration of an event loop iteration, because requests queue in front of it, and the number of requests that
// wait for the database.

import type { Runtime } from '../base/runtime.ts'

/** A longer iteration delays all other requests too much. */
export const longTurnMs = 20
/** The minimum number of admitted requests, so that one slow request does not lock out the others. */
export const fewRequests = 16
/**
 * With this many requests waiting for the database, another one would wait too long: two for each connection.
 */
export const longQueue = 20
/** The store queue of a mere burst is shorter than the limit again within this time. */
export const burstMs = 50
/** For this long after the store queue stayed long, a long queue refuses requests at once. */
const strictMs = 1000

interface Turn {
  readonly startedAt: number
  taken: number
  /** Requests admitted beyond the capacity of the process. */
  more: number
  /** The time spent on refusals. */
  refusingMs: number
}

/** Reading a refused request takes about as long as refusing it. */
const readingToo = 2

export class Gate {
  readonly #runtime: Runtime
  readonly #storeWaiting: () => number
  #turn: Turn | undefined
  #inFlight = 0
  /**
   * The number of concurrent requests that the process can handle. Unlimited until an iteration takes too
   * long.
   */
  #most = Number.POSITIVE_INFINITY
  /** The time since which the store queue is long. */
  #crowdedSince: number | undefined
  #strictUntil = Number.NEGATIVE_INFINITY

  /** `storeWaiting` returns the number of requests that wait for the database. */
  constructor(runtime: Runtime, storeWaiting: () => number = () => 0) {
    this.#runtime = runtime
    this.#storeWaiting = storeWaiting
  }

  /** Whether one more request is admitted. Counts the request if so. */
  admits(): boolean {
    const turn = this.#turn ?? this.#begin()
    const isCrowded = this.#isCrowded()
    const isLong = this.#isLong(turn)
    // All requests handled in one iteration were waiting when it began, so even the last of them is that old.
    if ((isLong && turn.taken >= fewRequests) || this.#inFlight >= this.#most) return false
    if (isCrowded) return false
    turn.taken += 1
    return true
  }

  /**
   * Whether one request beyond the capacity is admitted: a few, from workspaces that did not cause the load.
   */
  admitsMore(): boolean {
    const turn = this.#turn ?? this.#begin()
    if (turn.more >= fewRequests || this.#inFlight >= this.#most + fewRequests) return false
    if (this.#storeWaiting() >= longQueue + fewRequests) return false
    turn.more += 1
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
  refused(durationMs: number): void {
    const turn = this.#turn ?? this.#begin()
    turn.refusingMs += durationMs
  }

  #begin(): Turn {
    const turn = { startedAt: this.#runtime.monotonic(), taken: 0, more: 0, refusingMs: 0 }
    this.#turn = turn
    setImmediate(() => this.#end(turn))
    return turn
  }

  #end(turn: Turn): void {
    this.#turn = undefined
    this.#most = this.#isLong(turn)
      ? Math.max(fewRequests, Math.min(this.#most, this.#inFlight) * 0.9)
      : this.#most * 1.05 + 1
  }

  /**
   * Whether the store queue is longer than the database can handle soon. Called for every request, to tell a
   * burst from overload.
   */
  #isCrowded(): boolean {
    if (this.#storeWaiting() < longQueue) {
      this.#crowdedSince = undefined
      return false
    }
    const now = this.#runtime.monotonic()
    this.#crowdedSince ??= now
    if (now - this.#crowdedSince <= burstMs && now >= this.#strictUntil) return false
    this.#strictUntil = now + strictMs
    return true
  }

  /** Measures admitted work only. If refusals counted, a flood of them would refuse everyone. */
  #isLong({ startedAt, refusingMs }: Turn): boolean {
    return this.#runtime.monotonic() - startedAt - readingToo * refusingMs > longTurnMs
  }
}
