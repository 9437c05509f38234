// The database's clock as this process reads it. Processes compare times with each other. So all of them take
// the time from the shared database, however wrong the wall clock of their machine is.

import type { Runtime } from '../runtime/runtime.ts'
import { readClock } from './readClock.ts'
import type { Store } from './tables.ts'

/** The fastest of several round trips has the smallest error. */
const maxRoundTrips = 3

export class DatabaseClock {
  readonly #store: Store
  readonly #machineRuntime: Runtime
  /** The database's time minus the monotonic time of this process. */
  #offsetMs = Number.NaN

  private constructor(store: Store, machineRuntime: Runtime) {
    this.#store = store
    this.#machineRuntime = machineRuntime
  }

  static async create(store: Store, machineRuntime: Runtime): Promise<DatabaseClock> {
    const clock = new DatabaseClock(store, machineRuntime)
    await clock.measure()
    return clock
  }

  /** The database's time, in whole milliseconds. Steps of the wall clock do not change it. */
  readonly now = (): number => Math.floor(this.#machineRuntime.monotonic() + this.#offsetMs)

  /**
   * How far the wall clock of this machine is ahead of the database's clock. The value is negative when it is
   * behind.
   */
  skewMs(): number {
    return this.#machineRuntime.now() - this.now()
  }

  /**
   * Measures again, because clocks drift, and a promoted standby has its own clock. Returns how far the
   * database's time has moved against the monotonic time of this process.
   */
  async measure(): Promise<number> {
    let quickest = { tookMs: Number.POSITIVE_INFINITY, offsetMs: this.#offsetMs }
    for (let roundTrip = 0; roundTrip < maxRoundTrips; roundTrip++) {
      const sentAt = this.#machineRuntime.monotonic()
      const databaseMs = await readClock(this.#store)
      const tookMs = this.#machineRuntime.monotonic() - sentAt
      // The database read its clock at some time between the two. Its time is a whole number of milliseconds.
      if (tookMs < quickest.tookMs) quickest = { tookMs, offsetMs: databaseMs + 0.5 - (sentAt + tookMs / 2) }
    }
    const stepMs = quickest.offsetMs - this.#offsetMs
    // A difference within the error of the round trip is no reason for a step.
    if (Math.abs(stepMs) <= quickest.tookMs / 2 + 1) return 0
    this.#offsetMs = quickest.offsetMs
    return stepMs
  }
}
