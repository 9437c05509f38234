// A PostgreSQL whose processes are all stopped, as on a machine that hangs: its connections stay open and nothing returns.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Cluster } from '../postgres.ts'

/** Stops the server and all its backends. Returns what continues them. */
export function stopProcesses(cluster: Cluster): () => void {
  const folder = new URL(cluster.url).searchParams.get('host') ?? ''
  const [first = ''] = readFileSync(join(folder, 'data', 'postmaster.pid'), 'utf8').split('\n')
  const postmaster = Number(first)
  // The postmaster first, so that it forks no backend between the list and the signals.
  process.kill(postmaster, 'SIGSTOP')
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').trim()
  const stoppedPids = [postmaster, ...children.split(/\s+/).filter(Boolean).map(Number)]
  for (const pid of stoppedPids) process.kill(pid, 'SIGSTOP')
  return () => {
    for (const pid of stoppedPids.splice(0)) process.kill(pid, 'SIGCONT')
  }
}
