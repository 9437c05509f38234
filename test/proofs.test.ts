// Checks that the table of proofs matches the test files.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { renderReliability } from '../scripts/reliabilityText.ts'
import { findProofs, type Proof, proofs } from './chaos/proofs.ts'

const root = join(import.meta.dirname, '..')

/** Returns the test files of a proof, relative to the root of the repository. */
function listTestFiles({ file }: Proof): string[] {
  return globSync(file.endsWith('.test.ts') ? file : `${file}/*.test.ts`, { cwd: root })
}

describe('the table of proofs', () => {
  test('lists every test file of test/chaos, and no file that does not exist', () => {
    const files = globSync('test/chaos/**/*.test.ts', { cwd: root })
    expect(proofs.filter((proof) => listTestFiles(proof).length === 0)).toEqual([])
    const named = new Set(proofs.flatMap(listTestFiles))
    expect(files.filter((file) => !named.has(file))).toEqual([])
  })

  test('has unique ids and names, and each proof reports its metrics under its id', () => {
    const words = proofs.flatMap(({ id, name }) => [id, name])
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
    const reportPattern = (id: string) => new RegExp(`reportProof\\(\\s*['\`]${id}\\b`)
    const unreportedProofs = proofs.filter(
      (proof) =>
        !listTestFiles(proof).some((file) =>
          reportPattern(proof.id).test(readFileSync(join(root, file), 'utf8')),
        ),
    )
    expect(unreportedProofs.map(({ id }) => id)).toEqual([])
  })

  test('finds proofs by id or name in any case, and rejects an unknown name', () => {
    const [first] = proofs
    expect(findProofs([first?.id.toLowerCase() ?? '', first?.name.toUpperCase() ?? ''])).toEqual([first])
    expect(findProofs([])).toEqual(proofs)
    expect(() => findProofs(['T1000', 'unheard'])).toThrow(
      'No proof is called "T1000" or "unheard". `npm run prove -- --list` lists the proofs.',
    )
  })
})

test('docs/reliability.md shows results of proofs in words, units and codes, with at most two decimals', () => {
  const seen = renderReliability().match(/^\| [^|]+ \| (SQLite|PostgreSQL),/gm) ?? []
  expect(seen.length).toBeGreaterThan(0)
  expect(seen.filter((line) => /( [a-z]_?){3} |\bmi b\b|\.\d{3}/.test(line))).toEqual([])
})
