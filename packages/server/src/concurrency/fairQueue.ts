// A queue that is fair between workspaces. Within a workspace, the entry with the earliest deadline comes
// first.

export interface QueueEntry {
  /** Empty for work without a workspace, such as background work. */
  readonly workspaceId: string
  /** The latest time at which the entry is still worth serving, on the clock of the queue's owner. */
  readonly deadlineAt: number
}

export class FairQueue<Entry extends QueueEntry> {
  /** By workspace, in round-robin order. Each queue is sorted by deadline. */
  readonly #queues = new Map<string, Entry[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(entry: Entry): void {
    const queue = this.#queues.get(entry.workspaceId) ?? []
    this.#queues.set(entry.workspaceId, queue)
    // Most entries arrive in the order of their deadlines, so the search starts at the end.
    let index = queue.length
    while (index > 0 && (queue[index - 1]?.deadlineAt ?? 0) > entry.deadlineAt) index--
    queue.splice(index, 0, entry)
    this.#size += 1
  }

  /** Returns false if the entry had left the queue already. */
  remove(entry: Entry): boolean {
    const queue = this.#queues.get(entry.workspaceId)
    const index = queue?.indexOf(entry) ?? -1
    if (!queue || index < 0) return false
    queue.splice(index, 1)
    if (queue.length === 0) this.#queues.delete(entry.workspaceId)
    this.#size -= 1
    return true
  }

  /**
   * Removes and returns the next entry. The workspace with the least in use comes first. Among equals, the
   * workspace that was served longest ago comes first.
   */
  dequeue(
    getUsage: (workspaceId: string) => number = () => 0,
    canServe: (workspaceId: string) => boolean = () => true,
  ): Entry | undefined {
    let chosen: Entry | undefined
    let minUsage = Number.POSITIVE_INFINITY
    for (const [workspaceId, [first]] of this.#queues) {
      const usage = getUsage(workspaceId)
      if (usage >= minUsage) continue
      minUsage = usage
      chosen = first
    }
    if (!chosen || !canServe(chosen.workspaceId)) return undefined
    this.remove(chosen)
    // A workspace that was served goes behind the others.
    const remaining = this.#queues.get(chosen.workspaceId)
    if (remaining && this.#queues.delete(chosen.workspaceId)) this.#queues.set(chosen.workspaceId, remaining)
    return chosen
  }

  /** The number of entries served before a new entry of this workspace, if no others arrive. */
  countAhead(workspaceId: string): number {
    const ownLength = this.#queues.get(workspaceId)?.length ?? 0
    let ahead = ownLength
    for (const [other, queue] of this.#queues)
      if (other !== workspaceId) ahead += Math.min(queue.length, ownLength + 1)
    return ahead
  }

  /**
   * The last entry of the longest queue, if that queue is longer than this workspace's would be with a new
   * entry.
   */
  findEvictable(workspaceId: string): Entry | undefined {
    const ownLength = this.#queues.get(workspaceId)?.length ?? 0
    let longest: Entry[] = []
    for (const queue of this.#queues.values()) if (queue.length > longest.length) longest = queue
    return longest.length > ownLength + 1 ? longest.at(-1) : undefined
  }
}
