// A first start makes a database, a sandbox and links, reads all leads and campaigns, and from sources strips the types of every
// file. V8 keeps the heap that this took, because the service is idle afterwards and nothing makes it collect garbage. The row "RSS
// idle after a first start" of `bench/cases/startUp.ts` needs this collection.

import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Runtime } from '../base/runtime.ts'

const checkEveryMs = 10_000
/** Of one processor: nobody waits for a process that uses less. */
const idleShare = 0.2

/** Returns memory to the machine once, as soon as the process is idle: the collection stops it for some tenths of a second. */
export function releaseMemoryWhenIdle(runtime: Runtime): () => void {
  let usedBefore = usedMs()
  const stop = runtime.every(checkEveryMs, () => {
    const used = usedMs()
    const isIdle = used - usedBefore < checkEveryMs * idleShare
    usedBefore = used
    if (!isIdle) return
    stop()
    collectGarbage()
  })
  return stop
}

function usedMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** https://nodejs.org/api/v8.html#v8setflagsfromstringflags, and `gc()` as V8's flag `--expose-gc` describes it. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  // A new context has what the flag exposes; this one began without it. "last-resort" also frees compiled code that is not used.
  const gc: (options: object) => void = runInNewContext('gc')
  gc({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}
