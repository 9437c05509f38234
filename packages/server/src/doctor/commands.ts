// The commands with which an operator looks at a deployment. What they need is loaded when one of them is called.

import { writeFileSync } from 'node:fs'
import { type Command, InvalidArgumentError } from 'commander'
import { print, runtime, terminal } from '../admin/terminal.ts'

export function addDoctorCommands(program: Command): void {
  program
    .command('doctor')
    .description('look at configuration, database, secrets, platforms and linked accounts; changes nothing')
    .option('--json', 'answer one JSON document')
    .option('--accounts <number>', 'how many linked accounts are read', parseCount, 50)
    .action(async ({ json = false, accounts }: { json?: boolean; accounts: number }) => {
      const [{ examine }, { exitCodes }, { written }] = await Promise.all([
        import('./examine.ts'),
        import('./finding.ts'),
        import('./print.ts'),
      ])
      const report = await examine({ ...settings(), runtime, mostAccounts: accounts, progress })
      print(json ? JSON.stringify(report, null, 2) : written(report))
      terminal().exitCode = exitCodes[report.outcome]
    })

  program
    .command('drift')
    .description("compare the shapes of a platform's answers to one user with what this release expects")
    .requiredOption('--user <id>', 'whose linked accounts are read')
    .option('--json', 'answer one JSON document')
    .option('--output <file>', 'write the report there instead')
    .action(async ({ user, json = false, output }: { user: string; json?: boolean; output?: string }) => {
      const [{ findDrift }, { writtenDrift }] = await Promise.all([
        import('./drift/drift.ts'),
        import('./drift/driftText.ts'),
      ])
      const report = await findDrift({ ...settings(), runtime, userId: user, progress })
      const text = json ? JSON.stringify(report, null, 2) : writtenDrift(report)
      if (output === undefined) print(text)
      else writeFileSync(output, `${text}\n`)
      terminal().exitCode = { same: 0, breaks: 1, differs: 2 }[report.outcome]
    })
}

function settings() {
  const { environment } = terminal()
  return environment === undefined ? {} : { environment }
}

/** On its own stream, so that what is printed can be handed on. */
function progress(what: string): void {
  terminal().err(`… ${what}\n`)
}

function parseCount(text: string): number {
  if (!/^\d{1,6}$/.test(text)) throw new InvalidArgumentError('It must be a number from 0 to 999999.')
  return Number(text)
}
