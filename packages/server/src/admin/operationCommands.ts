import { type Command, InvalidArgumentError } from 'commander'
import { parseResultsJson, ResolutionError, resolveWrite } from '../journal/resolveWrite.ts'
import { listNewestEntries } from '../store/entryLists.ts'
import { type EntryState, entryStates } from '../store/entryStates.ts'
import { findEntry, findEntryInAnyWorkspace } from '../store/journalEntries.ts'
import {
  findPageStart,
  type PageOptions,
  printMoreHint,
  printRows,
  timeRange,
  toIsoTime,
  withPageOptions,
} from './listOptions.ts'
import {
  AdminError,
  createChangeContext,
  formatMinute,
  print,
  withConfiguredStore,
  withWorkspaceStore,
} from './terminal.ts'

interface OperationListOptions extends PageOptions {
  readonly state?: readonly EntryState[]
}

interface ResolveOptions {
  readonly done?: boolean
  readonly notDone?: boolean
  readonly results?: Readonly<Record<string, unknown>>
  readonly reason: string
}

export function addOperationCommands(program: Command): void {
  const operations = program.command('operations').description('list and resolve writes')

  withPageOptions(operations.command('list <workspaceId>'))
    .description('list the writes in a workspace with their outcomes, newest first')
    .option('-s, --state <list>', `comma-separated list of ${stateNames.join(', ')}`, parseStates)
    .action((workspaceId: string, options: OperationListOptions) =>
      withWorkspaceStore(workspaceId, async ({ db }) => {
        const { user, state = [], limit } = options
        const after = await findPageStart(options, 'operation', (id) => findEntry(db, workspaceId, id))
        const filter = { ...timeRange(options), states: state, userId: user, after }
        const rows = (await listNewestEntries(db, workspaceId, filter, limit)).map((entry) => ({
          id: entry.id,
          operation: entry.name,
          userId: entry.userId,
          state: entry.state,
          reason: entry.reason,
          createdAt: toIsoTime(entry.createdAt),
          updatedAt: toIsoTime(entry.updatedAt),
        }))
        printRows(
          rows,
          [
            { title: 'id', cell: ({ id }) => id },
            { title: 'operation', cell: ({ operation }) => operation },
            { title: 'user', cell: ({ userId }) => userId },
            { title: 'state', cell: (row) => row.state },
            { title: 'began', cell: ({ createdAt }) => formatMinute(Date.parse(createdAt)) },
            { title: 'reason', cell: ({ reason }) => reason },
          ],
          options,
        )
        printMoreHint(rows, options)
      }),
    )

  operations
    .command('settle <operationId>')
    .description(
      'record the outcome of a write that needs attention; adrail does not send anything to a platform',
    )
    .option('--done', 'the write took effect')
    .option('--not-done', 'the write did not take effect, or its effects no longer exist')
    .option('--results <json>', 'with --done: results that a retry of the write returns', parseResults)
    .requiredOption('-r, --reason <text>', 'evidence for the audit log, without personal data')
    .action((operationId: string, { done, notDone, results = {}, reason }: ResolveOptions) =>
      withConfiguredStore(async (store) => {
        if ((done === true) === (notDone === true)) throw new AdminError('Pass either --done or --not-done.')
        const entry = await findEntryInAnyWorkspace(store.db, operationId)
        if (!entry)
          throw new AdminError(
            `No operation ${operationId}. To list the operations, run "operations list <workspaceId>".`,
          )
        const resolution = { hasSucceeded: done === true, results, reason, actor: 'admin' }
        const change = createChangeContext(store, entry.workspaceId, 'operation.settled')
        await resolveWrite(change, entry, resolution).catch((error: unknown) => {
          throw error instanceof ResolutionError ? new AdminError(error.message) : error
        })
        print(`Recorded ${operationId} (${entry.name}) as ${resolution.hasSucceeded ? '' : 'not '}done.`)
      }),
    )
}

/** State names are printed as in the metrics and accepted in any letter case. */
const stateNames = entryStates.map((state) => state.toLowerCase())

function parseStates(text: string): readonly EntryState[] {
  return text.split(',').map((word) => {
    const match = entryStates.find((state) => state === word.trim().toUpperCase())
    if (!match)
      throw new InvalidArgumentError(`"${word}" is not valid. Use one or more of: ${stateNames.join(', ')}.`)
    return match
  })
}

function parseResults(text: string): Record<string, unknown> {
  const results = parseResultsJson(text)
  if (!results) throw new InvalidArgumentError('Use a JSON object.')
  return results
}
