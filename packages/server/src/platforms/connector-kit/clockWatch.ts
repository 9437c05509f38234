// Detects a wrong clock. Compares this machine's clock with the clocks of the database and of the live
// platforms.

import type { Platform } from '@adrail/contract'
import type { Log } from '../../observability/log.ts'
import type { Metrics } from '../../observability/metrics.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { DatabaseClock } from '../../store/databaseClock.ts'
import type { PlatformClocks } from './platformTimes.ts'

export const clockCheckIntervalMs = 60_000
/** Tokens are treated as expired half a minute early, so a smaller difference is harmless. */
export const maxSkewMs = 30_000
/** No clock drifts this far between two measurements. A larger change means that someone set the clock. */
const minStepMs = 1000

interface WatchedClocks {
  readonly database: DatabaseClock
  /**
   * True when other processes use the database. On SQLite, the database's clock is the clock of this process.
   */
  readonly isShared: boolean
  readonly platforms: PlatformClocks
  /** The wall clock of this machine. */
  readonly machine: Runtime
}

type ReferenceClock = 'database' | Platform

export class ClockWatch {
  readonly #clocks: WatchedClocks
  readonly #log: Log
  /** Clocks that differed at the last comparison. */
  readonly #skewedClocks = new Set<ReferenceClock>()
  /** Sum of the steps of the database's clock since that clock last agreed with this machine's clock. */
  #databaseStepsMs = 0

  constructor(clocks: WatchedClocks, log: Log, metrics: Metrics) {
    this.#clocks = clocks
    this.#log = log
    metrics.onScrape(() =>
      this.#listSkews().map(([against, skewMs]) => ({
        gauge: 'clockSkew' as const,
        labels: [against],
        value: skewMs / 1000,
      })),
    )
    this.#compare()
  }

  /** The reason why this process must not receive requests, or `undefined` while its clock is right. */
  async findProblem(): Promise<string | undefined> {
    const { database, isShared } = this.#clocks
    if (!isShared || !this.#isMachineWrong()) return undefined
    // The last measurement may be older than a step of both clocks, or older than a suspension of this
    // machine.
    await this.checkClocks()
    return this.#isMachineWrong() ? `it is ${formatSkew(database.skewMs())} the database's.` : undefined
  }

  /**
   * True when the clock of this machine is wrong, not the database's. After a step, the database's clock
   * differs from all processes at once. Those processes have nothing to correct, and if they all refused
   * requests, the service would be down.
   */
  #isMachineWrong(): boolean {
    const skewMs = this.#clocks.database.skewMs()
    return isSkewed(skewMs) && isSkewed(skewMs + this.#databaseStepsMs)
  }

  async checkClocks(): Promise<void> {
    const { database } = this.#clocks
    try {
      const stepMs = await database.measure()
      if (Math.abs(stepMs) >= minStepMs) this.#databaseStepsMs += stepMs
      if (!isSkewed(database.skewMs())) this.#databaseStepsMs = 0
    } catch (error) {
      // The time continues from the last measurement until the database is available again.
      this.#log.info('clock.measurement_failed', { note: (error as Error).message })
    }
    this.#compare()
  }

  #listSkews(): [ReferenceClock, number][] {
    const { database, isShared, platforms, machine } = this.#clocks
    const platformSkews = platforms.measuredPlatforms().map((platform): [ReferenceClock, number] => {
      return [platform, machine.now() - platforms.now(platform)]
    })
    return isShared ? [['database', database.skewMs()], ...platformSkews] : platformSkews
  }

  #compare(): void {
    const { database, isShared } = this.#clocks
    for (const [against, skewMs] of this.#listSkews()) this.#reportSkew(against, skewMs, 'clock.skewed')
    // A single process keeps the time from its start, regardless of changes to the wall clock.
    if (!isShared) this.#reportSkew('database', database.skewMs(), 'clock.stepped')
  }

  #reportSkew(against: ReferenceClock, skewMs: number, event: 'clock.skewed' | 'clock.stepped'): void {
    if (isSkewed(skewMs) === this.#skewedClocks.has(against)) return
    if (!isSkewed(skewMs)) {
      this.#skewedClocks.delete(against)
      this.#log.info('clock.agrees', { against })
      return
    }
    this.#skewedClocks.add(against)
    const note =
      event === 'clock.stepped'
        ? `The wall clock of this machine is ${formatSkew(skewMs)} the time that adrail keeps since its start. Restart adrail to adopt the machine's time.`
        : `The wall clock of this machine is ${formatSkew(skewMs)} the clock of ${against}. Synchronize both with NTP.`
    this.#log.warn(event, { against, skewSeconds: Math.round(skewMs / 1000), note })
  }
}

function isSkewed(skewMs: number): boolean {
  return Math.abs(skewMs) > maxSkewMs
}

function formatSkew(skewMs: number): string {
  return `${Math.round(Math.abs(skewMs) / 1000)} s ${skewMs > 0 ? 'ahead of' : 'behind'}`
}
