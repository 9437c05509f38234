// What the service adds to the time of a platform that is 50 ms away.

import { measure, type Sample, startProgram, type Target } from '../measure.ts'
import { inTurns, type Pace, startLinked } from '../operations.ts'
import { type Result, resultOf } from '../report.ts'
import { operationCase } from './posts.ts'

const awayMs = 50
/** As many as the service asks about one page at a time; more would wait for each other. */
const connections = 4

/** Some so many answers of each in each round. */
export async function runLatency(pace: Pace, samples: number): Promise<Result[]> {
  const started: Target[] = []
  try {
    const service = await startLinked('posts', started, awayMs)
    const upstream = await startProgram('upstream', 'proxy.ts', 'upstream', 'posts', '', String(awayMs))
    const proxy = await startProgram('proxy-map', 'proxy.ts', 'proxy-map', 'posts', upstream.url)
    started.push(service, upstream, proxy)
    const path = `/${operationCase.operation}`
    const headers = { 'x-api-key': service.apiKey, 'content-type': 'application/json' }
    const ask = async (body: object) =>
      await (await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    const bodies = ((await operationCase.bodies?.(ask)) ?? []).map((body) => JSON.stringify(body))
    const request = (count: number) => ({
      path,
      headers,
      body: bodies[count % bodies.length] ?? '',
      expectedStatus: 200,
    })

    const roundMs = (samples * (awayMs + 10)) / connections
    const taken = await inTurns([proxy, service], { ...pace, rounds: 3, roundMs }, (target, durationMs) =>
      measure(target, request, { durationMs, connections }),
    )
    const added = (member: keyof Sample) =>
      (taken.get('service') ?? []).map(
        (sample, round) => sample[member] - (taken.get('proxy-map')?.[round]?.[member] ?? Number.NaN),
      )
    return [
      resultOf('latency', 'added to proxy-map, p50', 'ms', added('p50Ms')),
      resultOf('latency', 'added to proxy-map, p99', 'ms', added('p99Ms')),
    ]
  } finally {
    await Promise.all(started.map((target) => target.stop()))
  }
}
