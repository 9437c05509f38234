#!/usr/bin/env node
// `adrail`: the command line. No other module ends the process.

import { createEnvironment } from './environment.ts'
import { exitCodes, InterruptedError } from './exitCodes.ts'
import { run } from './run.ts'

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
