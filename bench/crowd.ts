// Runs a flood in a separate process, so that generating the load does not slow down the measuring process.

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Flood, FloodReport } from './flood.ts'

export async function runFlood(flood: Flood): Promise<FloodReport> {
  const start = await prepareFlood()
  return await start(flood)
}

/**
 * Resolves when the process has started: a start during another flood would distort that flood's measurement.
 */
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
