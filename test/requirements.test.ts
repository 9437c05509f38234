// Compares tests and requirements: every requirement has a test, and every cited requirement exists.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { requirements } from './requirements.ts'

const root = join(import.meta.dirname, '..')
const idForm = 'R[0-9][A-Za-z0-9._-]*'

/**
 * Returns the ids that a test file cites: in square brackets, possibly several, or as separate strings in a
 * table.
 */
function listCitedIds(text: string): string[] {
  const bracketed = text.matchAll(new RegExp(`\\[(${idForm}(?:,? ${idForm})*)\\]`, 'g'))
  const alone = text.matchAll(new RegExp(`(['"\`])(${idForm})\\1`, 'g'))
  return [
    ...Array.from(bracketed, (match) => match[1]?.split(/,? /) ?? []).flat(),
    ...Array.from(alone, (match) => match[2] ?? ''),
  ]
}

const files = globSync(['packages/*/{src,test}/**/*.test.ts', 'test/**/*.test.ts'], { cwd: root })
const cited = new Set(files.flatMap((file) => listCitedIds(readFileSync(join(root, file), 'utf8'))))

test('the test files cite requirements', () => {
  expect(files.length).toBeGreaterThan(0)
  expect(cited.size).toBeGreaterThan(0)
})

test('every id of a requirement is unique and well-formed', () => {
  const ids = requirements.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  expect(ids.filter((id) => !new RegExp(`^${idForm}$`).test(id))).toEqual([])
})

test('every requirement is cited by a test', () => {
  const uncited = requirements.filter(({ id }) => !cited.has(id))
  expect(uncited.map(({ id, rule }) => `${id}: ${rule}`)).toEqual([])
})

test('every requirement that a test cites exists', () => {
  const requirementIds = new Set(requirements.map(({ id }) => id))
  expect([...cited].filter((id) => !requirementIds.has(id))).toEqual([])
})
