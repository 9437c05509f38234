// Builds `dist`, JavaScript with types, of the published packages, and the console for browsers. This
// repository itself needs only the built console, because Node runs all other sources directly.

import { spawnSync } from 'node:child_process'
import { cpSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildConsole, ensureConsole } from './console.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

export async function build(folder: string): Promise<void> {
  rmSync(join(folder, 'dist'), { recursive: true, force: true })
  const compiler = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const project = join(folder, 'tsconfig.build.json')
  // Standard error, because npm captures the standard output of scripts while it packs.
  const { status } = spawnSync(process.execPath, [compiler, '-p', project], { stdio: ['ignore', 2, 2] })
  if (status !== 0) throw new Error(`${project} could not be built.`)
  if (basename(folder) === 'server') await addServedFiles(join(folder, 'dist', 'served'))
}

/** Copies the files that the service serves in addition to its API to the location of the built code. */
async function addServedFiles(target: string): Promise<void> {
  await ensureConsole()
  cpSync(join(root, 'packages', 'console', 'dist'), join(target, 'console'), { recursive: true })
  cpSync(join(root, 'docs'), join(target, 'docs'), {
    recursive: true,
    filter: (path) => statSync(path).isDirectory() || /\.(md|png|svg)$/.test(path),
  })
}

if (import.meta.main) {
  await buildConsole()
  for (const name of ['cli', 'client', 'contract', 'sandbox', 'server', 'testing'])
    await build(join(root, 'packages', name))
}
