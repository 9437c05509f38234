// What an operator watches, for Prometheus. Served on a port of its own, which callers have no reason to reach.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

export interface Metrics {
  request(operation: string, status: number, code: string, seconds: number): void
  /** A request that was sent away before anything of it was read. */
  shed(): void
  /** How long the version of a platform's interface that is spoken will be there; not told while no end is known. */
  versionDaysLeft(platform: string, version: string, days: number | undefined): void
  /** A platform said something about the version that it was called with. */
  versionWarning(platform: string): void
  /** How much of each kind of a platform's allowances is used, 1 being all of it; asked whenever somebody looks. */
  watchQuota(
    platform: string,
    readings: () => readonly { readonly kind: string; readonly used: number }[],
  ): void
  /** A platform refused a call for rate. */
  quotaRefused(platform: string): void
  /** Starts serving `/metrics` and returns the port. */
  listen(host: string, port: number): Promise<number>
  text(): Promise<string>
  close(): Promise<void>
}

export function makeMetrics(): Metrics {
  // A registry of its own: several services can run in one process, as tests do.
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'adrail_requests_total',
    help: 'Requests answered, by operation, HTTP status and error code.',
    labelNames: ['operation', 'status', 'code'],
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'adrail_request_seconds',
    help: 'How long requests took, by operation.',
    labelNames: ['operation'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 1, 2, 5, 15, 60],
    registers: [registry],
  })
  const shed = new Counter({
    name: 'adrail_requests_shed_total',
    help: 'Requests answered 503 at the door because the process had too much to do.',
    registers: [registry],
  })
  const versionDays = new Gauge({
    name: 'adrail_platform_version_days_left',
    help: 'Days until the version of the platform that is spoken ends, where its end is known.',
    labelNames: ['platform', 'version'],
    registers: [registry],
  })
  const versionWarnings = new Counter({
    name: 'adrail_platform_version_warnings_total',
    help: 'Answers in which a platform warned of the version it was called with, or used another one.',
    labelNames: ['platform'],
    registers: [registry],
  })
  const quotaReaders = new Map<string, Parameters<Metrics['watchQuota']>[1]>()
  new Gauge({
    name: 'adrail_platform_quota_used_ratio',
    help: 'How much of a platform allowance is used, by its kind: that of the ad account, endpoint or member that used most.',
    labelNames: ['platform', 'kind'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [platform, readings] of quotaReaders)
        for (const { kind, used } of readings()) this.set({ platform, kind }, used)
    },
  })
  const quotaRefusals = new Counter({
    name: 'adrail_platform_quota_refusals_total',
    help: 'Calls that a platform refused for rate.',
    labelNames: ['platform'],
    registers: [registry],
  })
  let server: Server | undefined

  // Finding the child of some labels costs more than counting. Operations, statuses and codes are few.
  const counted = new Map<string, Counter.Internal>()
  const timed = new Map<string, Histogram.Internal<'operation'>>()
  const counterOf = (operation: string, status: number, code: string): Counter.Internal => {
    const name = `${operation} ${status} ${code}`
    const known = counted.get(name)
    if (known) return known
    const child = requests.labels({ operation, status, code })
    counted.set(name, child)
    return child
  }
  const timerOf = (operation: string): Histogram.Internal<'operation'> => {
    const known = timed.get(operation)
    if (known) return known
    const child = seconds.labels({ operation })
    timed.set(operation, child)
    return child
  }

  return {
    request(operation, status, code, duration) {
      counterOf(operation, status, code).inc()
      timerOf(operation).observe(duration)
    },
    shed: () => shed.inc(),
    versionDaysLeft(platform, version, days) {
      if (days !== undefined) versionDays.set({ platform, version }, days)
    },
    versionWarning: (platform) => versionWarnings.inc({ platform }),
    watchQuota: (platform, readings) => quotaReaders.set(platform, readings),
    quotaRefused: (platform) => quotaRefusals.inc({ platform }),
    text: () => registry.metrics(),
    async listen(host, port) {
      const listening = createServer(async (request, response) => {
        if (request.method !== 'GET' || request.url !== '/metrics') {
          response.writeHead(404).end()
          return
        }
        response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics())
      })
      await new Promise<void>((resolve, reject) => {
        listening.once('error', reject).listen(port, host, resolve)
      })
      server = listening
      return (listening.address() as AddressInfo).port
    },
    async close() {
      registry.clear()
      const closing = server
      if (!closing) return
      closing.closeAllConnections()
      await new Promise((resolve) => closing.close(resolve))
    },
  }
}
