// The admin command line: workspaces and API keys, on the same configuration as the service, beside it while it runs.

import { type Scope, scopes } from '@adrail/contract'
import { Command, InvalidArgumentError } from 'commander'
import { readConfig } from './config.ts'
import { explain } from './explain.ts'
import { createKey } from './guard/apikeys.ts'
import { makeKeyring } from './keyring.ts'
import { problemOfRedirect } from './linking/redirects.ts'
import { rewrapSecrets } from './linking/rewrap.ts'
import { makeId, systemRuntime } from './runtime.ts'
import { openStore, type Store } from './store/db.ts'
import { type ApiKey, expireKey, findKey, listKeys, revokeKey } from './store/keys.ts'
import {
  addRedirectUri,
  findWorkspace,
  insertWorkspace,
  listRedirectUris,
  listWorkspaces,
  removeRedirectUri,
} from './store/workspaces.ts'

const runtime = systemRuntime()
const dayMs = 24 * 60 * 60 * 1000

/** What the person can mend; printed without a stack. */
class AdminError extends Error {}

const program = new Command('npm run admin --')
  .description(
    'Manages workspaces, API keys, redirect addresses and stored secrets of adrail. Uses the same environment variables as the service.',
  )
  .showHelpAfterError()

const workspace = program.command('workspace').description('workspaces own API keys and users')

workspace
  .command('create <name>')
  .description('make a workspace')
  .action((name: string) =>
    withStore(async ({ db }) => {
      const made = { id: makeId('ws', runtime), name, created_at: runtime.now() }
      await insertWorkspace(db, made)
      print(`Made workspace ${made.id} (${name}). Next: npm run admin -- key create ${made.id}`)
    }),
  )

workspace
  .command('list')
  .description('list the workspaces')
  .action(() =>
    withStore(async ({ db }) =>
      printTable(
        ['id', 'name', 'created'],
        (await listWorkspaces(db)).map((row) => [row.id, row.name, day(row.created_at)]),
      ),
    ),
  )

const key = program.command('key').description('API keys let software call the service')

key
  .command('create <workspaceId>')
  .description('make a key; it is shown once')
  .option('-n, --name <name>', 'what the key is for', 'unnamed')
  .option('-s, --scopes <list>', `separated by commas, of ${scopes.join(', ')}`, parseScopes, scopes)
  .option('-e, --expires-in <days>', 'days until it ends by itself', parseDays)
  .action((workspaceId: string, options: { name: string; scopes: readonly Scope[]; expiresIn?: number }) =>
    withStore(async ({ db }) => {
      if (!(await findWorkspace(db, workspaceId)))
        throw new AdminError(`There is no workspace ${workspaceId}.`)
      const expiresAt = options.expiresIn === undefined ? null : runtime.now() + options.expiresIn * dayMs
      const made = await createKey(db, runtime, {
        workspaceId,
        name: options.name,
        scopes: options.scopes,
        expiresAt,
      })
      showOnce(made.key, made.text)
    }),
  )

key
  .command('list [workspaceId]')
  .description('list the keys, of one workspace or of all')
  .action((workspaceId?: string) =>
    withStore(async ({ db }) =>
      printTable(
        ['id', 'workspace', 'name', 'key', 'scopes', 'state', 'last used'],
        (await listKeys(db, workspaceId)).map((row) => [
          row.id,
          row.workspace_id,
          row.name,
          `adr_${row.public_id}_…`,
          row.scopes,
          stateOf(row),
          row.last_used_at === null ? 'never' : day(row.last_used_at),
        ]),
      ),
    ),
  )

key
  .command('rotate <keyId>')
  .description('make a successor with the same name and scopes, and let the old key end')
  .option('-o, --overlap <days>', 'days for which both work', parseDays, 1)
  .action((keyId: string, options: { overlap: number }) =>
    withStore(async ({ db }) => {
      const old = await findKey(db, keyId)
      if (!old) throw new AdminError(`There is no key ${keyId}.`)
      if (old.revoked_at !== null)
        throw new AdminError(`The key ${keyId} is revoked; make a new one instead.`)
      const endsAt = runtime.now() + options.overlap * dayMs
      // Both or neither: a successor without an end of the old one would go unnoticed.
      const made = await db.transaction().execute(async (transaction) => {
        const successor = await createKey(transaction, runtime, {
          workspaceId: old.workspace_id,
          name: old.name,
          scopes: old.scopes.split(' ') as Scope[],
        })
        await expireKey(transaction, old.id, endsAt)
        return successor
      })
      showOnce(made.key, made.text)
      print(`The old key ${old.id} ends on ${new Date(endsAt).toISOString()}.`)
    }),
  )

