// How many bytes of bodies are held at once, over all connections. A body counts from before it is read until its
// request is answered, because what was parsed from it lives that long.

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

  /** Takes the room, or refuses; returns how to give it back. */
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
