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
    .description('manage operator limits and freezes; a workspace can only add stricter ones')

  withScopeOptions(spending.command('show <workspaceId>'))
    .description('show workspace and operator limits and freezes as JSON')
    .action((workspaceId: string, options: SpendingOptions) =>
      withWorkspaceStore(workspaceId, async (store) => {
        const scope = await parseScope(store, workspaceId, options)
        printSettings(await loadSettings(store.db, workspaceId, scope))
      }),
    )

  withScopeOptions(spending.command('limit <workspaceId> <guard>'))
    .description(
      'replace the operator limits with a JSON object in the format of guard in workspace/update_settings; {} removes all limits',
    )
    .action((workspaceId: string, guard: string, options: SpendingOptions) =>
      changeSpending(workspaceId, options, { guard: parseJson(guard) }),
    )

  withScopeOptions(spending.command('freeze <workspaceId>'))
    .description('block spend increases in all processes within one second; running campaigns continue')
    .option('-r, --reason <text>', 'reason that adrail returns to callers whose writes it refuses', '')
    .action((workspaceId: string, options: SpendingOptions) =>
      changeSpending(workspaceId, options, { freeze: { frozen: true, reason: options.reason } }),
    )

  withScopeOptions(spending.command('thaw <workspaceId>'))
    .description('allow spend increases again; a freeze that the workspace set remains')
    .action((workspaceId: string, options: SpendingOptions) =>
      changeSpending(workspaceId, options, { freeze: { frozen: false } }),
    )
}

function withScopeOptions(command: Command): Command {
  return command
    .option('-u, --user <userId>', 'only for this user')
    .option('-k, --key <keyId>', 'only for this API key; a single key cannot be frozen')
    .option('-p, --platform <platform>', 'only for this platform')
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
          throw new AdminError(
            `No key ${options.key} in ${workspaceId}. To list the keys, run "key list ${workspaceId}".`,
          )
        if (!(error instanceof OtherLayerFreezeError)) throw error
        throw new AdminError(
          `These spend increases are blocked by ${error.frozenBy}, not by the operator. To allow them, call workspace/update_settings with a workspace key that has the admin scope.`,
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
    throw new AdminError(
      `No user ${user} in ${workspaceId}. Check the id, or create the user with user/create_user.`,
    )
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
    throw new AdminError(
      'The limits are not valid JSON. Pass a JSON object such as {"maxCreationsPerHour":20}.',
    )
  }
}

function printSettings(settings: object): void {
  print(JSON.stringify(settings, null, 2))
}
