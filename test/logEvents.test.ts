import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { logEvents } from '@adrail/server/logEvents'
import { expect, test } from 'vitest'

test('every event of the log catalog occurs in the source of the server', () => {
  const folder = join(import.meta.dirname, '../packages/server/src')
  const source = globSync('**/*.ts', { cwd: folder })
    .filter((file) => !file.endsWith('.test.ts') && !file.endsWith('logEvents.ts'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
  expect(Object.keys(logEvents).filter((event) => !source.includes(`'${event}'`))).toEqual([])
})
