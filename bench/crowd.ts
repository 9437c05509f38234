// A crowd has a process of its own: whoever generates the load must not slow down who measures.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Flood, FloodReport } from './flood.ts'

export async function runFlood(flood: Flood): Promise<FloodReport> {
  const child = fork(fileURLToPath(new URL('./flood.ts', import.meta.url)))
  child.send(flood)
  const [report] = await once(child, 'message')
  return report
}
