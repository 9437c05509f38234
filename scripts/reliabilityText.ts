// Generates docs/reliability.md: every promise with its proof and the latest figures of the proof.

import { existsSync, readFileSync } from 'node:fs'
import { type Proof, proofs } from '../test/chaos/proofs.ts'
import { mutants } from '../test/mutants/mutants.ts'
import type { Verdict } from './mutants.ts'

export const figuresFile = 'docs/reliability.figures.jsonl'
export const verdictsFile = 'docs/reliability.mutants.jsonl'

export interface Machine {
  readonly cores: number
  readonly processor: string
  readonly architecture: string
  readonly memoryGiB: number
  readonly node: string
  /** The share of steal time during the run. Absent in old records. */
  readonly takenByOthers?: number
  /** The git tree hash of `packages`, which is stable when commits are squashed. Empty for unknown code. */
  readonly code: string
}

/** A line of a proof's figures, with the machine of the run. */
export interface RecordedFigures {
  readonly proof: string
  readonly form: string
  readonly database: string
  readonly seed: number
  readonly date: string
  readonly machine: Machine
  readonly [figure: string]: unknown
}

/** A verdict with the date of the run and the git tree hash of `packages`. */
export interface RecordedVerdict extends Verdict {
  readonly date: string
  readonly code: string
}

export function readFigures(): readonly RecordedFigures[] {
  return readLines<RecordedFigures>(figuresFile)
}

export function readVerdicts(): readonly RecordedVerdict[] {
  return readLines<RecordedVerdict>(verdictsFile)
}

function readLines<Line>(name: string): Line[] {
  const file = new URL(`../${name}`, import.meta.url)
  if (!existsSync(file)) return []
  // Only `npm run prove` writes these files.
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)
}

const introduction = `# Reliability

Each promise on this page has a proof that you can run with one command. A proof starts real processes on a real database and breaks them. It
checks the result from outside, by the requests and effects at the emulated platforms and by the contents of the database.

<!-- not run: a proof takes minutes; CI runs the short form of each -->
\`\`\`sh
npm run prove -- --list               # lists the proofs
npm run prove -- kills                # the short form, as in CI: only counts
npm run prove -- kills --long         # the long form, with times
npm run prove -- kills --seed 12345   # with the random choices of another run
\`\`\`

A proof prints its seed. The same seed selects the same kills and faults, but the machine determines which work they interrupt. \`code\` is the
id of the tested code, from \`git rev-parse HEAD:packages\`. On a machine that other tenants use, times mean little.
`

const closingSection = `## What is not promised

- **One delivery of each event.** An event can arrive twice, with the same id. A write at a platform never happens twice.
- **A successful response to every request.** While a database or a platform is unavailable, adrail returns an error that states when to retry.
  adrail finishes the writes that it accepted, and keeps nothing else.
- **Order between campaigns.** adrail applies changes of one campaign in the order in which it accepted them, and changes of different campaigns in
  any order.
- **Protection from simultaneous changes by others.** adrail does not overwrite a change that it sees on the platform. The platforms do not
  support conditional updates, so adrail can overwrite a change between its last read and its own write.
- **Disks that lose data.** The promises do not hold if the disk loses confirmed writes, or if the database does not wait for its disk.
- **Live platforms.** All results come from the emulated platforms.
- **Times.** The times come from one machine. No test asserts a time.
`

export function renderReliability(): string {
  const figures = readFigures()
  const promises = proofs.map((proof) => renderProof(proof, figures))
  return [introduction, '## The promises\n', ...promises, renderMutants(), closingSection].join('\n')
}

function renderMutants(): string {
  const verdicts = new Map(readVerdicts().map((verdict) => [verdict.mutant, verdict]))
  const rows = mutants.map(({ name, breaks, file }) => {
    const { caughtBy = [], seconds, date = '', code } = verdicts.get(name) ?? {}
    const verdictCells =
      date === ''
        ? 'not run yet | |'
        : `${caughtBy.join(', ')} | ${seconds} s, ${date.slice(0, 10)}, code ${code} |`
    return `| \`${name}\` | ${breaks} | [\`${file.split('/').at(-1)}\`](../${file}) | ${verdictCells}\n`
  })
  return `## Mutants

A proof is worth something only if it can fail. \`npm run prove -- mutants\` copies the code, breaks it in one place, runs the
named tests, and expects an assertion of each to fail. The command fails when a mutant survives. Each proof above fails on at least
one mutant.

| Mutant | Broken behavior | File | Caught by | Run |
|---|---|---|---|---|
${rows.join('')}`
}

