#!/usr/bin/env node
// The admin command line. It uses the service's configuration and can run next to the service.

import { enableCompileCache } from 'node:module'

// Enabled before any other module of adrail loads: later commands then load compiled code, in half the time.
enableCompileCache()
const { runCommand } = await import('./commandLine.ts')

process.exitCode = await runCommand(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
})
