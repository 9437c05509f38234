// The admin command line, on the same configuration as the service and beside it while it runs.

import { Command } from 'commander'
import { addAuditCommands } from './admin/auditCommands.ts'
import { addKeyCommands } from './admin/keyCommands.ts'
import { addSecretCommands } from './admin/secrets.ts'
import { AdminError } from './admin/terminal.ts'
import { addRedirectCommands, addWorkspaceCommands } from './admin/workspaceCommands.ts'
import { explain } from './process/explain.ts'

const program = new Command('npm run admin --')
  .description('Manages adrail: workspaces, API keys, redirect addresses, stored secrets, the audit record.')
  .showHelpAfterError()

addWorkspaceCommands(program)
addKeyCommands(program)
addRedirectCommands(program)
addSecretCommands(program)
addAuditCommands(program)

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`${error instanceof AdminError ? error.message : explain(error)}\n`)
  process.exitCode = 1
}
