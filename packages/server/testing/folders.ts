// Folders for tests. The folders of a test file are removed after its last test, whether or not a test fails.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const createdFolders: string[] = []

/** SQLite waits for the disk with every commit, so data is in memory. Programs may be forbidden to run from there. */
export function newFolder(prefix: string, medium: 'memory' | 'disk' = 'memory'): string {
  const folder = mkdtempSync(join(medium === 'memory' ? memoryFolder() : tmpdir(), prefix))
  createdFolders.push(folder)
  return folder
}

/** A folder in memory, where there is plenty of it. */
export function memoryFolder(): string {
  return process.env['TEST_MEMORY_FOLDER'] ?? tmpdir()
}

/** Removes the folders of the test file that just ran in this worker process. */
export function removeFolders(): void {
  for (const folder of createdFolders.splice(0)) rmSync(folder, { recursive: true, force: true })
}
