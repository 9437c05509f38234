// The shared parts of the admin commands: store, clock and terminal output.

import { AsyncLocalStorage } from 'node:async_hooks'
import { type AuditRecord, recordAudit } from '../audit/chain.ts'
import { type Runtime, systemRuntime } from '../base/runtime.ts'
import { type Config, readConfig } from '../config/config.ts'
import { DatabaseClock } from '../store/databaseClock.ts'
import { NoDatabase, openStore, placeOf } from '../store/open.ts'
import type { Db, Store } from '../store/tables.ts'
import { findWorkspace } from '../store/workspaces.ts'
import type { Changing } from '../workspace/changing.ts'

const machine = systemRuntime()
const databaseClocks = new AsyncLocalStorage<DatabaseClock>()

/** While a store is open, this clock is the database's, as in every process of the service. */
export const runtime: Runtime = { ...machine, now: () => (databaseClocks.getStore() ?? machine).now() }
export const dayMs = 24 * 60 * 60 * 1000

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

export const atTerminal = terminals.run.bind(terminals)

export function terminal(): Terminal {
  const found = terminals.getStore()
  if (!found) throw new Error('An admin command runs at a terminal.')
  return found
}

export function ownConfig(): Config {
  return readConfig(terminal().environment)
}

/** Opens the store for a command, next to the running service. */
export async function withStore(work: (store: Store) => Promise<void>): Promise<void> {
  const { environment, createsDatabase: mayCreate = false } = terminal()
  // A refused command creates no encryption key in a folder that it was not meant for.
  const config = readConfig(environment, machine, { leavesNothing: !mayCreate })
  const store = await openStore({ ...config, mayCreate }).catch(throwNoDatabase)
  // Written to standard error, because scripts read standard output.
  terminal().err(`Database: ${placeOf(config)}\n`)
  try {
    await databaseClocks.run(await DatabaseClock.measured(store, machine), () => work(store))
  } finally {
    await store.close()
  }
}

function throwNoDatabase(error: unknown): never {
  if (!(error instanceof NoDatabase)) throw error
  throw new AdminError(
    `No adrail database found (${error.message}). Check DATABASE_URL, DATA_DIR and your .env file. To create a database there, start the service or add --create-database.`,
  )
}

/** Opens the store for a command on an existing workspace. */
export function inWorkspace(workspaceId: string, work: (store: Store) => Promise<void>): Promise<void> {
  return withStore(async (store) => {
    const found = await findWorkspace(store.db, workspaceId)
    if (!found) throw new AdminError(`There is no workspace ${workspaceId}.`)
    await work(store)
  })
}

/** Makes a change and appends its audit entry in one transaction. */
export async function changing<Result>(
  store: Store,
  work: (
    transaction: Db,
    record: (about: Omit<AuditRecord, 'at' | 'actor'>) => Promise<void>,
  ) => Promise<Result>,
): Promise<Result> {
  return await store.db
    .transaction()
    .execute((transaction) =>
      work(transaction, (about) => recordAudit(transaction, { ...about, at: runtime.now(), actor: 'admin' })),
    )
}

/** Builds the context of changes that callers can also make over HTTP. */
export function changingAs(store: Store, workspaceId: string, event: string): Changing {
  return {
    store,
    runtime,
    record: (transaction, about) =>
      recordAudit(transaction, { workspaceId, event, at: runtime.now(), actor: 'admin', ...about }),
  }
}

export function print(text: string): void {
  terminal().out(`${text}\n`)
}

export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
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

export function minute(instant: number): string {
  return new Date(instant).toISOString().slice(0, 16).replace('T', ' ')
}
