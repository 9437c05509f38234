// Checks that the table of mutants matches the code. `npm run prove -- mutants` runs the mutants themselves.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { proofs } from './chaos/proofs.ts'
import { findMutants, mutants } from './mutants/mutants.ts'

const root = join(import.meta.dirname, '..')
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

describe('the table of mutants', () => {
  test('has at least 25 mutants with unique names', () => {
    const names = mutants.map(({ name }) => name)
    expect(names.length).toBeGreaterThanOrEqual(25)
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  })

  test('has a text for each mutant that occurs exactly once in its file, and a different replacement', () => {
    const stale = mutants.filter(
      ({ file, find, replace }) => textOf(file).split(find).length !== 2 || find === replace,
    )
    expect(stale.map(({ name, file }) => `${name} in ${file}`)).toEqual([])
  })

  test('cites only tests that exist', () => {
    const files = globSync(['packages/*/src/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root })
    const unknown = mutants.flatMap(({ name, caughtBy }) =>
      caughtBy
        .filter(({ file, title }) => title === '' || !files.includes(file) || !textOf(file).includes(title))
        .map(({ file, title }) => `${name}: ${title} in ${file}`),
    )
    expect(unknown).toEqual([])
  })

  test('has a mutant for every proof, and a test for every mutant', () => {
    const caught = new Set(mutants.flatMap(({ caughtBy }) => caughtBy.map(({ proof }) => proof)))
    expect(proofs.filter(({ id }) => !caught.has(id)).map(({ id }) => id)).toEqual([])
    expect(mutants.filter(({ caughtBy }) => caughtBy.length === 0)).toEqual([])
  })

  test('finds mutants by their name or by the id of a proof, and rejects an unknown name', () => {
    const [first] = mutants
    expect(findMutants([first?.name.toUpperCase() ?? ''])).toEqual([first])
    expect(findMutants(['t31']).flatMap(({ caughtBy }) => caughtBy.map(({ proof }) => proof))).toContain(
      'T31',
    )
    expect(() => findMutants(['nobody'])).toThrow('There is no mutant called "nobody".')
  })
})
