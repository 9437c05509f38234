// Runs the mutants of test/mutants: breaks a copy of the code in one place and expects the named tests to
// fail.

import { spawn, spawnSync } from 'node:child_process'
import {
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Catcher, Mutant } from '../test/mutants/mutant.ts'
import { findMutants, mutants } from '../test/mutants/mutants.ts'
import { projectArguments } from './testProjects.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
/** Fixed, so that every run draws the same faults and kills. */
const seed = '48'
/** Limits the duration of a test run that hangs. */
const maxRunMs = 15 * 60_000
/** An interrupted test run removes its temporary files and stops its database within this time. */
const maxStopMs = 30_000
const terminationSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export interface Verdict {
  readonly mutant: string
  /** The tests that failed, by proof id such as `T4`, or by file. */
  readonly caughtBy: readonly string[]
  readonly seconds: number
}

/** A copy of the code, and the signal that aborts the run. */
interface CodeCopy {
  readonly tree: string
  readonly signal: AbortSignal
}

export function listMutants(): string {
  return mutants
    .map(
      ({ name, breaks, caughtBy }) =>
        `${name}: ${breaks} Caught by ${caughtBy.map(describeCatcher).join(', ')}.\n`,
    )
    .join('')
}

/**
 * Runs the named mutants, or all of them. Returns the verdicts of the caught mutants, and whether all were
 * caught.
 */
export async function runMutants(names: readonly string[]): Promise<{ ok: boolean; verdicts: Verdict[] }> {
  const selectedMutants = findMutants(names)
  const staleMutants = selectedMutants.filter((mutant) => countOccurrences(mutant) !== 1)
  for (const { name, file } of staleMutants)
    console.error(`STALE     ${name}: its text is not once in ${file}.`)
  if (staleMutants.length > 0) return { ok: false, verdicts: [] }

  const tree = mkdtempSync(join(tmpdir(), 'adrail-mutants-'))
  const interruption = new AbortController()
  const interrupt = () => interruption.abort(new Error('Interrupted: no verdict is recorded.'))
  for (const signal of terminationSignals) process.on(signal, interrupt)
  const copy: CodeCopy = { tree, signal: interruption.signal }
  const verdicts: Verdict[] = []
  try {
    copyTree(tree)
    const brokenCatchers = await findBrokenCatchers(
      copy,
      selectedMutants.flatMap(({ caughtBy }) => caughtBy),
    )
    for (const mutant of selectedMutants) {
      const startedAt = performance.now()
      const misses: string[] = []
      for (const catcher of mutant.caughtBy) {
        const isBroken = brokenCatchers.has(toCatcherKey(catcher))
        const miss = isBroken
          ? `${describeCatcher(catcher)} fails without a mutant`
          : await runMutant(copy, mutant, catcher)
        if (miss !== '') misses.push(miss)
      }
      const seconds = Math.round((performance.now() - startedAt) / 1000)
      const caughtBy = mutant.caughtBy.map(describeCatcher)
      const line = `${mutant.name} (${mutant.file}), ${caughtBy.join(', ')}, ${seconds} s`
      console.log(misses.length === 0 ? `caught    ${line}` : `SURVIVED  ${line}: ${misses.join('; ')}`)
      if (misses.length === 0) verdicts.push({ mutant: mutant.name, caughtBy, seconds })
    }
  } finally {
    for (const signal of terminationSignals) process.off(signal, interrupt)
    rmSync(tree, { recursive: true, force: true })
  }
  console.log(`${verdicts.length} of ${selectedMutants.length} mutants were caught.`)
  return { ok: verdicts.length === selectedMutants.length, verdicts }
}

function countOccurrences({ file, find }: Mutant): number {
  return readFileSync(join(root, file), 'utf8').split(find).length - 1
}

function describeCatcher({ proof, file, database }: Catcher): string {
  return `${proof ?? file} on ${database === 'sqlite' ? 'SQLite' : 'PostgreSQL'}`
}

function toCatcherKey({ file, title, database, long }: Catcher): string {
  return JSON.stringify([file, title, database, long])
}

/** Returns the tests that fail in the unchanged copy, because their failure proves nothing about a mutant. */
async function findBrokenCatchers(
  copy: CodeCopy,
  catchers: readonly Catcher[],
): Promise<ReadonlySet<string>> {
  const brokenCatchers = new Set<string>()
  const groups = Map.groupBy(catchers, ({ database, long }) => `${database} ${long}`)
  for (const group of groups.values()) {
    const { tests, output } = await runTests(copy, group)
    for (const catcher of group) {
      const matchingTests = tests.filter(
        ({ file, name }) => file.endsWith(catcher.file) && name.includes(catcher.title),
      )
      if (
        matchingTests.some(({ status }) => status === 'passed') &&
        !matchingTests.some(({ status }) => status === 'failed')
      )
        continue
      brokenCatchers.add(toCatcherKey(catcher))
      console.error(`${describeCatcher(catcher)} fails without a mutant:\n${output}`)
    }
  }
  return brokenCatchers
}

/**
 * Returns an empty string when an assertion of the test failed, otherwise why the mutant does not count as
 * caught.
 */
