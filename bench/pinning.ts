// With `--pin` what is measured has the first core to itself; whoever asks, platforms and databases share the others.

import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

let isPinned = false

/** This process and all that it starts from now on leave the first core; false where there is nothing to pin to. */
export function pinOtherProcesses(): boolean {
  const cores = availableParallelism()
  if (cores < 2) return false
  isPinned = spawnSync('taskset', ['-a', '-cp', `1-${cores - 1}`, String(process.pid)]).status === 0
  return isPinned
}

/** The command, on the cores that are for what is measured. */
export function pinnedCommand(command: string, args: readonly string[]): [string, readonly string[]] {
  // It replaces itself by the command: the process id stays.
  return isPinned ? ['taskset', ['-c', '0', command, ...args]] : [command, args]
}
