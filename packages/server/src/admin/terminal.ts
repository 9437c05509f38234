// The shared parts of the admin commands: store, clock and terminal output.

import { AsyncLocalStorage } from 'node:async_hooks'
import { type AuditRecord, recordAudit } from '../audit/chain.ts'
import { type Config, readConfig } from '../config/config.ts'
import { type Runtime, systemRuntime } from '../runtime/runtime.ts'
import { DatabaseClock } from '../store/databaseClock.ts'
import { describeDatabase, NoDatabase, openStore } from '../store/open.ts'
import type { Db, Store } from '../store/tables.ts'
import { findWorkspace } from '../store/workspaces.ts'
import type { ChangeContext } from '../workspace/changeContext.ts'

const machine = systemRuntime()
const databaseClocks = new AsyncLocalStorage<DatabaseClock>()

/** While a store is open, this clock is the database's, as in every process of the service. */
export const runtime: Runtime = { ...machine, now: () => (databaseClocks.getStore() ?? machine).now() }

/** A problem that the operator can fix. Printed without a stack. */
export class AdminError extends Error {}

/** The environment of a command: its variables and its output. */
export interface Terminal {
  /** Defaults to the environment of the machine. */
  readonly environment?: Readonly<Record<string, string>>
  /** Whether a command creates the database if there is none. */
  createsDatabase?: boolean
  out(text: string): void
  err(text: string): void
  exitCode: number
}

const terminals = new AsyncLocalStorage<Terminal>()

export const runAtTerminal = terminals.run.bind(terminals)

export function currentTerminal(): Terminal {
  const current = terminals.getStore()
  if (!current) throw new Error('An admin command runs at a terminal.')
  return current
}

export function loadAdminConfig(): Config {
  return readConfig(currentTerminal().environment)
}

/** Opens the store for a command, next to the running service. */
export async function withConfiguredStore(work: (store: Store) => Promise<void>): Promise<void> {
  const { environment, createsDatabase: mayCreate = false } = currentTerminal()
  // A refused command creates no encryption key in a folder that it was not meant for.
  const config = readConfig(environment, machine, { leavesNothing: !mayCreate })
  const store = await openStore({ ...config, mayCreate }).catch(throwNoDatabase)
  // Written to standard error, because scripts read standard output.
  currentTerminal().err(`Database: ${describeDatabase(config)}\n`)
  try {
    await databaseClocks.run(await DatabaseClock.create(store, machine), () => work(store))
  } finally {
    await store.close()
  }
}

function throwNoDatabase(error: unknown): never {
  if (!(error instanceof NoDatabase)) throw error
  throw new AdminError(
    `No adrail database found (${error.message}). Check DATABASE_URL, DATA_DIR and your .env file. To create a database, start the service or add --create-database.`,
  )
}

/** Opens the store for a command on an existing workspace. */
export function withWorkspaceStore(
  workspaceId: string,
  work: (store: Store) => Promise<void>,
): Promise<void> {
  return withConfiguredStore(async (store) => {
    const workspace = await findWorkspace(store.db, workspaceId)
    if (!workspace)
      throw new AdminError(`No workspace ${workspaceId}. To list the workspaces, run "workspace list".`)
    await work(store)
  })
}

/** Makes a change and appends its audit entry in one transaction. */
export async function changeWithAudit<Result>(
  store: Store,
  work: (
    transaction: Db,
    recordAuditEntry: (entry: Omit<AuditRecord, 'at' | 'actor'>) => Promise<void>,
  ) => Promise<Result>,
): Promise<Result> {
  return await store.db
    .transaction()
    .execute((transaction) =>
      work(transaction, (entry) => recordAudit(transaction, { ...entry, at: runtime.now(), actor: 'admin' })),
    )
}

/** Builds the context of changes that callers can also make over HTTP. */
export function createChangeContext(store: Store, workspaceId: string, event: string): ChangeContext {
  return {
    store,
    runtime,
    recordAuditEntry: (transaction, entry) =>
      recordAudit(transaction, { workspaceId, event, at: runtime.now(), actor: 'admin', ...entry }),
  }
}

export function print(text: string): void {
  currentTerminal().out(`${text}\n`)
}

export function printTable(headers: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = headers.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  for (const row of [headers, ...rows])
    print(
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
}

export function formatMinute(instant: number): string {
  return new Date(instant).toISOString().slice(0, 16).replace('T', ' ')
}
