/** How many there are of each name at this moment. */
export class Counts {
  readonly #counts = new Map<string, number>()

  of(name: string): number {
    return this.#counts.get(name) ?? 0
  }

  /** The returned function takes it back. */
  enter(name: string): () => void {
    this.#counts.set(name, this.of(name) + 1)
    return () => {
      const left = this.of(name) - 1
      if (left > 0) this.#counts.set(name, left)
      else this.#counts.delete(name)
    }
  }
}
