// Stops asking where nobody answers: whoever waits for a time-out holds places that others need, and calls to a server in
// trouble make its trouble worse. A refusal is an answer; only failures of the platform itself count.

import type { Platform } from '@adrail/contract'
import { Memory } from '../../base/memory.ts'
import type { Runtime } from '../../base/runtime.ts'
import type { CallWatch } from './callWatch.ts'
import type { Sender, UpstreamRequest, UpstreamResponse } from './upstream.ts'
import { UpstreamFailure } from './upstreamFailure.ts'

/**
 * So many in a row: what two reads make that are tried as often as they may be. Fewer would come together by chance while a
 * platform fails three calls in ten; five do so every four thousand calls where one in five has no answer.
 */
const mostFailures = 8
/** After this time one call is let through, to see. */
const pauseMs = 4000

interface State {
  failures: number
  failedAt: number
  /** A call is under way that was let through to see. */
  probing: boolean
}

/** The breakers of one platform, each by its name, such as an ad account's. */
export class Breakers {
  readonly #runtime: Runtime
  readonly #watch: CallWatch
  /** Those with failures; the others need no memory. */
  readonly #states: Memory<State>

  constructor(runtime: Runtime, platform: Platform, watch: CallWatch) {
    this.#runtime = runtime
    this.#watch = watch
    this.#states = new Memory(runtime, { keepMs: 10 * 60_000, most: 20_000 })
    watch.watch(platform, () => this.#states.count(isOpen))
  }

  around(sender: Sender, name: string): Sender {
    return { send: (request) => this.#send(sender, name, request) }
  }

  async #send(sender: Sender, name: string, request: UpstreamRequest): Promise<UpstreamResponse> {
    const state = this.#states.get(name)
    const isProbe = state !== undefined && isOpen(state)
    if (isProbe) {
      this.#refuseWhilePaused(state, request)
      state.probing = true
    }
    try {
      const response = await sender.send(request)
      if (response.status >= 500) this.#failed(name)
      else this.#states.delete(name)
      return response
    } catch (error) {
      if (hadNoAnswer(error)) this.#failed(name)
      throw error
    } finally {
      if (isProbe) state.probing = false
    }
  }

  #refuseWhilePaused({ failedAt, probing }: State, request: UpstreamRequest): void {
    const leftMs = probing ? pauseMs : failedAt + pauseMs - this.#runtime.monotonic()
    if (leftMs <= 0) return
    this.#watch.paused(request)
    const seconds = Math.ceil(leftMs / 1000)
    throw new UpstreamFailure('paused', 'Too many calls had no answer.', undefined, seconds)
  }

  #failed(name: string): void {
    const state = this.#states.get(name) ?? { failures: 0, failedAt: 0, probing: false }
    state.failures += 1
    state.failedAt = this.#runtime.monotonic()
    this.#states.set(name, state)
  }
}

function isOpen({ failures }: State): boolean {
  return failures >= mostFailures
}

function hadNoAnswer(error: unknown): boolean {
  return error instanceof UpstreamFailure && ['unreachable', 'timeout', 'cut'].includes(error.kind)
}
