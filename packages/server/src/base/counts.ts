/** So many names stay though there is nothing of them: a map that is emptied and filled again is laid out anew each time. */
const fewNames = 64

/** How much there is of each name at this moment. */
export class Counts {
  readonly #counts = new Map<string, number>()

  of(name: string): number {
    return this.#counts.get(name) ?? 0
  }

  /** Every name that there is something of, and a few others. */
  entries(): Iterable<[string, number]> {
    return this.#counts.entries()
  }

  /** The returned function takes it back. */
  enter(name: string, amount = 1): () => void {
    this.#counts.set(name, this.of(name) + amount)
    return () => {
      const left = this.of(name) - amount
      if (left > 0 || this.#counts.size <= fewNames) this.#counts.set(name, left)
      else this.#counts.delete(name)
    }
  }
}
