// The temporary folders of one run. Tests and the programs that they start use no others, so that a run leaves nothing behind
// and a test that forgets a file is named.

import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where Linux keeps files in memory. */
const memoryMount = '/dev/shm'
const minFreeBytes = 4 * 2 ** 30

/** Each project of a run calls it; the first call makes the folders for all of them. */
export default function setup(): void {
  if (process.env['TEST_MEMORY_FOLDER'] !== undefined) return
  const disk = makeFolder(tmpdir())
  const memory = hasEnoughSpace(memoryMount) ? makeFolder(memoryMount) : disk
  // Worker processes inherit both.
  process.env['TMPDIR'] = disk
  process.env['TEST_MEMORY_FOLDER'] = memory
  // Only then have all projects torn down and all workers ended.
  process.once('exit', () => removeFolders([...new Set([disk, memory])]))
}

function makeFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'adrail-tests-'))
  // PostgreSQL runs as another user, who has to pass through.
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
