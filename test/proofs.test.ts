// The table of proofs is what there is.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { proofs, proofsNamed } from './chaos/proofs.ts'

const root = join(import.meta.dirname, '..')

describe('the table of proofs', () => {
  test('names every file of test/chaos, and no file that is not there', () => {
    const files = globSync('test/chaos/**/*.test.ts', { cwd: root })
    const named = proofs.map(({ file }) => file)
    expect(named.filter((file) => globSync(file, { cwd: root }).length === 0)).toEqual([])
    expect(files.filter((file) => !named.includes(file))).toEqual([])
  })

  test('gives each proof an id and a name of its own, and each proof tells its figures under its id', () => {
    const words = proofs.flatMap(({ id, name }) => [id, name])
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([])
    const silent = proofs.filter(
      ({ id, file }) => !new RegExp(`tell\\(\\s*['\`]${id}\\b`).test(readFileSync(join(root, file), 'utf8')),
    )
    expect(silent.map(({ id }) => id)).toEqual([])
  })

  test('is asked by id or name, in any case; an unknown name is refused with where to look', () => {
    const [first] = proofs
    expect(proofsNamed([first?.id.toLowerCase() ?? '', first?.name.toUpperCase() ?? ''])).toEqual([first])
    expect(proofsNamed([])).toEqual(proofs)
    expect(() => proofsNamed(['T1000', 'unheard'])).toThrow(
      'There is no proof called "T1000" or "unheard". `npm run prove -- --list` names them.',
    )
  })
})
