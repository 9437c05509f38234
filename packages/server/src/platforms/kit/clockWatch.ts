// Notices a wrong clock: of this machine against the database's, and against the clocks of live platforms.

import type { Platform } from '@adrail/contract'
import type { Log } from '../../base/log.ts'
import type { Metrics } from '../../base/metrics.ts'
import type { Runtime } from '../../base/runtime.ts'
import type { DatabaseClock } from '../../store/databaseClock.ts'
import type { PlatformClocks } from './platformTimes.ts'

export const clockCheckIntervalMs = 60_000
/** Tokens are taken to expire half a minute early, so a smaller difference harms nothing. */
export const maxSkewMs = 30_000
/** No clock drifts this far between two measurements: one that has moved further was set. */
const minStepMs = 1000

interface WatchedClocks {
  readonly database: DatabaseClock
  /** Whether other processes use the database: on SQLite its clock is this process's own. */
  readonly isShared: boolean
  readonly platforms: PlatformClocks
  /** The clock of the machine. */
  readonly machine: Runtime
}

type Reference = 'database' | Platform

export class ClockWatch {
  readonly #clocks: WatchedClocks
  readonly #log: Log
  /** Clocks that differed when they were last compared. */
  readonly #skewed = new Set<Reference>()
  /** How far the database's clock was set ahead since it last agreed with the clock of this machine. */
  #databaseStepsMs = 0

  constructor(clocks: WatchedClocks, log: Log, metrics: Metrics) {
    this.#clocks = clocks
    this.#log = log
    metrics.onScrape(() =>
      this.#skews().map(([against, skewMs]) => ({
        gauge: 'clockSkew' as const,
        labels: [against],
        value: skewMs / 1000,
      })),
    )
    this.#compare()
  }

  /** Why this process must not get requests; nothing while its clock is right. */
  async problem(): Promise<string | undefined> {
    const { database, isShared } = this.#clocks
    if (!isShared || !this.#isMachineWrong()) return undefined
    // The last measurement may be older than a step of both clocks, or than a standstill of this machine.
    await this.checkClocks()
    return this.#isMachineWrong() ? `it is ${formatSkew(database.skewMs())} the database's.` : undefined
  }

  /**
   * Whether the clock of this machine is the wrong one. A database whose clock was set differs from all processes at once: they
   * have nothing to correct, and without them nobody would serve.
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
      // The time goes on from the last measurement until the database is back.
      this.#log.info('clock.measurement_failed', { note: (error as Error).message })
    }
    this.#compare()
  }

  #skews(): [Reference, number][] {
    const { database, isShared, platforms, machine } = this.#clocks
    const platformSkews = platforms.measuredPlatforms().map((platform): [Reference, number] => {
      return [platform, machine.now() - platforms.now(platform)]
    })
    return isShared ? [['database', database.skewMs()], ...platformSkews] : platformSkews
  }

  #compare(): void {
    const { database, isShared } = this.#clocks
    for (const [against, skewMs] of this.#skews()) this.#reportSkew(against, skewMs, 'clock.skewed')
    // Alone, the process keeps the time it started with, whatever is done to the wall clock.
    if (!isShared) this.#reportSkew('database', database.skewMs(), 'clock.stepped')
  }

  #reportSkew(against: Reference, skewMs: number, event: 'clock.skewed' | 'clock.stepped'): void {
    if (isSkewed(skewMs) === this.#skewed.has(against)) return
    if (!isSkewed(skewMs)) {
      this.#skewed.delete(against)
      this.#log.info('clock.agrees', { against })
      return
    }
    this.#skewed.add(against)
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
