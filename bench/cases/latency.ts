// The latency that the service adds to a platform with a latency of 50 ms.

import { measure, type Sample, startProgram, type Target } from '../measure.ts'
import { type RunSettings, runInterleaved, startServiceWithAccounts } from '../operations.ts'
import { type Result, toResult } from '../report.ts'
import { operationCase } from './posts.ts'

const latencyMs = 50
/** The number of concurrent requests that the service sends for one page. More connections would queue. */
const connections = 4

/** Measures about `sampleCount` responses of each target per round. */
export async function runLatency(pace: RunSettings, sampleCount: number): Promise<Result[]> {
  const startedTargets: Target[] = []
  try {
    const service = await startServiceWithAccounts('posts', startedTargets, latencyMs)
    const upstream = await startProgram('upstream', 'proxy.ts', 'upstream', 'posts', '', String(latencyMs))
    const proxy = await startProgram('proxy-map', 'proxy.ts', 'proxy-map', 'posts', upstream.url)
    startedTargets.push(service, upstream, proxy)
    const path = `/${operationCase.operation}`
    const headers = { 'x-api-key': service.apiKey, 'content-type': 'application/json' }
    const send = async (body: object) =>
      await (await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    const bodies = ((await operationCase.bodies?.(send)) ?? []).map((body) => JSON.stringify(body))
    const nextRequest = (count: number) => ({
      path,
      headers,
      body: bodies[count % bodies.length] ?? '',
      expectedStatus: 200,
    })

    const roundMs = (sampleCount * (latencyMs + 10)) / connections
    const samplesByTarget = await runInterleaved(
      [proxy, service],
      { ...pace, rounds: 3, roundMs },
      (target, durationMs) => measure(target, nextRequest, { durationMs, connections }),
    )
    const computeAddedLatency = (field: keyof Sample) =>
      (samplesByTarget.get('service') ?? []).map(
        (sample, round) => sample[field] - (samplesByTarget.get('proxy-map')?.[round]?.[field] ?? Number.NaN),
      )
    return [
      toResult('latency', 'added to proxy-map, p50', 'ms', computeAddedLatency('p50Ms')),
      toResult('latency', 'added to proxy-map, p99', 'ms', computeAddedLatency('p99Ms')),
    ]
  } finally {
    await Promise.all(startedTargets.map((target) => target.stop()))
  }
}