async function runMutant(copy: CodeCopy, { file, find, replace }: Mutant, catcher: Catcher): Promise<string> {
  const path = join(copy.tree, file)
  const originalText = readFileSync(path, 'utf8')
  writeFileSync(
    path,
    originalText.replace(find, () => replace),
  )
  try {
    const { tests, output } = await runTests(copy, [catcher])
    const failures = tests.filter(({ status }) => status === 'failed').map(({ message }) => message)
    if (failures.some(isAssertionFailure)) return ''
    if (failures.length === 0 && tests.some(({ status }) => status === 'passed'))
      return `${describeCatcher(catcher)} passes`
    console.error(output)
    return `${describeCatcher(catcher)} fails, but by no assertion: ${failures[0]?.split('\n')[0] ?? 'no test ran'}`
  } finally {
    writeFileSync(path, originalText)
  }
}

/**
 * Matches assertions, also polled or awaited ones, and counterexamples of fast-check, but not errors of the
 * program.
 */
function isAssertionFailure(message: string): boolean {
  return /^(AssertionError|Error: (expected |promise |Property failed))/.test(message)
}

/** The part of the output of vitest's JSON reporter that this script reads. */
interface Report {
  readonly testResults: readonly {
    readonly name: string
    readonly assertionResults: readonly {
      readonly fullName: string
      readonly status: string
      readonly failureMessages: readonly string[] | null
    }[]
  }[]
}

interface TestRun {
  readonly tests: readonly {
    readonly file: string
    readonly name: string
    readonly status: string
    readonly message: string
  }[]
  readonly output: string
}

/** Runs tests of one database and one form. */
async function runTests(copy: CodeCopy, catchers: readonly Catcher[]): Promise<TestRun> {
  const reportFile = join(copy.tree, 'mutants-report.json')
  rmSync(reportFile, { force: true })
  const [{ database = 'sqlite', long = false } = {}] = catchers
  const titles = catchers.map(({ title }) => title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  const args = ['run', ...projectArguments(database), '--reporter=json', `--outputFile=${reportFile}`]
  const output = await runVitest(
    copy,
    [...args, '-t', titles.join('|'), ...new Set(catchers.map(({ file }) => file))],
    // Without this variable, vitest runs each proof only on the databases of the suite.
    { BOTH_DATABASES: 'on', PROVE: long ? 'long' : '', PROVE_SEED: seed, NO_COLOR: '1' },
  )
  const tests = readReport(reportFile).testResults.flatMap(({ name: file, assertionResults }) =>
    assertionResults.map(({ fullName: name, status, failureMessages }) => ({
      file,
      name,
      status,
      message: failureMessages?.[0] ?? '',
    })),
  )
  return { tests, output }
}

/** Returns an empty report when vitest ended before it wrote the report. */
function readReport(file: string): Report {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Report
  } catch {
    return { testResults: [] }
  }
}

function runVitest(
  { tree, signal }: CodeCopy,
  args: readonly string[],
  settings: Record<string, string>,
): Promise<string> {
  signal.throwIfAborted()
  const path = [join(root, 'node_modules', '.bin'), dirname(process.execPath), process.env['PATH']]
  const env = { ...process.env, ...settings, PATH: path.join(delimiter) }
  // A separate process group, so that a run that hangs ends with all its children.
  const child = spawn('vitest', args, { cwd: tree, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  const killRun = () => child.pid !== undefined && process.kill(-child.pid, 'SIGKILL')
  const runTimeout = setTimeout(killRun, maxRunMs)
  let stopTimeout: NodeJS.Timeout | undefined
  const stop = () => {
    child.kill('SIGINT')
    stopTimeout = setTimeout(killRun, maxStopMs)
  }
  signal.addEventListener('abort', stop, { once: true })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => {
      clearTimeout(runTimeout)
      clearTimeout(stopTimeout)
      signal.removeEventListener('abort', stop)
      if (signal.aborted) reject(signal.reason)
      else resolve(output)
    })
  })
}

/** Copies the files of the working tree, including uncommitted ones, with links to the installed packages. */
function copyTree(tree: string): void {
  const git = (cwd: string, ...args: string[]) =>
    spawnSync('git', args, { cwd, encoding: 'utf8', maxBuffer: 2 ** 28 }).stdout
  for (const file of git(root, 'ls-files', '-co', '--exclude-standard', '-z').split('\0'))
    if (file !== '' && lstatSync(join(root, file), { throwIfNoEntry: false })) copyPath(file)
  // The built console, if it exists. Its timestamp stays newer than its sources.
  copyPath('packages/console/dist')
  linkPackages(join(root, 'node_modules'), join(tree, 'node_modules'))
  // One proof reads the committed files.
  git(tree, 'init', '-q')
  git(tree, 'add', '-A')

  function copyPath(path: string): void {
    const from = join(root, path)
    if (lstatSync(from, { throwIfNoEntry: false }))
      cpSync(from, join(tree, path), { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  }
}

/** Links packages of this repository relative to the copy. All other packages stay in place. */
function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true })
  for (const name of readdirSync(from)) {
    const [source, target] = [join(from, name), join(to, name)]
    if (name === '.cache') continue
    if (lstatSync(source).isSymbolicLink()) symlinkSync(readlinkSync(source), target)
    else if (name.startsWith('@')) linkPackages(source, target)
    else symlinkSync(source, target)
  }
}
