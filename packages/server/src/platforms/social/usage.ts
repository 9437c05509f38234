// How much of one allowance is used: what the platform said last, what was sent since, and what has come back meanwhile. The
// platform tells percents and not of how much, so that the worth of a call is learnt from them.

import { slidingTally, type Tally } from '../kit/tally.ts'

/** Kept free for other processes, and for what the estimates miss. */
const fullPercent = 90
/** Beyond this not even a single call is risked to see how things stand. */
const riskyPercent = 98
/** The smallest allowance that the platform gives: 60 points. */
const mostPerPoint = 100 / 60
/** What others use meanwhile makes our own calls look dear: no further than this, and it is forgotten again. */
const dearest = 3 * mostPerPoint
const forgetting = 0.8
/** When a block has ended: calls are taken again, one after the other. */
const afterBlockPercent = 75
/** Calls that are still under way are looked at again after this. */
const momentMs = 500

export class Usage {
  readonly #windowMs: number
  readonly #sent: Tally
  #percent = 0
  #seenAt = Number.NEGATIVE_INFINITY
  #blockedUntil = 0
  /** What a point turned out to be worth lately, in percent; 0 as long as nothing is known. */
  #worth = 0
  /** Points of calls without an answer yet. */
  #open = 0
  /** Points answered since the last reading, and points counted in the tally at that time. */
  #answered = 0
  #countedThen = 0

  /** What was used comes back within the window. */
  constructor(windowMs: number) {
    this.#windowMs = windowMs
    this.#sent = slidingTally(windowMs)
  }

  /** What is used by now, in percent. Whether it fades or leaves at once, nobody says: the later of the two is believed. */
  percent(now: number): number {
    const passed = (now - this.#seenAt) / this.#windowMs
    if (passed >= 1) return 0
    const left = this.#countedThen - this.#sent.total(now)
    const used = Math.max(0, this.#percent * (1 - passed), this.#percent - this.#worth * Math.max(0, left))
    const wasBlocked = this.#blockedUntil > 0 && now >= this.#blockedUntil
    return wasBlocked ? Math.min(used, afterBlockPercent) : used
  }

  blockedMs(now: number): number {
    return Math.max(0, this.#blockedUntil - now)
  }

  /** How long until so many points more fit; 0 when they do. */
  untilRoom(points: number, now: number): number {
    // The platform knows best when it has room again.
    if (this.blockedMs(now) > 0) return this.blockedMs(now)
    const each = Math.max(mostPerPoint, this.#worth)
    const needed = each * (this.#open + points)
    const wanted = Math.max(0, fullPercent - needed)
    if (this.#open === 0 ? this.percent(now) <= wanted : this.percent(now) + needed <= fullPercent) return 0
    if (this.#open > 0 && this.percent(now) + each * points <= fullPercent) return momentMs
    const lookMs = this.#seenAt + this.#windowMs / 12 - now
    if (this.#open === 0 && this.#percent + needed <= riskyPercent) return Math.max(0, lookMs)
    return this.#untilPercent(wanted, now)
  }

  send(points: number, now: number): void {
    this.#open += points
    this.#sent.add(points, now)
  }

  /** An answer came, or none will. */
  end(points: number): void {
    this.#open -= points
    this.#answered += points
  }

  /** The platform said how much is used, and for how long it blocks. */
  tell(percent: number, blockedMs: number, now: number): void {
    const grown = percent - this.percent(now)
    // A refusal tells that all is used, and not what a call is worth.
    if (this.#answered > 0 && grown > 0 && percent < 100)
      this.#worth = Math.min(dearest, Math.max(grown / this.#answered, this.#worth * forgetting))
    this.#percent = percent
    this.#seenAt = now
    this.#answered = 0
    this.#countedThen = this.#sent.total(now) - this.#open
    this.#blockedUntil = blockedMs > 0 ? now + blockedMs : 0
  }

  #untilPercent(wanted: number, now: number): number {
    let [early, late] = [0, Math.max(0, this.#seenAt + this.#windowMs - now)]
    while (late - early > momentMs) {
      const middle = (early + late) / 2
      if (this.percent(now + middle) <= wanted) late = middle
      else early = middle
    }
    return late
  }
}
