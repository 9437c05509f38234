// Background work: how often it runs, and in which processes.

import type { Config } from './config/config.ts'
import { EventPruner, pruneEveryMs } from './events/pruning.ts'
import type { Journal } from './journal/journal.ts'
import { Runner, runEveryMs } from './journal/runner.ts'
import { type LeadReader, readLeadsEveryMs } from './leads/leadReader.ts'
import { eraseLeadsEveryMs, LeadRetention } from './leads/leadRetention.ts'
import { CredentialMaintenance, maintenanceEveryMs } from './linking/credentialMaintenance.ts'
import type { LinkingDeps } from './linking/linking.ts'
import type { TokenRefresher } from './linking/tokenRefresher.ts'
import { deleteImagesEveryMs, ImageRetention } from './media/imageRetention.ts'
import { type MirrorReader, pollAccountsEveryMs } from './mirror/mirrorReader.ts'
import type { Log } from './observability/log.ts'
import { type LookupCaches, lookupPruneIntervalMs } from './platforms/connector-kit/lookupCaches.ts'
import type { Runtime } from './runtime/runtime.ts'
import type { Store } from './store/tables.ts'
import { Dispatcher, dispatchEveryMs } from './webhooks/dispatcher.ts'
import type { SendingDeps } from './webhooks/sendMessage.ts'

export interface BackgroundDeps {
  readonly store: Store
  readonly runtime: Runtime
  readonly log: Log
  readonly linking: LinkingDeps
  readonly tokenRefresher: TokenRefresher
  readonly webhooks: SendingDeps
  readonly journal: Journal
  readonly leadReader: LeadReader
  readonly mirrorReader: MirrorReader
  readonly lookups: LookupCaches
}

export interface Background {
  readonly credentialMaintenance: CredentialMaintenance
  readonly leadRetention: LeadRetention
  readonly imageRetention: ImageRetention
  readonly pruning: EventPruner
  readonly dispatcher: Dispatcher
  /** Starts no more work, and waits for the work in progress. */
  stop(): Promise<void>
}

interface PeriodicWork {
  poll(): Promise<void>
  stop(): Promise<void>
}

export function startBackground(config: Config, deps: BackgroundDeps): Background {
  const { runtime, linking, leadReader, mirrorReader, lookups } = deps
  const activeWork: { readonly cancel: () => void; readonly work: PeriodicWork }[] = []
  const runPeriodically = (periodMs: number, work: PeriodicWork) =>
    activeWork.push({ cancel: runtime.every(periodMs, () => work.poll()), work })

  const runner = new Runner(deps, deps.journal)
  const dispatcher = new Dispatcher({ ...deps, ...deps.webhooks })
  const credentialMaintenance = new CredentialMaintenance(linking, deps.tokenRefresher)
  const leadRetention = new LeadRetention(linking)
  const imageRetention = new ImageRetention(deps)
  const pruning = new EventPruner(deps, config.eventRetentionDays)
  const isWorker = config.role !== 'api'
  if (isWorker) {
    runPeriodically(runEveryMs, runner)
    runPeriodically(dispatchEveryMs, { poll: () => dispatcher.poll(), stop: () => dispatcher.stop() })
    runPeriodically(maintenanceEveryMs, credentialMaintenance)
    runPeriodically(readLeadsEveryMs, leadReader)
    runPeriodically(eraseLeadsEveryMs, leadRetention)
    runPeriodically(deleteImagesEveryMs, imageRetention)
    runPeriodically(pollAccountsEveryMs, mirrorReader)
    runPeriodically(pruneEveryMs, pruning)
    runPeriodically(lookupPruneIntervalMs, lookups)
    void runner.poll()
    void pruning.poll()
    void imageRetention.poll()
  }
  // A process knows of changed accounts and created leads if it handled the writes, so it passes them on to
  // the workers.
  else {
    runPeriodically(pollAccountsEveryMs, {
      poll: () => mirrorReader.markDue(),
      stop: () => mirrorReader.stop(),
    })
    runPeriodically(readLeadsEveryMs, { poll: () => leadReader.markDue(), stop: () => leadReader.stop() })
  }

  return {
    credentialMaintenance,
    leadRetention,
    imageRetention,
    pruning,
    dispatcher,
    async stop() {
      for (const { cancel } of activeWork) cancel()
      // Stops in reverse order, because later work may depend on earlier work.
      for (const { work } of activeWork.splice(0).reverse()) await work.stop()
    },
  }
}
