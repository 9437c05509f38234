// Temporary folders. The folders of a test file are removed after its last test, even if a test fails.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const createdFolders: string[] = []

/**
 * SQLite waits for the disk on every commit, so data folders are in memory. The mount options of that file
 * system may forbid running programs.
 */
export function newFolder(prefix: string, medium: 'memory' | 'disk' = 'memory'): string {
  const folder = mkdtempSync(join(medium === 'memory' ? memoryFolder() : tmpdir(), prefix))
  createdFolders.push(folder)
  return folder
}

/** Returns a folder on an in-memory file system if the machine has enough memory. */
export function memoryFolder(): string {
  return process.env['TEST_MEMORY_FOLDER'] ?? tmpdir()
}

/** Removes the folders of the test file that just ran in this worker process. */
export function removeFolders(): void {
  for (const folder of createdFolders.splice(0)) rmSync(folder, { recursive: true, force: true })
}
