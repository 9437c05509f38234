// Retention of leads. Answers are erased after a configured time. A lead is deleted when no
// platform can return it any more, and immediately when its connection ends.

import { platforms } from '@adrail/contract'
import { inBatches } from '../concurrency/inBatches.ts'
import { Poller } from '../concurrency/poller.ts'
import { deleteEndedRows } from '../linking/connectionRows.ts'
import type { LinkingDeps } from '../linking/linking.ts'
import { deleteExpiredReceivedIds } from '../store/leadPositions.ts'
import { deleteExpiredLeads, deleteLeads, eraseAnswers } from '../store/leads.ts'

export const eraseLeadsEveryMs = 60_000

type RetentionDeps = Pick<LinkingDeps, 'store' | 'runtime' | 'times' | 'log'>

export class LeadRetention {
  readonly #linking: RetentionDeps
  readonly #poller = new Poller(() =>
    this.#poll().catch((error) => this.#linking.log.error('leads.erase_failed', error)),
  )

  constructor(linking: RetentionDeps) {
    this.#linking = linking
  }

  poll(): Promise<void> {
    return this.#poller.run()
  }

  stop(): Promise<void> {
    return this.#poller.stop()
  }

  async #poll(): Promise<void> {
    const { store, runtime, times } = this.#linking
    const isStopped = () => this.#poller.isStopped
    for (const platform of platforms) {
      const now = times[platform]()
      await inBatches(
        runtime.yieldInBackground,
        (limit) => eraseAnswers(store.db, platform, now, limit),
        isStopped,
      )
      await inBatches(
        runtime.yieldInBackground,
        (limit) => deleteExpiredLeads(store.db, platform, now, limit),
        isStopped,
      )
      await inBatches(
        runtime.yieldInBackground,
        (limit) => deleteExpiredReceivedIds(store.db, platform, now, limit),
        isStopped,
      )
    }
    await deleteEndedRows(this.#linking, 'lead_sources', isStopped, (id, limit) =>
      deleteLeads(store.db, id, limit),
    )
  }
}
