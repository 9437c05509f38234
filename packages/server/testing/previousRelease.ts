// The release before this one, as it was: its tree from the history of this repository, with the packages of others that are
// installed here.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const ownScope = '@adrail'

/** Which one it is; to be changed when a release is made. */
export const previousRelease: { readonly commit: string } = JSON.parse(
  readFileSync(new URL('previousRelease.json', import.meta.url), 'utf8'),
)

/** Whether the history reaches that far back: a shallow clone's does not, and an unpacked archive has none. */
export function hasPreviousRelease(): boolean {
  const gitArguments = ['cat-file', '-e', `${previousRelease.commit}^{commit}`]
  return spawnSync('git', gitArguments, { cwd: root, stdio: 'ignore' }).status === 0
}

/** Writes the release into an empty folder, so that its programs can be run from there. */
export function exportPreviousRelease(folder: string): void {
  const archiveArguments = ['archive', previousRelease.commit, 'package.json', 'packages', 'docs']
  const archive = execFileSync('git', archiveArguments, { cwd: root, maxBuffer: 2 ** 28 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  linkPackages(folder)
}

/** Packages of others from here, and our own from the folder. */
function linkPackages(folder: string): void {
  const [sourceModules, targetModules] = [join(root, 'node_modules'), join(folder, 'node_modules')]
  mkdirSync(join(targetModules, ownScope), { recursive: true })
  for (const name of readdirSync(sourceModules))
    if (name !== ownScope && !name.startsWith('.'))
      symlinkSync(join(sourceModules, name), join(targetModules, name))
  const packages = join(folder, 'packages')
  for (const name of readdirSync(packages))
    symlinkSync(join(packages, name), join(targetModules, ownScope, name))
}
