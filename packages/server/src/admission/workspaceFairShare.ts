// Shares a resource of the process fairly between workspaces. A workspace that is alone may use all of it. As
// soon as another one sends requests, none may use more than stays free, so that a flood does not lock out
// the others.

import { NamedCounts } from '../concurrency/namedCounts.ts'
import type { Runtime } from '../runtime/runtime.ts'

/** A workspace that sent a request within this time is expected to send another one. */
const activeMs = 10_000
/** More workspaces need not be tracked: one other workspace is enough for the decision. */
const maxTracked = 1000
/** Usage counts for this long, and at most for as long again. */
const windowMs = 1000

export class WorkspaceFairShare {
  readonly #runtime: Runtime
  readonly #inUse = new NamedCounts()
  /** The time of each workspace's last request, the latest at the end. */
  readonly #lastRequestAt = new Map<string, number>()
  #latestWorkspaceId = ''
  /** The usage of each workspace in this window and in the one before. */
  #usage = { since: 0, current: new NamedCounts(), previous: new NamedCounts() }

  constructor(runtime: Runtime) {
    this.#runtime = runtime
  }

  /** Whether the workspace may take this amount of the free capacity. */
  canTake(workspaceId: string, free: number, amount = 1): boolean {
    this.#recordRequest(workspaceId)
    const isFree = amount <= free
    return isFree && (!this.#hasOthers(workspaceId) || this.#inUse.get(workspaceId) + amount <= free)
  }

  /** Takes the amount. The returned function releases it. */
  acquire(workspaceId: string, amount = 1): () => void {
    this.#currentUsage().current.increment(workspaceId, amount)
    return this.#inUse.increment(workspaceId, amount)
  }

  /** Whether another workspace uses more than twice as much. */
  isLightLoad(workspaceId: string): boolean {
    const { current, previous } = this.#currentUsage()
    const getUsage = (name: string) => this.#inUse.get(name) + current.get(name) + previous.get(name)
    const threshold = 2 * (getUsage(workspaceId) + 1)
    for (const counts of [this.#inUse, current, previous])
      for (const [other] of counts.entries()) if (getUsage(other) > threshold) return true
    return false
  }

  #currentUsage() {
    const { since, current } = this.#usage
    const at = this.#runtime.monotonic()
    if (at - since >= windowMs)
      this.#usage = {
        since: at,
        current: new NamedCounts(),
        previous: at - since < 2 * windowMs ? current : new NamedCounts(),
      }
    return this.#usage
  }

  #recordRequest(workspaceId: string): void {
    if (workspaceId !== this.#latestWorkspaceId) this.#lastRequestAt.delete(workspaceId)
    this.#lastRequestAt.set(workspaceId, this.#runtime.monotonic())
    this.#latestWorkspaceId = workspaceId
    if (this.#lastRequestAt.size <= maxTracked) return
    const [oldest] = this.#lastRequestAt.keys()
    if (oldest !== undefined) this.#lastRequestAt.delete(oldest)
  }

  #hasOthers(workspaceId: string): boolean {
    const since = this.#runtime.monotonic() - activeMs
    for (const [other, at] of this.#lastRequestAt) {
      if (other === workspaceId) continue
      if (at >= since) return true
      this.#lastRequestAt.delete(other)
    }
    return false
  }
}
