#!/usr/bin/env node
// `adrail`: the command line. The only file of it that ends the process.

import { enableCompileCache } from 'node:module'

// Before anything else of ours is loaded: later commands then load compiled code.
enableCompileCache()
const { run } = await import('./run.ts')
const { Interrupted, exitCodes } = await import('./exitCodes.ts')
const { lookAround } = await import('./surroundings.ts')

const interrupt = new AbortController()
process.on('SIGINT', () => {
  if (interrupt.signal.aborted) process.exit(exitCodes.interrupted)
  interrupt.abort(new Interrupted())
})
// Whoever reads has seen enough, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  process.exit(error.code === 'EPIPE' ? exitCodes.ok : exitCodes.unexpected)
})

process.exitCode = await run(process.argv.slice(2), lookAround(interrupt.signal))
