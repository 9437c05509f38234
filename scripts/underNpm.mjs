// Loaded before the programs that npm starts. Written in JavaScript, because a TypeScript file would load the
// type stripper first, although an earlier start has already compiled everything. The row "RSS idle without
// sandbox" of `bench/cases/startUp.ts` needs the compile cache.

import { enableCompileCache } from 'node:module'

enableCompileCache()

// npm starts programs in a shell and forwards a signal only to that shell, which then exits without notifying
// the program. The program would continue as an orphan and keep its ports. It therefore polls its parent
// process id and treats a change as the signal. (`exec` in the script would work on most systems, but the
// shell of Windows has no `exec`. On Windows, a program ends with its console.)
const lookEveryMs = 100
const parent = process.ppid

const looking = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(looking)
  process.kill(process.pid, 'SIGTERM')
}, lookEveryMs).unref()
