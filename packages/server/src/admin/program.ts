// All commands of the admin command line.

import { Command } from 'commander'
import { addAuditCommands } from './auditCommands.ts'
import { addBackupCommands } from './backupCommands.ts'
import { addKeyCommands } from './keyCommands.ts'
import { addSecretCommands } from './secrets.ts'
import { addRedirectCommands, addWorkspaceCommands } from './workspaceCommands.ts'

export function makeProgram(): Command {
  const program = new Command('npm run admin --')
    .description(
      'Manages adrail: workspaces, API keys, redirect addresses, stored secrets, the audit record, backups, its health.',
    )
    .showHelpAfterError()
  addWorkspaceCommands(program)
  addKeyCommands(program)
  addRedirectCommands(program)
  addSecretCommands(program)
  addAuditCommands(program)
  addBackupCommands(program)
  return program
}
