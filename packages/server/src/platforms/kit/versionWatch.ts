// Tells the operator in time that a version of a platform's interface comes to its end: by the calendar, and by what the
// platforms say themselves.

import type { Platform } from '@adrail/contract'
import type { Log } from '../../base/log.ts'
import type { Metrics } from '../../base/metrics.ts'
import type { PlatformTimes } from './platformTimes.ts'
import { daysLeft, versionProblem } from './versions.ts'

export const versionCheckIntervalMs = 24 * 60 * 60 * 1000

export class VersionWatch {
  readonly #versionsInUse: Readonly<Record<Platform, string>>
  readonly #times: PlatformTimes
  readonly #log: Log
  readonly #metrics: Metrics
  /** What was told already since the last look. */
  readonly #loggedNotes = new Set<string>()

  constructor(
    versionsInUse: Readonly<Record<Platform, string>>,
    times: PlatformTimes,
    log: Log,
    metrics: Metrics,
  ) {
    this.#versionsInUse = versionsInUse
    this.#times = times
    this.#log = log
    this.#metrics = metrics
    for (const platform of Object.keys(versionsInUse)) metrics.expect('versionWarnings', platform)
  }

  /** By the calendar, once a day. */
  checkCalendar(): void {
    this.#loggedNotes.clear()
    // The entries of a record over all platforms.
    for (const [platform, version] of Object.entries(this.#versionsInUse) as [Platform, string][]) {
      const now = this.#times[platform]()
      const value = daysLeft(platform, version, now)
      if (value !== undefined)
        this.#metrics.set({ gauge: 'versionDaysLeft', labels: [platform, version], value })
      const problem = versionProblem(platform, version, now)
      if (problem !== undefined)
        this.#log.warn('platform.version_expiring', { platform, version, note: `${version} ${problem}` })
    }
  }

  /** What a platform says of the version that it was called with; told once a day. */
  recordWarning(platform: Platform, note: string): void {
    this.#metrics.count('versionWarnings', platform)
    if (this.#loggedNotes.has(note)) return
    this.#loggedNotes.add(note)
    this.#log.warn('platform.version_expiring', { platform, version: this.#versionsInUse[platform], note })
  }
}
