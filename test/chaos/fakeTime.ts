// Starts processes with a wrong clock: libfaketime shifts the wall clock of a process. The monotonic clock
// stays right, as on a machine with a wrong date.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages } from '../debianPackages.ts'

const library = findLibrary() ?? installLibrary()

/** True when this machine can shift wall clocks. A missing library fails in CI and only warns elsewhere. */
export const canShiftClocks: boolean = library !== undefined
if (!canShiftClocks) {
  const reason = 'libfaketime is not installed, and cannot be installed from here'
  if (process.env['CI']) throw new Error(`Proofs with wrong clocks must run in CI: ${reason}.`)
  console.warn(
    `\n*** SKIPPED: ${reason}. Install the Debian package "libfaketime" to run these proofs. ***\n`,
  )
}

/**
 * Returns the environment of a process that has a wall clock this many seconds ahead, or behind if negative.
 */
export function shiftedClock(seconds: number): Readonly<Record<string, string>> {
  if (library === undefined) throw new Error('libfaketime is not installed.')
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`,
    // Releases of the library use different spellings of this variable.
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    DONT_FAKE_MONOTONIC: '1',
  }
}

function findLibrary(): string | undefined {
  // Debian: /usr/lib/<architecture>/faketime.
  return readdirSync('/usr/lib')
    .map((folder) => join('/usr/lib', folder, 'faketime/libfaketimeMT.so.1'))
    .find((file) => existsSync(file))
}

function installLibrary(): string | undefined {
  installPackages('libfaketime')
  return findLibrary()
}