key
  .command('revoke <keyId>')
  .description('end a key; every process refuses it within 5 seconds')
  .action((keyId: string) =>
    withStore(async ({ db }) => {
      if (!(await findKey(db, keyId))) throw new AdminError(`There is no key ${keyId}.`)
      const revoked = await revokeKey(db, keyId, runtime.now())
      print(revoked ? `Revoked ${keyId}.` : `The key ${keyId} was revoked before.`)
    }),
  )

const redirect = program.command('redirect').description('addresses to which users may be sent after linking')

redirect
  .command('add <workspaceId> <uri>')
  .description('allow an address: https, compared exactly but for its query')
  .action((workspaceId: string, uri: string) =>
    withStore(async ({ db }) => {
      if (!(await findWorkspace(db, workspaceId)))
        throw new AdminError(`There is no workspace ${workspaceId}.`)
      const problem = problemOfRedirect(uri)
      if (problem) throw new AdminError(`The address ${problem}`)
      await addRedirectUri(db, workspaceId, uri, runtime.now())
      print(`Users of ${workspaceId} may be sent to ${uri}.`)
    }),
  )

redirect
  .command('list <workspaceId>')
  .description('list the allowed addresses')
  .action((workspaceId: string) =>
    withStore(async ({ db }) => {
      for (const uri of await listRedirectUris(db, workspaceId)) print(uri)
    }),
  )

redirect
  .command('remove <workspaceId> <uri>')
  .description('no longer allow an address')
  .action((workspaceId: string, uri: string) =>
    withStore(async ({ db }) => {
      const removed = await removeRedirectUri(db, workspaceId, uri)
      if (!removed) throw new AdminError(`${uri} is not on the list of ${workspaceId}.`)
      print(`Users of ${workspaceId} are no longer sent to ${uri}.`)
    }),
  )

program
  .command('rewrap')
  .description('seal all stored secrets under the first of ENCRYPTION_KEYS, while the service runs')
  .action(() =>
    withStore(async (store) => {
      const keyring = makeKeyring(readConfig().encryptionKeys, runtime)
      const rewrapped = await rewrapSecrets(store, keyring)
      print(`Sealed ${rewrapped} secrets anew. All of them are under the key "${keyring.ids[0]}" now.`)
    }),
  )

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`${error instanceof AdminError ? error.message : explain(error)}\n`)
  process.exitCode = 1
}

async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  const store = await openStore(readConfig())
  try {
    await work(store)
  } finally {
    await store.close()
  }
}

function parseScopes(text: string): readonly Scope[] {
  const wanted = text.split(',').map((scope) => scope.trim())
  for (const scope of wanted)
    if (!(scopes as readonly string[]).includes(scope))
      throw new InvalidArgumentError(`"${scope}" is not one of ${scopes.join(', ')}.`)
  return wanted as Scope[]
}

function parseDays(text: string): number {
  const days = Number(text)
  if (!(days >= 0 && days <= 3650))
    throw new InvalidArgumentError('It must be a number of days from 0 to 3650.')
  return days
}

function showOnce(made: ApiKey, text: string): void {
  print(
    `Made key ${made.id} (${made.name}) with scopes ${made.scopes}. It is shown this once:\n\n  ${text}\n`,
  )
}

function stateOf(row: ApiKey): string {
  if (row.revoked_at !== null) return `revoked ${day(row.revoked_at)}`
  if (row.expires_at === null) return 'works'
  return row.expires_at <= runtime.now()
    ? `ended ${day(row.expires_at)}`
    : `works until ${day(row.expires_at)}`
}

function day(instant: number): string {
  return new Date(instant).toISOString().slice(0, 16).replace('T', ' ')
}

function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  for (const row of [head, ...rows])
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

function print(text: string): void {
  process.stdout.write(`${text}\n`)
}
