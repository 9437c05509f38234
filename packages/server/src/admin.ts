#!/usr/bin/env node
// The admin command line, on the same configuration as the service and beside it while it runs.

import { enableCompileCache } from 'node:module'

// Before anything else of ours is loaded: later commands then load compiled code, in half the time.
enableCompileCache()
const { runCommand } = await import('./commandLine.ts')

process.exitCode = await runCommand(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
})
