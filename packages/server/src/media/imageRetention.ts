// Deletes uploaded images whose retention has ended.

import { inBatches } from '../concurrency/inBatches.ts'
import { Poller } from '../concurrency/poller.ts'
import type { Log } from '../observability/log.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { deleteExpiredImages, listExpiredImages } from '../store/images.ts'
import type { Store } from '../store/tables.ts'

export const deleteImagesEveryMs = 60 * 60 * 1000

export class ImageRetention {
  readonly #deps: { readonly store: Store; readonly runtime: Runtime; readonly log: Log }
  readonly #poller = new Poller(() =>
    this.#deleteExpired().catch((error) => this.#deps.log.error('images.delete_failed', error)),
  )

  constructor(deps: { readonly store: Store; readonly runtime: Runtime; readonly log: Log }) {
    this.#deps = deps
  }

  poll(): Promise<void> {
    return this.#poller.run()
  }

  stop(): Promise<void> {
    return this.#poller.stop()
  }

  /** Each workspace has a transaction of its own, because each has a row with its usage. */
  async #deleteExpired(): Promise<void> {
    const { store, runtime } = this.#deps
    const isStopped = () => this.#poller.isStopped
    const deleteBatch = async (limit: number) => {
      const now = runtime.now()
      const expired = await listExpiredImages(store.db, now, limit)
      for (const [workspaceId, images] of Map.groupBy(expired, (image) => image.workspace_id))
        await store.db.transaction().execute((transaction) =>
          deleteExpiredImages(
            transaction,
            workspaceId,
            images.map(({ id }) => id),
            now,
          ),
        )
      return expired.length
    }
    await inBatches(runtime.yieldInBackground, deleteBatch, isStopped)
  }
}
