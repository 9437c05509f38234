// The journal of writes with everything that it consults.

import type { OperationName } from '@adrail/contract'
import type { Assembly } from '../assembly.ts'
import { Journal } from '../journal/journal.ts'
import { checkDatabaseEveryMs, LossMonitor } from '../journal/lossMonitor.ts'
import { loadMarkers } from '../journal/markers.ts'
import { SpendRefusals } from '../journal/spend/refusals.ts'
import { SpendGuard } from '../journal/spend/spendGuard.ts'
import type { Write } from '../journal/write.ts'
import { loadServiceSecret } from '../linking/serviceSecret.ts'
import type { Log } from '../observability/log.ts'
import type { Metrics } from '../observability/metrics.ts'
import type { Handlers } from '../pipeline/handler.ts'
import type { Runtime } from '../runtime/runtime.ts'
import type { Store } from '../store/tables.ts'
import type { AccountReaders } from './accountReaders.ts'
import type { Closers } from './closers.ts'

/** Detects that the database lost writes before the journal reads any. */
export async function startLossMonitor(
  deps: { readonly store: Store; readonly runtime: Runtime; readonly log: Log; readonly metrics: Metrics },
  closers: Closers,
): Promise<LossMonitor> {
  const lossMonitor = new LossMonitor(deps)
  await lossMonitor.poll()
  closers.runEvery(deps.runtime, checkDatabaseEveryMs, () => lossMonitor.poll())
  closers.add(() => lossMonitor.stop())
  return lossMonitor
}

export interface ServiceJournalDeps {
  readonly store: Store
  readonly runtime: Runtime
  readonly log: Log
  readonly metrics: Metrics
  readonly lossMonitor: LossMonitor
  readonly handlers: Handlers
  publicUrl(): string
}

export async function createServiceJournal(
  deps: ServiceJournalDeps,
  { runtimeByPlatform, accounts, linking }: Pick<Assembly, 'runtimeByPlatform' | 'accounts' | 'linking'>,
  { leadReader, mirrorReader }: AccountReaders,
): Promise<Journal> {
  const { store, runtime, log, metrics, lossMonitor, handlers } = deps
  return new Journal({
    store,
    runtime,
    log,
    runtimeByPlatform,
    accounts,
    spendGuard: new SpendGuard({ store }),
    spendRefusals: new SpendRefusals({ store, runtime, log, metrics }),
    markers: await loadMarkers(store, linking.vault, runtime),
    planSecret: await loadServiceSecret(store, linking.vault, runtime, 'plan'),
    lossMonitor,
    getWrite: (name) => findWrite(handlers, name),
    onAccountChanged(workspaceId, userId, { platform, createsLeads }) {
      mirrorReader.requestPoll(workspaceId, userId, platform)
      if (createsLeads === true) leadReader.requestRead(workspaceId, userId, platform)
    },
    approvalUrl: (operationId) => `${deps.publicUrl()}/approve/${operationId}`,
  })
}

function findWrite(handlers: Handlers, name: OperationName): Write {
  const handler = handlers[name]
  if (!('plan' in handler)) throw new Error(`${name} is not a write.`)
  return handler
}
