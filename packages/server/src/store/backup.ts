// Copies of the embedded database: made beside the running service, and put back in its place while it is stopped.

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

/** A file that cannot be what it should be, in words for whoever named it. */
export class BackupProblem extends Error {}

/**
 * Writes the database as it is at one moment, whatever is written to it meanwhile; how many bytes the copy has. What was
 * deleted does not lie hidden in it, as it would in a copied file.
 */
export function writeBackup(dataDir: string, file: string): number {
  const source = join(dataDir, databaseName)
  if (!existsSync(source)) throw new BackupProblem(`There is no database in ${dataDir} to copy.`)
  if (existsSync(file)) throw new BackupProblem(`${file} is there already; choose another name.`)
  // Under another name until it is whole: a backup that was cut off must not look like one.
  const folder = mkdtempSync(`${resolve(file)}.part-`)
  const part = join(folder, databaseName)
  try {
    // Made first, so that it is private from its first byte on.
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

/** A copy of a backup in a folder of its own within the data folder, so that it can be opened and looked at first. */
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

/** Puts an unpacked backup in the place of the database; returns the folder to which that was moved, if there was one. */
export function replaceDatabase(dataDir: string, unpacked: string, movedTo: string): string {
  // With its journal, which belongs to it alone: beside another database it would destroy that.
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

/** Not a database, damaged, or of something else: all of it is found out here. */
function requireWhole(file: string): void {
  const database = new DatabaseSync(file)
  try {
    const [found] = database.prepare('pragma quick_check').all()
    if (found?.['quick_check'] !== 'ok') throw new BackupProblem('The backup is damaged.')
    database.prepare('select 1 from kysely_migration').get()
  } catch (error) {
    // SQLite's own words would name a folder that is gone by then.
    if (error instanceof BackupProblem) throw error
    throw new BackupProblem('The file is no backup of adrail, or it is damaged.')
  } finally {
    database.close()
  }
}

/** Onto the disk, files and the names of files alike. */
function sync(path: string): void {
  const descriptor = openSync(path, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
