// A crowd has a process of its own: whoever generates the load must not slow down who measures.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Flood, FloodReport } from './flood.ts'

export async function runFlood(flood: Flood): Promise<FloodReport> {
  const start = await prepareFlood()
  return await start(flood)
}

/** Its process is there when this resolves: starting one beside another crowd would slow down what that one measures. */
export async function prepareFlood(): Promise<(flood: Flood) => Promise<FloodReport>> {
  const child = fork(fileURLToPath(new URL('./flood.ts', import.meta.url)))
  await once(child, 'message')
  return async (flood) => {
    const reportMessage = once(child, 'message')
    child.send(flood)
    const [report] = await reportMessage
    return report
  }
}
