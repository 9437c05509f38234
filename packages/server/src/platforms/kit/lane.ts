// A queue in front of something that takes so many at a time.

import type { Runtime } from '../../base/runtime.ts'
import { timeLeftMs, tooLate } from './deadline.ts'

/** For work that belongs to no request. */
const longestWaitMs = 25_000

/** Lets so many through at a time, in the order in which they came, as long as they wait. */
export class Lane {
  width = 1
  #inside = 0
  readonly #waiting = new Set<() => void>()
  readonly #runtime: Runtime
  readonly #whenEmpty: () => void

  constructor(runtime: Runtime, whenEmpty: () => void) {
    this.#runtime = runtime
    this.#whenEmpty = whenEmpty
  }

  /** The returned function gives the place back. */
  async enter(): Promise<() => void> {
    if (this.#inside < this.width) this.#inside++
    else await this.#turn()
    return () => this.#leave()
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const enter = () => {
        cancel()
        resolve()
      }
      const cancel = this.#runtime.after(Math.min(timeLeftMs(), longestWaitMs), () => {
        this.#waiting.delete(enter)
        reject(tooLate())
      })
      this.#waiting.add(enter)
    })
  }

  #leave(): void {
    // A place that is left goes to the next one, unless the lane became narrower.
    const [next] = this.#inside <= this.width ? this.#waiting : []
    if (next && this.#waiting.delete(next)) next()
    else this.#inside--
    if (this.#inside === 0 && this.#waiting.size === 0) this.#whenEmpty()
  }
}
