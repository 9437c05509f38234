// Sheds load: lets no more requests in than the process can answer soon. What waits is seen in how long the event loop
// takes for one turn, because requests queue in front of it, and in how many of them wait for the database.

import type { Runtime } from '../base/runtime.ts'

/** A turn that takes longer keeps everybody else waiting for too long. */
export const longTurnMs = 20
/** So few are let in whatever happens: one slow request must not lock the others out. */
export const fewRequests = 16
/** Where so many go on waiting for the database, another one would wait for too long: two for each connection. */
export const longQueue = 20
/** The queue of a burst is over sooner. */
export const burstMs = 50
/** For so long after one that was not over, nobody joins a long queue at all. */
const strictMs = 1000

interface Turn {
  readonly startedAt: number
  taken: number
  /** Beyond what the process copes with. */
  more: number
  /** How long sending others away took. */
  refusingMs: number
}

/** Reading a request that is sent away takes about as long as sending it away. */
const readingToo = 2

export class Gate {
  readonly #runtime: Runtime
  readonly #storeWaiting: () => number
  #turn: Turn | undefined
  #inFlight = 0
  /** How many at once the process has coped with; unknown until it once did not. */
  #most = Number.POSITIVE_INFINITY
  /** Since when many wait for the database. */
  #crowdedSince: number | undefined
  #strictUntil = Number.NEGATIVE_INFINITY

  /** Is told how many wait for the database. */
  constructor(runtime: Runtime, storeWaiting: () => number = () => 0) {
    this.#runtime = runtime
    this.#storeWaiting = storeWaiting
  }

  /** Whether one more request may come in. */
  admits(): boolean {
    const turn = this.#turn ?? this.#begin()
    const isCrowded = this.#isCrowded()
    const isLong = this.#isLong(turn)
    // Everything that is handled in one turn was waiting when it began: what comes late in it is that old.
    if ((isLong && turn.taken >= fewRequests) || this.#inFlight >= this.#most) return false
    if (isCrowded) return false
    turn.taken += 1
    return true
  }

  /** Whether one more may come in all the same: a few, for those who are not to blame. */
  admitsMore(): boolean {
    const turn = this.#turn ?? this.#begin()
    if (turn.more >= fewRequests || this.#inFlight >= this.#most + fewRequests) return false
    if (this.#storeWaiting() >= longQueue + fewRequests) return false
    turn.more += 1
    return true
  }

  /** From here on the request counts, until it leaves: not those who only wait for their answer to reach them. */
  enter(): void {
    this.#inFlight += 1
  }

  leave(): void {
    this.#inFlight -= 1
  }

  /** Whoever was not let in was sent away, which took so long. */
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

  /** Whether more wait for the database than it gets through soon. Looked at for every request, so that a burst is known as one. */
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

  /** By what was let in. Were refusals counted, a flood of them would shut the gate to everybody. */
  #isLong({ startedAt, refusingMs }: Turn): boolean {
    return this.#runtime.monotonic() - startedAt - readingToo * refusingMs > longTurnMs
  }
}
