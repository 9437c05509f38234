// The encryption key that is made where the operator gives none. It is called `encryption.key.new` until there is a database,
// so that a start which dies in between can be told from a database that was lost.

import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface KeyFile {
  readonly path: string
  readonly text: string
  /** Whether others than its owner can read it. */
  readonly isPublic: boolean
}

const usedPath = (dataDir: string) => join(dataDir, 'encryption.key')
const newPath = (dataDir: string) => `${usedPath(dataDir)}.new`

export function findLocalKey(dataDir: string): KeyFile | undefined {
  // Once more at its end: another process may rename it between the first look and the second.
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

/** Writes a new one, readable by its owner only. When another process wrote one a moment ago, that one counts. */
export function writeLocalKey(dataDir: string, text: string): void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(newPath(dataDir), `${text}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
  // It has been renamed meanwhile, and this one came after it.
  if (existsSync(usedPath(dataDir))) rmSync(newPath(dataDir), { force: true })
}

/** Whether there was a database to go with it. */
export function hasUsedKey(dataDir: string): boolean {
  return existsSync(usedPath(dataDir))
}

/** From now on the key is in use: there is a database. */
export function markKeyUsed(dataDir: string): void {
  if (hasUsedKey(dataDir)) return
  try {
    renameSync(newPath(dataDir), usedPath(dataDir))
  } catch (error) {
    // The operator gives the keys, or another process was faster.
    if ((error as { code?: string }).code !== 'ENOENT') throw error
  }
}
