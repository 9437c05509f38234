// Stops all processes of a PostgreSQL, as on a machine that hangs. Connections stay open, and no query
// returns.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster } from '../postgres.ts'

/** Stops the server and all its backends. Returns a function that continues them. */
export function stopProcesses(cluster: Cluster): () => void {
  const folder = new URL(cluster.url).searchParams.get('host') ?? ''
  const [first = ''] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')
  const postmaster = Number(first)
  // The postmaster is stopped first, so that it forks no backend between the list and the signals.
  process.kill(postmaster, 'SIGSTOP')
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim()
  const stoppedPids = [postmaster, ...children.split(/\s+/).filter(Boolean).map(Number)]
  for (const pid of stoppedPids) process.kill(pid, 'SIGSTOP')
  return () => {
    for (const pid of stoppedPids.splice(0)) process.kill(pid, 'SIGCONT')
  }
}
