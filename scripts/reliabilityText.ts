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

What may be relied on, and how anybody can see it for themselves: each promise has a proof, one command long, that starts real
processes on a real database, breaks them, and judges from outside, by what the emulated platforms were asked and did, and
by what the database holds.

    npm run prove -- --list               # all of them
    npm run prove -- kills                # the short form, as CI runs it: counts alone
    npm run prove -- kills --long         # the whole proof, with times
    npm run prove -- kills --seed 12345   # drawn as another run was

A proof draws by a seed, which it tells with its figures: the same seed draws the same kills and faults; what is under way
when they strike is up to the machine. Which code it was is told by the id of its folder: \`git rev-parse HEAD:packages\`. On a
machine that is shared, times are worth little where others took much of its processor.
`

const closingSection = `## What is not promised

- **Exactly once for messages.** An event may come twice, under one id; a write at a platform never.
- **An answer to every request.** While a database or a platform is away, callers are told so and when to come back; what was
  accepted is finished, nothing else is kept for them.
- **Order between campaigns.** Changes of one campaign are applied in the order in which they were accepted, those of
  different campaigns in any.
- **What others do at the same moment.** A change made at the platform itself is not overwritten when it is seen; the
  platforms have no way to say "only if it is still so", so one made between the last look and our change can be.
- **A disk that loses what it said it kept**, or a database set not to wait for its disk.
- **Live platforms.** All of this was seen against the emulated ones.
- **Times.** Those above are of one machine; nothing in the suite judges a time.
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

| mutant | broken behavior | place | caught by | when |
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
      : `| seen | on | when and where |\n|---|---|---|\n${lines.map(formatRow).join('')}`
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
  const stealText =
    takenByOthers === undefined ? '' : `, ${Math.round(100 * takenByOthers)} % taken by others`
  const machineText = `${cores} cores, ${architecture}, ${memoryGiB} GiB, Node ${node.replace('v', '')}${stealText}${code === '' ? '' : `, code ${code}`}`
  return `| ${figuresText} | ${database === 'sqlite' ? 'SQLite' : 'PostgreSQL'}, ${form} form, seed ${seed} | ${date.slice(0, 10)}; ${machineText} |\n`
}

/** Formats names such as `settledAfterSeconds` and `grownMiB` as text. Error codes stay unchanged. */
function formatFigureName(figure: string): string {
  if (/^[A-Z_]+$/.test(figure)) return `\`${figure}\``
  return figure.replace(/MiB|[A-Z]/g, (part) => (part === 'MiB' ? ' MiB' : ` ${part.toLowerCase()}`))
}

/** Numbers have at most two decimals. */
function formatFigure(value: unknown): string {
  return String(typeof value === 'number' ? Number(value.toFixed(2)) : value)
}
