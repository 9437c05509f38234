// Serializes work by key: calls under one key run one after another, in the order in which they were made.

export class KeyedMutex {
  readonly #lastRunByKey = new Map<string, Promise<unknown>>()

  /** Starts when all earlier calls under the same key have ended, with or without an error. */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const previous = this.#lastRunByKey.get(key) ?? Promise.resolve()
    const current = previous.then(work, work)
    this.#lastRunByKey.set(key, current)
    try {
      return await current
    } finally {
      if (this.#lastRunByKey.get(key) === current) this.#lastRunByKey.delete(key)
    }
  }
}
