#!/usr/bin/env node
// Starts the service. Only this module and admin.ts end the process.

import { enableCompileCache } from 'node:module'

// Enabled before any other module of adrail loads. Later starts then load compiled code and strip no types.
// The row "RSS idle without sandbox" of `bench/cases/startUp.ts` needs the cache.
enableCompileCache()
const { serve } = await import('./process/serve.ts')

let hasFailed = false
const stop = new Promise<string>((resolve) => {
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => {
      resolve(signal)
      // A second signal means that the operator does not want to wait.
      process.once(signal, () => process.exit(1))
    })
  // An unexpected error leaves an unknown state: the process finishes the requests in progress, so that a new
  // process can start.
  process.once('uncaughtException', (error) => {
    hasFailed = true
    process.stderr.write(`${error.stack ?? error}\n`)
    resolve('fault')
  })
})

const exitCode = await serve(stop, { log: 1, print: (text) => void process.stderr.write(text) })
process.exit(hasFailed ? 1 : exitCode)
