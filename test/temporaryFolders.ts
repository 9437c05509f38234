// Creates the temporary folders of one run. Tests and the programs that they start use only these folders.
// The run therefore leaves nothing behind and names every file that a test failed to delete.

import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The folder in which Linux keeps files in memory. */
const memoryMount = '/dev/shm'
const minFreeBytes = 4 * 2 ** 30

/** Each project of a run calls this function. The first call creates the folders for all projects. */
export default function setup(): void {
  if (process.env['TEST_MEMORY_FOLDER'] !== undefined) return
  const diskFolder = makeFolder(tmpdir())
  const memoryFolder = hasEnoughSpace(memoryMount) ? makeFolder(memoryMount) : diskFolder
  // Worker processes inherit both variables.
  process.env['TMPDIR'] = diskFolder
  process.env['TEST_MEMORY_FOLDER'] = memoryFolder
  // At exit, all projects are torn down and all workers have ended.
  process.once('exit', () => removeFolders([...new Set([diskFolder, memoryFolder])]))
}

function makeFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'adrail-tests-'))
  // PostgreSQL runs as another user and needs to traverse the folder.
  chmodSync(folder, 0o711)
  return folder
}

function removeFolders(folders: readonly string[]): void {
  const leftovers = folders.flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  if (leftovers.length === 0) return
  console.error(
    `\nTests left files in the temporary folders, which are removed now:\n${leftovers.join('\n')}\n`,
  )
  process.exitCode = 1
}

function hasEnoughSpace(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize > minFreeBytes
}
