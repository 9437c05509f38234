// Installs the Debian packages that the tests need. This requires root and a system with apt-get.

import { spawnSync } from 'node:child_process'

const options = ['DPkg::Lock::Timeout=300', 'Acquire::Retries=0', 'Acquire::http::Timeout=20']
/**
 * A second apt-get process waits for this lock. The lock of apt-get itself makes that process fail while
 * another one reads the list of packages.
 */
const lockedShell = ['/var/lib/dpkg', 'sh', '-c']
const updateAndInstall = 'apt-get $APT_OPTIONS update; apt-get $APT_OPTIONS install "$@"'
/** Each process tries a package only once, because a machine may have no network. */
const attemptedPackages = new Set<string>()

export function installPackages(...names: readonly string[]): void {
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return
  const newPackages = names.filter((name) => !attemptedPackages.has(name))
  if (newPackages.length === 0) return
  console.warn(`Installing ${newPackages.join(', ')} from Debian for the tests ...`)
  spawnSync('flock', [...lockedShell, updateAndInstall, 'sh', ...newPackages], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DEBIAN_FRONTEND: 'noninteractive',
      APT_OPTIONS: ['-qq', '-y', '--no-install-recommends', ...options.map((option) => `-o ${option}`)].join(
        ' ',
      ),
    },
  })
  for (const name of newPackages) attemptedPackages.add(name)
}
