import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { useProcesses } from '../../testing/processes.ts'

const { newInstallation, admin } = useProcesses('file')

test('an admin command prints its database, and creates a database or an encryption key only with --create-database', async () => {
  const place = await newInstallation()
  const refused = await admin(place, 'workspace', 'create', 'Acme')
  expect(refused).toMatchObject({ exit: 1, stdout: '', database: '' })
  expect(refused.stderr).toMatch(/^No adrail database found \(.*--create-database/)
  expect(readdirSync(place.dataDir)).toEqual([])
  const still = await admin(place, 'workspace', 'list')
  expect(still.stderr).toMatch(/^No adrail database found/)

  const created = await admin(place, '--create-database', 'workspace', 'create', 'Acme')
  expect(created).toMatchObject({ exit: 0, stderr: '' })
  const listed = await admin(place, 'workspace', 'list')
  expect(listed.stdout).toContain('Acme')
  expect(listed.database).toBe(created.database)
  expect(listed.database).toMatch(
    place.databaseUrl === '' ? /^SQLite, .*adrail\.db$/ : /^PostgreSQL, [^@]+\/\w+$/,
  )
})

test('doctor reports a missing database in a sentence, without a stack trace', async () => {
  const { exit, stdout, stderr } = await admin(await newInstallation(), 'doctor')
  expect(exit).toBe(1)
  expect(`${stdout}${stderr}`).toMatch(/No adrail database found|npm start/)
  expect(`${stdout}${stderr}`).not.toMatch(/^\s+at |42P01|relation "/m)
})
