// Limits the bytes of bodies in memory over all connections. A body counts from before it is read until its
// request ends, because the parsed body lives that long.

import { ServiceError } from '../runtime/errors.ts'
import type { Runtime } from '../runtime/runtime.ts'
import { WorkspaceFairShare } from './workspaceFairShare.ts'

export class BodyByteBudget {
  readonly #maxBytes: number
  readonly #fairShare: WorkspaceFairShare
  #bytesInUse = 0

  constructor(runtime: Runtime, maxBytes: number) {
    this.#maxBytes = maxBytes
    this.#fairShare = new WorkspaceFairShare(runtime)
  }

  /** Acquires the bytes or throws `OVERLOADED`. The returned function releases them. */
  acquire(bytes: number, workspaceId: string): () => void {
    if (!this.#fairShare.canTake(workspaceId, this.#maxBytes - this.#bytesInUse, bytes))
      throw new ServiceError('OVERLOADED', { retryAfterSeconds: 1, note: 'too many bytes of bodies at once' })
    this.#bytesInUse += bytes
    const release = this.#fairShare.acquire(workspaceId, bytes)
    return () => {
      this.#bytesInUse -= bytes
      release()
    }
  }
}
