// The encryption key that adrail creates if the operator sets none. The file is named `encryption.key.new`
// until a database exists. Otherwise, a first start that is killed in between would be mistaken for a lost
// database.

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface KeyFile {
  readonly path: string
  readonly text: string
  /** Whether other users of the machine can read the file. */
  readonly isPublic: boolean
}

const usedPath = (dataDir: string) => join(dataDir, 'encryption.key')
const newPath = (dataDir: string) => `${usedPath(dataDir)}.new`

export function findLocalKey(dataDir: string): KeyFile | undefined {
  // The used path is read twice: another process may rename the file between the first read and the second.
  const paths = [usedPath(dataDir), newPath(dataDir), usedPath(dataDir)]
  for (const path of paths) {
    try {
      return { path, text: readFileSync(path, 'utf8').trim(), isPublic: (statSync(path).mode & 0o077) !== 0 }
    } catch (error) {
      if ((error as { code?: string }).code !== 'ENOENT') throw error
    }
  }
  return undefined
}

/** Writes a new key that only its owner can read. A key that another process wrote a moment ago stays. */
export function writeLocalKey(dataDir: string, text: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(newPath(dataDir), `${text}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
  // Another process has renamed its key meanwhile. That key is in use, and this one is not needed.
  if (existsSync(usedPath(dataDir))) rmSync(newPath(dataDir), { force: true })
}

/** Whether the key has belonged to a database. */
export function hasUsedKey(dataDir: string): boolean {
  return existsSync(usedPath(dataDir))
}

/** Marks the key as used. Called once a database exists. */
export function markKeyUsed(dataDir: string): void {
  if (hasUsedKey(dataDir)) return
  try {
    renameSync(newPath(dataDir), usedPath(dataDir))
  } catch (error) {
    // The operator sets the keys, or another process renamed the file first.
    if ((error as { code?: string }).code !== 'ENOENT') throw error
  }
}
