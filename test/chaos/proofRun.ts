// Provides the size, the seed and the report of a proof. `npm run prove` sets the environment. Without it, a
// proof runs in the short form of the test suite.

import { randomInt } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { inject } from 'vitest'

/** True in the long form, which does the work that `findProofs.ts` describes and also reports times. */
export const isLong: boolean = process.env['PROVE'] === 'long'

/**
 * The seed of all random numbers of the run. Equal seeds draw equal numbers, but the machine may still
 * schedule them differently.
 */
export const seed: number = parseSeed(process.env['PROVE_SEED'] ?? '')

/** Bounds a whole proof. No result depends on this timeout, which only ends a proof that hangs. */
export const proofTimeoutMs: number = isLong ? 3_600_000 : 240_000

/** Returns the number of repetitions for the form of this run. */
export function proofSize(short: number, long: number): number {
  return isLong ? long : short
}

/**
 * Prints one line of JSON with the results of a proof. `proof` is an id of the table, followed by more words
 * when a proof prints several lines.
 */
export function reportProof(proof: string, metrics: Readonly<Record<string, number | string>>): void {
  const form = isLong ? 'long' : 'short'
  const database = inject('databaseUrl') === '' ? 'sqlite' : 'postgres'
  const date = new Date().toISOString()
  const line = `${JSON.stringify({ proof, form, database, seed, date, ...metrics })}\n`
  process.stdout.write(line)
  const file = process.env['PROVE_FIGURES'] ?? ''
  if (file !== '') appendFileSync(file, line)
}

/** Returns a generator of numbers from 0 to 1 that depends on the seed and the name. */
export function seededRandom(name: string): () => number {
  let state = [...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed) | 0
  // A linear congruential step with the high bits mixed down spreads kills and faults well enough.
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0
    const mixed = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d)
    return ((mixed ^ (mixed >>> 13)) >>> 0) / 2 ** 32
  }
}

export function secondsSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 10) / 100
}

function parseSeed(text: string): number {
  if (text === '') return randomInt(2 ** 31)
  if (!/^\d{1,10}$/.test(text))
    throw new Error(`PROVE_SEED must be a whole number of at most ten digits, not "${text}".`)
  return Number(text)
}
