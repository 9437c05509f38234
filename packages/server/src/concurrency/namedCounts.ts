/**
 * The map keeps up to this many names with a count of 0: a map that is emptied and refilled is reallocated
 * each time.
 */
const maxIdleNames = 64

/** Current counts by name, such as requests in flight by key. */
export class NamedCounts {
  readonly #counts = new Map<string, number>()

  get(name: string): number {
    return this.#counts.get(name) ?? 0
  }

  /** Every name with a positive count, and at most `maxIdleNames` names with a count of 0. */
  entries(): Iterable<[string, number]> {
    return this.#counts.entries()
  }

  /** Increments the count. The returned function decrements the count by the same amount. */
  increment(name: string, amount = 1): () => void {
    this.#counts.set(name, this.get(name) + amount)
    return () => {
      const remaining = this.get(name) - amount
      if (remaining > 0 || this.#counts.size <= maxIdleNames) this.#counts.set(name, remaining)
      else this.#counts.delete(name)
    }
  }
}
