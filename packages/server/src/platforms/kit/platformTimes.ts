// What time it is at the platforms: as the `Date` headers of a live one show it, and the sandbox's own while that stands in for one.
// What is compared with a platform's timestamps takes its time from here. Leases, deadlines and everything else that only
// this service keeps go by the database's clock.

import type { Platform } from '@adrail/contract'
import type { Runtime } from '../../base/runtime.ts'
import type { Sender, Upstream, UpstreamRequest } from './upstream.ts'
import { UpstreamFailure } from './upstreamFailure.ts'
import { asObject, asText } from './values.ts'

export type PlatformTimes = Readonly<Record<Platform, () => number>>

/** The clocks of live platforms: the database's, until a platform's responses show its own. */
export class PlatformClocks {
  readonly #runtime: Runtime
  readonly #findPlatform: (url: string) => Platform | undefined
  /** A platform's time minus the monotonic time of this process: a database whose clock is set does not move it. */
  readonly #offsetMs = new Map<Platform, number>()

  /** `findPlatform` names the live platform that responds at a URL. */
  constructor(runtime: Runtime, findPlatform: (url: string) => Platform | undefined) {
    this.#runtime = runtime
    this.#findPlatform = findPlatform
  }

  now(platform: Platform): number {
    const offsetMs = this.#offsetMs.get(platform)
    return offsetMs === undefined ? this.#runtime.now() : Math.floor(this.#runtime.monotonic() + offsetMs)
  }

  /** Platforms whose clock was seen. */
  measuredPlatforms(): Platform[] {
    return [...this.#offsetMs.keys()]
  }

  /** Reads the clock of every host that responds. */
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
    // A response from a cache has the date of another one: https://www.rfc-editor.org/rfc/rfc9110#section-6.6.1
    if (!Number.isNaN(dateMs) && age === '0') {
      const databaseMs = this.#runtime.now() - receivedAt
      const differenceMs = minOffsetMs(dateMs, databaseMs + sentAt, databaseMs + receivedAt)
      this.#offsetMs.set(platform, databaseMs + differenceMs)
    }
    return response
  }
}

/** The least difference that explains a date in whole seconds, given at some time between request and response. */
function minOffsetMs(dateMs: number, sentAt: number, receivedAt: number): number {
  const [minMs, maxMs] = [dateMs - receivedAt, dateMs + 1000 - sentAt]
  if (minMs > 0) return minMs
  return Math.min(maxMs, 0)
}

/** A sandbox as far as its time goes. */
export interface SandboxWorld {
  now(): number
  /** When it was made, by its own clock. */
  createdAt(): number
  /** Another one as soon as another world stands there. */
  id(): string
  /** Learns what cannot be known without asking. */
  refresh(): Promise<void>
}

/** A sandbox that others run: its clock is read now and then, and goes on in between as it did. */
export function remoteSandboxWorld(url: string, upstream: Sender, runtime: Runtime): SandboxWorld {
  let snapshot = { now: runtime.now(), running: true, createdAt: 0, id: '', measuredAt: runtime.monotonic() }
  return {
    now: () => snapshot.now + (snapshot.running ? Math.floor(runtime.monotonic() - snapshot.measuredAt) : 0),
    createdAt: () => snapshot.createdAt,
    id: () => snapshot.id,
    async refresh() {
      try {
        const response = await upstream.send({
          call: 'sandbox world',
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
        // It may come back; until then its clock is taken to go on.
        if (!(error instanceof UpstreamFailure)) throw error
      }
    },
  }
}
