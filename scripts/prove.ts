// Runs proofs of reliability. `npm run prove -- --help` shows the options.

import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, platform, tmpdir, totalmem } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { watchStealTime } from '../bench/quietRounds.ts'
import { type Database, findProofs, proofs } from '../test/chaos/proofs.ts'
import { listMutants, runMutants, type Verdict } from './mutants.ts'
import {
  figuresFile,
  type Machine,
  type RecordedFigures,
  readFigures,
  readVerdicts,
  verdictsFile,
} from './reliabilityText.ts'
import { projectArguments } from './testProjects.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const help = `npm run prove -- <id or name>... [options]
npm run prove -- mutants [name or proof]... [--list | --record]

Runs proofs of reliability; without a name all of them. Each tells what it saw in a line of JSON.

  --list                            the proofs, and what each promises
  --long                            the whole proof, with times; without it the short form of the suite
  --database sqlite|postgres|both   on which database (both)
  --seed <number>                   draws as a run with this seed did; a proof tells its seed
  --record                          keeps the figures in ${figuresFile}; \`npm run generate\` brings them to docs/reliability.md

"mutants" breaks a copy of the code in one place after another and expects the named tests to fail. The command
fails when a mutant survives.
`

try {
  process.exitCode = await main()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}

async function main(): Promise<number> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
      long: { type: 'boolean', default: false },
      record: { type: 'boolean', default: false },
      database: { type: 'string', default: 'both' },
      seed: { type: 'string', default: '' },
    },
  })
  if (values.help) return print(help)
  if (positionals[0] === 'mutants') return await proveMutants(positionals.slice(1), values)
  if (values.list) return print(proofs.map(({ id, name, promise }) => `${id} ${name}: ${promise}\n`).join(''))
  const requestedDatabases = parseDatabases(values.database)
  const selectedProofs = findProofs(positionals)
  const databases = requestedDatabases.filter((database) =>
    selectedProofs.some((proof) => proof.databases.includes(database)),
  )
  if (databases.length === 0)
    throw new Error(
      `${selectedProofs.map(({ id }) => id).join(', ')} cannot be proven on ${values.database}.`,
    )

  const folder = mkdtempSync(join(tmpdir(), 'adrail-prove-'))
  const figuresPath = join(folder, 'figures')
  writeFileSync(figuresPath, '')
  try {
    const files = [...new Set(selectedProofs.map(({ file }) => file))]
    const projects = databases.flatMap(projectArguments)
    const formSettings = { PROVE: values.long ? 'long' : '', PROVE_SEED: values.seed }
    const settings = { ...formSettings, PROVE_FIGURES: figuresPath, BOTH_DATABASES: 'on' }
    // One file at a time, because concurrent proofs would distort each other's times.
    const readStealShare = watchStealTime()
    const code = await runCommand(['vitest', 'run', '--no-file-parallelism', ...projects, ...files], settings)
    if (values.record && code === 0) recordFigures(readFileSync(figuresPath, 'utf8'), readStealShare())
    return code
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function proveMutants(
  names: readonly string[],
  { list, record }: { readonly list: boolean; readonly record: boolean },
): Promise<number> {
  if (list) return print(listMutants())
  const { ok, verdicts } = await runMutants(names)
  if (record) recordVerdicts(verdicts)
  return ok ? 0 : 1
}

/** New verdicts replace earlier verdicts on the same mutant. */
function recordVerdicts(verdicts: readonly Verdict[]): void {
  const [date, { code }] = [new Date().toISOString(), describeMachine()]
  const lines = [...readVerdicts(), ...verdicts.map((verdict) => ({ ...verdict, date, code }))]
  const latestVerdicts = new Map(lines.map((line) => [line.mutant, line]))
  writeFileSync(
    join(root, verdictsFile),
    [...latestVerdicts.values()].map((line) => `${JSON.stringify(line)}\n`).join(''),
  )
  console.log(`Recorded ${verdicts.length} verdicts in ${verdictsFile}.`)
}

function print(text: string): number {
  process.stdout.write(text)
  return 0
}

function parseDatabases(text: string): readonly Database[] {
  if (text === 'both') return ['sqlite', 'postgres']
  if (text === 'sqlite' || text === 'postgres') return [text]
  throw new Error(`--database must be sqlite, postgres or both, not "${text}".`)
}

function runCommand(
  [program = '', ...args]: readonly string[],
  settings: Record<string, string>,
): Promise<number> {
  const path = [join(root, 'node_modules', '.bin'), dirname(process.execPath), process.env['PATH']]
  const env = { ...process.env, ...settings, PATH: path.join(delimiter) }
  const child = spawn(program, args, { cwd: root, env, stdio: 'inherit' })
  // The tests end first and remove their files. Then this command removes its own folder.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void child.kill('SIGINT'))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve(code ?? 1))
  })
}

/** New lines replace earlier lines of the same proof and database. */
function recordFigures(lines: string, stealShare: number): void {
  const machine = { ...describeMachine(), takenByOthers: Math.round(100 * stealShare) / 100 }
  // The proofs of this run wrote the lines.
  const newLines = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ ...(JSON.parse(line) as RecordedFigures), machine }))
  const toRecordKey = ({ proof, database }: RecordedFigures) => `${proof} on ${database}`
  const recordsByKey = new Map([...readFigures(), ...newLines].map((line) => [toRecordKey(line), line]))
  const sortedRecords = [...recordsByKey.values()].sort((a, b) =>
    toRecordKey(a).localeCompare(toRecordKey(b), 'en', { numeric: true }),
  )
  writeFileSync(join(root, figuresFile), sortedRecords.map((line) => `${JSON.stringify(line)}\n`).join(''))
  console.log(`Recorded ${newLines.length} lines in ${figuresFile}.`)
}

function describeMachine(): Omit<Machine, 'takenByOthers'> {
  const git = (...args: string[]) =>
    spawnSync('git', args, { cwd: root, encoding: 'utf8' }).stdout?.trim() ?? ''
  const changesSuffix = git('status', '--porcelain', '--', '.', ':!docs') === '' ? '' : ' and changes'
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model.trim() || arch(),
    architecture: `${platform()} ${arch()}`,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    code: `${git('rev-parse', '--short', 'HEAD:packages')}${changesSuffix}`,
  }
}
