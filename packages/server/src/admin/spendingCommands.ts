import { declarationOf, validate } from '@adrail/contract'
import type { Command } from 'commander'
import { commandLineActor } from '../store/spendLimits.ts'
import type { Store } from '../store/tables.ts'
import { findUser } from '../store/users.ts'
import {
  changeSettings,
  loadSettings,
  OtherLayerFreezeError,
  type SettingsChange,
  type SettingsScope,
  UnknownApiKeyError,
} from '../workspace/settings.ts'
import { AdminError, createChangeContext, print, withWorkspaceStore } from './terminal.ts'

interface SpendingOptions {
  readonly user?: string
  readonly key?: string
  readonly platform?: string
  readonly reason?: string
}

export function addSpendingCommands(program: Command): void {
  const spending = program
    .command('spending')
    .description("the operator's limits and freezes; a workspace cannot change them, only add stricter ones")

  withScopeOptions(spending.command('show <workspaceId>'))
    .description("show the workspace's limits and freezes and the operator's, as JSON")
    .action((workspaceId: string, options: SpendingOptions) =>
      withWorkspaceStore(workspaceId, async (store) => {
        const scope = await parseScope(store, workspaceId, options)
        printSettings(await loadSettings(store.db, workspaceId, scope))
      }),
    )

  withScopeOptions(spending.command('limit <workspaceId> <guard>'))
    .description(
      "replace the operator's limits by those of a JSON object, the guard of workspace/update_settings; {} removes them",
    )
    .action((workspaceId: string, guard: string, options: SpendingOptions) =>
      changeSpending(workspaceId, options, { guard: parseJson(guard) }),
    )

  withScopeOptions(spending.command('freeze <workspaceId>'))
    .description('block spend increases, in every process within a second; campaigns that run continue')
    .option('-r, --reason <text>', 'told to whoever is refused', '')
    .action((workspaceId: string, options: SpendingOptions) =>
      changeSpending(workspaceId, options, { freeze: { frozen: true, reason: options.reason } }),
    )

  withScopeOptions(spending.command('thaw <workspaceId>'))
    .description('allow spend increases again; a block of the workspace stays')
    .action((workspaceId: string, options: SpendingOptions) =>
      changeSpending(workspaceId, options, { freeze: { frozen: false } }),
    )
}

function withScopeOptions(command: Command): Command {
  return command
    .option('-u, --user <userId>', 'for one user only')
    .option('-k, --key <keyId>', 'for one API key only; spend increases cannot be blocked for a key')
    .option('-p, --platform <platform>', 'for one platform only')
}

function changeSpending(
  workspaceId: string,
  options: SpendingOptions,
  fields: Readonly<Record<string, unknown>>,
): Promise<void> {
  return withWorkspaceStore(workspaceId, async (store) => {
    const settings = validateSettings({ ...scopeFields(options), ...fields })
    await parseScope(store, workspaceId, options)
    const auditContext = createChangeContext(store, workspaceId, 'workspace.settings_changed')
    const after = await changeSettings(auditContext, workspaceId, commandLineActor, settings).catch(
      (error: unknown) => {
        if (error instanceof UnknownApiKeyError)
          throw new AdminError(`There is no key ${options.key} in ${workspaceId}.`)
        if (!(error instanceof OtherLayerFreezeError)) throw error
        throw new AdminError(
          `The operator does not block spend increases here, but ${error.frozenBy} does. A key of the workspace with the scope admin allows them again with workspace/update_settings.`,
        )
      },
    )
    printSettings(after)
  })
}

/** Validates the settings as over HTTP. */
function validateSettings(body: object): SettingsChange {
  const validation = validate(declarationOf('workspace/update_settings'), body)
  if ('violations' in validation)
    throw new AdminError(validation.violations.map(({ message }) => message).join('\n'))
  // The body was validated against the input of this operation.
  return validation.body as SettingsChange
}

async function parseScope(
  store: Store,
  workspaceId: string,
  options: SpendingOptions,
): Promise<SettingsScope> {
  const { user } = options
  if (user !== undefined && !(await findUser(store.db, workspaceId, user)))
    throw new AdminError(`There is no user ${user} in ${workspaceId}.`)
  return validateSettings({ ...scopeFields(options), guard: {} })
}

function scopeFields({ user, key, platform }: SpendingOptions): Readonly<Record<string, string>> {
  return {
    ...(user === undefined ? {} : { userId: user }),
    ...(key === undefined ? {} : { keyId: key }),
    ...(platform === undefined ? {} : { platform }),
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new AdminError('The limits must be a JSON object, such as {"maxCreationsPerHour":20}.')
  }
}

function printSettings(settings: object): void {
  print(JSON.stringify(settings, null, 2))
}
