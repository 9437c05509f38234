// Cases that send one request to the service and to the baselines, in turns, so that all of them meet the same weather.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietRounds } from './calm.ts'
import { measure, type Sample, type Service, startProgram, startService, type Target } from './measure.ts'
import { applyGoals, compareToBaseline, type Goal, printSamples, type Result, toResult } from './report.ts'

export interface OperationCase {
  readonly title: string
  readonly operation: string
  readonly body: object
  readonly expectedStatus: number
  /** What the platform answers; both ways of mapping stand for the least a proxy would have to do. */
  readonly upstreamResponse: unknown
  toUpstream(body: unknown): unknown
  fromUpstream(response: unknown): unknown
  /** Bodies to ask the service with instead, so that many callers do not all ask the same thing; made once it runs. */
  bodies?(send: (body: object) => Promise<unknown>): Promise<readonly object[]>
  readonly goals: readonly Goal[]
}

export interface Pace {
  /** How long each target is used before anything counts, at least and at most; see `warmUp`. */
  readonly warmUpMs: number
  readonly maxWarmUpMs: number
  readonly rounds: number
  readonly roundMs: number
  readonly connections: number
}

/** A case whose operation asks a platform: its calls get prepared answers, everything else is the sandbox's. */
export interface PlatformCase {
  /** The text of the answer, or nothing when the call is not one of the case. */
  respond(method: string, url: URL): string | undefined
}

const baselines = ['bare', 'proxy', 'proxy-map']

export async function runOperation(name: string, pace: Pace): Promise<Result[]> {
  const { operationCase }: { operationCase: OperationCase } = await import(`./cases/${name}.ts`)
  const startedTargets: Target[] = []
  try {
    const upstream = await startProgram('upstream', 'proxy.ts', 'upstream', name)
    startedTargets.push(upstream)
    for (const baseline of baselines)
      startedTargets.push(await startProgram(baseline, 'proxy.ts', baseline, name, upstream.url))
    const service = await startLinkedService(name, startedTargets)
    startedTargets.push(service)
    const path = `/${operationCase.operation}`
    const headers = { 'x-api-key': service.apiKey, 'content-type': 'application/json' }
    const send = async (body: object) => {
      const response = await fetch(service.url + path, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      return await response.json()
    }
    const requestBodies = (await operationCase.bodies?.(send)) ?? [operationCase.body]
    const bodies = requestBodies.map((body) => JSON.stringify(body))
    const body = JSON.stringify(operationCase.body)
    const samples = await runInterleaved(
      startedTargets.filter((target) => target.name !== 'upstream' && target.name !== 'platform'),
      pace,
      (target, durationMs) =>
        measure(
          target,
          (count) =>
            target === service
              ? {
                  path,
                  headers,
                  body: bodies[count % bodies.length] ?? body,
                  expectedStatus: operationCase.expectedStatus,
                }
              : { path, headers, body, expectedStatus: 200 },
          { durationMs, connections: pace.connections },
        ),
    )

    const caseName = pace.connections === 16 ? name : `${name}, ${pace.connections} connection`
    printSamples(`${operationCase.title} (${operationCase.operation}, ${body.length} bytes)`, samples)
    const results = [
      ...baselines.flatMap((baseline) => compareToBaseline(caseName, baseline, samples)),
      toResult(
        caseName,
        'RSS',
        'MiB',
        (samples.get('service') ?? []).map(({ rssMiB }) => rssMiB),
      ),
    ]
    const { connections } = pace
    return applyGoals(
      results,
      operationCase.goals.filter((goal) => (goal.connections ?? connections) === connections),
    )
  } finally {
    await Promise.all(startedTargets.map((target) => target.stop()))
  }
}

/**
 * A service whose demo users are linked at a platform with prepared answers, which come after a while. The sandbox is a
 * process of its own: what it does is not the service's cost.
 */
export async function startLinkedService(
  name: string,
  startedTargets: Target[],
  latencyMs = 0,
): Promise<Service> {
  const platform = await startProgram('platform', 'platform.ts', name, String(latencyMs))
  // Measured are the others.
  startedTargets.unshift(platform)
  const service = await startService({ environment: { SANDBOX_URL: platform.url } })
  while (!existsSync(join(service.dataDir, 'demo.json')))
    await new Promise((resolve) => setTimeout(resolve, 50))
  return service
}

/** Rounds in which each target has its turn, beginning with another one each time. */
export async function runInterleaved(
  targets: readonly Target[],
  pace: Pace,
  measureOnce: (target: Target, durationMs: number) => Promise<Sample>,
): Promise<Map<string, Sample[]>> {
  for (const target of targets) await warmUp(pace, (durationMs) => measureOnce(target, durationMs))
  const rounds = await runQuietRounds(pace.rounds, async (round) => {
    const firstIndex = round % targets.length
    const samples = new Map<string, Sample>()
    for (const target of [...targets.slice(firstIndex), ...targets.slice(0, firstIndex)])
      samples.set(target.name, await measureOnce(target, pace.roundMs))
    return samples
  })
  return new Map(targets.map(({ name }) => [name, rounds.flatMap((samples) => samples.get(name) ?? [])]))
}

/**
 * Much of the code is slow until it was used some ten thousand times, and some of it gets its last shape late. So a target
 * is used until what a request costs stands still: until three windows in a row are within some hundredths of each other.
 */
async function warmUp(
  { warmUpMs, maxWarmUpMs }: Pace,
  measureOnce: (durationMs: number) => Promise<Sample>,
): Promise<void> {
  const windowMs = warmUpMs / 3
  const costs: number[] = []
  for (let elapsedMs = 0; elapsedMs < maxWarmUpMs; elapsedMs += windowMs) {
    costs.push((await measureOnce(windowMs)).cpuMicros)
    const recentCosts = costs.slice(-3)
    if (recentCosts.length === 3 && Math.max(...recentCosts) <= 1.04 * Math.min(...recentCosts)) return
  }
}
