// The places of a process among workspaces. One that is alone may take all of them; as soon as another one asks, none has more
// than stay free, so that whoever floods does not keep the others out.

import type { Runtime } from '../base/runtime.ts'
import { Counts } from './counts.ts'

/** Whoever asked so lately is counted on to ask again. */
const lateMs = 10_000
/** More need not be known: that there is another one is enough. */
const mostKnown = 1000

export class WorkspaceTurns {
  readonly #runtime: Runtime
  readonly #running = new Counts()
  /** When each workspace asked last, the latest at the end. */
  readonly #askedAt = new Map<string, number>()

  constructor(runtime: Runtime) {
    this.#runtime = runtime
  }

  /** Whether the workspace may take one of the free places. */
  mayTake(workspaceId: string, free: number): boolean {
    this.#note(workspaceId)
    return free > 0 && (!this.#hasOthers(workspaceId) || this.#running.of(workspaceId) < free)
  }

  /** The returned function gives the place back. */
  enter(workspaceId: string): () => void {
    return this.#running.enter(workspaceId)
  }

  #note(workspaceId: string): void {
    this.#askedAt.delete(workspaceId)
    this.#askedAt.set(workspaceId, this.#runtime.monotonic())
    if (this.#askedAt.size <= mostKnown) return
    const [oldest] = this.#askedAt.keys()
    if (oldest !== undefined) this.#askedAt.delete(oldest)
  }

  #hasOthers(workspaceId: string): boolean {
    const since = this.#runtime.monotonic() - lateMs
    for (const [other, at] of this.#askedAt) {
      if (other === workspaceId) continue
      if (at >= since) return true
      this.#askedAt.delete(other)
    }
    return false
  }
}
