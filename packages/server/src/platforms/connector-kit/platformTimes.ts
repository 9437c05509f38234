// The time at each platform: from the `Date` headers of a live platform, or the clock of a sandbox that
// simulates the platform. Code that compares times with a platform's timestamps uses these clocks. Leases,
// deadlines and everything else that concerns only adrail use the database's clock.

import type { Platform } from '@adrail/contract'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Upstream, UpstreamRequest } from './upstream.ts'

export type PlatformTimes = Readonly<Record<Platform, () => number>>

/** Clocks of the live platforms. Until a platform's response shows its time, the database's clock is used. */
export class PlatformClocks {
  readonly #runtime: Runtime
  readonly #findPlatform: (url: string) => Platform | undefined
  /**
   * Platform time minus the monotonic time of this process. Setting the database's clock does not change the
   * difference.
   */
  readonly #offsetMsByPlatform = new Map<Platform, number>()

  /** `findPlatform` returns the live platform that serves a URL. */
  constructor(runtime: Runtime, findPlatform: (url: string) => Platform | undefined) {
    this.#runtime = runtime
    this.#findPlatform = findPlatform
  }

  now(platform: Platform): number {
    const offsetMs = this.#offsetMsByPlatform.get(platform)
    return offsetMs === undefined ? this.#runtime.now() : Math.floor(this.#runtime.monotonic() + offsetMs)
  }

  /** Platforms whose clock has been measured. */
  measuredPlatforms(): Platform[] {
    return [...this.#offsetMsByPlatform.keys()]
  }

  /** Measures the clock of each host that responds. */
  wrap(upstream: Upstream): Upstream {
    return {
      send: (request) => this.#send(upstream, request),
      close: () => upstream.close(),
    }
  }

  async #send(upstream: Upstream, request: UpstreamRequest) {
    const platform = this.#findPlatform(request.url)
    if (platform === undefined) return await upstream.send(request)
    const sentAt = this.#runtime.monotonic()
    const response = await upstream.send(request)
    const receivedAt = this.#runtime.monotonic()
    const { date = '', age = '0' } = response.headers
    const dateMs = Date.parse(date)
    // A cached response carries the date of an earlier response:
    // https://www.rfc-editor.org/rfc/rfc9110#section-6.6.1
    if (!Number.isNaN(dateMs) && age === '0') {
      const databaseOffsetMs = this.#runtime.now() - receivedAt
      const differenceMs = minOffsetMs(dateMs, databaseOffsetMs + sentAt, databaseOffsetMs + receivedAt)
      this.#offsetMsByPlatform.set(platform, databaseOffsetMs + differenceMs)
    }
    return response
  }
}

/** Smallest offset that explains a date in whole seconds, set at any time between request and response. */
function minOffsetMs(dateMs: number, sentAt: number, receivedAt: number): number {
  const [minMs, maxMs] = [dateMs - receivedAt, dateMs + 1000 - sentAt]
  if (minMs > 0) return minMs
  return Math.min(maxMs, 0)
}
