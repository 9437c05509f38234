// Prunes events, and their webhook deliveries, after the retention period.

import type { Log } from '../base/log.ts'
import { inPieces } from '../base/pieces.ts'
import { Rounds } from '../base/rounds.ts'
import type { Runtime } from '../base/runtime.ts'
import { headsAfter, pruneEvents } from '../store/events.ts'
import type { Store } from '../store/tables.ts'
import { pruneDeliveries } from '../store/webhookDeliveries.ts'

export const pruneEveryMs = 60 * 60 * 1000

export class Pruning {
  readonly #parts: { readonly store: Store; readonly runtime: Runtime; readonly log: Log }
  readonly #keepMs: number
  readonly #rounds = new Rounds(() =>
    this.#round().catch((error) => this.#parts.log.error('events.prune_failed', error)),
  )

  constructor(parts: { store: Store; runtime: Runtime; log: Log }, keepDays: number) {
    this.#parts = parts
    this.#keepMs = keepDays * 24 * 60 * 60 * 1000
  }

  round(): Promise<void> {
    return this.#rounds.run()
  }

  stop(): Promise<void> {
    return this.#rounds.stop()
  }

  /** Prunes each workspace from its oldest event on, so that the remaining events have no gaps. */
  async #round(): Promise<void> {
    const { store, runtime } = this.#parts
    const before = runtime.now() - this.#keepMs
    const isOver = () => this.#rounds.isStopped
    await inPieces(runtime.rest, (most) => pruneDeliveries(store.db, before, most), isOver)
    let last = ''
    await inPieces(
      runtime.rest,
      async (most) => {
        const workspaces = await headsAfter(store.db, last, most)
        for (const workspaceId of workspaces)
          await inPieces(runtime.rest, (most) => pruneEvents(store.db, workspaceId, before, most), isOver)
        last = workspaces.at(-1) ?? last
        return workspaces.length
      },
      isOver,
    )
  }
}
