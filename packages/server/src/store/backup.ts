// Backups of the embedded database: created while the service runs, and restored while it is stopped.

import {
  chmodSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { databaseName } from './open.ts'

/** The file cannot be used. The message is for the person who named it. */
export class BackupProblem extends Error {}

/**
 * Writes the database as of one moment, despite concurrent writes. Returns the size of the copy in bytes.
 * Unlike a copied file, the copy contains no deleted data.
 */
export function writeBackup(dataDir: string, file: string): number {
  const source = join(dataDir, databaseName)
  if (!existsSync(source)) throw new BackupProblem(`There is no database in ${dataDir} to copy.`)
  if (existsSync(file)) throw new BackupProblem(`${file} is there already; choose another name.`)
  // The copy has another name until it is complete: an interrupted backup must not look like a backup.
  const folder = mkdtempSync(`${resolve(file)}.part-`)
  const part = join(folder, databaseName)
  try {
    // The file is created first, so that it is private from its first byte on.
    closeSync(openSync(part, 'wx', 0o600))
    const database = new DatabaseSync(source, { timeout: 5000 })
    try {
      database.prepare('vacuum into ?').run(part)
    } finally {
      database.close()
    }
    requireWhole(part)
    sync(part)
    renameSync(part, file)
    sync(dirname(resolve(file)))
    return statSync(file).size
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Copies a backup to a separate folder within the data folder, so that it can be checked first. */
export function unpackBackup(file: string, dataDir: string): string {
  if (!existsSync(file)) throw new BackupProblem(`There is no file ${file}.`)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const folder = mkdtempSync(join(dataDir, 'restoring-'))
  const copy = join(folder, databaseName)
  try {
    copyFileSync(file, copy)
    chmodSync(copy, 0o600)
    requireWhole(copy)
    sync(copy)
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    throw error
  }
  return folder
}

/**
 * Replaces the database with an unpacked backup. Returns the folder to which the former database was moved,
 * or an empty text if there was none.
 */
export function replaceDatabase(dataDir: string, unpacked: string, movedTo: string): string {
  // The journal files move as well: next to another database they would destroy it.
  const files = [databaseName, `${databaseName}-wal`, `${databaseName}-shm`].filter((name) =>
    existsSync(join(dataDir, name)),
  )
  const kept = join(dataDir, movedTo)
  if (files.length > 0) mkdirSync(kept, { mode: 0o700 })
  for (const name of files.reverse()) renameSync(join(dataDir, name), join(kept, name))
  renameSync(join(unpacked, databaseName), join(dataDir, databaseName))
  rmSync(unpacked, { recursive: true, force: true })
  sync(dataDir)
  return files.length > 0 ? kept : ''
}

/** Rejects files that are no database, that are damaged, or that belong to another program. */
function requireWhole(file: string): void {
  const database = new DatabaseSync(file)
  try {
    const [found] = database.prepare('pragma quick_check').all()
    if (found?.['quick_check'] !== 'ok') throw new BackupProblem('The backup is damaged.')
    database.prepare('select 1 from kysely_migration').get()
  } catch (error) {
    // The message of SQLite would name a folder that is deleted by then.
    if (error instanceof BackupProblem) throw error
    throw new BackupProblem('The file is no backup of adrail, or it is damaged.')
  } finally {
    database.close()
  }
}

/** Flushes a file, or the names in a folder, to disk. */
function sync(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
