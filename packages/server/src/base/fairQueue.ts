// A queue that is fair between workspaces. Within a workspace, the entry with the earliest deadline comes
// first.

export interface Waiting {
  /** Empty for work without a workspace, such as background work. */
  readonly workspaceId: string
  /** The latest time at which the entry is still worth serving, on the clock of the queue's owner. */
  readonly endsAt: number
}

export class FairQueue<Entry extends Waiting> {
  /** By workspace, in round-robin order. Each queue is sorted by deadline. */
  readonly #rows = new Map<string, Entry[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(entry: Entry): void {
    const row = this.#rows.get(entry.workspaceId) ?? []
    this.#rows.set(entry.workspaceId, row)
    // Most entries arrive in the order of their deadlines, so the search starts at the end.
    let at = row.length
    while (at > 0 && (row[at - 1]?.endsAt ?? 0) > entry.endsAt) at--
    row.splice(at, 0, entry)
    this.#size += 1
  }

  /** Returns false if the entry had left the queue already. */
  remove(entry: Entry): boolean {
    const row = this.#rows.get(entry.workspaceId)
    const at = row?.indexOf(entry) ?? -1
    if (!row || at < 0) return false
    row.splice(at, 1)
    if (row.length === 0) this.#rows.delete(entry.workspaceId)
    this.#size -= 1
    return true
  }

  /**
   * Removes and returns the next entry. The workspace with the least in use comes first. Among equals, the
   * workspace that was served longest ago comes first.
   */
  next(
    holds: (workspaceId: string) => number = () => 0,
    mayTake: (workspaceId: string) => boolean = () => true,
  ): Entry | undefined {
    let chosen: Entry | undefined
    let least = Number.POSITIVE_INFINITY
    for (const [workspaceId, [first]] of this.#rows) {
      const held = holds(workspaceId)
      if (held >= least) continue
      least = held
      chosen = first
    }
    if (!chosen || !mayTake(chosen.workspaceId)) return undefined
    this.remove(chosen)
    // A workspace that was served goes behind the others.
    const rest = this.#rows.get(chosen.workspaceId)
    if (rest && this.#rows.delete(chosen.workspaceId)) this.#rows.set(chosen.workspaceId, rest)
    return chosen
  }

  /** The number of entries served before a new entry of this workspace, if no others arrive. */
  before(workspaceId: string): number {
    const own = this.#rows.get(workspaceId)?.length ?? 0
    let before = own
    for (const [other, row] of this.#rows) if (other !== workspaceId) before += Math.min(row.length, own + 1)
    return before
  }

  /**
   * The last entry of the longest queue, if that queue is longer than this workspace's would be with a new
   * entry.
   */
  spare(workspaceId: string): Entry | undefined {
    const own = this.#rows.get(workspaceId)?.length ?? 0
    let longest: Entry[] = []
    for (const row of this.#rows.values()) if (row.length > longest.length) longest = row
    return longest.length > own + 1 ? longest.at(-1) : undefined
  }
}
