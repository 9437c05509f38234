#!/usr/bin/env node
// The admin command line. It uses the service's configuration and can run next to the service.

import { runCommand } from './commandLine.ts'

process.exitCode = await runCommand(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
})
