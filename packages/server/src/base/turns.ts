// Serializes work by key: calls under one key run one after another, in the order in which they were made.

export class Turns {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Starts when all earlier calls under the same key have ended, with or without an error. */
  async take<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(name) ?? Promise.resolve()
    const mine = before.then(work, work)
    this.#last.set(name, mine)
    try {
      return await mine
    } finally {
      if (this.#last.get(name) === mine) this.#last.delete(name)
    }
  }
}
