// What every proof has in common: how much it does, by which seed, and how it tells what it saw. `npm run prove` sets the
// environment; without it a proof runs in its short form, as the suite runs it.

import { randomInt } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { inject } from 'vitest'

/** The long form does what `proofs.ts` says of it, and also tells times. */
export const isLong: boolean = process.env['PROVE'] === 'long'

/** Everything that is drawn comes from it: the same seed makes the same draws, whatever the machine makes of them. */
export const seed: number = parseSeed(process.env['PROVE_SEED'] ?? '')

/** For a whole proof: nothing is judged by it, it only ends what hangs. */
export const proofTimeoutMs: number = isLong ? 3_600_000 : 240_000

/** How many of something this run makes. */
export function proofSize(short: number, long: number): number {
  return isLong ? long : short
}

/** Says what was seen, in one line of JSON: `proof` is an id of the table, and more words where one tells several lines. */
export function reportProof(proof: string, metrics: Readonly<Record<string, number | string>>): void {
  const form = isLong ? 'long' : 'short'
  const database = inject('databaseUrl') === '' ? 'sqlite' : 'postgres'
  const date = new Date().toISOString()
  const line = `${JSON.stringify({ proof, form, database, seed, date, ...metrics })}\n`
  process.stdout.write(line)
  const file = process.env['PROVE_FIGURES'] ?? ''
  if (file !== '') appendFileSync(file, line)
}

/** Numbers from 0 to 1, drawn by the seed; each name has its own. */
export function seededRandom(name: string): () => number {
  let state = [...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed) | 0
  // A linear congruential step, its high bits mixed down: enough to spread kills and faults.
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d)
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32
  }
}

/** A time in seconds as it is told. */
export function secondsSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 10) / 100
}

function parseSeed(text: string): number {
  if (text === '') return randomInt(2 ** 31)
  if (!/^\d{1,10}$/.test(text))
    throw new Error(`PROVE_SEED must be a whole number of at most ten digits, not "${text}".`)
  return Number(text)
}
