// Runs all checks that do not need the service, and prints one line per check.

import { spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

interface Step {
  readonly name: string
  readonly command: readonly [program: string, ...args: string[]]
}

interface StepOutcome {
  readonly ok: boolean
  readonly output: string
  readonly seconds: number
}

const root = fileURLToPath(new URL('..', import.meta.url))

/** The slowest steps come first, so that the fast steps fill the gaps. */
const steps: Step[] = [
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'types of the console', command: ['tsc', '--noEmit', '-p', 'packages/console'] },
  { name: 'unused code and dependencies', command: ['knip', '--no-progress'] },
  { name: 'lint and format', command: ['biome', 'check', '--error-on-warnings'] },
  { name: 'OpenAPI', command: ['redocly', 'lint', 'docs/openapi.json'] },
  { name: 'boundaries', command: ['vitest', 'run', '--project', 'boundaries'] },
  // `.oxlintrc.json` includes type imports.
  { name: 'circles of imports', command: ['oxlint', 'packages', 'test', 'bench', 'scripts'] },
  { name: 'generated files', command: [process.execPath, 'scripts/generate.ts', '--check'] },
]

const environment = {
  ...process.env,
  // The project's programs run on the Node of this script, also when npm did not start the script.
  PATH: [join(root, 'node_modules', '.bin'), dirname(process.execPath), process.env['PATH']].join(delimiter),
  NO_COLOR: '1',
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
}

function run({ command: [program, ...args] }: Step): Promise<StepOutcome> {
  return new Promise((resolve) => {
    const startedAt = performance.now()
    let output = ''
    const finish = (ok: boolean) => resolve({ ok, output, seconds: (performance.now() - startedAt) / 1000 })
    const child = spawn(program, args, { cwd: root, env: environment, stdio: ['ignore', 'pipe', 'pipe'] })
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text
      })
    child.on('error', (error) => {
      output += `${program} could not be started: ${error.message}\n`
      finish(false)
    })
    child.on('close', (code) => finish(code === 0))
  })
}

const pendingSteps = [...steps]
const failures: [Step, StepOutcome][] = []

async function runSteps(): Promise<void> {
  for (let step = pendingSteps.shift(); step; step = pendingSteps.shift()) {
    const outcome = await run(step)
    console.log(`${outcome.ok ? 'ok    ' : 'FAILED'}  ${step.name} (${outcome.seconds.toFixed(1)} s)`)
    if (!outcome.ok) failures.push([step, outcome])
  }
}

await Promise.all(Array.from({ length: Math.min(availableParallelism(), 4) }, runSteps))

for (const [{ name, command }, { output }] of failures)
  console.log(`\n--- ${name}: ${command.join(' ')}\n${output.trimEnd()}`)
if (failures.length > 0) process.exitCode = 1
