// Every operation declares its costs next to its test, and its test verifies them.

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { operationNames } from '@adrail/contract'
import { expect, test } from 'vitest'

const operations = join(import.meta.dirname, '../packages/server/src/operations')

test('every operation declares its costs in the test file with its name', () => {
  const undeclared = operationNames.filter((operation) => {
    const [, name] = operation.split('/')
    const files = globSync([`${operation}.test.ts`, `${operation}/${name}.test.ts`], { cwd: operations })
    return !files.some((file) =>
      readFileSync(join(operations, file), 'utf8').includes(`\ntestOperationCosts('${operation}', {`),
    )
  })
  expect(undeclared).toEqual([])
})
