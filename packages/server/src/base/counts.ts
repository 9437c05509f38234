/**
 * The map keeps up to this many names with a count of 0: a map that is emptied and refilled is reallocated
 * each time.
 */
const fewNames = 64

/** Current counts by name, such as requests in flight by key. */
export class Counts {
  readonly #counts = new Map<string, number>()

  of(name: string): number {
    return this.#counts.get(name) ?? 0
  }

  /** Every name with a positive count, and at most `fewNames` names with a count of 0. */
  entries(): Iterable<[string, number]> {
    return this.#counts.entries()
  }

  /** Increments the count. The returned function decrements the count by the same amount. */
  enter(name: string, amount = 1): () => void {
    this.#counts.set(name, this.of(name) + amount)
    return () => {
      const left = this.of(name) - amount
      if (left > 0 || this.#counts.size <= fewNames) this.#counts.set(name, left)
      else this.#counts.delete(name)
    }
  }
}
