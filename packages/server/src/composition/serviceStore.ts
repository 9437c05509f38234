// The store of a service, and what follows the changes of other processes in it.

import type { Config } from '../config/config.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { ChangeWatch, pollChangesEveryMs } from '../store/changeWatch.ts'
import { releaseAllCredentialLeases } from '../store/credentials.ts'
import { releaseAllEntries } from '../store/entryMaintenance.ts'
import { releaseAllSources } from '../store/leadSources.ts'
import { type FolderLock, lockFolder } from '../store/lock.ts'
import { openStore } from '../store/open.ts'
import { registerStoreMetrics, timeStatements } from '../store/storeMetrics.ts'
import type { OnStatement, Store } from '../store/tables.ts'
import { releaseAllEndpoints } from '../store/webhookEndpoints.ts'
import type { Closers } from './closers.ts'

/** Excludes other processes from a data folder. Processes on a PostgreSQL database share the database. */
export function lockDataFolder({ databaseUrl, dataDir }: Config, closers: Closers): void {
  if (databaseUrl !== '') return
  const lock: FolderLock = lockFolder(dataDir)
  closers.add(() => lock.release())
}

/** Opens the store. The data folder is locked. */
export async function openServiceStore(
  config: Config,
  metrics: Metrics,
  closers: Closers,
  onStatement: OnStatement | undefined,
): Promise<Store> {
  const recordStatement = timeStatements(metrics)
  const store = await openStore({
    ...config,
    onStatement(text, durationMs) {
      recordStatement(text, durationMs)
      onStatement?.(text, durationMs)
    },
  })
  closers.add(() => store.close())
  registerStoreMetrics(store, metrics)
  // The lock proves that no other process uses the data folder, so every lease in its database belongs to a
  // dead process.
  if (config.databaseUrl === '')
    await Promise.all([
      releaseAllEntries(store.db),
      releaseAllCredentialLeases(store.db),
      releaseAllEndpoints(store.db),
      releaseAllSources(store.db),
    ])
  return store
}

export async function startChangeWatch(
  store: Store,
  runtime: Runtime,
  closers: Closers,
): Promise<ChangeWatch> {
  const changes = new ChangeWatch(store, runtime)
  await changes.poll()
  closers.runEvery(runtime, pollChangesEveryMs, () => changes.poll())
  closers.add(() => changes.stop())
  return changes
}
