// With `--pin`, the measured process has the first core exclusively. Callers, platforms and databases share
// the others.

import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

let isPinned = false

/**
 * Moves this process and its future children off the first core. Returns false when the machine does not
 * permit it.
 */
export function pinOtherProcesses(): boolean {
  const cores = availableParallelism()
  if (cores < 2) return false
  isPinned = spawnSync('taskset', ['-a', '-cp', `1-${cores - 1}`, String(process.pid)]).status === 0
  return isPinned
}

/** Returns the command, pinned to the core for the measured process. */
export function pinCommand(command: string, args: readonly string[]): [string, readonly string[]] {
  // taskset replaces itself with the command, so the process id stays the same.
  return isPinned ? ['taskset', ['-c', '0', command, ...args]] : [command, args]
}
