// Copies the source tree, and adds Town Board to the copy: its folders, and the edits of shared files.

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sharedEdits } from './sharedEdits.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Where the folders of the platform belong. */
const targets = {
  'contract/platforms': 'packages/contract/src/platforms/town',
  'contract/operations': 'packages/contract/src/operations/town',
  server: 'packages/server/src/platforms/town',
  operations: 'packages/server/src/operations/town',
  console: 'packages/console/src/platforms/town',
  'sandbox/platform': 'packages/sandbox/src/platforms/town',
  'sandbox/records': 'packages/sandbox/data/town',
} as const

/** Creates the copy in an empty folder. Throws when an edit does not fit. */
export function copyWithTown(folder: string): void {
  const parts = ['packages', 'scripts', 'package.json', 'tsconfig.json']
  const listed = execFileSync('git', ['ls-files', '-z', '--', ...parts], { cwd: root, encoding: 'utf8' })
  for (const file of listed.split('\0').filter((name) => name !== '' && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  linkModules(folder)
  for (const [name, target] of Object.entries(targets))
    cpSync(join(import.meta.dirname, name), join(folder, target), { recursive: true })
  for (const { file, find, replace } of sharedEdits) {
    const path = join(folder, file)
    const text = readFileSync(path, 'utf8')
    if (text.split(find).length !== 2) throw new Error(`${file} does not contain exactly once: ${find}`)
    writeFileSync(
      path,
      text.replace(find, () => replace),
    )
  }
}

/** Links the installed packages. The packages of this repository lead to the copy. */
function linkModules(folder: string): void {
  const installed = join(root, 'node_modules')
  const linked = join(folder, 'node_modules')
  mkdirSync(join(linked, '@adrail'), { recursive: true })
  for (const name of readdirSync(installed))
    if (name !== '@adrail') symlinkSync(join(installed, name), join(linked, name))
  for (const name of readdirSync(join(folder, 'packages')))
    symlinkSync(join(folder, 'packages', name), join(linked, '@adrail', name))
}
