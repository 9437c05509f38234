// Crowds of callers, each in a process of its own, before one service or several that share a database.

import type { ServiceProcess } from '@adrail/server/testing/processes'
import { runFlood } from '../../bench/crowd.ts'
import type { Flood, FloodReport } from '../../bench/flood.ts'

/** An operation, and what it is asked with. */
export type Question = readonly [operation: string, body: object]

/** What all services get together. */
export type Crowd = Pick<Flood, 'connections' | 'perSecond' | 'durationMs'> & {
  readonly apiKey: string
  readonly questions: readonly Question[]
}

export interface CrowdReport {
  readonly good: number
  readonly goodPerSecond: number
  readonly goodP99Ms: number
  /** Refused because the caller asks for too much. */
  readonly limited: number
  /** Refused because the process has too much to do. */
  readonly shed: number
  readonly refusedP99Ms: number
  /** Answered in any other way, not at all, or refused without a word about when to come again. */
  readonly amiss: number
}

export async function ask(services: readonly ServiceProcess[], crowd: Crowd): Promise<CrowdReport> {
  const { apiKey, connections, perSecond, durationMs } = crowd
  const share = (all: number) => Math.ceil(all / services.length)
  const reports = await Promise.all(
    services.map(({ url }) =>
      runFlood({
        url: url.replace('localhost', '127.0.0.1'),
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        questions: crowd.questions.map(([operation, body]) => ({
          path: `/${operation}`,
          body: JSON.stringify(body),
        })),
        connections: share(connections),
        durationMs,
        ...(perSecond === undefined ? {} : { perSecond: perSecond / services.length }),
      }),
    ),
  )
  return together(reports, durationMs)
}

function together(reports: readonly FloodReport[], durationMs: number): CrowdReport {
  const answers = reports.flatMap(({ byStatus }) => Object.entries(byStatus))
  const of = (statuses: readonly string[]) =>
    answers.filter(([status]) => statuses.includes(status)).map(([, answer]) => answer)
  const count = (statuses: readonly string[]) => of(statuses).reduce((sum, answer) => sum + answer.count, 0)
  const all = answers.reduce((sum, [, answer]) => sum + answer.count, 0)
  const good = count(['200'])
  const [limited, shed] = [count(['429']), count(['503'])]
  const worst = (statuses: readonly string[]) => Math.max(0, ...of(statuses).map(({ p99Ms }) => p99Ms))
  const broken = reports.reduce((sum, { lost, withoutRetryAfter }) => sum + lost + withoutRetryAfter, 0)
  return {
    good,
    goodPerSecond: good / (durationMs / 1000),
    goodP99Ms: worst(['200']),
    limited,
    shed,
    refusedP99Ms: worst(['429', '503']),
    amiss: all - good - limited - shed + broken,
  }
}
