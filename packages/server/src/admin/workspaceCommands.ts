import type { Command } from 'commander'
import { findRedirectProblem } from '../linking/redirects.ts'
import { makeId } from '../runtime/runtime.ts'
import {
  addRedirectUri,
  insertWorkspace,
  listRedirectUris,
  listWorkspaces,
  removeRedirectUri,
} from '../store/workspaces.ts'
import { addBrandCommand } from './brandCommands.ts'
import {
  AdminError,
  changeWithAudit,
  formatMinute,
  print,
  printTable,
  runtime,
  withConfiguredStore,
  withWorkspaceStore,
} from './terminal.ts'

export function addWorkspaceCommands(program: Command): void {
  const workspace = program
    .command('workspace')
    .description('manage workspaces, which contain API keys and users')

  workspace
    .command('create <name>')
    .description('create a workspace')
    .action((name: string) =>
      withConfiguredStore(async (store) => {
        const created = { id: makeId('ws', runtime), name, created_at: runtime.now() }
        await changeWithAudit(store, async (transaction, record) => {
          await insertWorkspace(transaction, created)
          await record({ workspaceId: created.id, event: 'workspace.created', subject: created.id })
        })
        print(
          `Created workspace ${created.id} (${name}). Next, run: npm run admin -- key create ${created.id} --scopes read,write,link`,
        )
      }),
    )

  workspace
    .command('list')
    .description('list the workspaces')
    .action(() =>
      withConfiguredStore(async ({ db }) =>
        printTable(
          ['id', 'name', 'created'],
          (await listWorkspaces(db)).map((row) => [row.id, row.name, formatMinute(row.created_at)]),
        ),
      ),
    )

  addBrandCommand(workspace)
}

export function addRedirectCommands(program: Command): void {
  const redirect = program
    .command('redirect')
    .description('manage the URLs that adrail may redirect users to after linking')

  redirect
    .command('add <workspaceId> <uri>')
    .description('allow an https URL; redirects must match it exactly, except for the query')
    .action((workspaceId: string, uri: string) =>
      withWorkspaceStore(workspaceId, async (store) => {
        const problem = findRedirectProblem(uri)
        if (problem) throw new AdminError(`The URL ${problem}`)
        await changeWithAudit(store, async (transaction, record) => {
          await addRedirectUri(transaction, workspaceId, uri, runtime.now())
          await record({ workspaceId, event: 'redirect.added', subject: uri })
        })
        print(`adrail may redirect users of ${workspaceId} to ${uri}.`)
      }),
    )

  redirect
    .command('list <workspaceId>')
    .description('list the allowed URLs')
    .action((workspaceId: string) =>
      withWorkspaceStore(workspaceId, async ({ db }) => {
        const uris = await listRedirectUris(db, workspaceId)
        for (const uri of uris) print(uri)
        if (uris.length === 0)
          print(`No redirect URLs in ${workspaceId} yet. To add a URL, run "redirect add".`)
      }),
    )

  redirect
    .command('remove <workspaceId> <uri>')
    .description('remove an allowed URL')
    .action((workspaceId: string, uri: string) =>
      withConfiguredStore(async (store) => {
        await changeWithAudit(store, async (transaction, record) => {
          const removed = await removeRedirectUri(transaction, workspaceId, uri)
          if (!removed)
            throw new AdminError(
              `${uri} is not an allowed URL for ${workspaceId}. To list the URLs, run "redirect list".`,
            )
          await record({ workspaceId, event: 'redirect.removed', subject: uri })
        })
        print(`adrail no longer redirects users of ${workspaceId} to ${uri}.`)
      }),
    )
}
