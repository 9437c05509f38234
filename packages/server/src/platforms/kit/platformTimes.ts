// What time it is at the platforms: as the `Date` headers of a live one show it, and the sandbox's own while that stands in for one.
// What is compared with a platform's timestamps takes its time from here. Leases, deadlines and everything else that only
// this service keeps go by the database's clock.

import type { Platform } from '@adrail/contract'
import type { Runtime } from '../../base/runtime.ts'
import type { Sender, Upstream, UpstreamRequest } from './upstream.ts'
import { UpstreamFailure } from './upstreamFailure.ts'
import { asObject, asText } from './values.ts'

export type Times = Readonly<Record<Platform, () => number>>

/** The clocks of live platforms: the database's, until a platform's responses show its own. */
export class PlatformClocks {
  readonly #runtime: Runtime
  readonly #platformOf: (url: string) => Platform | undefined
  /** A platform's time minus the monotonic time of this process: a database whose clock is set does not move it. */
  readonly #offsetMs = new Map<Platform, number>()

  /** `platformOf` names the live platform that responds at a URL. */
  constructor(runtime: Runtime, platformOf: (url: string) => Platform | undefined) {
    this.#runtime = runtime
    this.#platformOf = platformOf
  }

  now(platform: Platform): number {
    const offsetMs = this.#offsetMs.get(platform)
    return offsetMs === undefined ? this.#runtime.now() : Math.floor(this.#runtime.monotonic() + offsetMs)
  }

  /** Platforms whose clock was seen. */
  known(): Platform[] {
    return [...this.#offsetMs.keys()]
  }

  /** Reads the clock of every host that responds. */
  over(upstream: Upstream): Upstream {
    return {
      send: (request) => this.#send(upstream, request),
      close: () => upstream.close(),
    }
  }

  async #send(upstream: Upstream, request: UpstreamRequest) {
    const platform = this.#platformOf(request.url)
    if (platform === undefined) return await upstream.send(request)
    const sentAt = this.#runtime.monotonic()
    const response = await upstream.send(request)
    const receivedAt = this.#runtime.monotonic()
    const { date = '', age = '0' } = response.headers
    const shown = Date.parse(date)
    // A response from a cache has the date of another one: https://www.rfc-editor.org/rfc/rfc9110#section-6.6.1
    if (!Number.isNaN(shown) && age === '0') {
      const databaseMs = this.#runtime.now() - receivedAt
      const differenceMs = aheadMs(shown, databaseMs + sentAt, databaseMs + receivedAt)
      this.#offsetMs.set(platform, databaseMs + differenceMs)
    }
    return response
  }
}

/** The least difference that explains a date in whole seconds, given at some time between request and response. */
function aheadMs(shown: number, sentAt: number, receivedAt: number): number {
  const [least, most] = [shown - receivedAt, shown + 1000 - sentAt]
  if (least > 0) return least
  return Math.min(most, 0)
}

/** A sandbox as far as its time goes. */
export interface SandboxWorld {
  now(): number
  /** When it was made, by its own clock. */
  madeAt(): number
  /** Another one as soon as another world stands there. */
  id(): string
  /** Learns what cannot be known without asking. */
  look(): Promise<void>
}

/** A sandbox that others run: its clock is read now and then, and goes on in between as it did. */
export function sharedWorld(url: string, upstream: Sender, runtime: Runtime): SandboxWorld {
  let read = { now: runtime.now(), running: true, madeAt: 0, id: '', at: runtime.monotonic() }
  return {
    now: () => read.now + (read.running ? Math.floor(runtime.monotonic() - read.at) : 0),
    madeAt: () => read.madeAt,
    id: () => read.id,
    async look() {
      try {
        const answer = await upstream.send({
          call: 'sandbox world',
          method: 'GET',
          url: `${url}/_sandbox/world`,
          timeoutMs: 5000,
        })
        const { now, running, seededAt, id } = asObject(answer.json())
        // A sandbox whose admin surface is switched off returns no time: then the database's time is used.
        if (answer.status !== 200 || typeof now !== 'number') return
        const madeAt = typeof seededAt === 'number' ? seededAt : 0
        read = { now, running: running !== false, madeAt, id: asText(id), at: runtime.monotonic() }
      } catch (error) {
        // It may come back; until then its clock is taken to go on.
        if (!(error instanceof UpstreamFailure)) throw error
      }
    },
  }
}
