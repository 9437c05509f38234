import type { Command } from 'commander'
import { verifyChain } from '../audit/chain.ts'
import { auditedWorkspaces, entriesAfter } from '../store/auditEntries.ts'
import type { Db } from '../store/tables.ts'
import { AdminError, print, requireWorkspace, withStore } from './terminal.ts'

export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('the record of what was changed, and by whom')

  audit
    .command('verify [workspaceId]')
    .description('check that no entry was changed or removed, of one workspace or of all')
    .action((workspaceId?: string) =>
      withStore(async ({ db }) => {
        const problems: string[] = []
        for (const id of workspaceId === undefined ? await auditedWorkspaces(db) : [workspaceId]) {
          const { entries, problem } = await verifyChain(db, id)
          if (problem === '') print(`${id}: ${entries} entries, whole.`)
          else problems.push(`${id}: ${problem}`)
        }
        if (problems.length > 0) throw new AdminError(problems.join('\n'))
      }),
    )

  audit
    .command('print <workspaceId>')
    .description('print the entries as JSON lines, oldest first')
    .action((workspaceId: string) =>
      withStore(async ({ db }) => {
        await requireWorkspace(db, workspaceId)
        await printEntries(db, workspaceId)
      }),
    )
}

async function printEntries(db: Db, workspaceId: string): Promise<void> {
  let last = 0
  for (;;) {
    const entries = await entriesAfter(db, workspaceId, last, 500)
    for (const { before, after, at, ...entry } of entries) {
      print(
        JSON.stringify({
          ...entry,
          at: new Date(at).toISOString(),
          before: before === '' ? null : JSON.parse(before),
          after: after === '' ? null : JSON.parse(after),
        }),
      )
      last = entry.number
    }
    if (entries.length === 0) return
  }
}
