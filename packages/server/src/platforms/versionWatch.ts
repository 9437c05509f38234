// Warns the operator before a platform's API version ends, based on the announced dates and on warnings in
// responses.

import { type Platform, platforms } from '@adrail/contract'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { PlatformTimes } from './connector-kit/platformTimes.ts'
import { countDaysLeft, findVersionProblem } from './connector-kit/versions.ts'
import { definitionOf } from './index.ts'

export const versionCheckIntervalMs = 24 * 60 * 60 * 1000

/** The version in use of each platform. */
type VersionSettings = Readonly<Record<Platform, { readonly version: string }>>

export class VersionWatch {
  readonly #settings: VersionSettings
  readonly #times: PlatformTimes
  readonly #log: Log
  readonly #metrics: Metrics
  /** Warnings that were logged since the last daily check. */
  readonly #loggedNotes = new Set<string>()

  constructor(settings: VersionSettings, times: PlatformTimes, log: Log, metrics: Metrics) {
    this.#settings = settings
    this.#times = times
    this.#log = log
    this.#metrics = metrics
    for (const platform of platforms) metrics.initializeCounter('versionWarnings', platform)
  }

  /** Checks the announced dates. Called once a day. */
  checkCalendar(): void {
    this.#loggedNotes.clear()
    for (const platform of platforms) {
      const { version } = this.#settings[platform]
      const now = this.#times[platform]()
      const { versions } = definitionOf(platform)
      const value = countDaysLeft(versions, version, now)
      if (value !== undefined)
        this.#metrics.set({ gauge: 'versionDaysLeft', labels: [platform, version], value })
      const problem = findVersionProblem(versions, version, now)
      if (problem !== undefined)
        this.#log.warn('platform.version_expiring', { platform, version, note: `${version} ${problem}` })
    }
  }

  /** Records a platform's warning about the version in use. The same warning is logged once a day. */
  recordWarning(platform: Platform, note: string): void {
    this.#metrics.count('versionWarnings', platform)
    if (this.#loggedNotes.has(note)) return
    this.#loggedNotes.add(note)
    this.#log.warn('platform.version_expiring', { platform, version: this.#settings[platform].version, note })
  }
}
