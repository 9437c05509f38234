// The time at each platform: from the `Date` headers of a live platform, or the clock of a sandbox that
// simulates the platform. Code that compares times with a platform's timestamps uses these clocks. Leases,
// deadlines and everything else that concerns only adrail use the database's clock.

import type { Platform } from '@adrail/contract'
import type { Runtime } from '../../runtime/runtime.ts'
import type { Sender, Upstream, UpstreamRequest } from './upstream.ts'
import { UpstreamFailure } from './upstreamFailure.ts'
import { asObject, asText } from './values.ts'

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

/** The clock of a sandbox. */
export interface SandboxWorld {
  now(): number
  /** Creation time, by the sandbox's clock. */
  createdAt(): number
  /** Changes when another world replaces this one. */
  id(): string
  /** Loads the state of a remote sandbox. */
  refresh(): Promise<void>
}

/** A remote sandbox. Its clock is read periodically and extrapolated in between. */
export function createRemoteSandboxWorld(url: string, upstream: Sender, runtime: Runtime): SandboxWorld {
  let snapshot = { now: runtime.now(), running: true, createdAt: 0, id: '', measuredAt: runtime.monotonic() }
  return {
    now: () => snapshot.now + (snapshot.running ? Math.floor(runtime.monotonic() - snapshot.measuredAt) : 0),
    createdAt: () => snapshot.createdAt,
    id: () => snapshot.id,
    async refresh() {
      try {
        const response = await upstream.send({
          callName: 'sandbox world',
          method: 'GET',
          url: `${url}/_sandbox/world`,
          timeoutMs: 5000,
        })
        const { now, running, seededAt, id } = asObject(response.json())
        // A sandbox whose admin surface is switched off returns no time: then the database's time is used.
        if (response.status !== 200 || typeof now !== 'number') return
        const createdAt = typeof seededAt === 'number' ? seededAt : 0
        snapshot = {
          now,
          running: running !== false,
          createdAt,
          id: asText(id),
          measuredAt: runtime.monotonic(),
        }
      } catch (error) {
        // The sandbox may become available again. Until then its clock is extrapolated.
        if (!(error instanceof UpstreamFailure)) throw error
      }
    },
  }
}
