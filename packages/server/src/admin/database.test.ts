// Which database an admin command works on, and that it creates none by mistake.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useProcesses } from '../../testing/processes.ts'
import { databaseName } from '../store/open.ts'

const { newPlace, admin } = useProcesses('file')

test('an admin command creates no database unless it is told to, and names the one that it uses', async () => {
  const place = await newPlace()
  const refused = await admin(place, 'workspace', 'create', 'Acme')
  expect(refused).toMatchObject({ exit: 1, stdout: '', database: '' })
  expect(refused.stderr).toMatch(/^There is no database of adrail yet \(.*--create-database/)
  if (place.databaseUrl === '') expect(existsSync(join(place.dataDir, databaseName))).toBe(false)
  const still = await admin(place, 'workspace', 'list')
  expect(still.stderr).toMatch(/^There is no database of adrail yet/)

  const created = await admin(place, '--create-database', 'workspace', 'create', 'Acme')
  expect(created).toMatchObject({ exit: 0, stderr: '' })
  const listed = await admin(place, 'workspace', 'list')
  expect(listed.stdout).toContain('Acme')
  expect(listed.database).toBe(created.database)
  expect(listed.database).toMatch(
    place.databaseUrl === '' ? /^SQLite, .*adrail\.db$/ : /^PostgreSQL, [^@]+\/\w+$/,
  )
})
