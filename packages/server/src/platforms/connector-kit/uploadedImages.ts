// Reads the images that a workspace uploaded, for writes that use them.

import { dayMs } from '../../runtime/durations.ts'
import type { Runtime } from '../../runtime/runtime.ts'
import {
  findImage,
  imageRetentionDays,
  prolongImage,
  readImageBytes,
  type StoredImage,
} from '../../store/images.ts'
import type { Store } from '../../store/tables.ts'

/** Uses on the same day prolong the retention once, so that planning rarely writes. */
const prolongAfterMs = dayMs

export class UploadedImages {
  readonly #store: Pick<Store, 'db'>
  readonly #runtime: Pick<Runtime, 'now'>

  constructor(store: Pick<Store, 'db'>, runtime: Pick<Runtime, 'now'>) {
    this.#store = store
    this.#runtime = runtime
  }

  /**
   * Finds the image and prolongs its retention, so that a write that needs approval still finds the image.
   * Images of other workspaces do not exist.
   */
  async use(workspaceId: string, imageId: string): Promise<StoredImage | undefined> {
    const now = this.#runtime.now()
    const expiresAt = now + imageRetentionDays * dayMs
    const image = await findImage(this.#store.db, workspaceId, imageId, now)
    return image && image.expires_at < expiresAt - prolongAfterMs
      ? await prolongImage(this.#store.db, workspaceId, imageId, expiresAt)
      : image
  }

  async readBytes(workspaceId: string, imageId: string): Promise<Buffer | undefined> {
    const image = await findImage(this.#store.db, workspaceId, imageId, this.#runtime.now())
    return image && (await readImageBytes(this.#store.db, image))
  }
}
