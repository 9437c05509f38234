// Retries reads: after a pause of random length, a few times, and not during an outage.

import type { Runtime } from '../../runtime/runtime.ts'

const maxAttempts = 4
const firstPauseMs = 100
const maxPauseMs = 2000
/**
 * A retry costs more than a success refunds, so retries stop soon after a platform goes down. While three
 * calls in ten fail, a success takes 0.42 retries, which the refunds still cover.
 */
const retryBudget = { capacity: 200, cost: 2, refund: 1 }

/** Shared by all reads of one platform. */
export class Retries {
  readonly #runtime: Runtime
  #budgetLeft = retryBudget.capacity

  constructor(runtime: Runtime) {
    this.#runtime = runtime
  }

  /**
   * Runs until the attempt succeeds or fails for good. `getMinDelayMs` returns the minimum delay, or `undefined` to
   * give up.
   */
  async run<Value>(
    attempt: () => Promise<Value>,
    getMinDelayMs: (error: unknown, attempts: number) => number | undefined,
  ): Promise<Value> {
    for (let attempts = 1; ; attempts++) {
      try {
        const value = await attempt()
        this.#budgetLeft = Math.min(retryBudget.capacity, this.#budgetLeft + retryBudget.refund)
        return value
      } catch (error) {
        const minDelayMs = getMinDelayMs(error, attempts)
        if (minDelayMs === undefined || attempts >= maxAttempts || this.#budgetLeft < retryBudget.cost)
          throw error
        this.#budgetLeft -= retryBudget.cost
        await this.#runtime.pause(minDelayMs + this.#jitter(attempts))
      }
    }
  }

  /** A random delay between zero and a ceiling that doubles with each attempt. */
  #jitter(attempts: number): number {
    const ceilingMs = Math.min(maxPauseMs, firstPauseMs * 2 ** attempts)
    return (ceilingMs * (this.#runtime.randomBytes(2).readUInt16BE() / 65_536)) | 0
  }
}
