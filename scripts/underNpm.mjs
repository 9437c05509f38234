// Loaded before the programs that npm starts. In JavaScript: a file in TypeScript would first load what strips types, though
// everything was stripped and compiled by an earlier start.

import { enableCompileCache } from 'node:module'

enableCompileCache()

// npm starts programs in a shell and hands a signal on to that shell alone, which dies of it without telling anybody: the
// program would go on as an orphan and keep its ports. So it looks whether its parent is still the one it began with, and
// takes the loss of it for the signal. (`exec` in the script would do on most systems, but the shell of Windows has none;
// there a program ends with its console.)
const lookEveryMs = 100
const parent = process.ppid

const looking = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(looking)
  process.kill(process.pid, 'SIGTERM')
}, lookEveryMs).unref()
