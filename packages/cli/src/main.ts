#!/usr/bin/env node
// `adrail`: the command line. No other module ends the process.

import { enableCompileCache } from 'node:module'

// The compile cache is enabled before other modules load, so that later commands load compiled code.
enableCompileCache()
const { run } = await import('./run.ts')
const { InterruptedError, exitCodes } = await import('./exitCodes.ts')
const { createEnvironment } = await import('./environment.ts')

const interrupt = new AbortController()
process.on('SIGINT', () => {
  if (interrupt.signal.aborted) process.exit(exitCodes.interrupted)
  interrupt.abort(new InterruptedError())
})
// The reader of the output closed the pipe, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exitCodes.ok : exitCodes.unexpected)
})

process.exitCode = await run(process.argv.slice(2), createEnvironment(interrupt.signal))
