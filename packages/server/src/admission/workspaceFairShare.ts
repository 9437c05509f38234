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
  readonly #requestedAt = new Map<string, number>()
  #latest = ''
  /** The usage of each workspace in this window and in the one before. */
  #usage = { since: 0, now: new NamedCounts(), previous: new NamedCounts() }

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
    this.#currentUsage().now.increment(workspaceId, amount)
    return this.#inUse.increment(workspaceId, amount)
  }

  /** Whether another workspace uses more than twice as much. */
  isLightLoad(workspaceId: string): boolean {
    const { now, previous } = this.#currentUsage()
    const usageOf = (name: string) => this.#inUse.get(name) + now.get(name) + previous.get(name)
    const threshold = 2 * (usageOf(workspaceId) + 1)
    for (const counts of [this.#inUse, now, previous])
      for (const [other] of counts.entries()) if (usageOf(other) > threshold) return true
    return false
  }

  #currentUsage() {
    const { since, now } = this.#usage
    const at = this.#runtime.monotonic()
    if (at - since >= windowMs)
      this.#usage = {
        since: at,
        now: new NamedCounts(),
        previous: at - since < 2 * windowMs ? now : new NamedCounts(),
      }
    return this.#usage
  }

  #recordRequest(workspaceId: string): void {
    if (workspaceId !== this.#latest) this.#requestedAt.delete(workspaceId)
    this.#requestedAt.set(workspaceId, this.#runtime.monotonic())
    this.#latest = workspaceId
    if (this.#requestedAt.size <= maxTracked) return
    const [oldest] = this.#requestedAt.keys()
    if (oldest !== undefined) this.#requestedAt.delete(oldest)
  }

  #hasOthers(workspaceId: string): boolean {
    const since = this.#runtime.monotonic() - activeMs
    for (const [other, at] of this.#requestedAt) {
      if (other === workspaceId) continue
      if (at >= since) return true
      this.#requestedAt.delete(other)
    }
    return false
  }
}
