// Cases that send one request to the service and to the baselines in turns, so that all run under equal
// conditions.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { measure, type Sample, type Service, startProgram, startService, type Target } from './measure.ts'
import { runQuietRounds } from './quietRounds.ts'
import { applyGoals, compareToBaseline, type Goal, printSamples, type Result, toResult } from './report.ts'

export interface OperationCase {
  readonly title: string
  readonly operation: string
  readonly body: object
  readonly expectedStatus: number
  /** The response of the platform. Both mappings represent the minimum work of a proxy. */
  readonly upstreamResponse: unknown
  toUpstream(body: unknown): unknown
  fromUpstream(response: unknown): unknown
  /** Distinct request bodies for the service, so that concurrent callers do not send equal requests. */
  bodies?(send: (body: object) => Promise<unknown>): Promise<readonly object[]>
  readonly goals: readonly Goal[]
}

export interface RunSettings {
  /** The minimum and maximum warm-up time of each target. See `warmUp`. */
  readonly warmUpMs: number
  readonly maxWarmUpMs: number
  readonly rounds: number
  readonly roundMs: number
  readonly connections: number
}

/**
 * A case whose operation calls a platform: the case prepares these responses, the sandbox serves all others.
 */
export interface PlatformCase {
  /** Returns the body of a prepared response, or undefined for a call that the case does not prepare. */
  respond(method: string, url: URL): string | undefined
}

const baselines = ['bare', 'proxy', 'proxy-map']

export async function runOperation(name: string, pace: RunSettings): Promise<Result[]> {
  const { operationCase }: { operationCase: OperationCase } = await import(`./cases/${name}.ts`)
  const startedTargets: Target[] = []
  try {
    const upstream = await startProgram('upstream', 'proxy.ts', 'upstream', name)
    startedTargets.push(upstream)
    for (const baseline of baselines)
      startedTargets.push(await startProgram(baseline, 'proxy.ts', baseline, name, upstream.url))
    const service = await startServiceWithAccounts(name, startedTargets)
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
 * Starts a service whose demo users are linked to a platform with prepared, delayed responses. The sandbox
 * runs in a separate process, so that its cost does not count as the service's cost.
 */
export async function startServiceWithAccounts(
  name: string,
  startedTargets: Target[],
  latencyMs = 0,
): Promise<Service> {
  const platform = await startProgram('platform', 'platform.ts', name, String(latencyMs))
  // The platform is not measured.
  startedTargets.unshift(platform)
  const service = await startService({ environment: { SANDBOX_URL: platform.url } })
  while (!existsSync(join(service.dataDir, 'demo.json')))
    await new Promise((resolve) => setTimeout(resolve, 50))
  return service
}

/** Measures each target once per round. Each round starts with a different target. */
export async function runInterleaved(
  targets: readonly Target[],
  pace: RunSettings,
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
 * The engine optimizes much of the code only after about ten thousand calls, and some code even later. A
 * target is therefore warm when three consecutive windows have a cost per request within 4 % of each other.
 */
async function warmUp(
  { warmUpMs, maxWarmUpMs }: RunSettings,
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
