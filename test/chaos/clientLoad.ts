// Generates load from many clients, with one process per service. Several services may share a database.

import type { ServiceProcess } from '@adrail/server/testing'
import { runFlood } from '../../bench/crowd.ts'
import type { Flood, FloodReport } from '../../bench/flood.ts'

/** An operation and its request body. */
export type OperationCall = readonly [operation: string, body: object]

/** The load on all services together. */
export type LoadOptions = Pick<Flood, 'connections' | 'perSecond' | 'durationMs'> & {
  readonly apiKey: string
  readonly calls: readonly OperationCall[]
}

export interface LoadReport {
  readonly good: number
  readonly goodPerSecond: number
  readonly goodP99Ms: number
  /** Number of requests that were refused because the caller exceeded its rate limit. */
  readonly limited: number
  /** Number of requests that were refused because the process was overloaded. */
  readonly shed: number
  readonly refusedP99Ms: number
  /** Number of lost requests, unexpected statuses, and refusals without a `Retry-After` header. */
  readonly unexpected: number
}

export async function runLoad(
  services: readonly ServiceProcess[],
  options: LoadOptions,
): Promise<LoadReport> {
  const { apiKey, connections, perSecond, durationMs } = options
  const perService = (total: number) => Math.ceil(total / services.length)
  const reports = await Promise.all(
    services.map(({ url }) =>
      runFlood({
        url: url.replace('localhost', '127.0.0.1'),
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        requests: options.calls.map(([operation, body]) => ({
          path: `/${operation}`,
          body: JSON.stringify(body),
        })),
        connections: perService(connections),
        durationMs,
        ...(perSecond === undefined ? {} : { perSecond: perSecond / services.length }),
      }),
    ),
  )
  return mergeReports(reports, durationMs)
}

function mergeReports(reports: readonly FloodReport[], durationMs: number): LoadReport {
  const statusEntries = reports.flatMap(({ byStatus }) => Object.entries(byStatus))
  const statsFor = (statuses: readonly string[]) =>
    statusEntries.filter(([status]) => statuses.includes(status)).map(([, stats]) => stats)
  const count = (statuses: readonly string[]) =>
    statsFor(statuses).reduce((sum, stats) => sum + stats.count, 0)
  const total = statusEntries.reduce((sum, [, stats]) => sum + stats.count, 0)
  const good = count(['200'])
  const [limited, shed] = [count(['429']), count(['503'])]
  const maxP99Ms = (statuses: readonly string[]) =>
    Math.max(0, ...statsFor(statuses).map(({ p99Ms }) => p99Ms))
  const lostOrMalformed = reports.reduce(
    (sum, { lostCount, withoutRetryAfter }) => sum + lostCount + withoutRetryAfter,
    0,
  )
  return {
    good,
    goodPerSecond: good / (durationMs / 1000),
    goodP99Ms: maxP99Ms(['200']),
    limited,
    shed,
    refusedP99Ms: maxP99Ms(['429', '503']),
    unexpected: total - good - limited - shed + lostOrMalformed,
  }
}
