// Prunes events, and their webhook deliveries, after the retention period.

import { inBatches } from '../concurrency/inBatches.ts'
import { Poller } from '../concurrency/poller.ts'
import type { Log } from '../observability/log.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { listEventWorkspacesAfter, pruneEvents } from '../store/events.ts'
import type { Store } from '../store/tables.ts'
import { pruneDeliveries } from '../store/webhookDeliveries.ts'

export const pruneEveryMs = 60 * 60 * 1000

export class EventPruner {
  readonly #deps: { readonly store: Store; readonly runtime: Runtime; readonly log: Log }
  readonly #retentionMs: number
  readonly #poller = new Poller(() =>
    this.#prune().catch((error) => this.#deps.log.error('events.prune_failed', error)),
  )

  constructor(deps: { store: Store; runtime: Runtime; log: Log }, retentionDays: number) {
    this.#deps = deps
    this.#retentionMs = retentionDays * 24 * 60 * 60 * 1000
  }

  poll(): Promise<void> {
    return this.#poller.run()
  }

  stop(): Promise<void> {
    return this.#poller.stop()
  }

  /** Prunes each workspace from its oldest event on, so that the remaining events have no gaps. */
  async #prune(): Promise<void> {
    const { store, runtime } = this.#deps
    const before = runtime.now() - this.#retentionMs
    const isStopped = () => this.#poller.isStopped
    await inBatches(runtime.yieldInBackground, (limit) => pruneDeliveries(store.db, before, limit), isStopped)
    let last = ''
    await inBatches(
      runtime.yieldInBackground,
      async (limit) => {
        const workspaces = await listEventWorkspacesAfter(store.db, last, limit)
        for (const workspaceId of workspaces)
          await inBatches(
            runtime.yieldInBackground,
            (limit) => pruneEvents(store.db, workspaceId, before, limit),
            isStopped,
          )
        last = workspaces.at(-1) ?? last
        return workspaces.length
      },
      isStopped,
    )
  }
}
