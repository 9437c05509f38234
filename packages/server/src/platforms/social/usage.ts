// How much of one allowance is used: what the platform said last, what was sent since, and what has come back meanwhile. The
// platform tells percents and not of how much, so that the worth of a call is learnt from them.

import { slidingWindowCounter, type UsageCounter } from '../kit/tally.ts'

/** Kept free for other processes, and for what the estimates miss. */
const maxPercent = 90
/** Beyond this not even a single call is risked to see how things stand. */
const maxProbePercent = 98
/** The smallest allowance that the platform gives: 60 points. */
const documentedPercentPerPoint = 100 / 60
/** What others use meanwhile makes our own calls look dear: no further than this, and it is forgotten again. */
const maxPercentPerPoint = 3 * documentedPercentPerPoint
const decayFactor = 0.8
/** When a block has ended: calls are taken again, one after the other. */
const afterBlockPercent = 75
/** Calls that are still under way are looked at again after this. */
const recheckMs = 500

export class BucketUsage {
  readonly #windowMs: number
  readonly #sent: UsageCounter
  #percent = 0
  #reportedAt = Number.NEGATIVE_INFINITY
  #blockedUntil = 0
  /** What a point turned out to be worth lately, in percent; 0 as long as nothing is known. */
  #percentPerPoint = 0
  /** Points of calls without an answer yet. */
  #openPoints = 0
  /** Points answered since the last reading, and points counted in the tally at that time. */
  #completedPoints = 0
  #countedAtReport = 0

  /** What was used comes back within the window. */
  constructor(windowMs: number) {
    this.#windowMs = windowMs
    this.#sent = slidingWindowCounter(windowMs)
  }

  /** What is used by now, in percent. Whether it fades or leaves at once, nobody says: the later of the two is believed. */
  percent(now: number): number {
    const elapsedFraction = (now - this.#reportedAt) / this.#windowMs
    if (elapsedFraction >= 1) return 0
    const recoveredPoints = this.#countedAtReport - this.#sent.total(now)
    const used = Math.max(
      0,
      this.#percent * (1 - elapsedFraction),
      this.#percent - this.#percentPerPoint * Math.max(0, recoveredPoints),
    )
    const wasBlocked = this.#blockedUntil > 0 && now >= this.#blockedUntil
    return wasBlocked ? Math.min(used, afterBlockPercent) : used
  }

  blockedMs(now: number): number {
    return Math.max(0, this.#blockedUntil - now)
  }

  /** How long until so many points more fit; 0 when they do. */
  msUntilFree(points: number, now: number): number {
    // The platform knows best when it has room again.
    if (this.blockedMs(now) > 0) return this.blockedMs(now)
    const percentPerPoint = Math.max(documentedPercentPerPoint, this.#percentPerPoint)
    const neededPercent = percentPerPoint * (this.#openPoints + points)
    const targetPercent = Math.max(0, maxPercent - neededPercent)
    if (
      this.#openPoints === 0
        ? this.percent(now) <= targetPercent
        : this.percent(now) + neededPercent <= maxPercent
    )
      return 0
    if (this.#openPoints > 0 && this.percent(now) + percentPerPoint * points <= maxPercent) return recheckMs
    const probeMs = this.#reportedAt + this.#windowMs / 12 - now
    if (this.#openPoints === 0 && this.#percent + neededPercent <= maxProbePercent)
      return Math.max(0, probeMs)
    return this.#msUntilPercent(targetPercent, now)
  }

  recordSent(points: number, now: number): void {
    this.#openPoints += points
    this.#sent.add(points, now)
  }

  /** An answer came, or none will. */
  recordDone(points: number): void {
    this.#openPoints -= points
    this.#completedPoints += points
  }

  /** The platform said how much is used, and for how long it blocks. */
  recordReport(percent: number, blockedMs: number, now: number): void {
    const increase = percent - this.percent(now)
    // A refusal tells that all is used, and not what a call is worth.
    if (this.#completedPoints > 0 && increase > 0 && percent < 100)
      this.#percentPerPoint = Math.min(
        maxPercentPerPoint,
        Math.max(increase / this.#completedPoints, this.#percentPerPoint * decayFactor),
      )
    this.#percent = percent
    this.#reportedAt = now
    this.#completedPoints = 0
    this.#countedAtReport = this.#sent.total(now) - this.#openPoints
    this.#blockedUntil = blockedMs > 0 ? now + blockedMs : 0
  }

  #msUntilPercent(targetPercent: number, now: number): number {
    let [low, high] = [0, Math.max(0, this.#reportedAt + this.#windowMs - now)]
    while (high - low > recheckMs) {
      const middle = (low + high) / 2
      if (this.percent(now + middle) <= targetPercent) high = middle
      else low = middle
    }
    return high
  }
}
