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
import { databaseFileName } from './open.ts'

/** The file cannot be used. The message is for the person who named it. */
export class BackupProblem extends Error {}

/**
 * Writes the database as of one moment, despite concurrent writes. Returns the size of the copy in bytes.
 * Unlike a copied file, the copy contains no deleted data.
 */
export function writeBackup(dataDir: string, file: string): number {
  const source = join(dataDir, databaseFileName)
  if (!existsSync(source)) throw new BackupProblem(`There is no database in ${dataDir} to copy.`)
  if (existsSync(file)) throw new BackupProblem(`${file} already exists. Choose a different name.`)
  // The copy has another name until it is complete, so that no one mistakes an interrupted backup for a
  // backup.
  const folder = mkdtempSync(`${resolve(file)}.part-`)
  const partialCopy = join(folder, databaseFileName)
  try {
    // The file is created first, so that it is private from its first byte on.
    closeSync(openSync(partialCopy, 'wx', 0o600))
    const database = new DatabaseSync(source, { timeout: 5000 })
    try {
      database.prepare('vacuum into ?').run(partialCopy)
    } finally {
      database.close()
    }
    requireIntact(partialCopy)
    syncToDisk(partialCopy)
    renameSync(partialCopy, file)
    syncToDisk(dirname(resolve(file)))
    return statSync(file).size
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Copies a backup to a separate folder within the data folder, so that it can be checked first. */
export function unpackBackup(file: string, dataDir: string): string {
  if (!existsSync(file)) throw new BackupProblem(`The file ${file} does not exist.`)
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const folder = mkdtempSync(join(dataDir, 'restoring-'))
  const copy = join(folder, databaseFileName)
  try {
    copyFileSync(file, copy)
    chmodSync(copy, 0o600)
    requireIntact(copy)
    syncToDisk(copy)
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
export function replaceDatabase(dataDir: string, unpackedFolder: string, replacedFolderName: string): string {
  // The journal files move as well: next to another database they would destroy it.
  const files = [databaseFileName, `${databaseFileName}-wal`, `${databaseFileName}-shm`].filter((name) =>
    existsSync(join(dataDir, name)),
  )
  const replacedFolder = join(dataDir, replacedFolderName)
  if (files.length > 0) mkdirSync(replacedFolder, { mode: 0o700 })
  for (const name of files.reverse()) renameSync(join(dataDir, name), join(replacedFolder, name))
  renameSync(join(unpackedFolder, databaseFileName), join(dataDir, databaseFileName))
  rmSync(unpackedFolder, { recursive: true, force: true })
  syncToDisk(dataDir)
  return files.length > 0 ? replacedFolder : ''
}

/** Rejects files that are no database, that are damaged, or that belong to another program. */
function requireIntact(file: string): void {
  const database = new DatabaseSync(file)
  try {
    const [check] = database.prepare('pragma quick_check').all()
    if (check?.['quick_check'] !== 'ok') throw new BackupProblem('The backup is damaged.')
    database.prepare('select 1 from kysely_migration').get()
  } catch (error) {
    // The message of SQLite would name a folder that is deleted by then.
    if (error instanceof BackupProblem) throw error
    throw new BackupProblem('The file is damaged or is not an adrail backup.')
  } finally {
    database.close()
  }
}

/** Flushes a file, or the names in a folder, to disk. */
function syncToDisk(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
