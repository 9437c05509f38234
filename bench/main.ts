// Compares the service with baselines that do the same work without its duties: `npm run bench -- [--quick] [--json FILE]`.

import { writeFileSync } from 'node:fs'
import { availableParallelism, cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { runKeys } from './cases/keys.ts'
import { runStartUp } from './cases/startUp.ts'
import { type Pace, runOperation } from './operations.ts'
import { printResults, type Result } from './report.ts'

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    json: { type: 'string' },
    only: { type: 'string', multiple: true },
  },
})
const pace: Pace = options.quick
  ? { rounds: 3, roundMs: 500, connections: 16 }
  : { rounds: 7, roundMs: 1500, connections: 16 }

/** A new case of an operation is a file in `cases` and a line here. */
const cases: Readonly<Record<string, () => Promise<Result[]>>> = {
  smallRead: () => runOperation('smallRead', pace),
  createBody: () => runOperation('createBody', pace),
  startUp: () => runStartUp(options.quick ? 1 : 5),
  keys: () => runKeys({ ...pace, rounds: options.quick ? 3 : 5 }, options.quick ? 100_000 : 1_000_000),
}

const results: Result[] = []
for (const [name, run] of Object.entries(cases))
  if (!options.only || options.only.includes(name)) results.push(...(await run()))

printResults(results)
if (options.json !== undefined) {
  const machine = { processor: cpus()[0]?.model ?? '', cores: availableParallelism(), node: process.version }
  writeFileSync(options.json, `${JSON.stringify({ machine, quick: options.quick, results }, null, 2)}\n`)
}
