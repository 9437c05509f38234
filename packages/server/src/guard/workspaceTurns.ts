// Shares a resource of the process fairly between workspaces. A workspace that is alone may use all of it. As
// soon as another one sends requests, none may use more than stays free, so that a flood does not lock out
// the others.

import { Counts } from '../base/counts.ts'
import type { Runtime } from '../base/runtime.ts'

/** A workspace that sent a request within this time is expected to send another one. */
const lateMs = 10_000
/** More workspaces need not be tracked: one other workspace is enough for the decision. */
const mostKnown = 1000
/** Usage counts for this long, and at most for as long again. */
const recentMs = 1000

export class WorkspaceTurns {
  readonly #runtime: Runtime
  readonly #held = new Counts()
  /** The time of each workspace's last request, the latest at the end. */
  readonly #askedAt = new Map<string, number>()
  #latest = ''
  /** The usage of each workspace in this window and in the one before. */
  #taken = { since: 0, now: new Counts(), before: new Counts() }

  constructor(runtime: Runtime) {
    this.#runtime = runtime
  }

  /** Whether the workspace may take this amount of the free capacity. */
  mayTake(workspaceId: string, free: number, amount = 1): boolean {
    this.#note(workspaceId)
    const isFree = amount <= free
    return isFree && (!this.#hasOthers(workspaceId) || this.#held.of(workspaceId) + amount <= free)
  }

  /** Takes the amount. The returned function releases it. */
  enter(workspaceId: string, amount = 1): () => void {
    this.#recent().now.enter(workspaceId, amount)
    return this.#held.enter(workspaceId, amount)
  }

  /** Whether another workspace uses more than twice as much. */
  takesLittle(workspaceId: string): boolean {
    const { now, before } = this.#recent()
    const loadOf = (name: string) => this.#held.of(name) + now.of(name) + before.of(name)
    const much = 2 * (loadOf(workspaceId) + 1)
    for (const counts of [this.#held, now, before])
      for (const [other] of counts.entries()) if (loadOf(other) > much) return true
    return false
  }

  #recent() {
    const { since, now } = this.#taken
    const at = this.#runtime.monotonic()
    if (at - since >= recentMs)
      this.#taken = {
        since: at,
        now: new Counts(),
        before: at - since < 2 * recentMs ? now : new Counts(),
      }
    return this.#taken
  }

  #note(workspaceId: string): void {
    if (workspaceId !== this.#latest) this.#askedAt.delete(workspaceId)
    this.#askedAt.set(workspaceId, this.#runtime.monotonic())
    this.#latest = workspaceId
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
