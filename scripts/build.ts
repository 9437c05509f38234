// Makes `dist`, JavaScript with types, of the packages that others install, and the console, which browsers load. Inside
// this repository only the console needs it: there all other sources run as they are.

import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildConsole } from './console.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export function build(folder: string): void {
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const project = join(folder, 'tsconfig.build.json')
  // On standard error, because npm keeps what a script prints while it packs.
  const { status } = spawnSync(process.execPath, [compiler, '-p', project], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`${project} could not be built.`)
}

if (import.meta.main) {
  for (const name of ['cli', 'client', 'contract', 'sandbox']) build(join(root, 'packages', name))
  await buildConsole()
}
