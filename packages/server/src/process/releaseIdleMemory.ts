// A first start creates a database, a sandbox and links, and reads all leads and campaigns. From sources, it
// also strips the types of every file. V8 keeps the heap that this took, because an idle service triggers no
// garbage collection. The row "RSS idle after a first start" of `bench/cases/startUp.ts` needs this
// collection.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Runtime } from '../runtime/runtime.ts'

const checkIntervalMs = 10_000
/** The share of one processor below which a process counts as idle, because no request waits for it. */
const maxIdleShare = 0.2

/**
 * Returns memory to the machine once, as soon as the process is idle: the collection stops the process for
 * some tenths of a second.
 */
export function releaseMemoryWhenIdle(runtime: Runtime): () => void {
  let previousMs = cpuTimeMs()
  const stop = runtime.every(checkIntervalMs, () => {
    const currentMs = cpuTimeMs()
    const isIdle = currentMs - previousMs < checkIntervalMs * maxIdleShare
    previousMs = currentMs
    if (!isIdle) return
    stop()
    collectGarbage()
  })
  return stop
}

function cpuTimeMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/**
 * https://nodejs.org/api/v8.html#v8setflagsfromstringflags, and `gc()` as V8 describes it for its flag
 * `--expose-gc`.
 */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  // Only a new context has the function, because this context started without the flag. "last-resort" also
  // frees compiled code that is not used.
  const gc: (options: object) => void = runInNewContext('gc')
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
