// How much a proof does, by which seed, and what it tells: one line of JSON for each run.

import { randomInt } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { inject } from 'vitest'

/** The long form takes minutes and also tells times; the short one judges counts alone. */
export const isLong: boolean = process.env['PROVE'] === 'long'

/** What is drawn by chance is drawn from this: the same seed draws the same. */
export const seed: number = Number(process.env['PROVE_SEED'] ?? randomInt(2 ** 31 - 1))

/** How many of something this run makes. */
export function sized(short: number, long: number): number {
  return isLong ? long : short
}

export function tell(proof: string, figures: Readonly<Record<string, number | string>>): void {
  const form = isLong ? 'long' : 'short'
  const database = inject('databaseUrl') === '' ? 'sqlite' : 'postgres'
  const line = JSON.stringify({ proof, form, database, seed, date: new Date().toISOString(), ...figures })
  process.stdout.write(`${line}\n`)
  const file = process.env['PROVE_FIGURES'] ?? ''
  if (file !== '') appendFileSync(file, `${line}\n`)
}
