// The commands of the admin command line.

import { Command } from 'commander'
import { addAuditCommands } from './auditCommands.ts'
import { addBackupCommands } from './backupCommands.ts'
import { addConnectionCommands } from './connectionCommands.ts'
import { addKeyCommands } from './keyCommands.ts'
import { addOperationCommands } from './operationCommands.ts'
import { addSecretCommands } from './secretCommands.ts'
import { addSpendingCommands } from './spendingCommands.ts'
import { currentTerminal } from './terminal.ts'
import { addRedirectCommands, addWorkspaceCommands } from './workspaceCommands.ts'

export function makeProgram(): Command {
  const program = new Command('npm run admin --')
    .description(
      'Manages adrail: workspaces, API keys, spend limits, redirect URLs, secrets, connections, writes, the audit log, backups and diagnostics.',
    )
    .option('--create-database', 'create the database if it does not exist')
    .on('option:create-database', () => {
      currentTerminal().createsDatabase = true
    })
    .showHelpAfterError()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => currentTerminal().out(text),
      writeErr: (text) => currentTerminal().err(text),
    })
  addWorkspaceCommands(program)
  addKeyCommands(program)
  addSpendingCommands(program)
  addRedirectCommands(program)
  addSecretCommands(program)
  addConnectionCommands(program)
  addOperationCommands(program)
  addAuditCommands(program)
  addBackupCommands(program)
  return program
}
