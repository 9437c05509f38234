// These tests check the source against the rules on imports, on access to the outside world, on names and on
// comments.

import { existsSync } from 'node:fs'
import { join, posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findSubjectProblems, readCommitSubjects } from './boundaries/commitSubjects.ts'
import {
  findDeadLinks,
  findJoinedParagraphs,
  findUntestedBlocks,
  findVaguePhrases,
  isChecked,
  readDocuments,
  toDocuments,
} from './boundaries/documents.ts'
import { findUnknownNames } from './boundaries/glossary.ts'
import { importRules, layers, packages } from './boundaries/imports.ts'
import { nameRules } from './boundaries/names.ts'
import { ownerPaths, ownerRules } from './boundaries/owners.ts'
import { readSource } from './boundaries/readSource.ts'
import type { Example } from './boundaries/rule.ts'
import { packageNames, readGlossary, readSources } from './boundaries/sources.ts'
import { vocabularyRules } from './boundaries/vocabulary.ts'

const rules = [...importRules, ...ownerRules, ...nameRules, ...vocabularyRules]

const files = readSources()
const documents = readDocuments()
const root = fileURLToPath(new URL('..', import.meta.url))

describe('in this repository', () => {
  test('every place that the tables name exists, and every package is in its table', () => {
    const modules = Object.entries(layers).flatMap(([folder, table]) =>
      table.flat().map((module) => `${folder}/${module}`),
    )
    const exists = (place: string) => files.some(({ path }) => `${path}/`.startsWith(posix.join(place, '/')))
    expect([...modules, ...ownerPaths].filter((place) => !exists(place))).toEqual([])
    expect(Object.keys(packages)).toEqual(packageNames)
  })

  for (const { description, violations } of rules)
    test(description, () => expect(violations(files)).toEqual([]))

  test('the code declares every name of the glossary', () => {
    expect(findUnknownNames(readGlossary(), files)).toEqual([])
  })

  test('the documentation has no vague phrases', () => {
    expect(findVaguePhrases(documents.filter(isChecked))).toEqual([])
  })

  test('the texts of the product have no vague phrases', () => {
    expect(findVaguePhrases(toDocuments(files))).toEqual([])
  })

  test('every paragraph and table of the documentation stands alone', () => {
    expect(findJoinedParagraphs(documents)).toEqual([])
  })

  test('the documentation has no dead links', () => {
    expect(findDeadLinks(documents, (path) => existsSync(join(root, path)))).toEqual([])
  })

  test('a test runs every program and command of the documentation, or a comment states why not', () => {
    expect(findUntestedBlocks(documents)).toEqual([])
  })

  test('commit subjects are short and start with a clear verb', () => {
    expect(findSubjectProblems(readCommitSubjects())).toEqual([])
  })
})

describe('a violation is noticed:', () => {
  const read = (example: Example) => Object.entries(example).map(([path, text]) => readSource(path, text))

  for (const { description, violations, violating, conforming = [] } of rules)
    test(description, () => {
      for (const example of violating)
        expect(violations(read(example)), JSON.stringify(example)).not.toEqual([])
      for (const example of conforming) expect(violations(read(example)), JSON.stringify(example)).toEqual([])
    })

  test('a name of the glossary that the code does not declare', () => {
    const file = readSource('packages/server/src/concurrency/cache.ts', 'export class Cache { load() {} }')
    const glossary = '| `Cache`, `load…` | A cache. | `Memory` |\n| `Store` | A store. | |'
    expect(findUnknownNames(glossary, [file])).toEqual(['Store'])
  })

  test.each([
    ['Let operators choose the folder of the database', 'starts with a vague verb'],
    ['journal: keep the lease', 'starts with a vague verb'],
    [`Add ${'very '.repeat(14)}long subjects`, 'has more than 70 characters'],
    ['Fix the response of whoever has no key', "says 'whoever'"],
    ['Fix the response.', 'ends with a period'],
  ])('the commit subject "%s" %s', (subject, problem) => {
    expect(findSubjectProblems([subject])).toEqual([`"${subject}" ${problem}`])
    expect(findSubjectProblems(['journal: resume entries whose owner died', 'Add a glossary'])).toEqual([])
  })

  test('a vague phrase, joined paragraphs, a dead link and an untested command in the documentation', () => {
    const page = (text: string) => [{ path: 'docs/page.md', text }]
    expect(findVaguePhrases(page('First line.\nWhoever calls this is told so.'))).toEqual([
      'docs/page.md:2 says "Whoever": use someone, no one, or the role',
      'docs/page.md:2 says "is told": use returns, shows, notifies',
    ])
    expect(findVaguePhrases(page('The column `whoever` and the text "is told".'))).toEqual([])
    const source = "const name = 'whoever'\nconst text = 'Whoever calls gets it.'\n"
    const read = (path: string) => toDocuments([readSource(path, source)])
    expect(findVaguePhrases(read('packages/server/src/a.ts'))).toEqual([
      'packages/server/src/a.ts:2 says "Whoever": use someone, no one, or the role',
    ])
    expect(findVaguePhrases(read('packages/server/src/a.test.ts'))).toEqual([])
    expect(findJoinedParagraphs(page('| a  | b |\n\nThe `code  text`.\n\nText:  | a | b |\n'))).toEqual([
      'docs/page.md:5 joins two paragraphs',
    ])
    const isFile = (path: string) => path === 'docs/page.md'
    const links = '# Title\n\n[A](page.md#title), [b](#title), [c](other.md), [d](#other)'
    expect(findDeadLinks(page(links), isFile)).toEqual([
      'docs/page.md links to other.md',
      'docs/page.md links to #other',
    ])
    expect(findUntestedBlocks(page('```sh\nnpm start\n```\n'))).toEqual([
      'docs/page.md:1 has a block of sh that no test runs',
    ])
    expect(findUntestedBlocks(page('<!-- not run: takes long -->\n```sh\nnpm start\n```\n'))).toEqual([])
  })

  test('by its line', () => {
    const path = 'packages/contract/src/a.ts'
    const text = "import { z } from 'zod'\n\nimport {\n  a,\n  b,\n} from '@adrail/server/testing'\n"
    expect(rules[0]?.violations([readSource(path, text)])).toEqual([
      `${path}:3 imports @adrail/server/testing`,
    ])
  })
})
