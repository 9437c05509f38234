// Estimates the usage of one quota from three sources: the platform's last report, the calls since then, and
// the usage that has expired. The platform reports percentages without a total, so the cost of a call is
// learned from the reports.

import { createSlidingWindowCounter, type UsageCounter } from '../connector-kit/usageCounter.ts'

/** The rest is reserved for other processes and for errors of the estimate. */
const maxPercent = 90
/** Above this estimate, no single call is sent to learn the current usage. */
const maxProbePercent = 98
/** Percent per point of the smallest quota that the platform grants: 60 points. */
const documentedPercentPerPoint = 100 / 60
/**
 * Calls of other processes make adrail's own calls appear expensive. This limit and the decay bound the
 * effect.
 */
const maxPercentPerPoint = 3 * documentedPercentPerPoint
const decayFactor = 0.8
/** Usage that is assumed after a block: calls resume one at a time. */
const afterBlockPercent = 75
/** Delay before a recheck while calls are in progress. */
const recheckMs = 500

export class BucketUsage {
  readonly #windowMs: number
  readonly #sentPoints: UsageCounter
  #percent = 0
  #reportedAt = Number.NEGATIVE_INFINITY
  #blockedUntil = 0
  /** Recently observed percent per point. 0 means unknown. */
  #percentPerPoint = 0
  /** Points of calls without a response yet. */
  #openPoints = 0
  /** Points of calls that completed since the last report, and points in the counter at that time. */
  #completedPoints = 0
  #countedAtReport = 0

  /** Usage expires within the window. */
  constructor(windowMs: number) {
    this.#windowMs = windowMs
    this.#sentPoints = createSlidingWindowCounter(windowMs)
  }

  /**
   * Current usage in percent. It is undocumented whether usage expires gradually or at once, so the higher
   * estimate counts.
   */
  percent(now: number): number {
    const elapsedFraction = (now - this.#reportedAt) / this.#windowMs
    if (elapsedFraction >= 1) return 0
    const recoveredPoints = this.#countedAtReport - this.#sentPoints.total(now)
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

  /** Time until the given points fit. 0 when they fit now. */
  msUntilFree(points: number, now: number): number {
    // The platform's own block time has priority over the estimate.
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
    this.#sentPoints.add(points, now)
  }

  /** Records that calls completed, with or without a response. */
  recordDone(points: number): void {
    this.#openPoints -= points
    this.#completedPoints += points
  }

  /** Records the platform's report of usage and block time. */
  recordReport(percent: number, blockedMs: number, now: number): void {
    const increase = percent - this.percent(now)
    // A refusal reports full usage, which does not show the cost of a call.
    if (this.#completedPoints > 0 && increase > 0 && percent < 100)
      this.#percentPerPoint = Math.min(
        maxPercentPerPoint,
        Math.max(increase / this.#completedPoints, this.#percentPerPoint * decayFactor),
      )
    this.#percent = percent
    this.#reportedAt = now
    this.#completedPoints = 0
    this.#countedAtReport = this.#sentPoints.total(now) - this.#openPoints
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
