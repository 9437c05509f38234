// Compares the service with baselines that do the same work without its guarantees:
// `npm run bench -- [--quick] [--only CASE] [--pin] [--json FILE]`.

import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { runEvents } from './cases/events.ts'
import { runGrowth } from './cases/growth.ts'
import { runKeys } from './cases/keys.ts'
import { runLatency } from './cases/latency.ts'
import { runManyAds } from './cases/manyAds.ts'
import { runMemory } from './cases/memory.ts'
import { runOverload } from './cases/overload.ts'
import { runProcesses } from './cases/processes.ts'
import { runSdk } from './cases/sdk.ts'
import { runStall } from './cases/stall.ts'
import { runStartUp } from './cases/startUp.ts'
import { startService } from './measure.ts'
import { type RunSettings, runOperation } from './operations.ts'
import { pinOtherProcesses } from './pinning.ts'
import { printResults, type Result } from './report.ts'

const options = parseOptions()
const pace: RunSettings = options.quick
  ? { warmUpMs: 1000, maxWarmUpMs: 2000, rounds: 3, roundMs: 300, connections: 16 }
  : { warmUpMs: 4500, maxWarmUpMs: 30_000, rounds: 5, roundMs: 1500, connections: 16 }

/** To add a case for an operation, add a file in `cases` and a line here. */
const cases: Readonly<Record<string, () => Promise<Result[]>>> = {
  smallRead: () => runOperation('smallRead', pace),
  createBody: () => runOperation('createBody', pace),
  posts: async () => [
    ...(await runOperation('posts', { ...pace, connections: 1 })),
    ...(await runOperation('posts', pace)),
  ],
  posts100: async () => [
    ...(await runOperation('posts100', { ...pace, connections: 1 })),
    ...(await runOperation('posts100', pace)),
  ],
  // One connection, because the service answers equal concurrent reads with one platform request.
  insights: () => runOperation('insights', { ...pace, connections: 1 }),
  manyAds: () => runManyAds({ ...pace, connections: 1 }),
  latency: () => runLatency(pace, options.quick ? 60 : 1200),
  memory: () => runMemory(pace, options.quick ? 500 : 5000),
  sdk: () => runSdk(options.quick ? 5 : 30),
  stall: () => runStall(pace),
  startUp: () => runStartUp(options.quick ? 1 : 3),
  events: () => runEvents({ ...pace, connections: 1 }),
  growth: () => runGrowth(pace, options.quick ? [1000, 20_000] : [1000, 100_000, 1_000_000]),
  overload: () => runOverload(pace),
  keys: () => runKeys(pace, options.quick ? 100_000 : 1_000_000),
  // With pinning, all processes would share one core.
  ...(options.pin ? {} : { processes: () => runProcesses(pace) }),
}

const unknownCase = options.only?.find((name) => !Object.hasOwn(cases, name))
if (unknownCase !== undefined)
  exitWithError(`No case ${unknownCase}: there are ${Object.keys(cases).join(', ')}.`)
if (options.pin && !pinOtherProcesses())
  exitWithError('--pin needs two cores at least, and the command taskset (of util-linux).')

const machine = { processor: cpus()[0]?.model ?? '', cores: availableParallelism(), node: process.version }
const results: Result[] = []
// The first start fills the compile cache and keeps the type stripper in memory. Later starts do neither.
await (await startService()).stop()
for (const [name, run] of Object.entries(cases)) {
  if (options.only && !options.only.includes(name)) continue
  results.push(...(await run()))
  // Written after each case, so that a later failure does not lose these results.
  if (options.json !== undefined) {
    const { quick, pin } = options
    writeFileSync(options.json, `${JSON.stringify({ machine, quick, pin, results }, null, 2)}\n`)
  }
}

printResults(results)
if (options.quick)
  console.log(
    '\nA quick run shows that everything works; its figures are those of code that is not warm yet.',
  )

function parseOptions() {
  try {
    const { values } = parseArgs({
      options: {
        quick: { type: 'boolean', default: false },
        json: { type: 'string' },
        only: { type: 'string', multiple: true },
        pin: { type: 'boolean', default: false },
      },
    })
    return values
  } catch (error) {
    return exitWithError(error instanceof Error ? error.message : String(error))
  }
}

function exitWithError(message: string): never {
  console.error(message)
  process.exit(2)
}
