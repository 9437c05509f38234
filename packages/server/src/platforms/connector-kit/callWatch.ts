// Records metrics and a trace span for every call to a platform.

import type { Platform } from '@adrail/contract'
import type { Metrics } from '../../observability/metrics.ts'
import { inClientSpan, markSpanFailed } from '../../observability/tracing.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import type { CallName, Sender, Upstream, UpstreamRequest, UpstreamResponse } from './upstream.ts'
import { UpstreamFailure } from './upstreamFailure.ts'

export class CallWatch {
  readonly #runtime: Runtime
  readonly #metrics: Metrics
  readonly #breakers: { readonly platform: Platform; countOpen(): number }[] = []

  constructor(runtime: Runtime, metrics: Metrics) {
    this.#runtime = runtime
    this.#metrics = metrics
    metrics.onScrape(() => this.#collectOpenBreakers())
  }

  wrap(upstream: Upstream): Upstream {
    return { send: (request) => this.#send(upstream, request), close: () => upstream.close() }
  }

  /** Counts a call that an open circuit breaker rejected. */
  recordRejected({ callName }: UpstreamRequest): void {
    this.#metrics.count('upstreamCalls', ...splitCallName(callName), 'paused')
  }

  /** Registers circuit breakers for the gauge of open breakers. */
  registerBreakers(platform: Platform, countOpen: () => number): void {
    this.#breakers.push({ platform, countOpen })
  }

  /** The request carries no trace header because platforms belong to other companies. */
  #send(sender: Sender, request: UpstreamRequest): Promise<UpstreamResponse> {
    const [platform, call] = splitCallName(request.callName)
    const attributes = {
      'adrail.platform': platform,
      'adrail.call': call,
      'http.request.method': request.method,
    }
    return inClientSpan(request.callName, attributes, async (span) => {
      const response = await this.#sendTimed(sender, request)
      span.setAttribute('http.response.status_code', response.status)
      if (response.status >= 400) markSpanFailed(span, String(response.status))
      return response
    })
  }

  async #sendTimed(sender: Sender, request: UpstreamRequest): Promise<UpstreamResponse> {
    const labels = splitCallName(request.callName)
    const startedAt = this.#runtime.monotonic()
    let outcome = 'error'
    try {
      const response = await sender.send(request)
      outcome = outcomeLabel(response.status)
      return response
    } catch (error) {
      if (error instanceof UpstreamFailure) outcome = error.kind
      throw error
    } finally {
      this.#metrics.count('upstreamCalls', ...labels, outcome)
      this.#metrics.observe('upstreamSeconds', (this.#runtime.monotonic() - startedAt) / 1000, ...labels)
    }
  }

  #collectOpenBreakers() {
    const open = new Map<Platform, number>()
    for (const { platform, countOpen } of this.#breakers)
      open.set(platform, (open.get(platform) ?? 0) + countOpen())
    return [...open].map(([platform, value]) => ({
      gauge: 'breakersOpen' as const,
      labels: [platform],
      value,
    }))
  }
}

function outcomeLabel(status: number): string {
  if (status >= 500) return 'failed'
  return status >= 400 ? 'refused' : 'answered'
}

function splitCallName(call: CallName): [platform: string, call: string] {
  const spaceIndex = call.indexOf(' ')
  return [call.slice(0, spaceIndex), call.slice(spaceIndex + 1)]
}
