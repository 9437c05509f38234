// Exports the previous release from the history of this repository and links the third-party packages that
// are installed here.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const ownScope = '@adrail'

/** Commit of the previous release. Each new release must update `previousRelease.json`. */
export const previousRelease: { readonly commit: string } = JSON.parse(
  readFileSync(new URL('previousRelease.json', import.meta.url), 'utf8'),
)

/** True when the history contains the commit. A shallow clone or an unpacked archive lacks it. */
export function hasPreviousRelease(): boolean {
  const gitArguments = ['cat-file', '-e', `${previousRelease.commit}^{commit}`]
  return spawnSync('git', gitArguments, { cwd: root, stdio: 'ignore' }).status === 0
}

/** Writes the release into an empty folder from which its programs can run. */
export function exportPreviousRelease(folder: string): void {
  const archiveArguments = ['archive', previousRelease.commit, 'package.json', 'packages', 'docs']
  const archive = execFileSync('git', archiveArguments, { cwd: root, maxBuffer: 2 ** 28 })
  execFileSync('tar', ['-x', '-C', folder], { input: archive })
  linkPackages(folder)
}

/** Links third-party packages to this installation and the release's own packages to the folder. */
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
