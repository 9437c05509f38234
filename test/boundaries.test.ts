// These tests check the source against the rules on imports, on access to the outside world and on file
// names.

import { posix } from 'node:path'
import { describe, expect, test } from 'vitest'
import { importRules, layers, packages } from './boundaries/imports.ts'
import { nameRules } from './boundaries/names.ts'
import { ownerPaths, ownerRules } from './boundaries/owners.ts'
import { readSource } from './boundaries/readSource.ts'
import type { Example } from './boundaries/rule.ts'
import { packageNames, readSources } from './boundaries/sources.ts'

const rules = [...importRules, ...ownerRules, ...nameRules]

const files = readSources()

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
})

describe('a violation is noticed:', () => {
  const read = (example: Example) => Object.entries(example).map(([path, text]) => readSource(path, text))

  for (const { description, violations, violating, conforming = [] } of rules)
    test(description, () => {
      for (const example of violating)
        expect(violations(read(example)), JSON.stringify(example)).not.toEqual([])
      for (const example of conforming) expect(violations(read(example)), JSON.stringify(example)).toEqual([])
    })

  test('by its line', () => {
    const path = 'packages/contract/src/a.ts'
    const text = "import { z } from 'zod'\n\nimport {\n  a,\n  b,\n} from '@adrail/server/testing'\n"
    expect(rules[0]?.violations([readSource(path, text)])).toEqual([
      `${path}:3 imports @adrail/server/testing`,
    ])
  })
})
