// Processes whose machine has a wrong clock: libfaketime shifts the wall clock of a process. The monotonic clock stays right, as it
// does on a machine whose date is wrong.

import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { installPackages } from '../debianPackages.ts'

const library = findLibrary() ?? installLibrary()

/** Whether wall clocks can be shifted on this machine. A missing library fails in CI and is reported elsewhere. */
export const canShiftClocks: boolean = library !== undefined
if (!canShiftClocks) {
  const reason = 'libfaketime is not installed, and cannot be installed from here'
  if (process.env['CI']) throw new Error(`Proofs with wrong clocks must run in CI: ${reason}.`)
  console.warn(
    `\n*** SKIPPED: ${reason}. Install the Debian package "libfaketime" to run these proofs. ***\n`,
  )
}

/** The environment of a process whose wall clock is ahead by so many seconds, or behind if negative. */
export function shiftedClock(seconds: number): Readonly<Record<string, string>> {
  if (library === undefined) throw new Error('libfaketime is not installed.')
  return {
    LD_PRELOAD: library,
    FAKETIME: `${seconds < 0 ? '' : '+'}${seconds}s`,
    // Both spellings: releases of the library differ.
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
