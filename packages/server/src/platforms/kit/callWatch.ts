// What is told about every call to a platform, so that an operator sees how each of them fares.

import type { Platform } from '@adrail/contract'
import type { Metrics } from '../../base/metrics.ts'
import type { Runtime } from '../../base/runtime.ts'
import { fail, inClientSpan } from '../../base/tracing.ts'
import type { CallName, Sender, Upstream, UpstreamRequest, UpstreamResponse } from './upstream.ts'
import { UpstreamFailure } from './upstreamFailure.ts'

export class CallWatch {
  readonly #runtime: Runtime
  readonly #metrics: Metrics
  readonly #breakers: { readonly platform: Platform; keepingBack(): number }[] = []

  constructor(runtime: Runtime, metrics: Metrics) {
    this.#runtime = runtime
    this.#metrics = metrics
    metrics.onScrape(() => this.#openBreakers())
  }

  over(upstream: Upstream): Upstream {
    return { send: (request) => this.#send(upstream, request), close: () => upstream.close() }
  }

  /** A call that a breaker kept back. */
  paused({ call }: UpstreamRequest): void {
    this.#metrics.count('upstreamCalls', ...partsOf(call), 'paused')
  }

  /** Breakers that can be asked how many ways they keep closed. */
  watch(platform: Platform, keepingBack: () => number): void {
    this.#breakers.push({ platform, keepingBack })
  }

  /** No trace header goes along: platforms are other companies. */
  #send(sender: Sender, request: UpstreamRequest): Promise<UpstreamResponse> {
    const [platform, call] = partsOf(request.call)
    const attributes = {
      'adrail.platform': platform,
      'adrail.call': call,
      'http.request.method': request.method,
    }
    return inClientSpan(request.call, attributes, async (span) => {
      const response = await this.#timed(sender, request)
      span.setAttribute('http.response.status_code', response.status)
      if (response.status >= 400) fail(span, String(response.status))
      return response
    })
  }

  async #timed(sender: Sender, request: UpstreamRequest): Promise<UpstreamResponse> {
    const parts = partsOf(request.call)
    const startedAt = this.#runtime.monotonic()
    let outcome = 'error'
    try {
      const response = await sender.send(request)
      outcome = outcomeOf(response.status)
      return response
    } catch (error) {
      if (error instanceof UpstreamFailure) outcome = error.kind
      throw error
    } finally {
      this.#metrics.count('upstreamCalls', ...parts, outcome)
      this.#metrics.observe('upstreamSeconds', (this.#runtime.monotonic() - startedAt) / 1000, ...parts)
    }
  }

  #openBreakers() {
    const open = new Map<Platform, number>()
    for (const { platform, keepingBack } of this.#breakers)
      open.set(platform, (open.get(platform) ?? 0) + keepingBack())
    return [...open].map(([platform, value]) => ({
      gauge: 'breakersOpen' as const,
      labels: [platform],
      value,
    }))
  }
}

function outcomeOf(status: number): string {
  if (status >= 500) return 'failed'
  return status >= 400 ? 'refused' : 'answered'
}

function partsOf(call: CallName): [platform: string, call: string] {
  const blank = call.indexOf(' ')
  return [call.slice(0, blank), call.slice(blank + 1)]
}
