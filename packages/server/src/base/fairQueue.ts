// Who waits: in turns between workspaces, and within one of them whoever has the least time left first.

export interface Waiting {
  /** Empty for what belongs to none, such as work in the background. */
  readonly workspaceId: string
  /** Until when it makes sense to wait, by the clock of whoever measures. */
  readonly endsAt: number
}

export class FairQueue<Entry extends Waiting> {
  /** By workspace, in the order of their turns; each in the order of its ends. */
  readonly #rows = new Map<string, Entry[]>()
  #size = 0

  get size(): number {
    return this.#size
  }

  add(entry: Entry): void {
    const row = this.#rows.get(entry.workspaceId) ?? []
    this.#rows.set(entry.workspaceId, row)
    // Most come in the order of their ends.
    let at = row.length
    while (at > 0 && (row[at - 1]?.endsAt ?? 0) > entry.endsAt) at--
    row.splice(at, 0, entry)
    this.#size += 1
  }

  /** Whether it was still waiting. */
  remove(entry: Entry): boolean {
    const row = this.#rows.get(entry.workspaceId)
    const at = row?.indexOf(entry) ?? -1
    if (!row || at < 0) return false
    row.splice(at, 1)
    if (row.length === 0) this.#rows.delete(entry.workspaceId)
    this.#size -= 1
    return true
  }

  /** Takes out whose turn it is: of the workspaces that have the least, the one that has waited for its turn the longest. */
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
    // Those who had their turn come after the others.
    const rest = this.#rows.get(chosen.workspaceId)
    if (rest && this.#rows.delete(chosen.workspaceId)) this.#rows.set(chosen.workspaceId, rest)
    return chosen
  }

  /** How many are served before one of this workspace that comes now, if nobody else does. */
  before(workspaceId: string): number {
    const own = this.#rows.get(workspaceId)?.length ?? 0
    let before = own
    for (const [other, row] of this.#rows) if (other !== workspaceId) before += Math.min(row.length, own + 1)
    return before
  }

  /** Of the workspace that waits for the most, whoever would be served last, if one of this workspace waits for less. */
  spare(workspaceId: string): Entry | undefined {
    const own = this.#rows.get(workspaceId)?.length ?? 0
    let longest: Entry[] = []
    for (const row of this.#rows.values()) if (row.length > longest.length) longest = row
    return longest.length > own + 1 ? longest.at(-1) : undefined
  }
}
