// Folders for tests: in memory where there is plenty of it, because SQLite waits for the disk with every commit.

import { mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const inMemory = '/dev/shm'
const plentyBytes = 2 ** 31

export function newFolder(beginning: string): string {
  return mkdtempSync(join(hasPlenty(inMemory) ? inMemory : tmpdir(), beginning))
}

function hasPlenty(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return bavail * bsize > plentyBytes
  } catch {
    return false
  }
}
