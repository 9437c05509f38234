// Limits the bytes of bodies in memory over all connections. A body counts from before it is read until its
// request ends, because the parsed body lives that long.

import { ServiceError } from '../base/errors.ts'
import type { Runtime } from '../base/runtime.ts'
import { WorkspaceTurns } from './workspaceTurns.ts'

export class BodyRoom {
  readonly #mostBytes: number
  readonly #workspaces: WorkspaceTurns
  #held = 0

  constructor(runtime: Runtime, mostBytes: number) {
    this.#mostBytes = mostBytes
    this.#workspaces = new WorkspaceTurns(runtime)
  }

  /** Acquires the bytes or throws `OVERLOADED`. The returned function releases them. */
  take(bytes: number, workspaceId: string): () => void {
    if (!this.#workspaces.mayTake(workspaceId, this.#mostBytes - this.#held, bytes))
      throw new ServiceError('OVERLOADED', { retryAfterSeconds: 1, note: 'too many bytes of bodies at once' })
    this.#held += bytes
    const leave = this.#workspaces.enter(workspaceId, bytes)
    return () => {
      this.#held -= bytes
      leave()
    }
  }
}
