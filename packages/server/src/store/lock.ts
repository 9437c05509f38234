// One serving process per data folder. The lock is a transaction on a separate file. So the kernel frees it
// however the process dies, and admin commands can still open the database.

import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface FolderLock {
  release(): void
}

export class FolderInUse extends Error {
  constructor(dataDir: string) {
    super(
      `Another adrail process is already using ${dataDir}. Stop that process, or set a different DATA_DIR for this one. To run several processes with the same data, set DATABASE_URL.`,
    )
  }
}

export function lockFolder(dataDir: string): FolderLock {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(join(dataDir, 'serving.lock'), { timeout: 0 })
  try {
    database.exec('pragma locking_mode = exclusive; begin immediate;')
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode !== 5) throw error
    throw new FolderInUse(dataDir)
  }
  return { release: () => database.close() }
}
