// A data folder whose database is missing, and one that is not writable. SQLite only, because PostgreSQL
// stores its own data.

import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, test } from 'vitest'
import { type Installation, useProcesses } from '../../testing/processes.ts'
import { testDatabaseUrl } from '../../testing/service.ts'

const { newInstallation, serveInProcess: serveHere, spawn, admin } = useProcesses()
const withoutDemo = { ADRAIL_DEMO: 'off' }

/** Starts a service and stops it. Returns the exit code and the error output. */
async function start(place: Installation) {
  const service = await serveHere(place, withoutDemo)
  return { exit: await service.stop(), stderr: service.stderr }
}

describe.skipIf(testDatabaseUrl() !== '')('a data folder whose encryption.key has been in use', () => {
  async function usedPlace() {
    const place = await newInstallation()
    expect((await start(place)).exit).toBe(0)
    const path = (name: string) => join(place.dataDir, name)
    const deleteDatabase = () => {
      for (const name of ['adrail.db', 'adrail.db-wal', 'adrail.db-shm']) rmSync(path(name), { force: true })
    }
    return { place, path, forget: deleteDatabase }
  }
  const refusal =
    /adrail\.db is (missing|empty), although \S+encryption\.key shows that a database existed\. Restore the database with: npm run admin -- restore <file>\. To start with an empty database, set a different DATA_DIR, or move encryption\.key to another folder\.\n$/

  test('is refused by the service, admin commands and the doctor when its database is missing, and gets no new database', async () => {
    const { place, path, forget: deleteDatabase } = await usedPlace()
    deleteDatabase()
    expect(await start(place)).toEqual({ exit: 1, stderr: expect.stringMatching(refusal) })
    const listed = await admin(place, 'workspace', 'list')
    expect(listed).toMatchObject({ exit: 1, stderr: expect.stringMatching(refusal) })
    expect((await admin(place, 'doctor')).stdout.replace(/\s+/g, ' ')).toContain('adrail.db is missing')
    expect(existsSync(path('adrail.db'))).toBe(false)
  })

  test('is refused with an empty database, whether it has no bytes or no tables', async () => {
    const { place, path, forget: deleteDatabase } = await usedPlace()
    deleteDatabase()
    writeFileSync(path('adrail.db'), '')
    expect(await start(place)).toEqual({ exit: 1, stderr: expect.stringMatching(refusal) })
    deleteDatabase()
    const database = new DatabaseSync(path('adrail.db'))
    database.exec('create table probes (filler blob)')
    database.close()
    expect((await admin(place, 'workspace', 'list')).stderr).toMatch(refusal)
  })

  test('can be used with a restored database, or without encryption.key as a new data folder', async () => {
    const { place, path, forget: deleteDatabase } = await usedPlace()
    const backup = join(place.dataDir, 'copy.db')
    expect((await admin(place, 'backup', backup)).exit).toBe(0)
    deleteDatabase()
    expect((await admin(place, 'restore', backup)).exit).toBe(0)
    expect((await start(place)).exit).toBe(0)
    deleteDatabase()
    rmSync(path('encryption.key'))
    expect((await start(place)).exit).toBe(0)
  })
})

test.skipIf(testDatabaseUrl() !== '')(
  'a second start uses the encryption key of a first start that failed before it could create the database',
  async () => {
    const place = await newInstallation()
    // The database cannot be created, so the start fails right after it wrote the key.
    const key = join(place.dataDir, 'encryption.key')
    mkdirSync(join(place.dataDir, 'adrail.db'))
    expect((await start(place)).exit).toBe(1)
    const made = readFileSync(`${key}.new`, 'utf8')
    expect(existsSync(key)).toBe(false)
    rmSync(join(place.dataDir, 'adrail.db'), { recursive: true })

    expect((await start(place)).exit).toBe(0)
    expect(readFileSync(key, 'utf8')).toBe(made)
    expect(existsSync(`${key}.new`)).toBe(false)
  },
)

// Only root can mount a disk.
describe.skipIf(testDatabaseUrl() !== '' || process.getuid?.() !== 0)(
  'a data folder on a read-only disk',
  () => {
    /** Mounts a disk, prepares it while it is writable, and runs the check when it is read-only. */
    async function onReadOnlyDisk(
      prepare: (place: Installation) => Promise<unknown>,
      check: (place: Installation) => Promise<void>,
    ) {
      const place = await newInstallation()
      const mount = (...args: string[]) => expect(spawnSync('mount', [...args, place.dataDir]).status).toBe(0)
      mount('-t', 'tmpfs', '-o', 'size=32m', 'adrail-test')
      try {
        await prepare(place)
        mount('-o', 'remount,ro')
        await check(place)
      } finally {
        spawnSync('umount', ['--lazy', place.dataDir])
      }
    }
    const sentence = /adrail cannot write .*(DATA_DIR|writable).*\n$/

    test('is reported without a stack trace, whether the folder was used before or not', async () => {
      for (const prepare of [async () => {}, start])
        await onReadOnlyDisk(prepare, async (place) => {
          const child = spawn(place, withoutDemo)
          const refused = { exit: await child.exit, stderr: child.stderr }
          expect(refused).toEqual({ exit: 1, stderr: expect.stringMatching(sentence) })
          expect(refused.stderr).not.toMatch(/\n\s+at |EROFS/)
          const command = await admin(place, '--create-database', 'workspace', 'create', 'Acme')
          expect(command.stderr).toMatch(sentence)
        })
    })
  },
)