function renderProof(
  { id, name, promise, file, databases, longForm }: Proof,
  figures: readonly RecordedFigures[],
): string {
  const lines = figures.filter(({ proof }) => proof.split(' ')[0] === id)
  const figuresTable =
    lines.length === 0
      ? 'No figures are recorded yet.\n'
      : `| Result | Run | Date and machine |\n|---|---|---|\n${lines.map(formatRow).join('')}`
  const databaseNames = databases
    .map((database) => (database === 'sqlite' ? 'SQLite' : 'PostgreSQL'))
    .join(' and ')
  return `### ${id}: ${name}

**${promise}**

[\`${file}\`](../${file}) on ${databaseNames}; \`npm run prove -- ${id} --long\`: ${longForm}

${figuresTable}`
}

function formatRow({ proof, form, database, seed, date, machine, ...figures }: RecordedFigures): string {
  const part = proof.split(' ').slice(1).join(' ')
  const figureTexts = Object.entries(figures).map(
    ([figure, value]) => `${formatFigureName(figure)} ${formatFigure(value)}`,
  )
  const figuresText = `${part === '' ? '' : `${part}: `}${figureTexts.join(', ')}`
  const { cores, architecture, memoryGiB, node, takenByOthers, code } = machine
  const stealText = takenByOthers === undefined ? '' : `, ${Math.round(100 * takenByOthers)}% steal time`
  const machineText = `${cores} cores, ${architecture}, ${memoryGiB} GiB, Node ${node.replace('v', '')}${stealText}${code === '' ? '' : `, code ${code}`}`
  return `| ${figuresText} | ${database === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${form} form, seed ${seed} | ${date.slice(0, 10)}; ${machineText} |\n`
}

/** Labels of recorded figures whose name alone is unclear. */
const figureLabels: Readonly<Record<string, string>> = {
  amiss: 'wrong',
  answers: 'responses',
  asked: 'requests',
  askedMeanwhile: 'requests meanwhile',
  blockedByTheDead: 'blocked by dead processes',
  cpu: 'processor time ratio',
  cpuMicrosOfARequest: 'processor microseconds per request',
  fromFirstKillSeconds: 'seconds from the first kill',
  foreignChanges: 'changes by others',
  foreignMs: 'milliseconds for ids of others',
  absentMs: 'milliseconds for absent ids',
  forgotten: 'no longer stored',
  good: 'successful',
  goodAmiss: 'wrong',
  goodP99Ms: 'p99 ms of successful',
  goodP99MsAlone: 'p99 ms alone',
  goodP99MsAtCapacity: 'p99 ms at capacity',
  goodShed: 'shed',
  halfWithinMs: 'median ms',
  halfWithinMsWhenCalm: 'median ms without faults',
  itsKills: 'kills during that write',
  leftUnderTheOldKey: 'encrypted with the old key',
  lives: 'histories',
  lostAnswers: 'lost responses',
  made: 'created',
  mostRefreshesEach: 'most refreshes per token',
  platformsFault: 'failures on the platform',
  refusedByItself: 'unexpected failures',
  secretsSealedAnew: 're-encrypted secrets',
  sentAfterWaking: 'sent after the stall',
  sentAway: 'disconnected',
  settledAfterSeconds: 'longest seconds to an outcome',
  stoodStill: 'stalled',
  takenEarly: 'taken over early',
  takenOfThem: 'accepted of these',
  things: 'objects',
  timesOff: 'wrong times',
  toldWithinMs: 'ms to the error',
  toolsCalledByThem: 'tool calls caused',
  troubled: 'with a fault',
  trueOnesAtOnce: 'valid callbacks at once',
  usedAgainAfterSeconds: 'used again after seconds',
}

/** Formats names such as `longestStopSeconds` and `grownMiB` as text. Error codes stay unchanged. */
function formatFigureName(figure: string): string {
  const label = figureLabels[figure]
  if (label !== undefined) return label
  if (/^[A-Z_]+$/.test(figure)) return `\`${figure}\``
  return figure.replace(/MiB|[A-Z]/g, (part) => (part === 'MiB' ? ' MiB' : ` ${part.toLowerCase()}`))
}

/** Numbers have at most two decimals. */
function formatFigure(value: unknown): string {
  return String(typeof value === 'number' ? Number(value.toFixed(2)) : value)
}
