// Circuit breakers for platform calls. Requests that wait for a timeout occupy slots that others need, and
// further calls burden a failing server. A refusal counts as a response: only failures of the platform itself
// count.

import type { Platform } from '@adrail/contract'
import { Cache } from '../../concurrency/cache.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { CallWatch } from './callWatch.ts'
import type { Sender, UpstreamRequest, UpstreamResponse } from './upstream.ts'
import { UpstreamFailure } from './upstreamFailure.ts'

/**
 * Number of failures in a row. Two reads with the maximum number of attempts produce this many. A lower
 * number would occur by chance while a platform fails three calls in ten. Five occur once every four thousand
 * calls where one call in five gets no response.
 */
const failureThreshold = 8
/** After this time, one probe call may go through. */
const openMs = 4000

interface BreakerState {
  failures: number
  failedAt: number
  /** True while the probe call is in progress. */
  isProbing: boolean
}

/** The breakers of one platform, keyed by name, such as an ad account id. */
export class CircuitBreakers {
  readonly #runtime: Runtime
  readonly #watch: CallWatch
  /** Only names with recorded failures. Names without an entry are closed. */
  readonly #states: Cache<BreakerState>

  constructor(runtime: Runtime, platform: Platform, watch: CallWatch) {
    this.#runtime = runtime
    this.#watch = watch
    this.#states = new Cache(runtime, { ttlMs: 10 * 60_000, maxSize: 20_000 })
    watch.registerBreakers(platform, () => this.#states.count(isOpen))
  }

  wrap(sender: Sender, name: string): Sender {
    return { send: (request) => this.#send(sender, name, request) }
  }

  async #send(sender: Sender, name: string, request: UpstreamRequest): Promise<UpstreamResponse> {
    const state = this.#states.get(name)
    const isProbe = state !== undefined && isOpen(state)
    if (isProbe) {
      this.#rejectWhileOpen(state, request)
      state.isProbing = true
    }
    try {
      const response = await sender.send(request)
      if (response.status >= 500) this.#recordFailure(name)
      else this.#states.delete(name)
      return response
    } catch (error) {
      if (hadNoResponse(error)) this.#recordFailure(name)
      throw error
    } finally {
      if (isProbe) state.isProbing = false
    }
  }

  #rejectWhileOpen({ failedAt, isProbing }: BreakerState, request: UpstreamRequest): void {
    const remainingMs = isProbing ? openMs : failedAt + openMs - this.#runtime.monotonic()
    if (remainingMs <= 0) return
    this.#watch.recordRejected(request)
    const seconds = Math.ceil(remainingMs / 1000)
    throw new UpstreamFailure('paused', 'Too many calls had no response.', undefined, seconds)
  }

  #recordFailure(name: string): void {
    const state = this.#states.get(name) ?? { failures: 0, failedAt: 0, isProbing: false }
    state.failures += 1
    state.failedAt = this.#runtime.monotonic()
    this.#states.set(name, state)
  }
}

function isOpen({ failures }: BreakerState): boolean {
  return failures >= failureThreshold
}

function hadNoResponse(error: unknown): boolean {
  return error instanceof UpstreamFailure && ['unreachable', 'timeout', 'cut'].includes(error.kind)
}
