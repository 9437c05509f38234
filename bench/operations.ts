// Cases that send one request to the service and to the baselines, in turns, so that all of them meet the same weather.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { calmRounds } from './calm.ts'
import { measure, type Sample, type Service, startProgram, startService, type Target } from './measure.ts'
import { type Goal, judge, printSamples, type Result, ratiosOf, resultOf } from './report.ts'

export interface OperationCase {
  readonly title: string
  readonly operation: string
  readonly body: object
  readonly expectedStatus: number
  /** What the platform answers; both ways of mapping stand for the least a proxy would have to do. */
  readonly upstreamAnswer: unknown
  toUpstream(body: unknown): unknown
  fromUpstream(answer: unknown): unknown
  /** Bodies to ask the service with instead, so that many callers do not all ask the same thing; made once it runs. */
  bodies?(ask: (body: object) => Promise<unknown>): Promise<readonly object[]>
  readonly goals: readonly Goal[]
}

export interface Pace {
  /** How long each target is used before anything counts, at least and at most; see `warmUp`. */
  readonly warmUpMs: number
  readonly mostWarmUpMs: number
  readonly rounds: number
  readonly roundMs: number
  readonly connections: number
}

/** A case whose operation asks a platform: its calls get prepared answers, everything else is the sandbox's. */
export interface PlatformCase {
  /** The text of the answer, or nothing when the call is not one of the case. */
  answer(method: string, url: URL): string | undefined
}

const baselines = ['bare', 'proxy', 'proxy-map']

export async function runOperation(name: string, pace: Pace): Promise<Result[]> {
  const { operationCase }: { operationCase: OperationCase } = await import(`./cases/${name}.ts`)
  const started: Target[] = []
  try {
    const upstream = await startProgram('upstream', 'proxy.ts', 'upstream', name)
    started.push(upstream)
    for (const baseline of baselines)
      started.push(await startProgram(baseline, 'proxy.ts', baseline, name, upstream.url))
    const service = await startLinked(name, started)
    started.push(service)
    const path = `/${operationCase.operation}`
    const headers = { 'x-api-key': service.apiKey, 'content-type': 'application/json' }
    const ask = async (body: object) => {
      const answer = await fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
      return await answer.json()
    }
    const own = (await operationCase.bodies?.(ask)) ?? [operationCase.body]
    const bodies = own.map((body) => JSON.stringify(body))
    const body = JSON.stringify(operationCase.body)
    const samples = await inTurns(
      started.filter((target) => target.name !== 'upstream' && target.name !== 'platform'),
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
      ...baselines.flatMap((baseline) => ratiosOf(caseName, baseline, samples)),
      resultOf(
        caseName,
        'RSS',
        'MiB',
        (samples.get('service') ?? []).map(({ rssMiB }) => rssMiB),
      ),
    ]
    const { connections } = pace
    return judge(
      results,
      operationCase.goals.filter((goal) => (goal.connections ?? connections) === connections),
    )
  } finally {
    await Promise.all(started.map((target) => target.stop()))
  }
}

/**
 * A service whose demo users are linked at a platform with prepared answers, which come after a while. The sandbox is a
 * process of its own: what it does is not the service's cost.
 */
export async function startLinked(name: string, started: Target[], awayMs = 0): Promise<Service> {
  const platform = await startProgram('platform', 'platform.ts', name, String(awayMs))
  // Measured are the others.
  started.unshift(platform)
  const service = await startService({ environment: { SANDBOX_URL: platform.url } })
  while (!existsSync(join(service.dataDir, 'demo.json')))
    await new Promise((resolve) => setTimeout(resolve, 50))
  return service
}

/** Rounds in which each target has its turn, beginning with another one each time. */
export async function inTurns(
  targets: readonly Target[],
  pace: Pace,
  once: (target: Target, durationMs: number) => Promise<Sample>,
): Promise<Map<string, Sample[]>> {
  for (const target of targets) await warmUp(pace, (durationMs) => once(target, durationMs))
  const rounds = await calmRounds(pace.rounds, async (round) => {
    const first = round % targets.length
    const samples = new Map<string, Sample>()
    for (const target of [...targets.slice(first), ...targets.slice(0, first)])
      samples.set(target.name, await once(target, pace.roundMs))
    return samples
  })
  return new Map(targets.map(({ name }) => [name, rounds.flatMap((samples) => samples.get(name) ?? [])]))
}

/**
 * Much of the code is slow until it was used some ten thousand times, and some of it gets its last shape late. So a target
 * is used until what a request costs stands still: until three windows in a row are within some hundredths of each other.
 */
async function warmUp(
  { warmUpMs, mostWarmUpMs }: Pace,
  once: (durationMs: number) => Promise<Sample>,
): Promise<void> {
  const windowMs = warmUpMs / 3
  const costs: number[] = []
  for (let passedMs = 0; passedMs < mostWarmUpMs; passedMs += windowMs) {
    costs.push((await once(windowMs)).cpuMicros)
    const last = costs.slice(-3)
    if (last.length === 3 && Math.max(...last) <= 1.04 * Math.min(...last)) return
  }
}
