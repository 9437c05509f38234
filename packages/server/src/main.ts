#!/usr/bin/env node
// Starts the service. The only place that ends the process.

import { enableCompileCache } from 'node:module'

// Before anything else of ours is loaded: later starts then load compiled code.
enableCompileCache()
const { serve } = await import('./process/serve.ts')

let failed = false
const stop = new Promise<string>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      resolve(signal)
      // Asked twice: whoever asks does not want to wait.
      process.once(signal, () => process.exit(1))
    })
  // A fault that nobody foresaw leaves an unknown state behind: answer what is under way, then let a new process start.
  process.once('uncaughtException', (error) => {
    failed = true
    process.stderr.write(`${error.stack ?? error}\n`)
    resolve('fault')
  })
})

const exitCode = await serve(stop, { log: 1, say: (text) => void process.stderr.write(text) })
process.exit(failed ? 1 : exitCode)
