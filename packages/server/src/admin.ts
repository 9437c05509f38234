// The admin command line, on the same configuration as the service and beside it while it runs.

import { enableCompileCache } from 'node:module'

// Before anything else of ours is loaded: later commands then load compiled code, in half the time.
enableCompileCache()
const { makeProgram } = await import('./admin/program.ts')
const { addDoctorCommands } = await import('./doctor/commands.ts')

try {
  const program = makeProgram()
  addDoctorCommands(program)
  await program.parseAsync()
} catch (error) {
  const { AdminError } = await import('./admin/terminal.ts')
  const { explain } = await import('./process/explain.ts')
  process.stderr.write(`${error instanceof AdminError ? error.message : explain(error)}\n`)
  process.exitCode = 1
}
