import type { Scope } from '@adrail/contract'
import { scopes } from '@adrail/contract/tables'
import { type Command, InvalidArgumentError } from 'commander'
import { dayMs } from '../runtime/durations.ts'
import { type ApiKey, findKey, listKeys, parseStoredScopes } from '../store/keys.ts'
import type { Db } from '../store/tables.ts'
import { createApiKey, KeyEndedError, revokeKey, rotateKey } from '../workspace/keyLifecycle.ts'
import {
  AdminError,
  createChangeContext,
  formatMinute,
  print,
  printTable,
  runtime,
  withConfiguredStore,
  withWorkspaceStore,
} from './terminal.ts'

/** Keys are printed in tables of this many rows, because a workspace can have any number of keys. */
const pageSize = 500

export function addKeyCommands(program: Command): void {
  const key = program.command('key').description('manage API keys')

  key
    .command('create <workspaceId>')
    .description('create a key; the key is shown only once')
    .option('-n, --name <name>', 'purpose of the key', 'unnamed')
    .requiredOption('-s, --scopes <list>', `comma-separated list of ${scopes.join(', ')}`, parseScopes)
    .option('-e, --expires-in <days>', 'number of days until the key expires', parseDays)
    .action((workspaceId: string, options: { name: string; scopes: readonly Scope[]; expiresIn?: number }) =>
      withWorkspaceStore(workspaceId, async (store) => {
        const { name, scopes, expiresIn } = options
        const expiresAt = expiresIn === undefined ? null : runtime.now() + expiresIn * dayMs
        const change = createChangeContext(store, workspaceId, 'key.created')
        const created = await createApiKey(change, { workspaceId, name, scopes, expiresAt })
        printNewKey(created.key, created.text)
      }),
    )

  key
    .command('list [workspaceId]')
    .description('list the keys for one workspace or for all workspaces')
    .action((workspaceId?: string) =>
      withConfiguredStore(async ({ db }) => {
        let page: ApiKey[] = []
        do {
          page = await listKeys(db, workspaceId, { limit: pageSize, after: page.at(-1)?.id ?? '' })
          printKeys(page)
        } while (page.length === pageSize)
      }),
    )

  key
    .command('rotate <keyId>')
    .description('create a new key with the same name and scopes, and let the old key expire')
    .option('-o, --overlap <days>', 'number of days for which both keys are valid', parseDays, 1)
    .action((keyId: string, options: { overlap: number }) =>
      withConfiguredStore(async (store) => {
        const old = await findKeyOrFail(store.db, keyId)
        const now = runtime.now()
        const change = createChangeContext(store, old.workspace_id, 'key.rotated')
        const created = await rotateKey(change, old, now + options.overlap * dayMs).catch(
          (error: unknown) => {
            if (!(error instanceof KeyEndedError)) throw error
            throw new AdminError(
              `The key ${keyId} ${old.revoked_at === null ? 'has expired' : 'is revoked'}. Create a new key instead.`,
            )
          },
        )
        printNewKey(created.key, created.text)
        print(`The old key ${old.id} expires at ${new Date(created.oldEndsAt).toISOString()}.`)
      }),
    )

  key
    .command('revoke <keyId>')
    .description('revoke a key; all processes refuse the key within a second')
    .action((keyId: string) =>
      withConfiguredStore(async (store) => {
        const existing = await findKeyOrFail(store.db, keyId)
        const change = createChangeContext(store, existing.workspace_id, 'key.revoked')
        // An operator can create another key at any time.
        const revoked = await revokeKey(change, existing, { keepAdmin: false })
        print(revoked ? `Revoked ${keyId}.` : `The key ${keyId} is already revoked.`)
      }),
    )
}

async function findKeyOrFail(db: Db, keyId: string): Promise<ApiKey> {
  const key = await findKey(db, keyId)
  if (!key) throw new AdminError(`No key ${keyId}. To list the keys, run "key list".`)
  return key
}

function parseScopes(text: string): readonly Scope[] {
  const requested = text.split(',').map((scope) => scope.trim())
  for (const scope of requested)
    if (!(scopes as readonly string[]).includes(scope))
      throw new InvalidArgumentError(`"${scope}" is not valid. Use one or more of: ${scopes.join(', ')}.`)
  return requested as Scope[]
}

function parseDays(text: string): number {
  const days = Number(text)
  // A shell variable that is not set must not end a key at once.
  if (!/^\d+(\.\d+)?$/.test(text) || days > 3650)
    throw new InvalidArgumentError('Use a number of days from 0 to 3650.')
  return days
}

function printKeys(keys: readonly ApiKey[]): void {
  printTable(
    ['id', 'workspace', 'name', 'key', 'scopes', 'state', 'last used'],
    keys.map((row) => [
      row.id,
      row.workspace_id,
      row.name,
      `adr_${row.public_id}_…`,
      parseStoredScopes(row.scopes).join(' '),
      formatKeyState(row),
      row.last_used_at === null ? 'never' : formatMinute(row.last_used_at),
    ]),
  )
}

function printNewKey(key: ApiKey, text: string): void {
  print(
    `Created key ${key.id} (${key.name}) with scopes ${parseStoredScopes(key.scopes).join(' ')}${formatExpiry(key)}. The key is shown only once:\n\n  ${text}\n`,
  )
}

function formatExpiry({ expires_at }: ApiKey): string {
  return expires_at === null ? '' : `, valid until ${formatMinute(expires_at)}`
}

function formatKeyState(row: ApiKey): string {
  if (row.revoked_at !== null) return `revoked ${formatMinute(row.revoked_at)}`
  if (row.expires_at === null) return 'active'
  return row.expires_at <= runtime.now()
    ? `expired ${formatMinute(row.expires_at)}`
    : `active until ${formatMinute(row.expires_at)}`
}
