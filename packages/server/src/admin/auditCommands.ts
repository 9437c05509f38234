import type { Command } from 'commander'
import { type ChainVerification, lossEvent, verifyChain } from '../audit/chain.ts'
import { streamTrail } from '../audit/trail.ts'
import { type AuditEntry, listAuditedWorkspaces } from '../store/auditEntries.ts'
import type { Db, Store } from '../store/tables.ts'
import { listWorkspaces } from '../store/workspaces.ts'
import {
  type Column,
  type ListOptions,
  printRows,
  timeRange,
  toIsoTime,
  withListOptions,
} from './listOptions.ts'
import { AdminError, print, withConfiguredStore, withWorkspaceStore } from './terminal.ts'

export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('verify and print the audit log')

  audit
    .command('verify [workspaceId]')
    .description('check that no entry was changed or removed, in one workspace or in all workspaces')
    .action((workspaceId?: string) =>
      withOptionalWorkspace(workspaceId, async ({ db }) => {
        const problems: string[] = []
        for (const id of workspaceId === undefined ? await auditedWorkspaceIds(db) : [workspaceId]) {
          const { entries, problem, losses } = await verifyChain(db, id)
          if (problem === '') print(`${id}: ${entries} entries, intact.`)
          else problems.push(`${id}: ${problem}`)
          const lost = lostEntriesProblem(id, losses)
          if (lost !== '') problems.push(lost)
          else
            for (const { number, at, reason } of losses) print(missingEntriesNotice(id, number, at, reason))
        }
        if (problems.length > 0) throw new AdminError(problems.join('\n'))
      }),
    )

  withListOptions(audit.command('print <workspaceId>'))
    .description('print the entries, oldest first')
    .option('-e, --event <event>', 'only entries for this event, such as user.created')
    .action((workspaceId: string, options: ListOptions & { readonly event?: string }) =>
      withWorkspaceStore(workspaceId, async ({ db }) => {
        const { user, event } = options
        const filter = {
          ...timeRange(options),
          ...(user === undefined ? {} : { userId: user }),
          ...(event === undefined ? {} : { event }),
        }
        for await (const entries of streamTrail(db, workspaceId, filter))
          if (entries.length > 0) printRows(entries.map(toReadable), columns, options)
      }),
    )
}

/** A chain does not show that its end was lost, so the service records losses. */
function lostEntriesProblem(id: string, losses: ChainVerification['losses']): string {
  const namedLosses = losses.filter(({ operationIds }) => operationIds.length > 0)
  const writes = namedLosses.flatMap(({ operationIds }) => operationIds)
  if (writes.length === 0) return ''
  const entryNumbers = namedLosses.map(({ number }) => number).join(', ')
  return `${id}: The database lost the audit entries for ${writes.length} writes. Their operation ids are in entry ${entryNumbers}. To print the entry, run: npm run admin -- audit print ${id} --event ${lossEvent}`
}

function missingEntriesNotice(id: string, number: number, at: number, reason: string): string {
  return `${id}: Entries before entry ${number} may be missing. The database may have lost writes (${reason}). adrail detected the loss at ${toIsoTime(at)}.`
}

function withOptionalWorkspace(
  workspaceId: string | undefined,
  work: (store: Store) => Promise<void>,
): Promise<void> {
  return workspaceId === undefined ? withConfiguredStore(work) : withWorkspaceStore(workspaceId, work)
}

/** Includes workspaces whose audit record was removed, and deleted workspaces whose record is left. */
async function auditedWorkspaceIds(db: Db): Promise<string[]> {
  const workspaces = await listWorkspaces(db)
  return [...new Set([...workspaces.map(({ id }) => id), ...(await listAuditedWorkspaces(db))])].sort()
}

/** Converts times and JSON of a stored entry to readable values. */
function toReadable({ before, after, at, ...entry }: AuditEntry) {
  return {
    ...entry,
    at: toIsoTime(at),
    before: before === '' ? null : (JSON.parse(before) as unknown),
    after: after === '' ? null : (JSON.parse(after) as unknown),
  }
}

const columns: readonly Column<ReturnType<typeof toReadable>>[] = [
  { title: 'number', cell: ({ number }) => String(number) },
  { title: 'at', cell: ({ at }) => at },
  { title: 'event', cell: ({ event }) => event },
  { title: 'actor', cell: ({ actor }) => actor },
  { title: 'user', cell: ({ user_id }) => user_id },
  { title: 'operation', cell: ({ operation_id }) => operation_id },
  { title: 'subject', cell: ({ subject }) => subject },
]
